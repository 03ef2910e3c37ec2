// What the editor does by itself while a kernel is typed: words, indentation, comments, brackets.

import { equal } from "node:assert/strict";

/** Types into an empty file, and returns what stands there then. */
async function typed(window, keys) {
  await window.open("empty.cl");
  for (const [number, line] of keys.split("\n").entries()) {
    if (number > 0) {
      // Enter would take what a list offers.
      await window.keyboard.press("Escape");
      await window.keyboard.press("Enter");
      await window.sees("#status\\.editor\\.selection", `Ln ${number + 1},`);
    }
    await window.type(line);
    await window.seesText(line);
  }
  await window.keyboard.press("Escape");
  return (await window.text()).replaceAll("\u200b", "");
}

async function select(window, word) {
  const box = await window.place(word, { within: "data[lane]" });
  await window.page.mouse.dblclick(box.x + 12, box.y + box.height / 2);
}

const INDENTED = [
  ["behind if and else without braces", "void f(int a) {\nif (a)\na = 1;\nelse\na = 2;\na = 3;", "void f(int a) {\n    if (a)\n        a = 1;\n    else\n        a = 2;\n    a = 3;\n}"],
  ["behind a loop without braces", "void f(int a) {\nfor (int i = 0; i < 4; ++i)\na += i;\na = 3;", "void f(int a) {\n    for (int i = 0; i < 4; ++i)\n        a += i;\n    a = 3;\n}"],
  ["in a switch", "void f(int a) {\nswitch (a) {\ncase 0:\na = 1;\nbreak;\ndefault:\nbreak;", "void f(int a) {\n    switch (a) {\n    case 0:\n        a = 1;\n        break;\n    default:\n        break;\n    }\n}"],
  ["in a call of several lines", "void f(int a) {\na = max(\na,\n2", "void f(int a) {\n    a = max(\n        a,\n        2\n    )\n}"],
  ["behind an if whose brace stands alone", "void f(int a)\n{\nif (a)\n{\na = 1;", "void f(int a)\n{\n    if (a)\n    {\n        a = 1;\n    }\n}"],
  ["behind a directive", "void f(int a) {\na = 1;\n#if 1\na = 2;", "void f(int a) {\n    a = 1;\n    #if 1\n    a = 2;\n}"],
  ["of a comment in front of a function", "/**\nSums.", "/**\n * Sums.\n */"],
  ["of a comment of three slashes", "/// Sums.\nAll.", "/// Sums.\n/// All."],
];

export const TYPING_STEPS = [
  ...INDENTED.map(([name, keys, wanted]) => ({
    name: `indentation ${name}`,
    async run(window) {
      equal((await typed(window, keys)).trimEnd(), wanted);
    },
  })),
  {
    name: "a double click takes a whole name",
    async run(window) {
      await window.open("scene.cl");
      await select(window, "SQUARE");
      await window.sees("#status\\.editor\\.selection", "(6 selected)");
    },
  },
  {
    name: "numbers are no words that completion offers",
    async run(window) {
      await window.open("scene.cl", 19, 1);
      await window.type("    0");
      await window.keyboard.press("Control+Space");
      await window.until("an answer", async () => (await window.page.locator(".suggest-widget.visible").count()) > 0);
      const offered = await window.completions();
      equal(offered.some((each) => each.startsWith("0.01f")), false, offered.join());
    },
  },
  {
    name: "a line becomes a comment, and a line again",
    async run(window) {
      await window.open("scene.cl", 10, 1);
      await window.keyboard.press("Control+/");
      await window.seesText("    // const size_t lane");
      await window.keyboard.press("Control+/");
      await window.seesText("    const size_t lane");
    },
  },
  {
    name: "a selection becomes a comment of its own",
    async run(window) {
      await window.open("scene.cl");
      await select(window, "SQUARE");
      await window.sees("#status\\.editor\\.selection", "(6 selected)");
      await window.command("Toggle Block Comment");
      await window.seesText("/* SQUARE */");
    },
  },
  {
    name: "a region folds",
    async run(window) {
      await window.open("scene.cl", 21, 1);
      await window.type("#pragma region helpers\nconstant float a = 1.0f;\n#pragma endregion");
      await window.seesText("constant float a");
      await window.go(21, 1);
      await window.until("folded lines", async () => {
        await window.keyboard.press("Control+Shift+BracketLeft");
        return window.until("a fold", async () => !(await window.text()).includes("constant float a"), 2000).catch(() => false);
      });
    },
  },
];
