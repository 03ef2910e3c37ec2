// What the kernels of a file take of a device, and what a work-item of each does.

import { kernelEditor, type Tools } from ".";
import { explanationAddress, resourcesAddress, type Address } from "../questions";
import { NoAnswer } from "../server";

export async function showKernelResources(tools: Tools): Promise<void> {
  await showPage(tools, "opencl-ls.kernelResources", resourcesAddress);
}

export async function explainKernels(tools: Tools): Promise<void> {
  await showPage(tools, "opencl-ls.explainKernels", explanationAddress);
}

async function showPage(
  { server, pages }: Tools,
  command: "opencl-ls.kernelResources" | "opencl-ls.explainKernels",
  address: (uri: string) => Address,
): Promise<void> {
  const uri = server.uri(kernelEditor().document);
  if ((await server.ask(command, { uri })) === null) {
    throw new NoAnswer("this file has no kernel.");
  }
  await pages.show(address(uri));
}
