// The editor's half of opencl-ls: it finds and starts the server, and hands over documents,
// settings and commands.  `extension.ts` loads it.

import * as vscode from "vscode";
import { registerCommands } from "./commands";
import { ENVIRONMENTS } from "./finding/search";
import { BIN, SERVER } from "./finding/files";
import { onDidSelectInterpreter } from "./interpreter";
import { EMBEDDED_SETTING, PATH_SETTING, SECTION } from "./names";
import { Pages } from "./pages";
import { Server } from "./server";
import { Setup } from "./setup";
import { StatusItem } from "./status";
import { followToml } from "./toml";

let server: Server | undefined;

export async function start(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("OpenCL", { log: true });
  const made = new Server(context, output);
  server = made;
  const running = (is: boolean): Thenable<void> => vscode.commands.executeCommand("setContext", "opencl.running", is);
  context.subscriptions.push(output, made, made.onDidChange(({ kind }) => void running(kind === "running")));
  new Setup(context, output, made);
  new StatusItem(context, made);
  registerCommands({ context, output, server: made, pages: new Pages(context, made) });
  followToml(context);
  followEnvironment(context, made);
  await vscode.commands.executeCommand("setContext", "opencl.active", true);
  // The search may wait for a shell and for another extension; commands are there meanwhile.
  void made.restart();
}

export async function stop(): Promise<void> {
  await server?.stop();
}

/** Looks for the server again when what decides about it changed. */
function followEnvironment(context: vscode.ExtensionContext, server: Server): void {
  const again = (): void => void server.lookAgain();
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      // The client is told once which documents it serves.
      if ([PATH_SETTING, EMBEDDED_SETTING].some((each) => event.affectsConfiguration(`${SECTION}.${each}`))) {
        void server.restart();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(again),
    vscode.workspace.onDidChangeWorkspaceFolders(again),
    ...installations(again),
  );
  void onDidSelectInterpreter(again).then((listening) => listening && context.subscriptions.push(listening));
}

/** Watches for servers that come and go in the workspace's virtual environments. */
function installations(listener: () => void): vscode.Disposable[] {
  const pattern = `**/{${ENVIRONMENTS.join(",")}}/${BIN}/${SERVER}`;
  const watcher = vscode.workspace.createFileSystemWatcher(pattern, false, true);
  return [watcher, watcher.onDidCreate(listener), watcher.onDidDelete(listener)];
}
