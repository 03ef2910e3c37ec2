// Kernels in the strings of host programs: nothing runs for them until a setting wants it.

import { equal } from "node:assert/strict";

const ON = { "opencl.embedded": true };

/** The steps in one file: `inner` is a line of its kernel, and `name` a built-in function there. */
function stepsOf(file, { line, column, name, says }) {
  const run = async (window, machine, act) => {
    machine.settings(ON);
    await window.open(file);
    await window.squiggle("warning", "||");
    await act?.();
  };
  return [
    {
      name: `a finding in a string of ${file} is underlined`,
      run: (window, machine) => run(window, machine),
    },
    {
      name: `hover in a string of ${file} shows documentation`,
      run: (window, machine) => run(window, machine, () => window.hover(name, says)),
    },
    {
      name: `completion in a string of ${file} offers built-in functions`,
      run: (window, machine) =>
        run(window, machine, async () => {
          await window.go(line, column);
          await window.type("work_group_red");
          await window.complete("work_group_reduce_add");
          await window.keyboard.press("Enter");
          await window.seesText("work_group_reduce_add");
        }),
    },
    {
      name: `a fix changes the string in ${file}`,
      run: (window, machine) =>
        run(window, machine, async () => {
          const found = window.place("||");
          await window.page.mouse.click((await found).x + 3, (await found).y + 5);
          await window.quickFix("|");
          await window.seesText("(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)");
          await window.noSquiggle("warning");
        }),
    },
  ].map((step) => ({ ...step, machine: "hosts" }));
}

export const HOST_STEPS = [
  {
    name: "a host program starts no server until a setting wants it",
    machine: "hosts",
    async run(window, machine) {
      await window.open("blur.py");
      await window.command("Developer: Show Running Extensions");
      // The entry runs in each window, and is below others that took longer to start.
      await window.until("the extension among those that run", async () => {
        const shown = window.page.locator(".runtime-extensions-editor").first();
        await shown.hover();
        await window.page.mouse.wheel(0, 400);
        return (await shown.innerText()).includes("opencl-ls");
      });
      equal(machine.servers().length, 0);
      await window.keyboard.press("Escape");
      await window.gone(".runtime-extensions-editor");
      machine.settings(ON);
      await window.open("blur.py");
      await window.squiggle("warning", "||");
      equal(machine.servers().length, 1);
    },
  },
  ...stepsOf("blur.py", { line: 8, column: 15, name: "clamp", says: "Brings a number into an interval" }),
  ...stepsOf("sums.cpp", { line: 8, column: 14, name: "popcount", says: "popcount" }),
  {
    name: "without the setting the findings in strings disappear",
    machine: "hosts",
    async run(window, machine) {
      machine.settings(ON);
      await window.open("sums.cpp");
      await window.squiggle("warning", "||");
      machine.settings({ "opencl.embedded": false });
      await window.noSquiggle("warning");
    },
  },
];
