import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as path from "node:path";
import { test } from "node:test";
import { install } from "../src/finding/install";
import { findPython } from "../src/finding/python";
import { emptyFolder, isPosix, program, server } from "./machine";

const options = { skip: !isPosix };

/** Returns a Python whose environments take what `accepted` means, as a pattern of the shell. */
function python(root: string, accepted: string): string {
  const inside = [
    "#!/bin/sh",
    `echo "$*" >> ${root}/calls`,
    'for last; do :; done',
    `case "$last" in --version|${accepted}) ;; *) echo "ERROR: no $last" >&2; exit 1;; esac`,
  ].join("\n");
  return program(
    path.join(root, "python3"),
    `echo "$*" >> ${root}/calls`,
    `mkdir -p ${root}/server/bin`,
    `cat > ${root}/server/bin/python <<'END'\n${inside}\nEND`,
    `chmod +x ${root}/server/bin/python`,
    `printf '#!/bin/sh\\necho opencl-ls 0.1.0\\n' > ${root}/server/bin/opencl-ls`,
    `chmod +x ${root}/server/bin/opencl-ls`,
  );
}

function calls(root: string): string[] {
  const text = readFileSync(path.join(root, "calls"), "utf8");
  return text.trim().split("\n").map((line) => line.replace("-m pip install --upgrade --disable-pip-version-check --no-input --progress-bar off ", "pip "));
}

async function installed(root: string, accepted: string, wheels: string[]): Promise<{ problem: string; steps: string[] }> {
  const steps: string[] = [];
  const problem = await install({
    python: python(root, accepted),
    folder: path.join(root, "server"),
    wheels,
    log: () => undefined,
    report: (step) => steps.push(step),
  });
  return { problem, steps };
}

test("the bundled wheel is installed, with the formatter", options, async () => {
  const root = emptyFolder();
  const { problem, steps } = await installed(root, "/w.whl*", ["/w.whl"]);
  assert.equal(problem, "");
  assert.deepEqual(steps, ["making an environment", "installing opencl-ls", "installing clang-format"]);
  assert.deepEqual(calls(root), [`-m venv --clear ${root}/server`, "pip /w.whl", "pip /w.whl[format]"]);
});

test("a wheel for another machine leaves it to the index, and a formatter may lack", options, async () => {
  const root = emptyFolder();
  assert.equal((await installed(root, "opencl-ls", ["/w.whl"])).problem, "");
  assert.deepEqual(calls(root).slice(1), ["pip /w.whl", "pip opencl-ls", "pip opencl-ls[format]"]);
});

test("what pip says last is told", options, async () => {
  const { problem } = await installed(emptyFolder(), "nothing", ["/w.whl"]);
  assert.equal(problem, "pip cannot install it: ERROR: no /w.whl");
});

test("an environment that works is kept", options, async () => {
  const root = emptyFolder();
  await installed(root, "opencl-ls*", []);
  const { steps } = await installed(root, "opencl-ls*", []);
  assert.deepEqual(steps, ["installing opencl-ls", "installing clang-format"]);
});

test("no environment without a Python that makes one", options, async () => {
  const root = emptyFolder();
  const problem = await install({
    python: program(path.join(root, "python3"), "echo 'Error: no space left' >&2; exit 1"),
    folder: path.join(root, "server"),
    wheels: [],
    log: () => undefined,
    report: () => undefined,
  });
  assert.equal(problem, "the environment cannot be made: Error: no space left");
});

test("the first Python that is new enough is taken", options, async () => {
  const root = emptyFolder();
  const old = program(path.join(root, "a", "python3"), "exit 1");
  const bare = program(path.join(root, "a", "python3.12"), "echo \"ModuleNotFoundError: No module named 'ensurepip'\" >&2; exit 1");
  const good = server(path.join(root, "b", "python"));
  const log: string[] = [];
  const paths = [path.join(root, "a"), undefined, path.join(root, "b")];
  assert.equal(await findPython(undefined, paths, (line) => log.push(line)), good);
  assert.deepEqual(log, [
    `${old} cannot be used: it is older than 3.11, or does not run`,
    `${bare} cannot be used: it lacks the module ensurepip`,
  ]);
  assert.equal(await findPython(good, [], () => undefined), good);
  assert.equal(await findPython(undefined, [], () => undefined), undefined);
});
