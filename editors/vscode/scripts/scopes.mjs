// Prints, as JSON, the scopes of each piece of files: scopes.mjs GRAMMAR FILE...
//
// A piece is [line, start, end, scope]: the innermost scope, and columns as JavaScript counts them.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Registry, parseRawGrammar, INITIAL } = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");

const [grammarFile, ...files] = process.argv.slice(2);
await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => parseRawGrammar(readFileSync(grammarFile, "utf8"), grammarFile),
});
const { scopeName } = JSON.parse(readFileSync(grammarFile, "utf8"));
const grammar = await registry.loadGrammar(scopeName);
const answer = {};
for (const file of files) {
  const pieces = [];
  let state = INITIAL;
  for (const [number, line] of readFileSync(file, "utf8").split(/\r?\n/).entries()) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      pieces.push([number + 1, startIndex, Math.min(endIndex, line.length), scopes.slice(1).at(-1) ?? ""]);
    }
  }
  answer[file] = pieces;
}
console.log(JSON.stringify(answer));
