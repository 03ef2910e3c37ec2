// Finds a Python that can make an environment for the server.

import { run } from "../process";
import { executable, onPath } from "./files";

/** The oldest Python that runs the server. */
export const NEEDED_PYTHON = "3.11";

const NAMES = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python", "py"];

// `ensurepip` is what Debian's packages leave out.
const QUESTION = `import sys, venv, ensurepip; sys.exit(sys.version_info < (${NEEDED_PYTHON.replace(".", ", ")}))`;

/** Returns the first Python that is new enough; `log` gets why others are not taken. */
export async function findPython(
  interpreter: string | undefined,
  paths: readonly (string | undefined)[],
  log: (line: string) => void,
): Promise<string | undefined> {
  for (const python of await listed(interpreter, paths)) {
    const { status, errors } = await run(python, ["-c", QUESTION]);
    if (status === 0) {
      return python;
    }
    const lacks = /No module named '?(\w+)/.exec(errors)?.[1];
    log(`${python} cannot be used: ${lacks ? `it lacks the module ${lacks}` : `it is older than ${NEEDED_PYTHON}, or does not run`}`);
  }
  return undefined;
}

async function listed(
  interpreter: string | undefined,
  paths: readonly (string | undefined)[],
): Promise<Set<string>> {
  const found = new Set(interpreter === undefined ? [] : [interpreter]);
  for (const folders of paths) {
    for (const name of NAMES) {
      const python = await onPath(executable(name), folders);
      if (python !== undefined) {
        found.add(python);
      }
    }
  }
  return found;
}
