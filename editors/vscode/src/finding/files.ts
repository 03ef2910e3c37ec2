// Where programs are.

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import * as path from "node:path";

const IS_WINDOWS = process.platform === "win32";

/** The folder of programs in a virtual environment. */
export const BIN = IS_WINDOWS ? "Scripts" : "bin";
/** The server's file in such a folder. */
export const SERVER = executable("opencl-ls");
/** Python's file in such a folder. */
export const PYTHON = executable("python");

export function executable(name: string): string {
  return IS_WINDOWS ? `${name}.exe` : name;
}

/** Tells whether a file is there that can be run. */
export async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** Returns the first program of a name in the folders of a PATH. */
export async function onPath(file: string, folders: string | undefined): Promise<string | undefined> {
  for (const folder of (folders ?? "").split(path.delimiter)) {
    // A relative folder would mean another program in each project.
    const full = path.join(folder, file);
    if (path.isAbsolute(folder) && (await isProgram(full))) {
      return full;
    }
  }
  return undefined;
}
