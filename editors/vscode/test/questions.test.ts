import assert from "node:assert/strict";
import { test } from "node:test";
import { documentationAddress, explanationAddress, questionOf, resourcesAddress, ruleAddress } from "../src/questions";

test("each address asks for what it was made of", () => {
  assert.deepEqual(questionOf(ruleAddress("barrier/divergent")), ["opencl-ls.explainRule", { id: "barrier/divergent" }]);
  assert.deepEqual(questionOf(documentationAddress("clamp", "file:///a%20b/k.cl")), [
    "opencl-ls.documentation",
    { name: "clamp", uri: "file:///a%20b/k.cl" },
  ]);
  assert.deepEqual(questionOf(documentationAddress("__opencl_c_fp64", "")), [
    "opencl-ls.documentation",
    { name: "__opencl_c_fp64" },
  ]);
  assert.deepEqual(questionOf(resourcesAddress("file:///a/my%20kernel.cl")), [
    "opencl-ls.kernelResources",
    { uri: "file:///a/my%20kernel.cl" },
  ]);
  assert.deepEqual(questionOf(explanationAddress("file:///a/k.cl")), [
    "opencl-ls.explainKernels",
    { uri: "file:///a/k.cl" },
  ]);
  assert.equal(resourcesAddress("file:///a/my%20kernel.cl").path, "/resources/my kernel.cl.md");
});

test("what is none of ours asks for nothing", () => {
  for (const path of ["/", "/rules/", "/rules/barrier", "/settings/x.md", "rules/x.md"]) {
    assert.equal(questionOf({ path, query: "" }), undefined, path);
  }
});
