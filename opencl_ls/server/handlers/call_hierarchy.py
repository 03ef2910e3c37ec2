"""The call hierarchy: callers and callees across the files of the workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types
from msgspec import ValidationError, convert, to_builtins

from opencl_ls import features
from opencl_ls.analysis.query_results import CallNode
from opencl_ls.server.convert import to_offset
from opencl_ls.server.locations import Locations
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pygls.lsp.server import LanguageServer

    from opencl_ls.features.call_hierarchy import Call
    from opencl_ls.server.client import Client
    from opencl_ls.server.other_units import OtherUnit, OtherUnits
    from opencl_ls.server.workspace import Workspace

_DETAILS = {"kernel": "kernel", "block": "block"}


def register(
    server: LanguageServer, client: Client, workspace: Workspace, units: OtherUnits
) -> None:
    """Register the handlers of the call hierarchy.

    An item's `data` holds the function and the URI of the unit in which it was found.
    """

    @server.feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    def prepare(params: types.CallHierarchyPrepareParams) -> list[types.CallHierarchyItem] | None:
        document = workspace.documents.get(params.text_document.uri)
        unit = None if document is None else units.at(document.uri)
        if unit is None:
            return None
        offset = to_offset(unit.document.lines, params.position, client.encoding)
        function = features.call_hierarchy.function_at(unit.analysis, offset)
        return None if function is None else [_item(client, workspace, unit, function)]

    @server.feature(types.CALL_HIERARCHY_INCOMING_CALLS)
    def incoming(
        params: types.CallHierarchyIncomingCallsParams,
    ) -> list[types.CallHierarchyIncomingCall] | None:
        subject = _subject(params.item)
        if subject is None:
            return None
        uri, function = subject
        calls: dict[tuple[str, int], types.CallHierarchyIncomingCall] = {}
        for unit in units.with_name(function.name, uri):
            for call in features.call_hierarchy.incoming(unit.analysis, function):
                place = call.function.place
                # A header's functions are found in each unit that includes it.
                if call.places and (place.file, place.start) not in calls:
                    calls[place.file, place.start] = types.CallHierarchyIncomingCall(
                        _item(client, workspace, unit, call.function, call),
                        _ranges(client, workspace, unit, call),
                    )
        return list(calls.values())

    @server.feature(types.CALL_HIERARCHY_OUTGOING_CALLS)
    def outgoing(
        params: types.CallHierarchyOutgoingCallsParams,
    ) -> list[types.CallHierarchyOutgoingCall] | None:
        subject = _subject(params.item)
        unit = None if subject is None else units.at(subject[0])
        if subject is None or unit is None:
            return None
        return [
            types.CallHierarchyOutgoingCall(item, _ranges(client, workspace, unit, call))
            for call in features.call_hierarchy.outgoing(unit.analysis, subject[1])
            for item in _callees(unit, call)
        ]

    def _callees(unit: OtherUnit, call: Call) -> Iterable[types.CallHierarchyItem]:
        """Return the callee at its definition, perhaps in another unit."""
        others = [] if call.function.is_defined else list(units.defining(call.function.name))
        if not others:
            return (_item(client, workspace, unit, call.function, call),)
        return (_item(client, workspace, other, function, call) for other, function in others)


def _item(
    client: Client,
    workspace: Workspace,
    unit: OtherUnit,
    function: CallNode,
    call: Call | None = None,
) -> types.CallHierarchyItem:
    locations = Locations(client, workspace, unit.analysis)
    return types.CallHierarchyItem(
        name=display(function.name),
        kind=types.SymbolKind.Function,
        uri=locations.uri(function.place.file),
        range=locations.range(function.whole),
        selection_range=locations.range(function.place),
        detail=_detail(function.kind, call) or None,
        data={"unit": unit.document.uri, "function": to_builtins(function)},
    )


def _ranges(client: Client, workspace: Workspace, unit: OtherUnit, call: Call) -> list[types.Range]:
    locations = Locations(client, workspace, unit.analysis)
    return [locations.range(place) for place in call.places]


def _detail(kind: str, call: Call | None) -> str:
    words = [_DETAILS.get(kind, "")]
    words += ["in a block"] if call is not None and call.in_block else []
    return ", ".join(filter(None, words))


def _subject(item: types.CallHierarchyItem) -> tuple[str, CallNode] | None:
    """Return the unit and the function of one of our items; None for other data."""
    data: Any = item.data
    try:
        return str(data["unit"]), convert(data["function"], CallNode)
    except (KeyError, TypeError, ValidationError):
        return None
