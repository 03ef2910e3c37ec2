// The client of the language server: what is sent to it, and what is made of its answers.

import * as vscode from "vscode";
import {
  CloseAction,
  LanguageClient,
  type ClientCapabilities,
  type DocumentSelector,
  type ErrorHandler,
  type FeatureState,
  type LanguageClientOptions,
  type Middleware,
  type StaticFeature,
} from "vscode-languageclient/node";
import { environment, type Found } from "./finding/search";
import { UnsavedHeaders } from "./headers";
import {
  COMMANDS,
  EMBEDDED_SETTING,
  HOST_LANGUAGES,
  LANGUAGE,
  LEGACY_SECTION,
  SECTION,
  SETTINGS_FILE,
  SHOW_REFERENCES,
  SOURCE,
} from "./names";
import { ruleAddress, SCHEME } from "./questions";
import { isSaid, nested, serverKeys } from "./settings";

const RESTARTS = 4;

// The old state of a file in a diff editor has another scheme: its findings would be shown twice, and
// what it includes would not be found.
const SELECTOR = [
  { language: LANGUAGE, scheme: "file" },
  { language: LANGUAGE, scheme: "untitled" },
  { scheme: "file", pattern: `**/{${SETTINGS_FILE},pyproject.toml}` },
];

/** The documents that are served: host programs only where the user wants it. */
function selector(): DocumentSelector {
  const isOn = vscode.workspace.getConfiguration(SECTION).get<boolean>(EMBEDDED_SETTING, false);
  const hosts = HOST_LANGUAGES.map((language) => ({ language, scheme: "file" }));
  return isOn ? [...SELECTOR, ...hosts] : SELECTOR;
}

/** A client that leaves it to us to say that the server did not start, once and with a way out. */
export class Client extends LanguageClient {
  private hasStarted = false;

  /** `gaveUp` is called when the server has ended too often to be started again. */
  constructor(context: vscode.ExtensionContext, found: Found, output: vscode.LogOutputChannel, gaveUp: () => void) {
    const keys = serverKeys(settingsOf(context), SECTION);
    const options: LanguageClientOptions = {
      documentSelector: selector(),
      outputChannel: output,
      initializationOptions: () => ({
        [SECTION]: settings(keys),
        [LEGACY_SECTION]: vscode.workspace.getConfiguration(LEGACY_SECTION).get("server"),
      }),
      // The reason is shown in one place, with what to do.
      initializationFailedHandler: () => false,
      errorHandler: {
        error: (...reported) => this.ordinary.error(...reported),
        closed: async () => {
          const result = await this.ordinary.closed();
          if (this.hasStarted && result.action === CloseAction.Restart) {
            return { ...result, message: "The server has ended. It is started again.", handled: true };
          }
          if (this.hasStarted) {
            gaveUp();
          }
          return { ...result, action: CloseAction.DoNotRestart, handled: true };
        },
      },
      // What a hover links to: pages of the reference, and nothing else that a text could name.
      markdown: { isTrusted: { enabledCommands: [COMMANDS.openDocumentation, COMMANDS.explainRule] } },
      middleware: middleware(keys, () => this.isRunning()),
    };
    const env = environment(found.path);
    super(SECTION, "OpenCL", { command: found.command, args: [...found.args, "--stdio"], options: env && { env } }, options);
    this.ordinary = this.createDefaultErrorHandler(RESTARTS);
    this.registerFeature(new Announced());
    this.registerFeature(new UnsavedHeaders(this));
  }

  private readonly ordinary: ErrorHandler;

  override async start(): Promise<void> {
    await super.start();
    this.hasStarted = true;
  }

  override error(message: string, data?: unknown, showNotification?: boolean | "force"): void {
    super.error(message, data, this.hasStarted ? showNotification : false);
  }
}

/** Tells the server what this client can do beyond LSP. */
class Announced implements StaticFeature {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    const known = (capabilities.experimental ?? {}) as object;
    capabilities.experimental = {
      ...known,
      commands: { commands: [SHOW_REFERENCES] },
      openclCommandLinks: true,
      openclStatus: true,
    };
  }

  initialize(): void {}

  getState(): FeatureState {
    return { kind: "static" };
  }

  clear(): void {}
}

function middleware(keys: readonly string[], isRunning: () => boolean): Middleware {
  return {
    provideDiagnostics: async (document, previous, token, next) => {
      const report = await next(document, previous, token);
      for (const each of [report, ...Object.values(report?.relatedDocuments ?? {})]) {
        linkRules(each && "items" in each ? each.items : []);
      }
      return report;
    },
    handleDiagnostics: (uri, diagnostics, next) => {
      linkRules(diagnostics);
      next(uri, diagnostics);
    },
    provideWorkspaceDiagnostics: (previous, token, reporter, next) =>
      next(previous, token, (chunk) => {
        for (const each of chunk?.items ?? []) {
          linkRules("items" in each ? each.items : []);
        }
        reporter(chunk);
      }),
    workspace: {
      configuration: async (params, token, next) => {
        const answer = await next(params, token);
        return Array.isArray(answer)
          ? params.items.map(({ section, scopeUri }, number) =>
              section === SECTION ? settings(keys, scopeUri) : answer[number],
            )
          : answer;
      },
      // Where the news is another server, this client is stopped before it has passed them on.
      didChangeConfiguration: async (sections, next) => {
        try {
          await next(sections);
        } catch (error) {
          if (isRunning()) {
            throw error;
          }
        }
      },
    },
  };
}

/**
 * Has the code of a finding open the rule's page. Our package associates such pages with the preview
 * of Markdown; the server's own link leads to a file, which would be shown as it is written.
 */
function linkRules(diagnostics: readonly vscode.Diagnostic[]): void {
  for (const each of diagnostics) {
    if (each.source === SOURCE && typeof each.code === "object") {
      const target = vscode.Uri.from({ scheme: SCHEME, ...ruleAddress(String(each.code.value)) });
      each.code = { ...each.code, target };
    }
  }
}

/** Returns what the user says for a folder, or for the workspace. */
function settings(keys: readonly string[], folder?: string): Record<string, unknown> {
  const scope = { languageId: LANGUAGE, ...(folder && { uri: vscode.Uri.parse(folder) }) };
  const configuration = vscode.workspace.getConfiguration(SECTION, scope as vscode.ConfigurationScope);
  const said = keys.filter((key) => isSaid(configuration.inspect(key)));
  return nested(said.map((key) => [key, configuration.get(key)]));
}

/** Returns the names of all settings that the extension's package lists. */
function settingsOf(context: vscode.ExtensionContext): string[] {
  const groups = context.extension.packageJSON.contributes.configuration as { properties: object }[];
  return groups.flatMap((group) => Object.keys(group.properties));
}
