// The commands of the extension.

const PREVIEW = "a preview of Markdown";

/** Returns the frame of the preview that is open and shows a text. */
async function preview(window, text) {
  return window.until(`${text} in ${PREVIEW}`, async () => {
    for (const frame of window.page.frames()) {
      const shown = await frame.evaluate(() => document.body?.innerText ?? "").catch(() => "");
      if (frame !== window.page.mainFrame() && shown.includes(text)) {
        return frame;
      }
    }
    return null;
  });
}

export const COMMAND_STEPS = [
  {
    name: "Explain Rule shows the page of the finding at the cursor",
    async run(window) {
      await window.open("blur.cl", 11, 23);
      await window.squiggle("error", "0", { within: "total" });
      await window.command("OpenCL: Explain Rule");
      await preview(window, "address-space/initialized-local");
    },
  },
  {
    name: "Open Documentation shows the page of the name at the cursor",
    async run(window) {
      await window.open("blur.cl", 16, 31);
      await window.command("OpenCL: Open Documentation");
      await preview(window, "Brings a number into an interval");
    },
  },
  {
    name: "a name in a hover leads to its page, and one on the page to the next",
    async run(window) {
      await window.open("blur.cl", 16, 31);
      await window.hover("clamp", "Brings a number into an interval");
      await window.page.locator(".monaco-hover:not(.hidden) a", { hasText: /^fmin$/ }).first().click();
      const page = await preview(window, "gentypen fmin(");
      await page.locator("a", { hasText: /^fdim$/ }).first().click();
      await preview(window, "gentypen fdim(");
    },
  },
  {
    name: "Search Documentation finds a name by what it does",
    async run(window) {
      await window.open("blur.cl");
      await window.command("OpenCL: Search Documentation");
      await window.quickPick(null, "async copy", "async_work_group_copy");
      await preview(window, "async_work_group_copy");
    },
  },
  {
    name: "Expand Macro shows what a macro becomes",
    async run(window) {
      await window.open("scene.cl", 14, 34);
      await window.command("OpenCL: Expand Macro");
      await window.seesText("((0.01f) * (0.01f))");
    },
  },
  {
    name: "Generate Host Code writes a program",
    async run(window) {
      await window.open("scene.cl", 9, 14);
      await window.command("OpenCL: Generate Host Code");
      await window.quickPick(null, "divergent");
      await window.quickPick(null, "Python");
      await window.seesText("divergent");
      await window.sees("#status\\.editor\\.mode", "Python");
    },
  },
  {
    name: "Show Kernel Resources shows a page",
    async run(window) {
      await window.open("blur.cl");
      await window.command("OpenCL: Show Kernel Resources");
      await preview(window, "blur");
    },
  },
  {
    name: "Select Configuration is shown in the status item",
    async run(window, machine) {
      machine.write("opencl-ls.toml", 'std = "CL2.0"\ninclude-paths = ["include"]\n\n[configurations.wide]\ndefines = ["WIDE"]\n');
      await window.open("blur.cl");
      await window.status("CL2.0");
      await window.command("OpenCL: Select Configuration");
      await window.quickPick(null, "wide");
      await window.status("wide");
    },
    async clean(window) {
      await window.command("OpenCL: Select Configuration");
      await window.quickPick(null, "As the settings say");
    },
  },
  {
    name: "Show Log names the server",
    async run(window) {
      await window.open("blur.cl");
      await window.command("OpenCL: Show Log");
      await window.sees(".panel .view-lines", "opencl-ls");
    },
    async clean(window) {
      await window.command("View: Hide Panel");
    },
  },
  {
    name: "a click on a code lens lists the callers",
    async run(window) {
      await window.open("callers.cl");
      await window.sees(".codelens-decoration a", "1 caller");
      await window.page.locator(".codelens-decoration a", { hasText: "1 caller" }).first().click();
      await window.sees(".peekview-widget .referenceMatch", "half_of");
    },
  },
  {
    name: "the walkthrough does not ask for a server that runs",
    async run(window) {
      await window.open("blur.cl");
      await window.squiggle("error", "0", { within: "total" });
      await window.command("Welcome: Open Walkthrough...");
      await window.quickPick(null, "Get started with OpenCL C");
      await window.sees(".getting-started-step", "Open a kernel");
      const steps = await window.page.locator(".getting-started-step").allInnerTexts();
      if (steps.some((text) => text.includes("Install the server"))) {
        throw new Error(`it does: ${steps.join(", ")}`);
      }
    },
  },
];
