// What the server says about a kernel that is read.

import { equal } from "node:assert/strict";

export const READING_STEPS = [
  {
    name: "a finding is underlined, and says what is wrong",
    async run(window) {
      await window.open("blur.cl");
      await window.squiggle("error", "0", { within: "total" });
      const text = await window.hover("0", "cannot have an initialiser", { within: "total" });
      equal(text.includes("address-space/initialized-local"), true, text);
    },
  },
  {
    name: "hover shows the documentation of a built-in",
    async run(window) {
      await window.open("blur.cl");
      const text = await window.hover("clamp", "Brings a number into an interval");
      equal(text.startsWith("float clamp(float x, float minval, float maxval)"), true, text);
    },
  },
  {
    name: "hover shows the comment of a function of a header",
    async run(window) {
      await window.open("blur.cl");
      await window.hover("weigh", "The weighted sum of two values.");
    },
  },
  {
    name: "inlay hints name the parameters",
    async run(window) {
      await window.open("blur.cl");
      await window.seesText(/weigh\(left: ?tile\[0\], right: ?clamp\(x: ?v\.y, minval: ?0\.0f, maxval: ?1\.0f\)\)/);
    },
  },
  {
    name: "a definition in another file opens",
    async run(window) {
      await window.open("blur.cl", 16, 15);
      await window.keyboard.press("F12");
      await window.until("sums.cl in front", async () => (await window.title()) === "sums.cl");
      await window.sees("#status\\.editor\\.selection", "Ln 3, Col 7");
    },
  },
  {
    name: "references of all files are listed",
    async run(window) {
      await window.open("blur.cl", 16, 15);
      await window.keyboard.press("Shift+F12");
      await window.sees(".peekview-title", "References (3)");
      await window.sees(".peekview-widget .monaco-list", /blur\.cl[\s\S]*sums\.cl/);
    },
  },
  {
    name: "the outline names the kernel",
    async run(window) {
      await window.open("blur.cl");
      await window.quickPick("Control+Shift+O", "@blur", "blur");
      await window.sees("#status\\.editor\\.selection", "Ln 9");
    },
  },
  {
    name: "a code lens tells the local memory of a kernel",
    async run(window) {
      await window.open("blur.cl");
      await window.sees(".codelens-decoration", /260 bytes|260 B|256 bytes|256 B/);
    },
  },
  {
    name: "a kernel folds",
    async run(window) {
      await window.open("scene.cl", 9, 1);
      await window.seesText("lane == 0");
      await window.keyboard.press("Control+Shift+BracketLeft");
      await window.until("folded lines", async () => !(await window.text()).includes("lane == 0"));
      // The editor remembers what is folded in a file.
      await window.keyboard.press("Control+Shift+BracketRight");
      await window.seesText("lane == 0");
    },
  },
];
