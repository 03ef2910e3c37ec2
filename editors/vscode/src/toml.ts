// `opencl-ls.toml`: TOML where an extension brings that, and a language of its own where none does.

import * as vscode from "vscode";
import { SETTINGS_FILE, SETTINGS_LANGUAGE } from "./names";

const TOML = "toml";

export function isSettingsFile(document: vscode.TextDocument): boolean {
  return document.uri.path.endsWith(`/${SETTINGS_FILE}`);
}

/** Hands settings files to the extension for TOML that the user has, now and when one is opened. */
export function followToml(context: vscode.ExtensionContext): void {
  context.subscriptions.push(vscode.workspace.onDidOpenTextDocument(hand), vscode.extensions.onDidChange(handAll));
  handAll();
}

function handAll(): void {
  vscode.workspace.textDocuments.forEach((document) => void hand(document));
}

async function hand(document: vscode.TextDocument): Promise<void> {
  if (document.languageId === SETTINGS_LANGUAGE && (await vscode.languages.getLanguages()).includes(TOML)) {
    await vscode.languages.setTextDocumentLanguage(document, TOML);
  }
}
