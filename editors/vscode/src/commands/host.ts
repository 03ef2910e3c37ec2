// The host's side of kernels, as a new document.

import * as vscode from "vscode";
import { kernelEditor, placeOf, type Tools } from ".";
import type { HostStyle } from "../protocol";
import { NoAnswer } from "../server";

const STYLES: readonly (vscode.QuickPickItem & { readonly style: HostStyle })[] = [
  { style: "c", label: "C", description: "clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel" },
  { style: "cpp", label: "C++", description: "opencl.hpp" },
  { style: "pyopencl", label: "Python", description: "PyOpenCL" },
];
const LAST_STYLE = "hostStyle";

export async function generateHostCode({ context, server }: Tools, name?: string): Promise<void> {
  const editor = kernelEditor();
  const { uri } = placeOf(server, editor);
  const kernel = name === undefined ? await pickKernel() : { kernel: name };
  const style = kernel && (await pickStyle());
  if (style === undefined) {
    return;
  }
  const code = await server.ask("opencl-ls.hostCode", { uri, ...kernel, style });
  if (code === null) {
    throw new NoAnswer("this file has no kernel.");
  }
  const document = await vscode.workspace.openTextDocument({ content: code.text, language: code.language });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });

  async function pickKernel(): Promise<{ kernel?: string } | undefined> {
    const names = ((await server.ask("opencl-ls.kernelResources", { uri }))?.kernels ?? []).map((each) => each.name);
    if (names.length < 2) {
      return names.length === 0 ? {} : { kernel: names[0]! };
    }
    const all = { label: "$(symbol-namespace) All kernels of this file", kernel: {} };
    const each = names.map((kernel) => ({ label: kernel, kernel: { kernel } }));
    return (await vscode.window.showQuickPick([...each, all], { placeHolder: "The kernel to run" }))?.kernel;
  }

  async function pickStyle(): Promise<HostStyle | undefined> {
    // The style that was chosen last is the first one.
    const last = context.globalState.get<HostStyle>(LAST_STYLE);
    const sorted = [...STYLES].sort((a, b) => Number(b.style === last) - Number(a.style === last));
    const chosen = await vscode.window.showQuickPick(sorted, {
      placeHolder: "The language of the host's program",
      matchOnDescription: true,
    });
    if (chosen !== undefined) {
      await context.globalState.update(LAST_STYLE, chosen.style);
    }
    return chosen?.style;
  }
}
