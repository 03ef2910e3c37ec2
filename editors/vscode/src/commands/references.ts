// What the server's code lenses run when they are clicked.

import * as vscode from "vscode";
import type { Location, Position } from "vscode-languageclient/node";

/** Shows places in the list of references at a position. */
export async function showReferences(uri: string, position: Position, locations: readonly Location[]): Promise<void> {
  await vscode.commands.executeCommand(
    "editor.action.showReferences",
    vscode.Uri.parse(uri),
    positionOf(position),
    locations.map((each) => {
      const range = new vscode.Range(positionOf(each.range.start), positionOf(each.range.end));
      return new vscode.Location(vscode.Uri.parse(each.uri), range);
    }),
  );
}

function positionOf({ line, character }: Position): vscode.Position {
  return new vscode.Position(line, character);
}
