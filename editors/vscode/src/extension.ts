// The editor's half of opencl-ls: it starts the server and hands over documents and settings.

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

const SECTION = "opencl";
const PATH_SETTING = "server.path";

// What changes the findings in an open document without being an edit of it.
const WATCHED =
  "**/{opencl-ls.toml,pyproject.toml,compile_flags.txt,compile_commands.json,*.cl,*.ocl,*.clh,*.h}";

/** What outlives a restart of the server. */
interface Surroundings {
  readonly output: vscode.LogOutputChannel;
  readonly files: vscode.FileSystemWatcher;
}

/** A client that leaves it to us to say that the server did not start, once and with a way out. */
class Client extends LanguageClient {
  private started = false;

  override async start(): Promise<void> {
    await super.start();
    this.started = true;
  }

  override error(message: string, data?: unknown, showNotification?: boolean | "force"): void {
    super.error(message, data, this.started ? showNotification : false);
  }
}

let client: Client | undefined;
// Starts and stops happen one after the other, however fast somebody asks for them.
let queue: Promise<void> = Promise.resolve();

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const here: Surroundings = {
    output: vscode.window.createOutputChannel("OpenCL", { log: true }),
    files: vscode.workspace.createFileSystemWatcher(WATCHED),
  };
  context.subscriptions.push(
    here.output,
    here.files,
    vscode.commands.registerCommand("opencl.restartServer", () => restart(here)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.${PATH_SETTING}`)) {
        void restart(here);
      }
    }),
  );
  await vscode.commands.executeCommand("setContext", "opencl.active", true);
  await restart(here);
}

export async function deactivate(): Promise<void> {
  queue = queue.then(stop);
  await queue;
}

function restart(here: Surroundings): Promise<void> {
  queue = queue.then(stop).then(() => start(here));
  return queue;
}

async function start({ output, files }: Surroundings): Promise<void> {
  const command = serverPath();
  const server: ServerOptions = { command, args: ["--stdio"] };
  const options: LanguageClientOptions = {
    // The old state of a file in a diff editor has another scheme: it would be told of twice, and
    // what it includes would not be found.
    documentSelector: [
      { language: "opencl", scheme: "file" },
      { language: "opencl", scheme: "untitled" },
    ],
    outputChannel: output,
    initializationOptions: vscode.workspace.getConfiguration(SECTION),
    synchronize: { configurationSection: SECTION, fileEvents: files },
    middleware: {
      workspace: {
        // Where the news is another server, this client is stopped before it has passed them on.
        didChangeConfiguration: async (sections, next) => {
          try {
            await next(sections);
          } catch (error) {
            if (made.isRunning()) {
              throw error;
            }
          }
        },
      },
    },
  };
  const made = new Client(SECTION, "OpenCL", server, options);
  client = made;
  try {
    await made.start();
  } catch (error) {
    client = undefined;
    output.error(`The server did not start: ${String(error)}`);
    void offerHelp(command, output);
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  // A server that has crashed cannot be stopped, and nothing is lost by that.
  await running?.dispose().catch(() => undefined);
}

async function offerHelp(command: string, output: vscode.LogOutputChannel): Promise<void> {
  const settings = "Open Settings";
  const log = "Show Log";
  const choice = await vscode.window.showErrorMessage(
    `The OpenCL server "${command}" did not start. Install opencl-ls, or say in opencl.server.path where it is.`,
    settings,
    log,
  );
  if (choice === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", `${SECTION}.${PATH_SETTING}`);
  } else if (choice === log) {
    output.show();
  }
}

function serverPath(): string {
  const path = vscode.workspace.getConfiguration(SECTION).get<string>(PATH_SETTING, "").trim();
  return path || "opencl-ls";
}
