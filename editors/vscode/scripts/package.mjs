// Packs opencl-ls.vsix; with --bundled, the server's wheel goes into it, which is for one platform.

import { execFileSync } from "node:child_process";

const isBundled = process.argv.includes("--bundled");
const isWindows = process.platform === "win32";
const run = (program, ...args) => execFileSync(program, args, { stdio: "inherit", shell: isWindows });

run("npm", "run", "build");
if (isBundled) {
  const python = process.env.PYTHON ?? (isWindows ? "python" : "python3");
  run(python, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--wheel-dir", "dist/bundled", "../..");
}
const target = isBundled ? ["--target", `${process.platform}-${process.arch}`] : [];
run("npx", "vsce", "package", "--no-dependencies", ...target, "--out", "opencl-ls.vsix");
