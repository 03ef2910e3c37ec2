// The PATH that a user's shell sets up, which an editor started from a desktop does not have.

import * as path from "node:path";
import { run } from "../process";

const LIMIT = 10_000;
const MARK = "--opencl-ls-environment--";

/** Returns the PATH of a login shell; undefined where it cannot be learned. */
export async function loginShellPath(
  shell: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
  limit = LIMIT,
): Promise<string | undefined> {
  if (!shell || !path.isAbsolute(shell)) {
    return undefined;
  }
  // Start-up files print what they like: the environment is printed between two marks.
  const script = `echo ${MARK}; /usr/bin/env; echo ${MARK}`;
  const outcome = await run(shell, ["-l", "-i", "-c", script], {
    // Users' start-up files know by this name that an editor asks.
    env: { ...env, VSCODE_RESOLVING_ENVIRONMENT: "1" },
    limit,
  });
  return /^PATH=(.+)$/m.exec(outcome.output.split(MARK)[1] ?? "")?.[1];
}
