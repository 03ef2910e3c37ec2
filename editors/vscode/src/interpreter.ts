// The Python interpreter that is selected in VS Code, where its Python extension is there.

import * as vscode from "vscode";

const PYTHON_EXTENSION = "ms-python.python";
// The extension looks through the machine's environments when it begins, which can take long.
const PATIENCE = 10_000;

/** The part that is used of the Python extension's public interface. */
interface PythonApi {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(path: unknown): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

/** Returns the selected interpreter of the first folder. */
export async function selectedInterpreter(): Promise<string | undefined> {
  const environments = (await pythonApi())?.environments;
  if (environments === undefined) {
    return undefined;
  }
  const chosen = environments.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri);
  const resolved = await within(environments.resolveEnvironment(chosen));
  return resolved?.executable.uri?.fsPath;
}

/** Calls a listener whenever another interpreter is selected. */
export async function onDidSelectInterpreter(listener: () => void): Promise<vscode.Disposable | undefined> {
  return (await pythonApi())?.environments?.onDidChangeActiveEnvironmentPath(listener);
}

async function pythonApi(): Promise<PythonApi | undefined> {
  const extension = vscode.extensions.getExtension<PythonApi>(PYTHON_EXTENSION);
  return extension && (await within(Promise.resolve(extension.activate())));
}

/** Returns what a promise gives in time; a failure of another extension is not ours. */
async function within<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), PATIENCE)));
  try {
    return await Promise.race([promise, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
