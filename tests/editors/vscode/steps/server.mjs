// A server that ends, starts again, or is not there.

export const SERVER_STEPS = [
  {
    name: "Restart Server starts another process",
    async run(window, machine) {
      await window.open("blur.cl");
      await window.squiggle("error", "0", { within: "total" });
      const before = machine.servers().length;
      await window.command("OpenCL: Restart Server");
      await window.until("a process", () => machine.servers().length > before);
      await window.squiggle("error", "0", { within: "total" });
      await window.hover("clamp", "Brings a number into an interval");
    },
  },
  {
    name: "a server that is killed starts again",
    async run(window, machine) {
      await window.open("blur.cl");
      await window.squiggle("error", "0", { within: "total" });
      const before = machine.servers();
      process.kill(before.at(-1), "SIGKILL");
      await window.until("a process", () => machine.servers().length > before.length);
      await window.hover("clamp", "Brings a number into an interval");
      await window.squiggle("error", "0", { within: "total" });
    },
  },
  {
    name: "a missing server is told, and can be installed",
    machine: "bare",
    async run(window) {
      await window.open("blur.cl");
      await window.status("OpenCL");
      // An earlier step of this window may have closed the message.
      await window.command("OpenCL: Restart Server");
      await window.sees(".notification-toast", "opencl-ls is not installed");
      await window.sees(".notification-toast .monaco-button", "Install");
      await window.status("OpenCL");
    },
  },
  {
    name: "a wrong program is told",
    async run(window, machine) {
      await window.open("blur.cl");
      await window.status("CL2.0");
      machine.settings({ "opencl.server.path": "opencl-lsp" });
      await window.sees(".notification-toast", 'names "opencl-lsp"');
    },
    async clean(window, machine) {
      machine.settings({ "opencl.server.path": "" });
      await window.status("CL2.0");
    },
  },
];
