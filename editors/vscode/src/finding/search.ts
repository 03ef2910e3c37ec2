// Finds the server: each place in its order, and the first program that runs.

import { homedir } from "node:os";
import * as path from "node:path";
import { lastWords, run } from "../process";
import { BIN, executable, isProgram, onPath, SERVER } from "./files";
import { versionIn } from "./version";

/** Where a server may be. What costs time is a function, asked when the places before have none. */
export interface Places {
  /** The setting `opencl.server.path`; "" where nothing is set. */
  readonly setting: string;
  /** The workspace's folders: only the first one counts for a relative path in the setting. */
  readonly folders: readonly string[];
  /** In a workspace that is not trusted, nothing that comes with it is run. */
  readonly isTrusted: boolean;
  /** The interpreter that is selected for Python. */
  readonly interpreter: () => Promise<string | undefined>;
  /** The editor's own PATH. */
  readonly path: string | undefined;
  readonly shellPath: () => Promise<string | undefined>;
  /** The virtual environment that the extension makes for itself. */
  readonly storage: string;
}

/** A program that answers as the server. */
export interface Found {
  readonly command: string;
  readonly args: readonly string[];
  /** Why it was taken, in words that go on from "the server is". */
  readonly origin: string;
  readonly version: string;
  /** The PATH to run it with, where that is not the editor's. */
  readonly path?: string;
  /** Whether the extension installed it. */
  readonly isOwn: boolean;
}

/** Why there is no server. */
export interface Missing {
  /** What is wrong with the setting; "" where nothing is set, and none was found. */
  readonly problem: string;
}

type Candidate = Omit<Found, "version" | "isOwn"> & { readonly isOwn?: boolean };

/** The folders in which virtual environments usually are. */
export const ENVIRONMENTS: readonly string[] = [".venv", "venv", "env"];

/** Returns the server to start. `log` gets a line for each program that does not run. */
export async function findServer(places: Places, log: (line: string) => void): Promise<Found | Missing> {
  if (places.setting) {
    return await chosen(places);
  }
  for await (const candidate of candidates(places)) {
    const version = await versionOf(candidate);
    if ("version" in version) {
      return { isOwn: false, ...candidate, ...version };
    }
    log(`${shown(candidate)} (${candidate.origin}) does not run: ${version.problem}`);
  }
  return { problem: "" };
}

export function isFound(result: Found | Missing): result is Found {
  return "command" in result;
}

/** Tells whether two results start the same program. */
export function isSame(left: Found | undefined, right: Found | Missing): boolean {
  return left !== undefined && isFound(right) && shown(left) === shown(right) && left.version === right.version;
}

/** Returns the command line of a server as a text. */
export function shown({ command, args }: { command: string; args: readonly string[] }): string {
  return [command, ...args].join(" ");
}

/** Returns the version of a program, or what is wrong with it. */
export async function versionOf(
  program: Pick<Candidate, "command" | "args" | "path">,
): Promise<{ version: string } | { problem: string }> {
  const outcome = await run(program.command, [...program.args, "--version"], { env: environment(program.path) });
  const version = outcome.status === 0 ? versionIn(outcome.output) : undefined;
  if (version !== undefined) {
    return { version };
  }
  const problem = outcome.status === 0 ? "it is not opencl-ls" : lastWords(outcome);
  return { problem };
}

/** Returns the environment to run a program in; undefined is the editor's. */
export function environment(folders: string | undefined): NodeJS.ProcessEnv | undefined {
  return folders === undefined ? undefined : { ...process.env, PATH: folders };
}

/** Returns a path as a setting writes it, with its variables and its begin filled in. */
export function expanded(setting: string, folders: readonly string[]): string {
  const filled = setting
    .replace(/^~(?=$|[\\/])/, homedir())
    .replace(/\$\{userHome\}/g, homedir())
    .replace(/\$\{workspaceFolder\}/g, folders[0] ?? "")
    .replace(/\$\{env:(\w+)\}/g, (_, name: string) => process.env[name] ?? "");
  const isName = !/[\\/]/.test(filled);
  return isName || path.isAbsolute(filled) ? filled : path.join(folders[0] ?? homedir(), filled);
}

async function chosen(places: Places): Promise<Found | Missing> {
  const command = expanded(places.setting, places.folders);
  const origin = "named by opencl.server.path";
  const candidate: Candidate | undefined = path.isAbsolute(command)
    ? { command, args: [], origin }
    : await anywhere(executable(command.replace(/\.exe$/, "")), origin, places);
  if (candidate === undefined || !(await isProgram(candidate.command))) {
    return { problem: `opencl.server.path names "${places.setting}", and there is no such program.` };
  }
  const version = await versionOf(candidate);
  return "version" in version
    ? { ...candidate, ...version, isOwn: false }
    : { problem: `opencl.server.path names "${places.setting}", which does not run: ${version.problem}` };
}

async function* candidates(places: Places): AsyncGenerator<Candidate> {
  if (places.isTrusted) {
    yield* inEnvironments(places.folders);
    yield* ofInterpreter(await places.interpreter());
  }
  const found = await anywhere(SERVER, "", places);
  if (found !== undefined) {
    yield found;
  }
  const own = path.join(places.storage, BIN, SERVER);
  if (await isProgram(own)) {
    yield { command: own, args: [], origin: "installed by this extension", isOwn: true };
  }
}

async function* inEnvironments(folders: readonly string[]): AsyncGenerator<Candidate> {
  for (const folder of folders) {
    for (const name of ENVIRONMENTS) {
      const command = path.join(folder, name, BIN, SERVER);
      if (await isProgram(command)) {
        yield { command, args: [], origin: `in the workspace's environment ${name}` };
      }
    }
  }
}

async function* ofInterpreter(interpreter: string | undefined): AsyncGenerator<Candidate> {
  if (interpreter === undefined) {
    return;
  }
  const origin = "of the selected Python interpreter";
  const beside = path.join(path.dirname(interpreter), SERVER);
  if (await isProgram(beside)) {
    yield { command: beside, args: [], origin };
  } else {
    // -P keeps the current folder out of the search for modules.
    yield { command: interpreter, args: ["-P", "-m", "opencl_ls"], origin };
  }
}

/** Looks for a program on the editor's PATH, and then on that of the user's shell. */
async function anywhere(file: string, origin: string, places: Places): Promise<Candidate | undefined> {
  const here = await onPath(file, places.path);
  if (here !== undefined) {
    return { command: here, args: [], origin: origin || "on PATH" };
  }
  const folders = await places.shellPath();
  const there = await onPath(file, folders);
  return there === undefined
    ? undefined
    : { command: there, args: [], origin: origin || "on the PATH of your shell", ...(folders && { path: folders }) };
}
