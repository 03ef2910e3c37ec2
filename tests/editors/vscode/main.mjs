// Runs the steps one after the other, keeps a picture of each, and says what was not seen.

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Machine } from "./machine.mjs";
import { Window, inPage } from "./window.mjs";
import { STEPS } from "./steps/index.mjs";

const { folder, pictures, wanted } = options(process.argv.slice(2));
const results = [];
const machines = new Map();

mkdirSync(pictures, { recursive: true });
process.on("SIGINT", () => end(130));
process.on("SIGTERM", () => end(143));
try {
  for (const [number, step] of STEPS.entries()) {
    if (wanted.length === 0 || wanted.some((each) => step.name.includes(each))) {
      await run(step, `${String(number + 1).padStart(2, "0")}-${step.name.replaceAll(/\W+/g, "-")}`);
    }
  }
} catch (error) {
  console.error(error);
  results.push({ name: "start of VS Code", error: String(error) });
}
await end(summary());

async function run(step, file) {
  const { machine, window } = await opened(step.machine ?? "main");
  const began = Date.now();
  let error = null;
  try {
    await step.run(window, machine);
  } catch (problem) {
    error = problem;
  }
  await window.page.screenshot({ path: path.join(pictures, `${file}.png`) }).catch(() => undefined);
  try {
    await clean(window, machine, step);
  } catch (problem) {
    error ??= problem;
  }
  results.push({ name: step.name, error });
  const time = `${((Date.now() - began) / 1000).toFixed(1)} s`;
  console.log(`${error ? "FAIL" : "ok  "} ${step.name} (${time})${error ? `\n     ${error.message.replaceAll("\n", "\n     ")}` : ""}`);
  if (error && process.env.TRACE) {
    console.log(error.stack);
  }
}

/** Takes back what a step has done: files as they were, no editors, no settings. */
async function clean(window, machine, step) {
  await step.clean?.(window, machine);
  await window.closeAll();
  machine.reset();
}

async function opened(kind) {
  if (!machines.has(kind)) {
    const machine = new Machine(folder, {
      hasServer: kind !== "bare",
      sources: kind === "hosts" ? ["hosts"] : undefined,
      more: kind === "hosts" ? (process.env.PEERS ?? "").split(path.delimiter).filter(Boolean) : [],
    });
    machines.set(kind, { machine });
    await machine.start();
    await machine.page.evaluate(inPage);
    machines.set(kind, { machine, window: new Window(machine.page) });
  }
  return machines.get(kind);
}

function summary() {
  const failed = results.filter((each) => each.error);
  const lines = results.map(({ name, error }) => `- ${error ? "**failed**" : "passed"}: ${name}`);
  writeFileSync(path.join(pictures, "results.md"), lines.join("\n") + "\n");
  console.log(`\n${results.length - failed.length} of ${results.length} steps passed; pictures: ${pictures}`);
  return failed.length || results.length === 0 ? 1 : 0;
}

async function end(status) {
  for (const { machine } of machines.values()) {
    await machine.stop();
  }
  process.exit(status);
}

function options(words) {
  const [folder, ...rest] = words;
  let pictures = path.join(folder, "pictures");
  const wanted = [];
  while (rest.length) {
    const word = rest.shift();
    if (word === "--pictures") {
      pictures = path.resolve(rest.shift());
    } else if (word !== "--keep-vsix") {
      wanted.push(word);
    }
  }
  return { folder, pictures, wanted };
}
