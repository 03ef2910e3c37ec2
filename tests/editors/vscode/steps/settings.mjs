// Settings and headers that change while kernels are open.

export const SETTINGS_STEPS = [
  {
    name: "the status item names the version",
    async run(window) {
      await window.open("blur.cl");
      await window.status("CL2.0");
    },
  },
  {
    name: "a change of opencl-ls.toml holds at once",
    async run(window, machine) {
      await window.open("blur.cl");
      await window.squiggle("hint", "barrier");
      machine.write("opencl-ls.toml", 'std = "CL1.2"\ninclude-paths = ["include"]\n');
      await window.noSquiggle("hint");
      await window.status("CL1.2");
    },
  },
  {
    name: "a mistake in opencl-ls.toml is underlined in it",
    async run(window, machine) {
      machine.write("opencl-ls.toml", 'std = "CL9.9"\n');
      await window.open("opencl-ls.toml");
      await window.squiggle("error", '"CL9.9"');
      await window.hover("CL9.9", "CL2.0");
    },
  },
  {
    name: "completion offers the keys of opencl-ls.toml",
    async run(window) {
      await window.open("opencl-ls.toml", 4, 1);
      await window.type("dev");
      await window.complete("device");
    },
  },
  {
    name: "a change of a header on disk reaches the kernel",
    async run(window, machine) {
      await window.open("blur.cl");
      await window.squiggle("error", "0", { within: "total" });
      machine.write("include/sums.clh", machine.read("include/sums.clh").replace("TILE", "TILES"));
      await window.squiggle("warning", "TILE");
    },
  },
  {
    name: "a change of a header that is not saved reaches the kernel",
    async run(window) {
      await window.open("include/sums.clh", 4, 13);
      await window.type("S");
      await window.seesText("TILES");
      await window.open("blur.cl");
      await window.squiggle("warning", "TILE");
    },
  },
  {
    name: "a setting of the editor holds at once",
    async run(window, machine) {
      await window.open("blur.cl");
      await window.squiggle("hint", "barrier");
      machine.settings({ "opencl.severity": { "barrier/old-name": "error" } });
      await window.squiggle("error", "barrier");
    },
  },
];
