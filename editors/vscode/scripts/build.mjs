// Bundles the extension into dist/, or with --tests its tests into build/test/.

import { rmSync, readdirSync } from "node:fs";
import { build } from "esbuild";

const isTest = process.argv.includes("--tests");
const outdir = isTest ? "build/test" : "dist";
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: isTest ? readdirSync("test").map((name) => `test/${name}`) : ["src/extension.ts"],
  outdir,
  outExtension: isTest ? { ".js": ".cjs" } : {},
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  minify: !isTest,
  logLevel: "warning",
});
