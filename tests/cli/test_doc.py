"""The command `doc`."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencl_ls.cli.main import main


def _printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["doc", *arguments]) == 0
    return capsys.readouterr().out


def test_a_name_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    """Signature, own lines, arguments, and what is known besides stand in their order."""
    out = _printed(capsys, "barrier()")
    parts = [
        "void barrier(cl_mem_fence_flags flags)",
        "Holds every work-item",
        "- flags: The memories",
        "Undefined.",
        "kernel void reverse",
    ]
    assert [out.find(part) for part in parts] == sorted(out.find(part) for part in parts)
    assert "`" not in out and "**" not in out


def test_a_version_tells_what_it_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    """With a version the page says what is not there."""
    assert "Not in this file (CL1.2): needs OpenCL C 2.0" in _printed(
        capsys, "work_group_barrier", "--std", "CL1.2"
    )


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("vloadn", "gentypen vloadn("),
        ("packed", "__attribute__((packed))"),
        ("opencl fp_contract", "#pragma OPENCL FP_CONTRACT"),
        ("#pragma unroll", "#pragma unroll"),
        ("float4", "float4"),
        ("cl_khr_gl_sharing", "cl_khr_gl_sharing"),
    ],
)
def test_names_are_found_as_people_type_them(
    capsys: pytest.CaptureFixture[str], name: str, begins: str
) -> None:
    """Families, attributes without their brackets, pragmas in any case."""
    assert _printed(capsys, name).strip().startswith(begins)


@pytest.mark.parametrize(
    ("name", "begins", "page"),
    [
        (
            "__syncthreads()",
            "__syncthreads: a name of CUDA. In OpenCL C: barrier(",
            "void barrier(",
        ),
        (
            "threadIdx.y",
            "threadIdx.y: a name of CUDA. In OpenCL C: get_local_id(1).",
            "size_t get_",
        ),
        ("GL_globalinvocationid", "GL_globalinvocationid: a name of GLSL.", "get_global_id(uint"),
        ("numthreads", "numthreads: a name of HLSL.", "__attribute__((reqd_work_group_size"),
        ("malloc", "malloc: a name of the C library. OpenCL C has nothing that does", "clear"),
    ],
)
def test_names_of_other_languages(
    capsys: pytest.CaptureFixture[str], name: str, begins: str, page: str
) -> None:
    """They are shown with the OpenCL C name for them, and its page is below."""
    printed = _printed(capsys, name)
    assert printed.strip().startswith(begins)
    assert (page in printed) == (page != "clear")


def test_colours_take_the_place_of_marks(capsys: pytest.CaptureFixture[str]) -> None:
    """With colours, code and headings are painted."""
    out = _printed(capsys, "barrier", "--color")
    assert "\x1b[1mReturns.\x1b[0m" in out
    assert "`" not in out


def test_the_list_and_the_search(capsys: pytest.CaptureFixture[str]) -> None:
    """Names are listed by a part of them, found by what is written about them."""
    assert "\nwork_group_barrier  " in _printed(capsys, "--list", "barrier")
    assert "sub_group_barrier\n    Holds" in _printed(
        capsys, "--search", "sub-group waiting barrier"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["work_group_barier"], "is it work_group_barrier?"),
        (["__syncthread"], "is it __syncthreads"),
        (["no_such_thing_anywhere"], "--search WORDS"),
        (["--list", "nonesuch"], 'no name has "nonesuch"'),
        (["--search", "nonesuch"], "nothing is found"),
        (["barrier", "--std", "CL9"], "unknown OpenCL C version"),
    ],
)
def test_wrong_usage_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    """Unknown names get the nearest ones."""
    assert main(["doc", *arguments]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


# --- pages for a browser -------------------------------------------------------------------------


def test_one_page_goes_to_a_file_or_into_a_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It says what the terminal says, for the version that is named."""
    assert _printed(capsys, "packed", "--html", str(tmp_path)) == ""
    file = tmp_path / "new" / "page.html"
    assert _printed(capsys, "work_group_barrier", "--std", "CL1.2", "--html", str(file)) == ""
    assert (tmp_path / "attribute-packed.html").is_file()
    assert "Not in this file (CL1.2)" in file.read_text("utf-8")


def test_the_whole_reference_goes_into_a_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "reference"
    out = _printed(capsys, "--html", str(folder))
    written = [path for path in folder.rglob("*") if path.is_file()]
    assert out == f"{len(written)} files; {folder / 'index.html'} is the first page\n"
    assert {"index.html", "sin.html", "names.js"} <= {path.name for path in written}
    assert main(["doc", "--html", str(folder / "index.html")]) == 2
    assert "index.html is a file; without a name" in capsys.readouterr().err


def test_a_page_is_opened_from_the_cache(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setenv("OPENCL_LS_CACHE", str(tmp_path))
    monkeypatch.setattr("webbrowser.open", lambda uri: opened.append(uri) or True)
    out = _printed(capsys, "NAN", "--open")
    page = tmp_path / "pages" / "NAN-constant.html"
    assert out == f"{page}\n"
    assert opened == [page.as_uri()]
    assert "<h1>NAN</h1>" in page.read_text("utf-8")


def test_what_cannot_be_opened_is_said_with_a_way_out(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webbrowser.open", lambda _uri: False)
    monkeypatch.setenv("OPENCL_LS_CACHE", str(tmp_path))
    assert main(["doc", "sin", "--open"]) == 2
    page = tmp_path / "pages" / "sin.html"
    assert f"no browser was found; the page is {page}" in capsys.readouterr().err
    assert page.is_file()
    monkeypatch.setenv("OPENCL_LS_CACHE", "")
    assert main(["doc", "sin", "--open"]) == 2
    assert "--html FILE writes the page" in capsys.readouterr().err
    assert main(["doc", "--open"]) == 2
    (tmp_path / "file").write_text("")
    assert main(["doc", "--html", str(tmp_path / "file")]) == 2
