// Installs the server into an environment that belongs to the extension.

import { mkdir } from "node:fs/promises";
import * as path from "node:path";
import { lastWords, run, type Outcome } from "../process";
import { BIN, PYTHON, SERVER } from "./files";
import { versionOf } from "./search";

/** What is installed, and where. */
export interface Installation {
  /** The Python that makes the environment. */
  readonly python: string;
  /** The environment: a folder that is made, or brought up to date. */
  readonly folder: string;
  /** Wheels of the server that came with the extension; without one, the user's index has it. */
  readonly wheels: readonly string[];
  readonly log: (line: string) => void;
  readonly report: (step: string) => void;
  readonly signal?: AbortSignal;
}

const PACKAGE = "opencl-ls";
// Formatting wants clang-format, of which there is not a wheel for every machine.
const EXTRA = "[format]";
const LIMIT = 10 * 60_000;

/** Installs the server; returns what went wrong, "" where all went well. */
export async function install(what: Installation): Promise<string> {
  const python = path.join(what.folder, BIN, PYTHON);
  const step = (words: string, program: string, ...args: string[]): Promise<Outcome> => {
    what.report(words);
    what.log(`> ${program} ${args.join(" ")}`);
    const cwd = path.dirname(what.folder);
    return run(program, args, { cwd, limit: LIMIT, onLine: what.log, ...(what.signal && { signal: what.signal }) });
  };
  const pip = (words: string, wanted: string): Promise<Outcome> =>
    step(words, python, "-m", "pip", "install", "--upgrade", "--disable-pip-version-check", "--no-input", "--progress-bar", "off", wanted);

  await mkdir(path.dirname(what.folder), { recursive: true });
  const there = await run(python, ["-m", "pip", "--version"]);
  if (there.status !== 0) {
    const made = await step("making an environment", what.python, "-m", "venv", "--clear", what.folder);
    if (made.status !== 0) {
      return `the environment cannot be made: ${lastWords(made)}`;
    }
  }
  let problem = "";
  for (const wanted of [...what.wheels, PACKAGE]) {
    const installed = await pip("installing opencl-ls", wanted);
    if (what.signal?.aborted) {
      return "cancelled";
    }
    if (installed.status === 0) {
      const formatting = await pip("installing clang-format", wanted + EXTRA);
      if (formatting.status !== 0) {
        what.log("clang-format cannot be installed: kernels are formatted with one on PATH, if there is one");
      }
      const version = await versionOf({ command: path.join(what.folder, BIN, SERVER), args: [] });
      return "problem" in version ? `the server does not run: ${version.problem}` : "";
    }
    // The first reason is that of the wheel that came along, if one did.
    problem ||= `pip cannot install it: ${lastWords(installed)}`;
  }
  return problem;
}
