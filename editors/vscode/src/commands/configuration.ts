// The user's choice among named configurations, which is kept for the workspace.

import * as vscode from "vscode";
import type { Tools } from ".";
import { LANGUAGE } from "../names";
import { NoAnswer } from "../server";

/** The name of a configuration, "" for none of them, null for what the settings say. */
type Choice = string | null;

interface Item extends vscode.QuickPickItem {
  readonly choice?: Choice;
}

const KEPT = "configurations";
const ONLY_HERE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("file"),
  tooltip: "For the file in front alone",
};

export class Configurations {
  constructor(private readonly tools: Tools) {
    tools.context.subscriptions.push(tools.server.onDidStart(() => this.apply()));
  }

  /** Lets the user choose for the workspace, or for the file in front. */
  async select(): Promise<void> {
    const { server } = this.tools;
    const document = vscode.window.activeTextEditor?.document;
    const uri = document?.languageId === LANGUAGE ? server.uri(document) : undefined;
    const known = await server.ask("opencl-ls.configurations", uri === undefined ? {} : { uri });
    if (!known || known.configurations.length === 0) {
      throw new NoAnswer("no configurations are named. A table [configurations.NAME] in opencl-ls.toml makes one.");
    }
    const buttons = uri === undefined ? [] : [ONLY_HERE];
    const items: Item[] = known.configurations.map(({ name, description, sources, isCurrent }) => ({
      choice: name,
      label: `$(${isCurrent ? "check" : "blank"}) ${name}`,
      description,
      detail: sources.map((source) => vscode.workspace.asRelativePath(source)).join(", "),
      buttons,
    }));
    const others: Item[] = [
      { label: "", kind: vscode.QuickPickItemKind.Separator },
      { choice: "", label: `$(${known.current === null ? "check" : "blank"}) No configuration`, buttons },
      { choice: null, label: "$(blank) As the settings say", buttons },
    ];
    const chosen = await pick([...items, ...others], known.reason);
    if (chosen !== undefined) {
      await this.choose(chosen.choice, chosen.isOnlyHere ? uri : undefined);
    }
  }

  private async choose(name: Choice, uri: string | undefined): Promise<void> {
    await this.tools.server.ask("opencl-ls.selectConfiguration", { name, ...(uri && { uri }) });
    const kept = { ...this.kept(), [uri ?? ""]: name };
    const said = Object.entries(kept).filter(([, choice]) => choice !== null);
    await this.tools.context.workspaceState.update(KEPT, Object.fromEntries(said));
  }

  /** Tells a server that has just started what was chosen before. */
  private async apply(): Promise<void> {
    for (const [uri, name] of Object.entries(this.kept())) {
      // A configuration that is gone may come back with another branch: the choice is kept.
      await this.tools.server
        .ask("opencl-ls.selectConfiguration", { name, ...(uri && { uri }) })
        .catch((error: unknown) => this.tools.output.warn(`The configuration "${name}" does not hold: ${String(error)}`));
    }
  }

  private kept(): Record<string, Choice> {
    return this.tools.context.workspaceState.get(KEPT, {});
  }
}

function pick(
  items: readonly Item[],
  reason: string,
): Promise<{ choice: Choice; isOnlyHere: boolean } | undefined> {
  const picker = vscode.window.createQuickPick<Item>();
  picker.title = "Build configuration" + (reason ? ` (${reason})` : "");
  picker.placeholder = "For all files of the workspace";
  picker.items = items;
  return new Promise((resolve) => {
    const finish = (item: Item | undefined, isOnlyHere: boolean): void => {
      resolve(item?.choice === undefined ? undefined : { choice: item.choice, isOnlyHere });
      picker.hide();
    };
    picker.onDidAccept(() => finish(picker.selectedItems[0], false));
    picker.onDidTriggerItemButton(({ item }) => finish(item, true));
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}
