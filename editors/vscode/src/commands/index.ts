// The commands of the palette and the menus.

import * as vscode from "vscode";
import { COMMANDS, LANGUAGE, SHOW_REFERENCES } from "../names";
import type { Pages } from "../pages";
import { NoAnswer, type Server } from "../server";
import { Configurations } from "./configuration";
import { openDocumentation, searchDocumentation } from "./documentation";
import { generateHostCode } from "./host";
import { expandMacro } from "./macro";
import { explainRule } from "./rules";
import { explainKernels, showKernelResources } from "./resources";
import { showReferences } from "./references";

/** What a command works with. */
export interface Tools {
  readonly context: vscode.ExtensionContext;
  readonly output: vscode.LogOutputChannel;
  readonly server: Server;
  readonly pages: Pages;
}

export function registerCommands(tools: Tools): void {
  const configurations = new Configurations(tools);
  const register = (name: string, command: (...args: never[]) => unknown): void => {
    const guarded = async (...args: never[]): Promise<void> => {
      try {
        await command(...args);
      } catch (error) {
        if (!(error instanceof NoAnswer)) {
          throw error;
        }
        void vscode.window.showErrorMessage(`OpenCL: ${error.message}`);
      }
    };
    tools.context.subscriptions.push(vscode.commands.registerCommand(name, guarded));
  };
  register(COMMANDS.restart, () => tools.server.restart());
  register(COMMANDS.selectConfiguration, () => configurations.select());
  register(COMMANDS.explainRule, (id?: string) => explainRule(tools, id));
  register(COMMANDS.openDocumentation, (name?: string) => openDocumentation(tools, name));
  register(COMMANDS.searchDocumentation, () => searchDocumentation(tools));
  register(COMMANDS.expandMacro, () => expandMacro(tools));
  register(COMMANDS.generateHostCode, (kernel?: string) => generateHostCode(tools, kernel));
  register(COMMANDS.kernelResources, () => showKernelResources(tools));
  register(COMMANDS.explainKernels, () => explainKernels(tools));
  register(SHOW_REFERENCES, showReferences);
}

/** Returns the editor in front, which has to show a kernel. */
export function kernelEditor(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== LANGUAGE) {
    throw new NoAnswer("this command needs an OpenCL file in front.");
  }
  return editor;
}

/** Returns the place of the cursor as the server names it. */
export function placeOf(server: Server, editor: vscode.TextEditor): { uri: string; position: vscode.Position } {
  const { line, character } = editor.selection.active;
  return { uri: server.uri(editor.document), position: { line, character } as vscode.Position };
}
