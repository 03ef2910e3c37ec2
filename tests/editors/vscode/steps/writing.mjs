// What the server changes in a file.

import { equal } from "node:assert/strict";

export const WRITING_STEPS = [
  {
    name: "completion offers a built-in with its documentation",
    async run(window) {
      await window.open("scene.cl", 19, 1);
      await window.type("    async_work_gr");
      await window.complete("async_work_group_copy");
      await window.until("the documentation beside the list", async () => {
        const shown = window.page.locator(".suggest-details");
        if ((await shown.count()) && (await shown.first().isVisible())) {
          return (await shown.first().innerText()).includes("event");
        }
        await window.keyboard.press("Control+Space");
        return false;
      });
      await window.keyboard.press("Enter");
      await window.seesText("async_work_group_copy(");
    },
  },
  {
    name: "signature help shows the parameter in turn",
    async run(window) {
      await window.open("scene.cl", 19, 1);
      await window.type("    data[i] = mix(data[i], ");
      const text = await window.sees(".parameter-hints-widget.visible", "mix(");
      equal(text.includes("mix(float4 x, float4 y, float4 a)") || text.includes("gentype y"), true, text);
      await window.sees(".parameter-hints-widget.visible .parameter.active", "y");
    },
  },
  {
    name: "a rename changes every file",
    async run(window, machine) {
      await window.open("blur.cl", 16, 15);
      await window.keyboard.press("F2");
      await window.page.waitForSelector(".rename-box input");
      await window.page.locator(".rename-box input").fill("blend");
      await window.keyboard.press("Enter");
      for (const name of ["blur.cl", "sums.cl", "include/sums.clh"]) {
        await window.until(`the new name in ${name}`, () => /\bblend\(/.test(machine.read(name)) && !/\bweigh\(/.test(machine.read(name)));
      }
      await window.seesText("blend(");
    },
  },
  {
    name: "a quick fix mends its finding",
    async run(window) {
      await window.open("blur.cl", 11, 23);
      await window.squiggle("error", "0", { within: "total" });
      await window.quickFix("Assign in one work-item");
      await window.seesText(/local int total;\s+if \(get_local_id\(0\) == 0/);
      await window.noSquiggle("error");
    },
  },
  {
    name: "formatting tidies a kernel",
    async run(window) {
      await window.open("untidy.cl");
      await window.command("Format Document");
      await window.seesText("kernel void untidy(global int *data) {\n    data[get_global_id(0)] = 1;\n}");
    },
  },
  {
    name: "a snippet of the server's completion expands",
    async run(window) {
      await window.open("scene.cl", 21, 1);
      await window.type("kernelredu");
      await window.complete("kernel reduction");
      await window.keyboard.press("Enter");
      await window.seesText("kernel void reduce(global const float *source");
    },
  },
  {
    name: "Insert Snippet offers whole kernels",
    async run(window) {
      await window.open("scene.cl", 21, 1);
      await window.command("Snippets: Insert Snippet");
      await window.quickPick(null, "kernel matrix tile");
      await window.seesText("local float tile_a[16][16];");
    },
  },
];
