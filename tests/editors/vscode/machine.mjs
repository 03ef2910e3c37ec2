// VS Code on this machine: its server with our extension, and a browser that shows it.

import { execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

export const HERE = import.meta.dirname;
export const ROOT = path.resolve(HERE, "../../..");

// What would distract: nothing asks, nothing blinks, and a picture shows the kernel.
const SETTINGS = {
  "breadcrumbs.enabled": false,
  "chat.disableAIFeatures": true,
  "editor.accessibilitySupport": "off",
  "editor.cursorBlinking": "solid",
  "editor.fontFamily": "'DejaVu Sans Mono'",
  "editor.fontSize": 14,
  "editor.hover.delay": 100,
  "editor.minimap.enabled": false,
  "editor.stickyScroll.enabled": false,
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
  "git.enabled": false,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "window.commandCenter": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.colorTheme": "Default Light Modern",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
};

/** A VS Code with a home of its own, our extension, and a project that is open. */
export class Machine {
  /** `sources` are the folders of the project, and `more` the packages of other extensions. */
  constructor(installed, { hasServer = true, sources = ["../project", "scene"], more = [] } = {}) {
    this.node = path.join(installed, "n24/bin/node");
    this.entry = path.join(installed, "cs/node_modules/code-server/out/node/entry.js");
    this.require = createRequire(path.join(installed, "cs/package.json"));
    this.folder = mkdtempSync(path.join(tmpdir(), "opencl-ls-vscode-"));
    this.project = path.join(this.folder, "project");
    this.user = path.join(this.folder, "user/User");
    this.started = path.join(this.folder, "started");
    this.packages = [path.join(ROOT, "editors/vscode/opencl-ls.vsix"), ...more];
    for (const each of ["home", "programs", "user/User", "profile"]) {
      mkdirSync(path.join(this.folder, each), { recursive: true });
    }
    this.copyProject(sources);
    writeFileSync(this.started, "");
    if (hasServer) {
      this.addServer();
    }
    writeFileSync(path.join(this.user, "settings.json"), JSON.stringify(SETTINGS, null, 2));
    this.changes = {};
  }

  /** Puts `opencl-ls` on PATH: the one of this checkout, which notes each start. */
  addServer() {
    const program = path.join(this.folder, "programs/opencl-ls");
    const python = process.env.PYTHON ?? "python3";
    const lines = [
      "#!/bin/sh",
      `export PYTHONPATH='${ROOT}'`,
      `echo "$$ $*" >> '${this.started}'`,
      `exec '${python}' -P -m opencl_ls "$@"`,
    ];
    writeFileSync(program, lines.join("\n") + "\n");
    chmodSync(program, 0o755);
  }

  /** Takes all changes of files and settings back. */
  reset() {
    for (const [name, text] of this.written) {
      if (this.read(name) !== text) {
        this.write(name, text);
      }
    }
    if (Object.keys(this.changes).length) {
      this.changes = {};
      this.settings({});
    }
  }

  copyProject(sources) {
    for (const source of sources) {
      cpSync(path.join(HERE, source), this.project, { recursive: true });
    }
    this.written = new Map(
      readdirSync(this.project, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map((each) => path.relative(this.project, path.join(each.parentPath, each.name)))
        .map((name) => [name, this.read(name)]),
    );
  }

  /** Changes settings of the workspace. */
  settings(changes) {
    this.changes = { ...this.changes, ...changes };
    mkdirSync(this.path(".vscode"), { recursive: true });
    this.write(".vscode/settings.json", JSON.stringify(this.changes, null, 2));
  }

  /** The processes of our server that were started, the youngest last. */
  servers() {
    const lines = readFileSync(this.started, "utf8").trim().split("\n");
    return lines.filter((line) => line && !line.includes("--version")).map((line) => Number(line.split(" ")[0]));
  }

  path(name) {
    return path.join(this.project, name);
  }

  read(name) {
    return readFileSync(this.path(name), "utf8");
  }

  write(name, text) {
    writeFileSync(this.path(name), text);
  }

  async start() {
    const common = ["--user-data-dir", path.join(this.folder, "user"), "--extensions-dir", path.join(this.folder, "extensions")];
    // VS Code takes PATH from the user's login shell, so that is where the programs are.
    const folders = [path.join(this.folder, "programs"), "/usr/bin", "/bin"].join(path.delimiter);
    writeFileSync(path.join(this.folder, "home/.profile"), `PATH='${folders}'\nexport PATH\n`);
    const environment = {
      HOME: path.join(this.folder, "home"),
      PATH: folders,
      LANG: "C.UTF-8",
      SHELL: "/bin/sh",
    };
    const wanted = this.packages.flatMap((each) => ["--install-extension", each]);
    execFileSync(this.node, [this.entry, ...common, ...wanted], { env: environment, stdio: "pipe" });
    this.port = await freePort();
    const address = `127.0.0.1:${this.port}`;
    const flags = ["--auth", "none", "--bind-addr", address, "--disable-telemetry", "--disable-update-check"];
    const more = ["--disable-workspace-trust", "--disable-getting-started-override"];
    this.log = "";
    this.process = spawn(this.node, [this.entry, ...common, ...flags, ...more], { env: environment, detached: true });
    await new Promise((resolve, reject) => {
      const read = (chunk) => {
        this.log += chunk;
        if (this.log.includes("HTTP server listening")) {
          resolve();
        }
      };
      this.process.stdout.on("data", read);
      this.process.stderr.on("data", read);
      this.process.on("exit", () => reject(new Error(`code-server ended:\n${this.log}`)));
    });
    const { chromium } = this.require("playwright-core");
    const browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((each) => existsSync(each));
    this.context = await chromium.launchPersistentContext(path.join(this.folder, "profile"), {
      executablePath: process.env.CHROMIUM ?? browser,
      headless: true,
      viewport: { width: 1200, height: 760 },
      deviceScaleFactor: 2,
      chromiumSandbox: false,
      permissions: ["clipboard-read", "clipboard-write"],
      args: ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    });
    this.page = this.context.pages()[0] ?? (await this.context.newPage());
    await this.page.goto(`http://${address}/?folder=${this.project}`, { waitUntil: "domcontentloaded" });
    await this.page.waitForSelector(".monaco-workbench .explorer-folders-view .monaco-list-row", { timeout: 120000 });
    return this.page;
  }

  async stop() {
    await this.context?.close().catch(() => undefined);
    if (this.process) {
      this.process.removeAllListeners("exit");
      const ended = new Promise((resolve) => this.process.on("close", resolve));
      process.kill(-this.process.pid, "SIGTERM");
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
