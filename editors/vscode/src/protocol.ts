// What the server's commands take and return, and what it tells by itself.

import type { Position } from "vscode-languageclient/node";

export interface Page {
  readonly title: string;
  readonly markdown: string;
}

export interface Code {
  readonly title: string;
  readonly language: string;
  readonly text: string;
}

export interface Configurations {
  readonly current: string | null;
  readonly reason: string;
  readonly configurations: readonly {
    readonly name: string;
    readonly description: string;
    readonly sources: readonly string[];
    readonly isCurrent: boolean;
  }[];
}

export interface Status {
  readonly version: string;
  readonly std: string;
  readonly device: string;
  readonly configuration: string | null;
  readonly file: string | null;
}

export type HostStyle = "c" | "cpp" | "pyopencl";

interface Place {
  readonly uri: string;
  readonly position: Position;
}

/** Each command with its argument and its result, null where there is nothing to say. */
export interface ServerCommands {
  "opencl-ls.status": [{ uri?: string }, Status];
  "opencl-ls.configurations": [{ uri?: string }, Configurations];
  "opencl-ls.selectConfiguration": [{ uri?: string; name: string | null }, Configurations];
  "opencl-ls.rules": [object, readonly { id: string; family: string; summary: string }[]];
  "opencl-ls.explainRule": [{ id: string }, Page];
  "opencl-ls.documentation": [{ name: string; uri?: string } | Place, Page];
  "opencl-ls.searchDocumentation": [
    { query: string; limit?: number },
    readonly { name: string; summary: string }[],
  ];
  "opencl-ls.expandMacro": [Place, Code];
  "opencl-ls.hostCode": [{ uri: string; kernel?: string; position?: Position; style: HostStyle }, Code];
  "opencl-ls.kernelResources": [{ uri: string }, Page & { readonly kernels: readonly { readonly name: string }[] }];
  "opencl-ls.explainKernels": [{ uri: string }, Page];
}

/** Sent by the server when it begins and ends work, and when settings changed. */
export const STATUS_NOTIFICATION = "opencl-ls/status";

export interface StatusNotification {
  readonly busy: boolean;
  readonly message: string;
}
