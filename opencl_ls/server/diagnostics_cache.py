"""A disk cache of the diagnostics of files when they were last opened or saved.

A file that has not changed since, with its includes, gets these diagnostics until it has been
analysed again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.cache_folder import cache_folder
from opencl_ls.disk import DiskFiles
from opencl_ls.disk_cache import DiskCache
from opencl_ls.server.guard import GuardedFiles

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.settings.model import Settings


class DiagnosticsCache:
    """The cached diagnostics of a workspace's documents, as the client needs them."""

    def __init__(self, client: Client, workspace: Workspace) -> None:
        self._client = client
        self._workspace = workspace
        self.is_enabled = cache_folder() is not None
        """Whether there is a folder for it."""

    def load(self, document: Document, settings: Settings) -> str | None:
        """Return the cached JSON text for a document's present text, if it is valid."""
        cache = self._disk_cache()
        entry = cache and cache.load(document.path, document.text, settings)
        # A header that is open may have another text than its file.
        if not entry or any(map(self._workspace.documents.at, entry.files)):
            return None
        return entry.data if isinstance(entry.data, str) else None

    def store(self, document: Document, analysis: Analysis, text: str) -> None:
        """Store the JSON text of a document's diagnostics, unless an included file is open."""
        cache = self._disk_cache()
        others = set(analysis.files) - {document.path}
        if cache is not None and not any(map(self._workspace.documents.at, others)):
            cache.store(document.path, document.text, analysis.settings, [analysis], text)

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
