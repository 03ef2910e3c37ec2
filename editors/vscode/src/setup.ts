// A server that is missing: what the user is offered, and the installation.

import { readdir } from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";
import { install } from "./finding/install";
import { findPython, NEEDED_PYTHON } from "./finding/python";
import { versionOf } from "./finding/search";
import { isOlder, NEEDED } from "./finding/version";
import { selectedInterpreter } from "./interpreter";
import { COMMANDS, PATH_SETTING, SECTION } from "./names";
import type { Server } from "./server";

const SETTING = `${SECTION}.${PATH_SETTING}`;
const WARNED = "warnedOfServer";

/** Offers ways out where the server is missing or too old, and carries them out. */
export class Setup {
  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly output: vscode.LogOutputChannel,
    private readonly server: Server,
  ) {
    context.subscriptions.push(
      server.onDidChange((state) => {
        if (state.kind === "missing") {
          void this.offer(state.problem);
        }
      }),
      server.onDidStart((found) => void this.warnOfOld(found.version, found.isOwn)),
      vscode.commands.registerCommand(COMMANDS.install, () => this.install()),
      vscode.commands.registerCommand(COMMANDS.chooseServer, () => this.choose()),
      vscode.commands.registerCommand(COMMANDS.openSettings, () => openSettings()),
      vscode.commands.registerCommand(COMMANDS.showLog, () => output.show()),
    );
  }

  /** Says what is missing. With a wrong setting an installation would not help. */
  private async offer(problem: string): Promise<void> {
    const [installing, choosing, settings, log] = ["Install", "Choose a Program", "Open Settings", "Show Log"];
    const choice = problem
      ? await vscode.window.showErrorMessage(problem, settings, choosing, log)
      : await vscode.window.showWarningMessage(
          "OpenCL: the server opencl-ls is not installed. The extension can install it for itself; " +
            `that needs Python ${NEEDED_PYTHON} or newer.`,
          installing,
          choosing,
          log,
        );
    if (choice === installing) {
      await this.install();
    } else if (choice === choosing) {
      await this.choose();
    } else if (choice === settings) {
      await openSettings();
    } else if (choice === log) {
      this.output.show();
    }
  }

  private async warnOfOld(version: string, isOwn: boolean): Promise<void> {
    const seen = `${version} < ${NEEDED}`;
    if (!isOlder(version, NEEDED) || this.context.globalState.get(WARNED) === seen) {
      return;
    }
    await this.context.globalState.update(WARNED, seen);
    const update = "Update";
    const message = `OpenCL: opencl-ls ${version} is older than ${NEEDED}, which this extension was made for.`;
    const choice = await vscode.window.showWarningMessage(message, ...(isOwn ? [update] : []));
    if (choice === update) {
      await this.install();
    }
  }

  private async install(): Promise<void> {
    const python = await this.python();
    if (python === undefined) {
      return;
    }
    const problem = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: "OpenCL server", cancellable: true },
      (progress, token) => this.installWith(python, (message) => progress.report({ message }), token),
    );
    if (problem === "") {
      void vscode.window.showInformationMessage("OpenCL: the server is installed.");
    } else if (problem !== "cancelled") {
      await this.failed(`OpenCL: the server could not be installed: ${problem}`);
    }
  }

  private async installWith(
    python: string,
    report: (step: string) => void,
    token: vscode.CancellationToken,
  ): Promise<string> {
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    const log = (line: string): void => this.output.info(line);
    const wheels = await this.wheels();
    let problem = "cancelled";
    // On Windows, a program that runs cannot be replaced.
    await this.server.without(async () => {
      problem = await install({ python, folder: this.server.storage, wheels, log, report, signal: abort.signal });
    });
    return problem;
  }

  /** Returns a Python to install with; says what is wrong where there is none. */
  private async python(): Promise<string | undefined> {
    const interpreter = vscode.workspace.isTrusted ? await selectedInterpreter() : undefined;
    const paths = [process.env["PATH"], await this.server.pathOfShell()];
    const found = await findPython(interpreter, paths, (line) => this.output.info(line));
    if (found === undefined) {
      await this.failed(
        `OpenCL: no Python ${NEEDED_PYTHON} or newer with the modules venv and ensurepip was found on PATH. ` +
          "Debian and Ubuntu have them in python3-venv.",
      );
    }
    return found;
  }

  /** Returns the wheels that were packed with the extension. */
  private async wheels(): Promise<string[]> {
    const folder = this.context.asAbsolutePath("dist/bundled");
    const names = await readdir(folder).catch(() => [] as string[]);
    return names.filter((name) => name.endsWith(".whl")).map((name) => path.join(folder, name));
  }

  private async choose(): Promise<void> {
    const [file] = (await vscode.window.showOpenDialog({ title: "The program opencl-ls", openLabel: "Use" })) ?? [];
    if (file === undefined) {
      return;
    }
    const version = await versionOf({ command: file.fsPath, args: [] });
    if ("problem" in version) {
      await this.failed(`OpenCL: ${file.fsPath} cannot be used: ${version.problem}`);
      return;
    }
    // The change starts the server.
    const configuration = vscode.workspace.getConfiguration(SECTION);
    await configuration.update(PATH_SETTING, file.fsPath, vscode.ConfigurationTarget.Global);
  }

  private async failed(message: string): Promise<void> {
    const log = "Show Log";
    if ((await vscode.window.showErrorMessage(message, log)) === log) {
      this.output.show();
    }
  }
}

/** Shows the setting. A program belongs to one machine: in a remote window it is the remote one. */
async function openSettings(): Promise<void> {
  if (vscode.env.remoteName !== undefined) {
    await vscode.commands.executeCommand("workbench.action.openRemoteSettings", { query: SETTING });
  } else {
    await vscode.commands.executeCommand("workbench.action.openSettings", SETTING);
  }
}
