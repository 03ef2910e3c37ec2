// Bundles the extension into dist/, with the licences of what it holds of others, or with --tests its
// tests into build/test/.

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const isTest = process.argv.includes("--tests");
const outdir = isTest ? "build/test" : "dist";
rmSync(outdir, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: isTest ? readdirSync("test").map((name) => `test/${name}`) : ["src/extension.ts", "src/main.ts"],
  outdir,
  outExtension: isTest ? { ".js": ".cjs" } : {},
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode", "./main.js"],
  minify: !isTest,
  logLevel: "warning",
  metafile: true,
});
if (!isTest) {
  writeFileSync(`${outdir}/NOTICE.txt`, notice(Object.keys(metafile.inputs)));
}

/** Returns the names, versions and licences of the packages that files belong to. */
function notice(files) {
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  const parts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    const text = file === undefined ? license : readFileSync(`${folder}/${file}`, "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  const head = "The extension holds code of these packages.\n";
  return [head, ...parts].join(`\n${"-".repeat(80)}\n\n`);
}
