import assert from "node:assert/strict";
import { test } from "node:test";
import { isReason } from "../src/reasons";

const file = (name: string): { scheme: string; path: string } => ({ scheme: "file", path: `/project/${name}` });

test("kernels and settings files are reasons to start", () => {
  assert.equal(isReason("opencl", file("blur.cl"), false), true);
  assert.equal(isReason("opencl", { scheme: "untitled", path: "Untitled-1" }, false), true);
  assert.equal(isReason("toml", file("opencl-ls.toml"), false), true);
  assert.equal(isReason("toml", file("pyproject.toml"), false), false);
});

test("host programs are with the setting alone", () => {
  for (const language of ["python", "c", "cpp", "cuda-cpp", "rust", "julia"]) {
    assert.equal(isReason(language, file("host"), false), false);
    assert.equal(isReason(language, file("host"), true), true);
  }
  assert.equal(isReason("python", { scheme: "git", path: "/project/host.py" }, true), false);
  assert.equal(isReason("java", file("host.java"), true), false);
});
