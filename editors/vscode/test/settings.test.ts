import assert from "node:assert/strict";
import { test } from "node:test";
import { isSaid, nested, serverKeys } from "../src/settings";

test("a default is not what the user says", () => {
  assert.equal(isSaid({ key: "opencl.std", defaultValue: "" }), false);
  assert.equal(isSaid({ defaultValue: true, globalValue: false }), true);
  assert.equal(isSaid({ defaultValue: true, workspaceFolderValue: true }), true);
  assert.equal(isSaid({ defaultValue: 1, workspaceLanguageValue: 2 }), true);
  assert.equal(isSaid({ defaultLanguageValue: 1, languageIds: ["opencl"] }), false);
  assert.equal(isSaid(undefined), false);
});

test("keys with points are objects in objects", () => {
  assert.deepEqual(nested([["std", "CL1.2"], ["inlayHints.blockEnds", true], ["inlayHints.designators", "all"]]), {
    std: "CL1.2",
    inlayHints: { blockEnds: true, designators: "all" },
  });
  assert.deepEqual(nested([]), {});
});

test("what only the extension reads is not sent", () => {
  const keys = ["opencl.std", "opencl.server.path", "opencl.trace.server", "opencl.formatting.path"];
  assert.deepEqual(serverKeys(keys, "opencl"), ["std", "formatting.path"]);
});
