// The page of a rule: of the one that was asked for, of the finding at the cursor, or of any.

import * as vscode from "vscode";
import type { Tools } from ".";
import { SOURCE } from "../names";
import { ruleAddress } from "../questions";

export async function explainRule({ server, pages }: Tools, id?: string): Promise<void> {
  const here = findingsAtCursor();
  const chosen = id ?? (here.length === 1 ? here[0] : await pick());
  if (chosen !== undefined) {
    await pages.show(ruleAddress(chosen));
  }

  async function pick(): Promise<string | undefined> {
    const rules = (await server.ask("opencl-ls.rules", {})) ?? [];
    // With several findings at the cursor, their rules come first.
    const first = rules.filter((rule) => here.includes(rule.id));
    const items = [...first, ...rules.filter((rule) => !here.includes(rule.id))].map((rule) => ({
      label: rule.id,
      detail: rule.summary,
    }));
    const options = { placeHolder: "The rule to explain", matchOnDetail: true };
    return (await vscode.window.showQuickPick(items, options))?.label;
  }
}

/** Returns the rules of the findings at the cursor. */
function findingsAtCursor(): string[] {
  const editor = vscode.window.activeTextEditor;
  const found = editor === undefined ? [] : vscode.languages.getDiagnostics(editor.document.uri);
  const codes = found
    .filter((each) => each.source === SOURCE && each.range.contains(editor!.selection.active))
    .map(({ code }) => String(typeof code === "object" ? code.value : code))
    .filter((code) => code.includes("/"));
  return [...new Set(codes)];
}
