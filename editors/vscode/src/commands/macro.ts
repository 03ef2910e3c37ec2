// What a macro at the cursor becomes, in a document that cannot be edited.

import * as vscode from "vscode";
import { kernelEditor, placeOf, type Tools } from ".";
import { LANGUAGE } from "../names";
import { NoAnswer } from "../server";

const SCHEME = "opencl-expansion";

let expansions: Map<string, string> | undefined;

export async function expandMacro({ context, server }: Tools): Promise<void> {
  const expansion = await server.ask("opencl-ls.expandMacro", placeOf(server, kernelEditor()));
  if (expansion === null) {
    throw new NoAnswer("there is no macro at the cursor.");
  }
  if (expansions === undefined) {
    const texts = (expansions = new Map<string, string>());
    context.subscriptions.push(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
        provideTextDocumentContent: (uri) => texts.get(uri.toString()),
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString())),
    );
  }
  // The number makes each expansion a document of its own: the same macro expands differently.
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${expansion.title}`, query: String(Date.now()) });
  expansions.set(uri.toString(), expansion.text);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}
