// Versions of the server.

/** The oldest server that this extension was made for. */
export const NEEDED = "0.1.0";

/** Returns the version in what `opencl-ls --version` prints. */
export function versionIn(text: string): string | undefined {
  return /^opencl-ls (\d+(?:\.\d+)*\S*)/m.exec(text)?.[1];
}

/** Tells whether a version is older than another; of equal numbers none is. */
export function isOlder(version: string, than: string): boolean {
  const [left, right] = [numbers(version), numbers(than)];
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) {
      return difference < 0;
    }
  }
  return false;
}

function numbers(version: string): number[] {
  return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? "0").split(".").map(Number);
}
