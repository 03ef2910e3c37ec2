// What a person does in a window of VS Code, and sees there.

const LIMIT = Number(process.env.LIMIT ?? 30) * 1000;

export class Window {
  constructor(page) {
    this.page = page;
    this.keyboard = page.keyboard;
  }

  // --- waiting -----------------------------------------------------------------------------------

  /** Waits until a question is answered with yes, and returns the answer. */
  async until(what, question, limit = LIMIT) {
    const end = Date.now() + limit;
    for (;;) {
      const answer = await question();
      if (answer) {
        return answer;
      }
      if (Date.now() > end) {
        throw new Error(`not seen: ${what}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  }

  /** Waits until a place of the page shows some text, and returns all that it shows. */
  async sees(selector, text, limit = LIMIT) {
    let seen = [];
    const find = async () => {
      seen = (await this.page.locator(selector).allInnerTexts()).map(plain);
      return seen.find((each) => (text instanceof RegExp ? text.test(each) : each.includes(text)));
    };
    return this.until(`${text} in ${selector}`, find, limit).catch((error) => {
      throw new Error(`${error.message}; there is: ${JSON.stringify(seen).slice(0, 600)}`);
    });
  }

  async gone(selector, limit = LIMIT) {
    await this.until(`the end of ${selector}`, async () => !(await this.page.locator(selector).filter({ visible: true }).count()), limit);
  }

  // --- doing -------------------------------------------------------------------------------------

  /** Runs a command by its title from the command palette. */
  async command(title) {
    await this.quickPick("F1", title, title);
  }

  /** Opens a file, and waits until the cursor is at its place. */
  async open(name, line = 1, column = 1) {
    const own = name.split("/").at(-1);
    await this.until(`the editor of ${name}`, async () => {
      await this.quickPick("Control+P", `${name}`, own);
      return this.until(own, async () => (await this.title()) === own, 5000).catch(() => false);
    });
    await this.go(line, column);
  }

  /** Goes to a place of the file in front. */
  async go(line, column = 1) {
    await this.focus();
    await this.keyboard.press("Control+G");
    await this.page.waitForSelector(".quick-input-widget input");
    await this.page.locator(".quick-input-widget input").first().fill(`:${line}:${column}`);
    await this.sees(".quick-input-list, .quick-input-widget", new RegExp(`line ${line}\\b`, "i"));
    await this.keyboard.press("Enter");
    await this.sees("#status\\.editor\\.selection", new RegExp(`Ln ${line}, Col ${column}`));
    await this.gone(".quick-input-widget");
  }

  /** Types into a list of choices, waits for one of them, and takes it. */
  async quickPick(keys, text, row = text) {
    if (keys) {
      await this.until("a list of choices", async () => {
        await this.keyboard.press(keys);
        return this.page.waitForSelector(".quick-input-widget input", { timeout: 3000 }).catch(() => null);
      });
    }
    await this.page.waitForSelector(".quick-input-widget input");
    const input = this.page.locator(".quick-input-widget input[type=text]").first();
    await input.fill(keys === "F1" ? `>${text}` : text);
    const rows = this.page.locator(".quick-input-list .monaco-list-row");
    const wanted = rows.filter({ hasText: row }).first();
    await wanted.waitFor({ timeout: LIMIT });
    await wanted.click();
    await this.gone(".quick-input-list .monaco-list-row.focused >> text=" + JSON.stringify(row), 5000).catch(() => undefined);
  }

  async focus() {
    const editor = this.page.locator(`${GROUP} .monaco-editor .native-edit-context, ${GROUP} .monaco-editor textarea.inputarea`).first();
    await editor.focus();
  }

  async type(text) {
    await this.keyboard.type(text, { delay: 15 });
  }

  /** Closes all editors without saving, and what lies over them. */
  async closeAll() {
    for (let count = 0; count < 3; count += 1) {
      await this.keyboard.press("Escape");
    }
    await this.page.mouse.move(5, 400);
    await this.until("no editors", async () => {
      if (!(await this.page.locator(".tab").count())) {
        return true;
      }
      await this.command("View: Close All Editors");
      const refusal = this.page.locator(".monaco-dialog-box .monaco-button", { hasText: "Don't Save" });
      return this.until("closed editors", async () => {
        if (await refusal.count()) {
          await refusal.first().click();
        }
        return !(await this.page.locator(".tab").count());
      }, 5000).catch(() => false);
    });
  }

  async save() {
    await this.keyboard.press("Control+S");
    await this.until("a saved file", async () => !(await this.page.locator(".tab.active.dirty").count()));
  }

  /** Points at a text of the file in front, and returns what appears. */
  async hover(text, expected, { nth = 0, within } = {}) {
    return this.until(`${expected} over ${text}`, async () => {
      const box = await this.place(text, { nth, within });
      await this.page.mouse.move(5, 400);
      await this.page.mouse.move(box.x + box.width / 2 - 2, box.y + box.height / 2);
      await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 1);
      return this.sees(".monaco-hover:not(.hidden)", expected, 3000).catch(() => null);
    });
  }

  /** Takes a quick fix at the cursor by its title. */
  async quickFix(title) {
    const row = this.page.locator(".action-widget .monaco-list-row", { hasText: title }).first();
    await this.until(`the fix "${title}"`, async () => {
      await this.keyboard.press("Control+.");
      return row.waitFor({ timeout: 3000 }).then(() => true, () => this.keyboard.press("Escape").then(() => false));
    });
    await row.click();
  }

  // --- seeing ------------------------------------------------------------------------------------

  async title() {
    const active = this.page.locator(`${GROUP} .tab.active`);
    return (await active.count()) ? await active.first().getAttribute("data-resource-name") : "";
  }

  /** The lines of the file in front that are on screen. */
  async lines() {
    return this.page.evaluate((group) => window.openclLines(group).map((line) => line.text), GROUP);
  }

  async text() {
    return (await this.lines()).join("\n");
  }

  async seesText(text, limit = LIMIT) {
    let seen = "";
    const matches = async () => {
      seen = await this.text();
      return text instanceof RegExp ? text.test(seen) : seen.includes(text);
    };
    await this.until(`the text ${text}`, matches, limit).catch((error) => {
      throw new Error(`${error.message}; there is:\n${seen}`);
    });
    return seen;
  }

  /** The rectangle of a text of the file in front. `within` is a text that the line has. */
  async place(text, { nth = 0, within = "" } = {}) {
    const find = () => this.page.evaluate(([group, ...rest]) => window.openclPlace(group, ...rest), [GROUP, text, nth, within]);
    return this.until(`${text} on screen`, find);
  }

  /** Waits until a text is underlined as a finding of some severity. */
  async squiggle(severity, text, options = {}) {
    const selector = `${GROUP} .squiggly-${severity}`;
    const isUnder = async () => {
      const place = await this.place(text, options);
      const found = (await this.boxes(selector)).filter((box) => Math.abs(box.x - place.x) < 2 && overlaps(box, place));
      // A hint is three dots under the first characters.
      return found.some((box) => severity === "hint" || Math.abs(box.width - place.width) < 3);
    };
    await this.until(`${severity} under ${text}`, isUnder).catch(async (error) => {
      const place = JSON.stringify(await this.place(text, options));
      throw new Error(`${error.message} at ${place}; there are: ${JSON.stringify(await this.boxes(selector))}`);
    });
  }

  async noSquiggle(severity) {
    await this.until(`no ${severity}`, async () => !(await this.page.locator(`${GROUP} .squiggly-${severity}`).count()));
  }

  async boxes(selector) {
    return this.page.locator(selector).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  }

  /** The look of a text: its colour, whether it is bold or italic, and how opaque. */
  async look(text, { nth = 0, within = "" } = {}) {
    await this.place(text, { nth, within });
    return this.page.evaluate(([group, ...rest]) => window.openclLook(group, ...rest), [GROUP, text, nth, within]);
  }

  async status(text, limit = LIMIT) {
    return this.sees("#opencl-ls\\.opencl-ls\\.opencl\\.status, [id*='opencl.status']", text, limit);
  }

  async problems(text) {
    return this.sees(".markers-panel .monaco-list-row, .markers-panel", text);
  }

  /** The rows of the list of completions. */
  async completions() {
    return (await this.page.locator(".suggest-widget.visible .monaco-list-row").allInnerTexts()).map(plain);
  }

  async complete(label) {
    await this.until(`the completion ${label}`, async () => {
      if (!(await this.page.locator(".suggest-widget.visible").count())) {
        await this.keyboard.press("Control+Space");
      }
      return this.page.locator(".suggest-widget.visible .monaco-list-row", { hasText: label }).first().waitFor({ timeout: 3000 }).then(() => true, () => false);
    });
  }
}

const GROUP = ".editor-group-container.active";

function overlaps(one, other) {
  return one.y < other.y + other.height + 4 && other.y < one.y + one.height + 4;
}

/** VS Code writes spaces that do not break. */
function plain(text) {
  return text.replaceAll("\u00a0", " ").replaceAll("\u200b", "");
}

/** Is put into the page: how it reads lines of an editor. */
export function inPage() {
  const pieces = (node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const all = [];
    for (let each = walker.nextNode(); each; each = walker.nextNode()) {
      all.push(each);
    }
    return all;
  };
  const clean = (text) => text.replaceAll("\u00a0", " ").replaceAll("\u200c", "\u200b");
  window.openclLines = (group) => {
    const editors = [...document.querySelectorAll(`${group} .monaco-editor .view-lines`)];
    const front = editors.find((each) => each.offsetParent !== null && !each.closest(".zone-widget"));
    const lines = front ? [...front.querySelectorAll(":scope > .view-line")] : [];
    return lines
      .map((node) => ({ node, top: node.getBoundingClientRect().top, text: clean(node.textContent) }))
      .sort((one, other) => one.top - other.top);
  };
  const range = (group, text, nth, within) => {
    let left = nth;
    for (const line of window.openclLines(group)) {
      if (!line.text.includes(within)) {
        continue;
      }
      for (let at = line.text.indexOf(text); at >= 0; at = line.text.indexOf(text, at + 1)) {
        const isWord = /^\w/.test(text) && /\w$/.test(text);
        const isPart = isWord && (/\w/.test(line.text[at - 1] ?? "") || /\w/.test(line.text[at + text.length] ?? ""));
        if (isPart || left-- > 0) {
          continue;
        }
        const found = document.createRange();
        let offset = 0;
        for (const piece of pieces(line.node)) {
          const end = offset + piece.length;
          if (at >= offset && at < end) {
            found.setStart(piece, at - offset);
          }
          if (at + text.length > offset && at + text.length <= end) {
            found.setEnd(piece, at + text.length - offset);
          }
          offset = end;
        }
        return found;
      }
    }
    return null;
  };
  window.openclPlace = (...rest) => range(...rest)?.getBoundingClientRect().toJSON() ?? null;
  window.openclLook = (...rest) => {
    const found = range(...rest);
    const element = found.startContainer.parentElement;
    const style = getComputedStyle(element);
    const hex = (colour) => "#" + colour.match(/[\d.]+/g).slice(0, 3).map((each) => Number(each).toString(16).padStart(2, "0")).join("");
    return {
      colour: hex(style.color),
      isBold: Number(style.fontWeight) >= 600,
      isItalic: style.fontStyle === "italic",
      opacity: Number(style.opacity),
      background: style.backgroundColor,
      decoration: style.textDecorationLine,
    };
  };
}
