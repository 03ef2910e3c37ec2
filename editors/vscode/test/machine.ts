// A machine to look for programs on: folders of small shell scripts.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { after } from "node:test";

/** Scripts need a shell: on Windows these tests say nothing. */
export const isPosix = process.platform !== "win32";

/** Returns an empty folder, which is removed after the tests. */
export function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "opencl-ls-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a program that runs these lines; returns its path. */
export function program(file: string, ...lines: string[]): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, ["#!/bin/sh", ...lines, ""].join("\n"));
  chmodSync(file, 0o755);
  return file;
}

/** Writes a program that answers as a server of a version. */
export function server(file: string, version = "0.1.0"): string {
  return program(file, `echo opencl-ls ${version}`);
}
