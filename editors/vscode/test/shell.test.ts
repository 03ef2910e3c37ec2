import assert from "node:assert/strict";
import * as path from "node:path";
import { test } from "node:test";
import { loginShellPath } from "../src/finding/shell";
import { run } from "../src/process";
import { emptyFolder, isPosix, program } from "./machine";

const options = { skip: !isPosix };

test("what start-up files print is no part of the answer", options, async () => {
  const shell = program(
    path.join(emptyFolder(), "shell"),
    'echo "PATH=/wrong"; echo Welcome >&2; PATH=/from/profile:$PATH; eval "$4"; echo "PATH=/late"',
  );
  assert.equal(await loginShellPath(shell, { PATH: "/usr/bin" }), "/from/profile:/usr/bin");
});

test("a shell is asked as a login shell and as an interactive one", options, async () => {
  const shell = program(path.join(emptyFolder(), "shell"), 'export PATH="/flags/$1/$2/$3"; eval "$4"');
  assert.equal(await loginShellPath(shell, {}), "/flags/-l/-i/-c");
});

test("a shell that waits for input is left", options, async () => {
  const shell = program(path.join(emptyFolder(), "shell"), "sleep 600");
  assert.equal(await loginShellPath(shell, { PATH: "/usr/bin:/bin" }, 50), undefined);
});

test("without a shell there is no answer", async () => {
  assert.equal(await loginShellPath(undefined), undefined);
  assert.equal(await loginShellPath("/nowhere/shell"), undefined);
  assert.equal(await loginShellPath("sh"), undefined);
});

test("what a program starts ends with it", options, async () => {
  const outcome = await run("/bin/sh", ["-c", "sleep 600 & wait"], { limit: 50 });
  assert.equal(outcome.status, null);
  assert.equal(outcome.errors, "no answer within 0.05 seconds");
});

test("lines come one by one", options, async () => {
  const lines: string[] = [];
  await run("/bin/sh", ["-c", "printf 'a\\nb\\n'"], { onLine: (line) => lines.push(line) });
  assert.deepEqual(lines, ["a", "b"]);
});
