// Unsaved text of C and C++ documents: kernels include headers that other extensions serve.

import * as vscode from "vscode";
import type { FeatureState, LanguageClient, StaticFeature } from "vscode-languageclient/node";

const LANGUAGES = ["c", "cpp", "cuda-cpp", "objective-c", "objective-cpp"];

/**
 * Tells the server of a document while it differs from its file, and of nothing else in it: no
 * provider is registered for these languages, so that nothing of ours is shown in them. A saved
 * document is as its file, which is watched.
 */
export class UnsavedHeaders implements StaticFeature {
  private listeners: vscode.Disposable[] = [];
  private readonly told = new Set<string>();

  constructor(private readonly client: LanguageClient) {}

  fillClientCapabilities(): void {}

  initialize(): void {
    this.listeners = [
      vscode.workspace.onDidChangeTextDocument((event) => this.changed(event)),
      vscode.workspace.onDidSaveTextDocument((document) => this.close(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.close(document)),
    ];
    vscode.workspace.textDocuments.filter(isUnsaved).forEach((document) => this.open(document));
  }

  getState(): FeatureState {
    return { kind: "static" };
  }

  clear(): void {
    this.listeners.forEach((listener) => listener.dispose());
    this.listeners = [];
    this.told.clear();
  }

  private changed(event: vscode.TextDocumentChangeEvent): void {
    const { document } = event;
    if (!isUnsaved(document)) {
      // What was undone is as the file again.
      this.close(document);
    } else if (!this.told.has(document.uri.toString())) {
      this.open(document);
    } else if (event.contentChanges.length > 0) {
      const converter = this.client.code2ProtocolConverter;
      this.send("didChange", converter.asChangeTextDocumentParams(event, document.uri, document.version));
    }
  }

  private open(document: vscode.TextDocument): void {
    this.told.add(document.uri.toString());
    this.send("didOpen", this.client.code2ProtocolConverter.asOpenTextDocumentParams(document));
  }

  private close(document: vscode.TextDocument): void {
    if (this.told.delete(document.uri.toString())) {
      this.send("didClose", this.client.code2ProtocolConverter.asCloseTextDocumentParams(document));
    }
  }

  private send(what: string, params: object): void {
    // A server that is being stopped has no use for it.
    this.client.sendNotification(`textDocument/${what}`, params).catch(() => undefined);
  }
}

function isUnsaved(document: vscode.TextDocument): boolean {
  return document.isDirty && document.uri.scheme === "file" && LANGUAGES.includes(document.languageId);
}
