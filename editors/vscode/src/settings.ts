// The settings that the server is given: what the user says, and nothing else.

/** What `WorkspaceConfiguration.inspect` tells of one setting. */
type Inspected = Readonly<Record<string, unknown>> | undefined;

const SAID = /^(global|workspace|workspaceFolder)(Language)?Value$/;

/**
 * Tells whether the user says anything. A default must not be sent: it would go before what a
 * project's own file says.
 */
export function isSaid(inspected: Inspected): boolean {
  return Object.entries(inspected ?? {}).some(([key, value]) => SAID.test(key) && value !== undefined);
}

/** Returns `{"a.b": 1}` as `{a: {b: 1}}`. */
export function nested(values: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of values) {
    const names = key.split(".");
    const last = names.pop()!;
    let inner = result;
    for (const name of names) {
      inner = (inner[name] ??= {}) as Record<string, unknown>;
    }
    inner[last] = value;
  }
  return result;
}

/** Returns the keys that are for the server, without the section, from the extension's package. */
export function serverKeys(properties: Iterable<string>, section: string): string[] {
  return [...properties]
    .filter((key) => key.startsWith(`${section}.`))
    .map((key) => key.slice(section.length + 1))
    .filter((key) => !key.startsWith("server.") && !key.startsWith("trace."));
}
