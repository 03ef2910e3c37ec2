// Which documents the extension is there for.

import { HOST_LANGUAGES, LANGUAGE, SETTINGS_FILE, SETTINGS_LANGUAGE } from "./names";

/** Returns whether a document needs the server; `isOn` is whether kernels in host programs are served. */
export function isReason(language: string, uri: { scheme: string; path: string }, isOn: boolean): boolean {
  if (language === LANGUAGE || language === SETTINGS_LANGUAGE || uri.path.endsWith(`/${SETTINGS_FILE}`)) {
    return true;
  }
  return isOn && uri.scheme === "file" && HOST_LANGUAGES.includes(language);
}
