"""A running Neovim, driven by keys and asked by expressions, as its own remote protocol does it."""

from __future__ import annotations

import json
import subprocess
import time

PATIENCE = 40
"""Seconds after which what was waited for does not come any more."""


class Neovim:
    """One editor without a screen."""

    def __init__(self, program, environment, folder, files=()):
        self.program = program
        self.environment = environment
        self.socket = str(folder.parent / "nvim.sock")
        self.process = subprocess.Popen(
            [program, "--headless", "--listen", self.socket, *files],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.until_true(lambda: self.remote("--remote-expr", "1").strip() == "1")

    def remote(self, *arguments):
        run = subprocess.run(
            [self.program, "--server", self.socket, *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        # Neovim writes the answer to standard error while it has no screen.
        return run.stdout or run.stderr

    def eval(self, expression):
        """Return the value of an expression of Vim script."""
        answer = self.remote("--remote-expr", f"json_encode({expression})")
        try:
            return json.loads(answer)
        except ValueError:
            raise AssertionError(f"{expression}: {answer}") from None

    def lua(self, code):
        """Run Lua, and return what it returns."""
        quoted = code.replace("'", "''")
        return self.eval(f"luaeval('(function() {quoted} end)()')")

    def keys(self, keys):
        """Type keys, in the notation of mappings."""
        self.remote("--remote-send", keys)

    def command(self, text):
        self.keys(f"<C-\\><C-N>:{text}<CR>")

    def at(self, text, line=None, inside=0):
        """Put the cursor on the first place of a text, `inside` characters after its begin."""
        self.keys("<C-\\><C-N>gg0")
        found = self.eval(f"searchpos('\\V{text}', 'cW')")
        assert found != [0, 0], f"{text} is not there"
        if line is not None:
            assert found[0] == line
        self.eval(f"cursor({found[0]}, {found[1] + inside})")

    def until_true(self, holds):
        """Wait until something holds; return it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = holds()
            if value:
                return value
            time.sleep(0.02)
        raise AssertionError(f"it did not come: messages are {self.messages()}")

    def until(self, code):
        """Wait until some Lua returns what counts as true; return that."""
        return self.until_true(lambda: self.lua(code))

    def messages(self):
        return self.eval("execute('messages')")

    def text(self):
        return "\n".join(self.eval("getline(1, '$')")) + "\n"

    def lines(self):
        return self.eval("getline(1, '$')")

    def codes(self, buffer=0):
        """Return the codes of the findings that are shown, by line."""
        return self.lua(
            f"local t = vim.tbl_map(function(d) return d.lnum + 1 .. ' ' .. tostring(d.code) end,"
            f" vim.diagnostic.get({buffer})) table.sort(t) return t"
        )

    def float(self):
        """Return the text of the floating window, once there is one."""
        return self.until(
            "for _, w in ipairs(vim.api.nvim_list_wins()) do"
            " if vim.api.nvim_win_get_config(w).relative ~= '' then"
            " return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(w), 0, -1,"
            " false), '\\n') end end"
        )

    def close(self):
        self.process.kill()
        self.process.wait()
