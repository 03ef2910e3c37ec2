// Runs a program to its end.

import { spawn } from "node:child_process";

/** What became of a program; `status` is null where it did not end by itself. */
export interface Outcome {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Milliseconds after which the program is ended. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
  /** Is given each line of both streams as soon as it is complete. */
  readonly onLine?: (line: string) => void;
}

const LIMIT = 20_000;
const IS_WINDOWS = process.platform === "win32";

/** Runs a program without input. It never rejects: what went wrong is in `errors`. */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Outcome> {
  try {
    return await finished(command, args, options);
  } catch (error) {
    // A program that is being written, for one, cannot be started, and that is thrown at once.
    return { status: null, output: "", errors: String(error) };
  }
}

function finished(command: string, args: readonly string[], options: RunOptions): Promise<Outcome> {
  const { promise, resolve } = withResolvers<Outcome>();
  const limit = options.limit ?? LIMIT;
  let output = "";
  let errors = "";
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env,
    // A group of its own: what the program started ends with it, and an interactive shell does not
    // take our terminal.
    detached: !IS_WINDOWS,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const end = (reason: string): void => {
    errors += reason;
    try {
      if (IS_WINDOWS || child.pid === undefined) {
        child.kill();
      } else {
        process.kill(-child.pid, "SIGKILL");
      }
    } catch {
      // It has ended by now.
    }
  };
  const timer = setTimeout(() => end(`no answer within ${limit / 1000} seconds`), limit);
  const abort = (): void => end("cancelled");
  options.signal?.addEventListener("abort", abort);
  const finish = (status: number | null): void => {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", abort);
    resolve({ status, output, errors });
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  for (const stream of options.onLine ? [child.stdout, child.stderr] : []) {
    stream.on("data", lines(options.onLine!));
  }
  child.on("error", (error) => {
    errors += error.message;
    finish(null);
  });
  child.on("close", finish);
  return promise;
}

/** Returns the last line that says anything, which is where programs say what is wrong. */
export function lastWords({ status, output, errors }: Outcome): string {
  const said = `${output}\n${errors}`.split("\n").map((line) => line.trim());
  return said.filter(Boolean).at(-1) ?? `it ended with status ${status}`;
}

function lines(onLine: (line: string) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    const parts = (rest + text).split(/\r?\n/);
    rest = parts.pop() ?? "";
    parts.forEach(onLine);
  };
}

/** `Promise.withResolvers`, which the editor's Node.js does not have before 22. */
function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}
