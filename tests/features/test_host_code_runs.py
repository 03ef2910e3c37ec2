"""Host code at work: an implementation of OpenCL runs a kernel with it, where one is installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from opencl_ls.analysis.host import check
from opencl_ls.features.host_code import host_code
from opencl_ls.settings.options import from_build_options
from tests.support.cases import MemoryFiles

KERNEL = """\
typedef struct body {
    float4 position;
    float3 velocity;
    char kind;
    long id;
    struct { int a; union { int b; float c; }; } parts[3];
} Body;
struct __attribute__((packed)) wire { char tag; float4 at; int n; long d; };
typedef struct { int x; __attribute__((aligned(16))) int y; short z; } Odd;
kernel __attribute__((reqd_work_group_size(4, 2, 1)))
void add(global float *out, constant Body *bodies, local float4 *tile, int n, float3 colour,
         struct wire wire, Odd odd, char2 pair) {
    size_t i = get_global_id(0) + 4 * get_global_id(1);
    tile[get_local_id(0)] = (float4)(OFFSET);
    out[i] = bodies[1].position.y + bodies[1].velocity.z + bodies[1].id + bodies[1].parts[2].c + n
           + colour.z + wire.at.w + wire.n + wire.d + odd.y + odd.z + pair.y
           + tile[get_local_id(0)].x;
    if (i == 1) out[i] = sizeof(Body) * 10000 + sizeof(struct wire) * 100 + sizeof(Odd);
}
"""
EXPECTED = f"{2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13 + 100} 802932"
PACKAGES = (
    "apt-get install opencl-c-headers opencl-clhpp-headers ocl-icd-opencl-dev pocl-opencl-icd"
)
NO_DEVICE = 77

MAIN_C = """\
#include "host.c"
int main(void)
{
    static char source[10000];
    FILE *file = fopen("add.cl", "r");
    if (!file || !fread(source, 1, sizeof source - 1, file)) return 1;
    fclose(file);
    cl_platform_id platform;
    cl_device_id device;
    if (clGetPlatformIDs(1, &platform, NULL)
        || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return 77;
    cl_int error;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    cl_program program;
    if (build_add(context, device, "kernel void broken( {", &program) == CL_SUCCESS || program)
        return 2;
    if (build_add(context, device, source, &program)) return 3;
    cl_kernel kernel = clCreateKernel(program, "add", &error);
    body bodies[2] = {0};
    bodies[1].position.s[1] = 2;
    bodies[1].velocity.s[2] = 3;
    bodies[1].id = 4;
    bodies[1].parts[2].c = 5;
    cl_float3 colour = {{0, 0, 7}};
    wire one = {1, {{0, 0, 0, 8}}, 9, 10};
    Odd odd = {.y = 11, .z = 12};
    cl_char2 pair = {{0, 13}};
    float result[8];
    cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof bodies, bodies, &error);
    cl_mem out = clCreateBuffer(context, 0, sizeof result, NULL, &error);
    const size_t global_size[] = {4, 2};
    if (enqueue_add(queue, kernel, global_size, out, in, 4 * sizeof(cl_float4), 6, colour, one,
                    odd, pair, NULL)) return 4;
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof result, result, 0, NULL, NULL);
    printf("%.0f %.0f\\n", result[7], result[1]);
    return 0;
}
"""

MAIN_CPP = """\
#include "host.cpp"
#include <cstdio>
#include <fstream>
#include <sstream>
int main()
{
    std::ifstream file("add.cl");
    std::stringstream source;
    source << file.rdbuf();
    std::vector<cl::Platform> platforms;
    try { cl::Platform::get(&platforms); } catch (cl::Error &) { return 77; }
    if (platforms.empty()) return 77;
    std::vector<cl::Device> devices;
    platforms[0].getDevices(CL_DEVICE_TYPE_ALL, &devices);
    cl::Context context(devices[0]);
    cl::CommandQueue queue(context, devices[0]);
    try { build_add(context, "kernel void broken( {"); return 2; } catch (cl::BuildError &) { }
    cl::Program program = build_add(context, source.str());
    body bodies[2] = {};
    bodies[1].position.s[1] = 2;
    bodies[1].velocity.s[2] = 3;
    bodies[1].id = 4;
    bodies[1].parts[2].c = 5;
    cl_float3 colour = {{0, 0, 7}};
    wire one = {1, {{0, 0, 0, 8}}, 9, 10};
    Odd odd = {};
    odd.y = 11;
    odd.z = 12;
    cl_char2 pair = {{0, 13}};
    float result[8];
    cl::Buffer in(context, CL_MEM_COPY_HOST_PTR, sizeof bodies, bodies);
    cl::Buffer out(context, 0, sizeof result);
    enqueue_add(queue, program, cl::NDRange(4, 2), out, in, 4 * sizeof(cl_float4), 6, colour, one,
                odd, pair).wait();
    queue.enqueueReadBuffer(out, CL_TRUE, 0, sizeof result, result);
    std::printf("%.0f %.0f\\n", result[7], result[1]);
}
"""


def write(style: str, name: str, folder: Path) -> None:
    settings, _ = from_build_options("-cl-std=CL1.2 -D OFFSET=100")
    found = host_code(check("add.cl", MemoryFiles({"add.cl": KERNEL}), settings), style)
    assert found is not None
    (folder / "add.cl").write_text(KERNEL)
    (folder / name).write_text(found.text)


@pytest.mark.parametrize(
    ("style", "file", "main", "command"),
    [
        ("c", "host.c", MAIN_C, ["cc", "-std=c11", "-x", "c"]),
        ("cpp", "host.cpp", MAIN_CPP, ["c++", "-std=c++11", "-x", "c++"]),
    ],
)
def test_it_runs(tmp_path: Path, style: str, file: str, main: str, command: list[str]) -> None:
    """Numbers, vectors, structs and local memory reach the kernel as they are meant."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    write(style, file, tmp_path)
    probe = "#include <CL/opencl.hpp>\nint main(void) { return 0; }\n"
    probe = probe if style == "cpp" else probe.replace("opencl.hpp", "cl.h")
    for text, output in ((probe, "probe"), (main, "host")):
        line = [*command, "-w", "-o", output, "-", "-lOpenCL"]
        done = subprocess.run(
            line, input=text, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        if output == "probe" and done.returncode:
            pytest.skip(f"OpenCL cannot be linked: {PACKAGES}")
        assert done.returncode == 0, done.stderr
    environment = {**os.environ, "POCL_CACHE_DIR": str(tmp_path)}
    run = subprocess.run(
        ["./host"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    if run.returncode == NO_DEVICE:
        pytest.skip(f"no device: {PACKAGES}")
    assert (run.returncode, run.stdout) == (0, f"{EXPECTED}\n"), run.stderr


def test_it_runs_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cl = pytest.importorskip("pyopencl", reason="pip install pyopencl pocl-binary-distribution")
    np = pytest.importorskip("numpy")
    monkeypatch.setenv("POCL_CACHE_DIR", str(tmp_path))
    write("pyopencl", "host_of_add.py", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    import host_of_add as host

    try:
        device = cl.get_platforms()[0].get_devices()[0]
    except (cl.Error, IndexError):
        pytest.skip(f"no device: {PACKAGES}")
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    program = host.build(context, KERNEL)
    bodies = np.zeros(2, host.body)
    bodies[1]["position"] = (0, 2, 0, 0)
    bodies[1]["velocity"] = (0, 0, 3, 0)
    bodies[1]["id"] = 4
    bodies[1]["parts"][2]["c"] = 5
    result = np.zeros(8, np.float32)
    given = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=bodies)
    out = cl.Buffer(context, 0, result.nbytes)
    wire, odd = (1, (0, 0, 0, 8), 9, 10), (0, 11, 12)
    host.enqueue_add(
        queue, program, (4, 2), out, given, 64, 6, (0, 0, 7), wire, odd, (0, 13)
    ).wait()
    cl.enqueue_copy(queue, result, out)
    assert f"{result[7]:.0f} {result[1]:.0f}" == EXPECTED


# --- the programs of the page --------------------------------------------------------------------

PAGE = Path(__file__).with_name("host_code_runs.md")
SECTION = re.compile(
    r"^## (?P<name>\w+)\n.*?^```cl\n(?P<cl>.*?)^```\n.*?^```c\n(?P<c>.*?)^```\n.*?"
    r"^```python\n(?P<python>.*?)^```\n\n    (?P<line>.*?)\n",
    re.M | re.S,
)
SECTIONS = [match.groupdict() for match in SECTION.finditer(PAGE.read_text("utf-8"))]
EXPECTED_OF_ALL = "".join(f"{each['name']} {each['line']}\n" for each in SECTIONS)

COMMON_C = """\
static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static const size_t one[] = {1, 1, 1};

static cl_mem buffer(size_t size, void *data)
{
    cl_int error;
    return clCreateBuffer(context, data ? CL_MEM_COPY_HOST_PTR : 0, size, data, &error);
}

static void read(cl_mem memory, size_t size, void *data)
{
    clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, size, data, 0, NULL, NULL);
}
"""
MAIN_OF_ALL = """\
int main(void)
{
    cl_platform_id platform;
    cl_int error;
    if (clGetPlatformIDs(1, &platform, NULL)
        || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return 77;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    queue = clCreateCommandQueue(context, device, 0, &error);
    %s
    return 0;
}
"""


def host_of(section: dict[str, str], style: str) -> str:
    name = f"{section['name']}.cl"
    settings, _ = from_build_options("-cl-std=CL1.2")
    found = host_code(check(name, MemoryFiles({name: section["cl"]}), settings), style)
    assert found is not None
    return found.text


def test_there_are_ten_programs() -> None:
    assert len(SECTIONS) == PAGE.read_text("utf-8").count("\n## ") == 10


@pytest.mark.oracle
@pytest.mark.slow
def test_all_programs_run_in_c(tmp_path: Path) -> None:
    """One executable compiles all of the code with the headers, and runs each kernel."""
    if shutil.which("cc") is None:
        pytest.skip("cc is not installed")
    parts = []
    for each in SECTIONS:
        name, kernel = each["name"], re.findall(r"enqueue_(\w+)\(", each["c"])[0]
        (tmp_path / f"{name}.c").write_text(host_of(each, "c"))
        source = each["cl"].replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        parts.append(
            f'#include "{name}.c"\nstatic void run_{name}(void)\n{{\n    cl_program program;\n'
            f'    printf("{name} ");\n'
            f'    if (build_{name}(context, device, "{source}", &program)) return;\n'
            f'    cl_kernel kernel = clCreateKernel(program, "{kernel}", NULL);\n'
            f'{each["c"]}    printf("\\n");\n}}\n'
        )
    calls = " ".join(f"run_{each['name']}();" for each in SECTIONS)
    begin = "#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\n#include <stdio.h>\n"
    text = begin + COMMON_C + "".join(parts) + MAIN_OF_ALL % calls
    line = ["cc", "-std=c11", "-w", "-x", "c", "-o", "host", "-", "-lOpenCL"]
    done = subprocess.run(
        line, input=text, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    if done.returncode and ("CL/cl.h" in done.stderr or "-lOpenCL" in done.stderr):
        pytest.skip(f"OpenCL cannot be linked: {PACKAGES}")
    assert done.returncode == 0, done.stderr
    environment = {**os.environ, "POCL_CACHE_DIR": str(tmp_path)}
    run = subprocess.run(
        ["./host"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    if run.returncode == NO_DEVICE:
        pytest.skip(f"no device: {PACKAGES}")
    assert (run.returncode, run.stdout) == (0, EXPECTED_OF_ALL), run.stderr


@pytest.mark.oracle
@pytest.mark.slow
def test_all_programs_run_in_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """PyOpenCL runs each kernel, and the device has the sizes and offsets of the data types."""
    cl = pytest.importorskip("pyopencl", reason="pip install pyopencl pocl-binary-distribution")
    np = pytest.importorskip("numpy")
    monkeypatch.setenv("POCL_CACHE_DIR", str(tmp_path))
    try:
        device = cl.get_platforms()[0].get_devices()[0]
    except (cl.Error, IndexError):
        pytest.skip(f"no device: {PACKAGES}")
    context = cl.Context([device])
    queue = cl.CommandQueue(context)

    def buffer(array: Any) -> Any:
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        return cl.Buffer(context, flags, hostbuf=array)

    def read(memory: Any, array: Any) -> Any:
        cl.enqueue_copy(queue, array, memory)
        return array

    for each in SECTIONS:
        host = ModuleType(each["name"])
        exec(host_of(each, "pyopencl"), vars(host))
        # The host names the types of unnamed structs, the program does not.
        types = {
            name: made
            for name, made in vars(host).items()
            if isinstance(made, np.dtype) and re.search(rf"\b{name};", each["cl"])
        }
        asked = [
            (f"__builtin_offsetof({name}, {member})", offset)
            for name, made in types.items()
            for member, (_, offset) in made.fields.items()
        ]
        asked += [(f"sizeof({name})", made.itemsize) for name, made in types.items()]
        stores = "".join(f"out[{index}] = {text}; " for index, (text, _) in enumerate(asked))
        layout = f"kernel void layout_(global ulong *out) {{ {stores}}}\n"
        program = host.build(context, each["cl"] + layout)
        sizes = buffer(np.zeros(len(asked) + 1, np.uint64))
        program.layout_(queue, (1,), None, sizes)
        found = read(sizes, np.zeros(len(asked) + 1, np.uint64))[:-1]
        assert [int(one) for one in found] == [size for _, size in asked], asked
        print(each["name"], end=" ")
        exec(
            each["python"],
            {
                "cl": cl,
                "np": np,
                "host": host,
                "context": context,
                "queue": queue,
                "program": program,
                "buffer": buffer,
                "read": read,
            },
        )
        print()
    assert capsys.readouterr().out == EXPECTED_OF_ALL
