// What the kernels of a file take of a device.

import { kernelEditor, type Tools } from ".";
import { resourcesAddress } from "../questions";
import { NoAnswer } from "../server";

export async function showKernelResources({ server, pages }: Tools): Promise<void> {
  const uri = server.uri(kernelEditor().document);
  if ((await server.ask("opencl-ls.kernelResources", { uri })) === null) {
    throw new NoAnswer("this file has no kernel.");
  }
  await pages.show(resourcesAddress(uri));
}
