// The item in the status bar: what the kernel in front is compiled for, and how the server is.

import * as vscode from "vscode";
import { COMMANDS, LANGUAGE } from "./names";
import type { Status } from "./protocol";
import type { Server, ServerState } from "./server";
import { isSettingsFile } from "./toml";

interface Entry extends vscode.QuickPickItem {
  readonly command?: string;
}

const MENU: readonly Entry[] = [
  { label: "$(list-selection) Select Configuration…", command: COMMANDS.selectConfiguration },
  { label: "$(book) Search Documentation…", command: COMMANDS.searchDocumentation },
  { label: "Server", kind: vscode.QuickPickItemKind.Separator },
  { label: "$(debug-restart) Restart Server", command: COMMANDS.restart },
  { label: "$(output) Show Log", command: COMMANDS.showLog },
  { label: "$(settings-gear) Open Settings", command: "workbench.action.openSettings" },
];

const HELP: readonly Entry[] = [
  { label: "$(cloud-download) Install the Server", command: COMMANDS.install },
  { label: "$(file-directory) Choose a Program…", command: COMMANDS.chooseServer },
  { label: "Server", kind: vscode.QuickPickItemKind.Separator },
];

export class StatusItem {
  private readonly item = vscode.window.createStatusBarItem("opencl.status", vscode.StatusBarAlignment.Right, 100.1);
  private status: Status | null = null;
  private busy = "";
  // Answers that come late are about another document.
  private question = 0;

  constructor(
    context: vscode.ExtensionContext,
    private readonly server: Server,
  ) {
    this.item.name = "OpenCL";
    this.item.command = COMMANDS.menu;
    context.subscriptions.push(
      this.item,
      server.onDidChange(() => this.show()),
      server.onDidStart(() => this.refresh()),
      server.onDidTell(({ busy, message }) => {
        this.busy = busy ? message || "working" : "";
        void this.refresh();
      }),
      vscode.window.onDidChangeActiveTextEditor(() => this.refresh()),
      // A document of another language by now was closed and opened.
      vscode.workspace.onDidOpenTextDocument((document) => document === ours() && void this.refresh()),
      vscode.commands.registerCommand(COMMANDS.menu, () => this.menu()),
    );
    this.show();
  }

  /** Asks the server again what holds for the document in front. */
  async refresh(): Promise<void> {
    this.show();
    const document = ours();
    const { kind } = this.server.state;
    if (document === undefined || kind !== "running" || !this.server.has("opencl-ls.status")) {
      return;
    }
    this.question += 1;
    const asked = this.question;
    const status = await this.server.ask("opencl-ls.status", { uri: this.server.uri(document) }).catch(() => null);
    if (asked === this.question) {
      this.status = status;
      this.show();
    }
  }

  private show(): void {
    if (ours() === undefined) {
      this.item.hide();
      return;
    }
    const { state } = this.server;
    if (state.kind !== "running") {
      this.status = null;
      this.busy = "";
    }
    const { text, tooltip, colour } = appearance(state, this.status, this.busy);
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.backgroundColor = colour && new vscode.ThemeColor(`statusBarItem.${colour}Background`);
    this.item.show();
  }

  private async menu(): Promise<void> {
    const isMissing = this.server.state.kind === "missing";
    const entries = isMissing ? [...HELP, ...MENU.slice(3)] : MENU;
    const chosen = await vscode.window.showQuickPick(entries, { placeHolder: "OpenCL" });
    if (chosen?.command === "workbench.action.openSettings") {
      await vscode.commands.executeCommand(chosen.command, "@ext:opencl-ls.opencl-ls");
    } else if (chosen?.command !== undefined) {
      await vscode.commands.executeCommand(chosen.command);
    }
  }
}

interface Appearance {
  readonly text: string;
  readonly tooltip: vscode.MarkdownString | string;
  readonly colour?: "warning" | "error";
}

function appearance(state: ServerState, status: Status | null, busy: string): Appearance {
  switch (state.kind) {
    case "looking":
    case "starting":
      return { text: "$(loading~spin) OpenCL", tooltip: "The OpenCL server starts." };
    case "missing":
      return {
        text: "$(error) OpenCL",
        tooltip: state.problem || "The server opencl-ls is not installed.",
        colour: "error",
      };
    case "stopped":
      return { text: "$(warning) OpenCL", tooltip: "The OpenCL server has ended.", colour: "warning" };
    case "running": {
      const icon = busy ? "$(loading~spin) " : "";
      const words = status === null ? ["OpenCL"] : [status.std, ...named(status)];
      return { text: icon + words.join(" · "), tooltip: details(state.found.origin, status, busy) };
    }
  }
}

function named(status: Status): string[] {
  return [...(status.device === "full" ? [] : [status.device]), ...(status.configuration ? [status.configuration] : [])];
}

function details(origin: string, status: Status | null, busy: string): vscode.MarkdownString {
  const rows: (readonly [string, string])[] = status
    ? [
        ["OpenCL C", status.std.replace(/^CL/, "")],
        ["Device", `${status.device} profile`],
        ["Configuration", status.configuration ?? "none"],
        ["Settings", status.file ? vscode.workspace.asRelativePath(vscode.Uri.parse(status.file)) : "no file"],
        ["Server", `opencl-ls ${status.version}, ${origin}`],
      ]
    : [["Server", origin]];
  const text = new vscode.MarkdownString("", true);
  text.appendMarkdown("**OpenCL**\n\n| | |\n|---|---|\n");
  for (const [name, value] of rows) {
    text.appendMarkdown(`| ${name} | `).appendText(value).appendMarkdown(" |\n");
  }
  return busy ? text.appendMarkdown("\n$(loading~spin) ").appendText(busy) : text;
}

/** Returns the document in front if it is one of the server's. */
function ours(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document && (document.languageId === LANGUAGE || isSettingsFile(document)) ? document : undefined;
}
