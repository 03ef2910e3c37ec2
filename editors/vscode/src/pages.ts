// Pages that the server writes, in VS Code's preview of Markdown.

import * as vscode from "vscode";
import type { Page } from "./protocol";
import { questionOf, SCHEME, type Address } from "./questions";
import { NoAnswer, type Server } from "./server";

export class Pages implements vscode.TextDocumentContentProvider {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  constructor(
    context: vscode.ExtensionContext,
    private readonly server: Server,
  ) {
    context.subscriptions.push(
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidSaveTextDocument((document) => this.renew(this.server.uri(document))),
      // What was asked before the server ran can be answered now.
      server.onDidStart(() => this.renew()),
    );
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const question = questionOf(uri);
    try {
      const page = question && (await this.server.ask(question[0], question[1]));
      return page && "markdown" in page ? headed(page) : "There is no such page.";
    } catch (error) {
      return error instanceof NoAnswer ? error.message : String(error);
    }
  }

  /** Shows a page beside the editor. */
  async show({ path, query }: Address): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path, query });
    // What is kept of the page may be about an older text.
    this.changed.fire(uri);
    try {
      await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
    } catch {
      // VS Code's own extension for Markdown can be switched off.
      await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: true });
    }
  }

  /** Asks again for the pages about a document, or for all pages. */
  private renew(about?: string): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === SCHEME && (about === undefined || uri.query === about)) {
        this.changed.fire(uri);
      }
    }
  }
}

/** Returns a page with its title: those of names begin with their signatures. */
function headed({ title, markdown }: Page): string {
  return markdown.startsWith("# ") ? markdown : `# ${title.replace(/_/g, "\\_")}\n\n${markdown}`;
}
