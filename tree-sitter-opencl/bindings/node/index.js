const { readFileSync } = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "..", "..");
const binding = require("node-gyp-build")(root);

try {
  binding.nodeTypeInfo = require("../../src/node-types.json");
} catch { }

for (const query of ["highlights", "injections", "locals", "tags"]) {
  const name = `${query.toUpperCase()}_QUERY`;
  Object.defineProperty(binding, name, {
    configurable: true,
    enumerable: true,
    get() {
      delete binding[name];
      try {
        binding[name] = readFileSync(path.join(root, "queries", `${query}.scm`), "utf8");
      } catch { }
      return binding[name];
    },
  });
}

module.exports = binding;
