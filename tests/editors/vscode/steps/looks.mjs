// Colours in the default themes: the grammar's at first, the server's then.

import { equal, notEqual } from "node:assert/strict";

const GREY = "#7f7f7f";
const THEMES = {
  light: {
    theme: "Default Light Modern",
    kernel: "#0000ff",
    type: "#267f99",
    function: "#795e26",
    variable: "#001080",
    constant: "#0070c1",
    macro: "#0000ff",
    number: "#098658",
  },
  dark: {
    theme: "Default Dark Modern",
    kernel: "#569cd6",
    type: "#4ec9b0",
    function: "#dcdcaa",
    variable: "#9cdcfe",
    constant: "#4fc1ff",
    macro: "#569cd6",
    number: "#b5cea8",
  },
};

/** Where each colour is to be seen in tile.cl: the text, and a part of its line. */
const SEEN = [
  ["kernel", "kernel", "group_sums"],
  ["kernel", "global", "group_sums"],
  ["kernel", "local", "tile[TILE]"],
  ["kernel", "read_only", "brighten"],
  ["kernel", "reqd_work_group_size", "__attribute__"],
  ["type", "uint", "group_sums"],
  ["type", "real_t", "group_sums"],
  ["type", "image2d_t", "brighten"],
  ["function", "group_sums", "kernel"],
  ["function", "get_local_id", "lane"],
  ["variable", "source", "group_sums"],
  ["variable", "x", "clamp"],
  ["macro", "TILE", "tile[TILE]"],
  ["macro", "CLK_LOCAL_MEM_FENCE", "barrier"],
  ["number", "64", "#define"],
];

function looks(name, { theme, ...colours }) {
  return {
    name: `colours in the ${name} theme`,
    async run(window, machine) {
      machine.settings({ "workbench.colorTheme": theme });
      await window.open("tile.cl");
      await window.until("the server's colours", async () => (await window.look("lane", { within: "size_t lane" })).colour === colours.constant);
      for (const [colour, text, within] of SEEN) {
        equal((await window.look(text, { within })).colour, colours[colour], `${text} is ${colour}`);
      }
      equal((await window.look("double", { within: "typedef double" })).colour, GREY);
      equal((await window.look("group_sums", { within: "kernel" })).isBold, true);
      equal((await window.look("lane", { within: "size_t lane" })).isItalic, true);
      equal((await window.look("stride", { within: "uint stride" })).isItalic, false);
    },
  };
}

export const LOOK_STEPS = [
  ...Object.entries(THEMES).map(([name, colours]) => looks(name, colours)),
  {
    name: "code that a conditional leaves out is grey until it is not",
    async run(window, machine) {
      await window.open("blur.cl");
      const isGrey = async () => (await window.look("left_out")).colour === GREY;
      await window.until("grey code", isGrey);
      machine.write("opencl-ls.toml", `${machine.read("opencl-ls.toml")}defines = ["WIDE"]\n`);
      await window.until("code in colours", async () => !(await isGrey()));
    },
  },
  {
    name: "colours by the grammar alone",
    machine: "bare",
    async run(window) {
      await window.open("tile.cl");
      const { theme, ...colours } = THEMES.light;
      for (const [colour, text, within] of SEEN) {
        equal((await window.look(text, { within })).colour, colours[colour], `${text} is ${colour}`);
      }
      notEqual((await window.look("double", { within: "typedef double" })).colour, GREY);
    },
  },
];
