// The entry: loads all the rest once there is a reason to.
//
// VS Code can start an extension for a language, and not for a language under a setting.  So it runs
// this small file in each window, which waits for a kernel, or for a host program where the user wants
// those served.

import * as vscode from "vscode";
import { COMMANDS, EMBEDDED_SETTING, SECTION, SETTINGS_FILE } from "./names";
import { isReason } from "./reasons";

/** Milliseconds in which a settings file of the workspace is looked for. */
const SEARCH_LIMIT = 7000;

let main: typeof import("./main.js") | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const waiting: vscode.Disposable[] = [];
  const wake = async (): Promise<void> => {
    if (main === undefined) {
      waiting.forEach((each) => each.dispose());
      main = require("./main.js") as typeof import("./main.js");
      await main.start(context);
    }
  };
  const look = (documents: readonly vscode.TextDocument[]): void => {
    const isOn = vscode.workspace.getConfiguration(SECTION).get<boolean>(EMBEDDED_SETTING, false);
    if (documents.some(({ languageId, uri }) => isReason(languageId, uri, isOn))) {
      void wake();
    }
  };
  waiting.push(
    vscode.workspace.onDidOpenTextDocument((document) => look([document])),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.${EMBEDDED_SETTING}`)) {
        look(vscode.workspace.textDocuments);
      }
    }),
    // The palette offers none of them yet, and the walkthrough does.
    ...Object.values(COMMANDS).map((name) =>
      vscode.commands.registerCommand(name, async (...given: unknown[]) => {
        await wake();
        return vscode.commands.executeCommand(name, ...given);
      }),
    ),
  );
  context.subscriptions.push(...waiting);
  look(vscode.workspace.textDocuments);
  if (main === undefined) {
    void hasSettingsFile().then((isThere) => (isThere ? wake() : undefined));
  }
}

export async function deactivate(): Promise<void> {
  await main?.stop();
}

async function hasSettingsFile(): Promise<boolean> {
  const limit = new vscode.CancellationTokenSource();
  const timer = setTimeout(() => limit.cancel(), SEARCH_LIMIT);
  try {
    return (await vscode.workspace.findFiles(`**/${SETTINGS_FILE}`, undefined, 1, limit.token)).length > 0;
  } finally {
    clearTimeout(timer);
    limit.dispose();
  }
}
