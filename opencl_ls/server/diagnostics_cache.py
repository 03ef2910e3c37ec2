"""The diagnostics of files as they were when they were last opened or saved, kept on the disk.

A file that has not changed since, nor what it includes, is shown what was found in it before it is
analysed, which it is afterwards all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.disk import DiskFiles
from opencl_ls.disk_cache import DiskCache, cache_folder
from opencl_ls.server.guard import GuardedFiles

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.settings.model import Settings


class DiagnosticsCache:
    """The cached diagnostics of a workspace's documents, in the form that the client needs."""

    def __init__(self, client: Client, workspace: Workspace) -> None:
        self._client = client
        self._workspace = workspace
        self.is_enabled = cache_folder() is not None
        """Whether there is a folder for it."""

    def load(self, document: Document, settings: Settings) -> str | None:
        """Return the JSON text of what was kept for a document's present text, if it holds."""
        cache = self._disk_cache()
        entry = cache and cache.load(document.path, document.text, settings)
        # A header that is open may have another text than its file.
        if not entry or any(map(self._workspace.documents.at, entry.files)):
            return None
        return entry.data if isinstance(entry.data, str) else None

    def store(self, document: Document, analysis: Analysis, text: str) -> None:
        """Keep the JSON text of a document's diagnostics, unless an included file is open."""
        cache = self._disk_cache()
        others = set(analysis.files) - {document.path}
        if cache is not None and not any(map(self._workspace.documents.at, others)):
            cache.store(document.path, document.text, analysis.settings, analysis, text)

    def prune(self) -> None:
        """Remove entries that are too old."""
        cache = self._disk_cache()
        if cache is not None:
            cache.prune()

    def _disk_cache(self) -> DiskCache | None:
        folder = cache_folder() if self.is_enabled else None
        if folder is None:
            return None
        folders = self._workspace.configuration.folders()
        files = GuardedFiles(DiskFiles(), self._workspace.configuration.folders)
        return DiskCache(folder, f"diagnostics {self._client} {folders}", files)
