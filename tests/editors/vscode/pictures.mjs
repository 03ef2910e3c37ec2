// Takes the pictures of README.md from the running editor, in the light and the dark theme:
// pictures.mjs FOLDER, after run.sh has built the extension. ImageMagick makes them small.

import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { Machine, ROOT } from "./machine.mjs";
import { Window, inPage } from "./window.mjs";

const TARGET = path.join(ROOT, "docs/images");
const THEMES = { light: "Default Light Modern", dark: "Default Dark Modern" };
const PICTURES = {
  "vscode-finding": async (window) => {
    await window.open("tile.cl");
    await window.squiggle("warning", "barrier(CLK_LOCAL_MEM_FENCE)");
    await window.hover("barrier", "barrier/divergent", { within: "CLK_LOCAL" });
  },
  "vscode-documentation": async (window) => {
    await window.open("tile.cl");
    await window.squiggle("warning", "barrier(CLK_LOCAL_MEM_FENCE)");
    await window.hover("vload4", "vload4");
  },
  "vscode-completion": async (window) => {
    await window.open("tile.cl", 7, 1);
    await window.type("    async_work");
    await window.complete("async_work_group_copy");
    await window.until("documentation", async () => {
      if (await window.page.locator(".suggest-details").filter({ visible: true }).count()) {
        return true;
      }
      await window.keyboard.press("Control+Space");
      return false;
    });
  },
};

const machine = new Machine(process.argv[2]);
try {
  mkdirSync(TARGET, { recursive: true });
  await machine.start();
  await machine.page.evaluate(inPage);
  await machine.page.setViewportSize({ width: 960, height: 560 });
  const window = new Window(machine.page);
  await window.keyboard.press("Control+B");
  // What a picture is about has to be on it: the first kernel alone, without the typedef.
  const [, kernel] = /(kernel void group_sums[^]*?\n}\n)/.exec(machine.read("tile.cl"));
  const short = `#define TILE 64\n\n${kernel.replaceAll("real_t", "float")}`;
  for (const [theme, name] of Object.entries(THEMES)) {
    for (const [picture, take] of Object.entries(PICTURES)) {
      machine.settings({ "workbench.colorTheme": name, "editor.fontSize": 13, "workbench.activityBar.location": "hidden", "editor.hover.above": false, "window.title": "${activeEditorShort}" });
      await window.until(name, () => machine.page.locator(`.monaco-workbench.${theme === "light" ? "vs" : "vs-dark"}`).count());
      machine.write("tile.cl", short);
      await take(window);
      const file = path.join(TARGET, `${picture}-${theme}.png`);
      await machine.page.screenshot({ path: file });
      execFileSync("convert", [file, "-strip", "+dither", "-colors", "96", "-define", "png:compression-level=9", file]);
      await window.closeAll();
      machine.reset();
    }
  }
} finally {
  await machine.stop();
}
