import assert from "node:assert/strict";
import { homedir } from "node:os";
import * as path from "node:path";
import { test } from "node:test";
import { expanded, findServer, isFound, isSame, type Found, type Places } from "../src/finding/search";
import { emptyFolder, isPosix, program, server } from "./machine";

const options = { skip: !isPosix };

/** Returns places in which there is nothing, but for what a test says. */
function places(told: Partial<Places>): Places {
  return {
    setting: "",
    folders: [],
    isTrusted: true,
    interpreter: async () => undefined,
    path: "",
    shellPath: async () => undefined,
    storage: path.join(path.sep, "nowhere"),
    ...told,
  };
}

async function found(told: Partial<Places>, log: string[] = []): Promise<Found> {
  const result = await findServer(places(told), (line) => log.push(line));
  assert.ok(isFound(result), JSON.stringify(result));
  return result;
}

async function problem(told: Partial<Places>): Promise<string> {
  const result = await findServer(places(told), () => undefined);
  assert.ok(!isFound(result), JSON.stringify(result));
  return result.problem;
}

test("each place is asked after those before it", options, async () => {
  const root = emptyFolder();
  const folder = path.join(root, "project");
  const everywhere = {
    setting: server(path.join(root, "set", "opencl-ls"), "1.0"),
    folders: [folder],
    interpreter: async () => path.join(root, "python", "python"),
    path: path.join(root, "path"),
    shellPath: async () => path.join(root, "shell"),
    storage: path.join(root, "storage"),
  };
  server(path.join(folder, ".venv", "bin", "opencl-ls"), "2.0");
  server(path.join(folder, "venv", "bin", "opencl-ls"), "2.1");
  server(path.join(root, "python", "opencl-ls"), "3.0");
  server(path.join(root, "path", "opencl-ls"), "4.0");
  server(path.join(root, "shell", "opencl-ls"), "5.0");
  server(path.join(root, "storage", "bin", "opencl-ls"), "6.0");
  const told: Partial<Places> = { ...everywhere };
  const seen: [string, string][] = [];
  for (const left of ["setting", "folders", "interpreter", "path", "shellPath", "storage"] as const) {
    const { origin, version } = await found(told);
    seen.push([version, origin]);
    delete told[left];
  }
  assert.deepEqual(seen, [
    ["1.0", "named by opencl.server.path"],
    ["2.0", "in the workspace's environment .venv"],
    ["3.0", "of the selected Python interpreter"],
    ["4.0", "on PATH"],
    ["5.0", "on the PATH of your shell"],
    ["6.0", "installed by this extension"],
  ]);
  assert.equal(await problem(told), "");
});

test("a workspace that is not trusted brings no program", options, async () => {
  const root = emptyFolder();
  server(path.join(root, ".venv", "bin", "opencl-ls"), "2.0");
  server(path.join(root, "path", "opencl-ls"), "4.0");
  const interpreter = async (): Promise<string> => assert.fail("the interpreter may be the workspace's");
  const told = { folders: [root], interpreter, isTrusted: false, path: path.join(root, "path") };
  assert.equal((await found(told)).version, "4.0");
});

test("what does not run is passed over, and the log says why", options, async () => {
  const root = emptyFolder();
  const broken = program(path.join(root, ".venv", "bin", "opencl-ls"), "echo 'No module named opencl_ls' >&2; exit 1");
  const other = program(path.join(root, "venv", "bin", "opencl-ls"), "echo something else");
  server(path.join(root, "env", "bin", "opencl-ls"), "2.2");
  const log: string[] = [];
  assert.equal((await found({ folders: [root] }, log)).version, "2.2");
  assert.deepEqual(log, [
    `${broken} (in the workspace's environment .venv) does not run: No module named opencl_ls`,
    `${other} (in the workspace's environment venv) does not run: it is not opencl-ls`,
  ]);
});

test("an interpreter without the program beside it runs the module", options, async () => {
  const root = emptyFolder();
  const python = program(
    path.join(root, "python3"),
    '[ "$*" = "-P -m opencl_ls --version" ] && echo opencl-ls 3.1',
  );
  const { command, args, version } = await found({ interpreter: async () => python });
  assert.deepEqual([command, args, version], [python, ["-P", "-m", "opencl_ls"], "3.1"]);
});

test("the shell is asked only where it is needed", options, async () => {
  const root = emptyFolder();
  server(path.join(root, "opencl-ls"));
  const shellPath = async (): Promise<string> => assert.fail("the shell was asked");
  assert.equal((await found({ path: root, shellPath })).path, undefined);
  assert.equal((await found({ shellPath: async () => root })).path, root);
});

test("a name in the setting is looked for on both paths", options, async () => {
  const root = emptyFolder();
  const other = server(path.join(root, "opencl-ls-next"), "9.0");
  assert.equal((await found({ setting: "opencl-ls-next", path: root })).command, other);
  assert.equal((await found({ setting: "opencl-ls-next", shellPath: async () => root })).command, other);
});

test("a wrong setting is told, and nothing else is taken", options, async () => {
  const root = emptyFolder();
  server(path.join(root, "opencl-ls"));
  const broken = program(path.join(root, "broken"), "echo no >&2; exit 3");
  assert.equal(
    await problem({ setting: path.join(root, "absent"), path: root }),
    `opencl.server.path names "${path.join(root, "absent")}", and there is no such program.`,
  );
  assert.equal(
    await problem({ setting: broken, path: root }),
    `opencl.server.path names "${broken}", which does not run: no`,
  );
  // A folder is no program, though it can be entered.
  assert.match(await problem({ setting: root, path: root }), /there is no such program/);
});

test("a relative folder of PATH does not count", options, async () => {
  assert.equal(await problem({ path: ["", ".", "bin"].join(path.delimiter) }), "");
});

test("what a setting may be written with", options, () => {
  process.env["OPENCL_LS_TEST"] = "/tools";
  assert.equal(expanded("~/bin/opencl-ls", []), path.join(homedir(), "bin/opencl-ls"));
  assert.equal(expanded("${userHome}/x", []), path.join(homedir(), "x"));
  assert.equal(expanded("${workspaceFolder}/.venv/bin/opencl-ls", ["/project"]), "/project/.venv/bin/opencl-ls");
  assert.equal(expanded("tools/opencl-ls", ["/project", "/other"]), "/project/tools/opencl-ls");
  assert.equal(expanded("${env:OPENCL_LS_TEST}/opencl-ls", []), "/tools/opencl-ls");
  assert.equal(expanded("opencl-ls", ["/project"]), "opencl-ls");
});

test("a program that was replaced by another version is another one", () => {
  const one: Found = { command: "/a", args: [], origin: "on PATH", version: "1.0", isOwn: false };
  assert.equal(isSame(one, { ...one, origin: "elsewhere" }), true);
  assert.equal(isSame(one, { ...one, version: "1.1" }), false);
  assert.equal(isSame(one, { ...one, args: ["-m"] }), false);
  assert.equal(isSame(one, { problem: "" }), false);
  assert.equal(isSame(undefined, one), false);
});
