// The server of a window: found, started, watched, and asked.

import * as path from "node:path";
import * as vscode from "vscode";
import { State as ClientState, ResponseError } from "vscode-languageclient/node";
import { Client } from "./client";
import { loginShellPath } from "./finding/shell";
import { findServer, isFound, isSame, shown, type Found, type Missing, type Places } from "./finding/search";
import { isOlder, NEEDED } from "./finding/version";
import { selectedInterpreter } from "./interpreter";
import { PATH_SETTING, SECTION } from "./names";
import { STATUS_NOTIFICATION, type ServerCommands, type StatusNotification } from "./protocol";

export type ServerState =
  | { readonly kind: "looking" }
  | { readonly kind: "missing"; readonly problem: string }
  | { readonly kind: "starting" | "running" | "stopped"; readonly found: Found };

/** Says in words for the user why a question has no answer. */
export class NoAnswer extends Error {}

export class Server implements vscode.Disposable {
  private client: Client | undefined;
  private current: ServerState = { kind: "looking" };
  // Starts and stops happen one after the other, however fast they are asked for.
  private queue: Promise<void> = Promise.resolve();
  private shellPath: Promise<string | undefined> | undefined;
  private readonly changed = new vscode.EventEmitter<ServerState>();
  private readonly started = new vscode.EventEmitter<Found>();
  private readonly told = new vscode.EventEmitter<StatusNotification>();

  /** Another state; also each time that the server tells how busy it is. */
  readonly onDidChange = this.changed.event;
  /** The server runs, for the first time or again. */
  readonly onDidStart = this.started.event;
  readonly onDidTell = this.told.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly output: vscode.LogOutputChannel,
  ) {}

  get state(): ServerState {
    return this.current;
  }

  /** The folder of the environment that the extension makes for itself. */
  get storage(): string {
    return path.join(this.context.globalStorageUri.fsPath, "server");
  }

  /** Starts the server, or starts it again. */
  restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.stopClient();
      await this.start(await this.find());
    });
  }

  /** Looks whether another server is there by now, and starts that one. */
  lookAgain(): Promise<void> {
    return this.enqueue(async () => {
      const found = await this.search();
      const running = this.current.kind === "running" ? this.current.found : undefined;
      const isNews = isFound(found) ? !isSame(running, found) : running !== undefined;
      if (isNews) {
        await this.stopClient();
        await this.start(found);
      }
    });
  }

  /** Stops the server while something is done, and starts it afterwards. */
  without(work: () => Promise<void>): Promise<void> {
    return this.enqueue(async () => {
      this.set({ kind: "looking" });
      await this.stopClient();
      await work();
      await this.start(await this.find());
    });
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.stopClient());
  }

  /** Returns the answer to a command, null where there is none to give; throws `NoAnswer`. */
  async ask<Name extends keyof ServerCommands>(
    name: Name,
    argument: ServerCommands[Name][0],
  ): Promise<ServerCommands[Name][1] | null> {
    const running = await this.running();
    if (!this.has(name)) {
      const { serverInfo } = running.initializeResult!;
      throw new NoAnswer(`opencl-ls ${serverInfo?.version ?? ""} does not know "${name}". A newer one does.`);
    }
    try {
      return await running.sendRequest("workspace/executeCommand", { command: name, arguments: [argument] });
    } catch (error) {
      throw new NoAnswer(error instanceof ResponseError ? error.message : String(error));
    }
  }

  /** Tells whether the server that runs has a command. */
  has(name: keyof ServerCommands): boolean {
    const commands = this.client?.initializeResult?.capabilities.executeCommandProvider?.commands;
    return commands?.includes(name) ?? false;
  }

  /** Returns the server's URI of a document. */
  uri(document: vscode.TextDocument): string {
    return this.client?.code2ProtocolConverter.asUri(document.uri) ?? document.uri.toString();
  }

  dispose(): void {
    void this.stop();
    this.changed.dispose();
    this.started.dispose();
    this.told.dispose();
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(work).catch((error) => this.output.error(String(error)));
    return this.queue;
  }

  private async running(): Promise<Client> {
    // A question that is asked while the server starts is answered when it has.
    await this.queue;
    if (this.client === undefined || !this.client.isRunning()) {
      throw new NoAnswer("The OpenCL server is not running.");
    }
    return this.client;
  }

  private find(): Promise<Found | Missing> {
    this.set({ kind: "looking" });
    // What the user's shell says may have changed since the last start.
    this.shellPath = undefined;
    return this.search();
  }

  private async search(): Promise<Found | Missing> {
    return findServer(this.places(), (line) => this.output.warn(line));
  }

  /** Returns the places in which the server may be. */
  private places(): Places {
    return {
      setting: vscode.workspace.getConfiguration(SECTION).get<string>(PATH_SETTING, "").trim(),
      folders: (vscode.workspace.workspaceFolders ?? [])
        .filter((folder) => folder.uri.scheme === "file")
        .map((folder) => folder.uri.fsPath),
      isTrusted: vscode.workspace.isTrusted,
      interpreter: selectedInterpreter,
      path: process.env["PATH"],
      shellPath: () => this.pathOfShell(),
      storage: this.storage,
    };
  }

  /** Returns the PATH of the user's shell, which is asked once. */
  pathOfShell(): Promise<string | undefined> {
    this.shellPath ??= loginShellPath(process.env["SHELL"] || vscode.env.shell);
    return this.shellPath;
  }

  private async start(found: Found | Missing): Promise<void> {
    if (!isFound(found)) {
      this.output.error(found.problem || "The server opencl-ls was found nowhere.");
      this.set({ kind: "missing", problem: found.problem });
      return;
    }
    this.output.info(`The server is ${shown(found)}, version ${found.version}, ${found.origin}.`);
    if (isOlder(found.version, NEEDED)) {
      this.output.warn(`This extension needs version ${NEEDED} or newer.`);
    }
    this.set({ kind: "starting", found });
    const client = new Client(this.context, found, this.output, () => void this.gaveUp());
    this.client = client;
    client.onNotification(STATUS_NOTIFICATION, (told: StatusNotification) => this.told.fire(told));
    client.onDidChangeState(({ newState }) => {
      if (this.client !== client) {
        return;
      }
      if (newState === ClientState.Running) {
        this.set({ kind: "running", found });
        this.started.fire(found);
      } else {
        this.set({ kind: newState === ClientState.Starting ? "starting" : "stopped", found });
      }
    });
    try {
      await client.start();
    } catch (error) {
      this.output.error(`The server did not start: ${String(error)}`);
      this.set({ kind: "stopped", found });
      void this.failed(`The OpenCL server "${shown(found)}" did not start.`);
    }
  }

  private async stopClient(): Promise<void> {
    const running = this.client;
    this.client = undefined;
    // A server that has crashed cannot be stopped, and nothing is lost by that.
    await running?.dispose().catch(() => undefined);
  }

  private gaveUp(): Promise<void> {
    return this.failed("The OpenCL server has ended several times within minutes, and is not started again.");
  }

  private async failed(message: string): Promise<void> {
    const [restart, log] = ["Restart", "Show Log"];
    const choice = await vscode.window.showErrorMessage(message, restart, log);
    if (choice === restart) {
      await this.restart();
    } else if (choice === log) {
      this.output.show();
    }
  }

  private set(state: ServerState): void {
    this.current = state;
    this.changed.fire(state);
  }
}
