// The addresses of pages that the server writes: each says what to ask for.

import type { ServerCommands } from "./protocol";

export const SCHEME = "opencl-page";

type Ask = { [Name in keyof ServerCommands]: [Name, ServerCommands[Name][0]] }[keyof ServerCommands];

/** The parts of a page's address; `query` is the URI of the document that it is about, or "". */
export interface Address {
  readonly path: string;
  readonly query: string;
}

export function ruleAddress(id: string): Address {
  return { path: `/rules/${id}.md`, query: "" };
}

export function documentationAddress(name: string, uri: string): Address {
  return { path: `/documentation/${name}.md`, query: uri };
}

export function resourcesAddress(uri: string): Address {
  return { path: `/resources/${base(uri)}.md`, query: uri };
}

export function explanationAddress(uri: string): Address {
  return { path: `/explanations/${base(uri)}.md`, query: uri };
}

/** Returns the question that a page answers, undefined for an address that is none of ours. */
export function questionOf({ path, query }: Address): Ask | undefined {
  const [, kind, name] = /^\/(\w+)\/(.+)\.md$/.exec(path) ?? [];
  switch (kind) {
    case "rules":
      return ["opencl-ls.explainRule", { id: name! }];
    case "documentation":
      return ["opencl-ls.documentation", { name: name!, ...(query && { uri: query }) }];
    case "resources":
      return ["opencl-ls.kernelResources", { uri: query }];
    case "explanations":
      return ["opencl-ls.explainKernels", { uri: query }];
    default:
      return undefined;
  }
}

function base(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf("/") + 1));
}
