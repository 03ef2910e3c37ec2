// The reference page of a name of the language.

import * as vscode from "vscode";
import { placeOf, type Tools } from ".";
import { LANGUAGE } from "../names";
import { documentationAddress } from "../questions";

const LIMIT = 50;

/** Shows the page of a name, or of the name at the cursor; where it has none, offers a search. */
export async function openDocumentation(tools: Tools, name?: string): Promise<void> {
  const chosen = name ?? (await nameAtCursor(tools));
  if (chosen === undefined) {
    await searchDocumentation(tools);
  } else {
    await show(tools, chosen);
  }
}

/** Lets the user search while typing, and shows the page that is chosen. */
export async function searchDocumentation(tools: Tools): Promise<void> {
  const name = await search(tools);
  if (name !== undefined) {
    await show(tools, name);
  }
}

function search({ server }: Tools): Promise<string | undefined> {
  const picker = vscode.window.createQuickPick();
  picker.placeholder = "A name of OpenCL C, or words about what it does";
  picker.matchOnDetail = true;
  let asked = 0;
  const ask = async (query: string): Promise<void> => {
    asked += 1;
    const question = asked;
    picker.busy = true;
    const found = await server.ask("opencl-ls.searchDocumentation", { query, limit: LIMIT }).catch(() => null);
    // An answer that comes late is not about what is in the field now.
    if (question === asked) {
      picker.busy = false;
      // What the server found by words need not contain the letters that were typed.
      picker.items = (found ?? []).map(({ name, summary }) => ({ label: name, detail: summary, alwaysShow: true }));
    }
  };
  return new Promise((resolve) => {
    picker.onDidChangeValue(ask);
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]?.label);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
    void ask("");
  });
}

async function nameAtCursor({ server }: Tools): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== LANGUAGE) {
    return undefined;
  }
  return (await server.ask("opencl-ls.documentation", placeOf(server, editor)))?.title;
}

async function show({ server, pages }: Tools, name: string): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  // The page tells what holds in the version of the kernel in front.
  const uri = document?.languageId === LANGUAGE ? server.uri(document) : "";
  await pages.show(documentationAddress(name, uri));
}
