import assert from "node:assert/strict";
import { test } from "node:test";
import { isOlder, NEEDED, versionIn } from "../src/finding/version";
import manifest from "../package.json";

test("the version in what the server prints", () => {
  assert.equal(versionIn("opencl-ls 0.1.0\n"), "0.1.0");
  assert.equal(versionIn("a warning of Python\nopencl-ls 1.2.0rc1\n"), "1.2.0rc1");
  assert.equal(versionIn("Python 3.11.2\n"), undefined);
  assert.equal(versionIn("not-opencl-ls 1.0"), undefined);
});

test("versions are compared by their numbers", () => {
  assert.equal(isOlder("0.1.0", "0.1.1"), true);
  assert.equal(isOlder("0.9.0", "0.10"), true);
  assert.equal(isOlder("1.0", "1.0.0"), false);
  assert.equal(isOlder("1.0.0rc1", "1.0.0"), false);
  assert.equal(isOlder("2.0", "1.9.9"), false);
  assert.equal(isOlder("unknown", "0.0.1"), true);
});

test("no extension needs a server that is newer than itself", () => {
  assert.equal(isOlder(manifest.version, NEEDED), false);
});
