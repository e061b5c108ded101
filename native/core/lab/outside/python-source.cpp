#include "worker-source.h"

namespace breakeven::lab {
namespace {

const char* const python_source = R"python(
import ctypes, os, platform, sys, time, traceback, types

try:
    # Linux: ends with the process that started it, whatever it is doing then.
    ctypes.CDLL(None).prctl(1, 9)
except (OSError, AttributeError):
    pass

# What the file prints or reads must not be taken for an answer or a request.
replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
requests = os.fdopen(os.dup(0), encoding="utf-8")
os.dup2(2, 1)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

path, display, wanted, folder, package, gpu, offset = sys.argv[1:8]
# A script of the product has no folder, and its text is the first word.
script = path if folder == "" else None
if script is not None:
    path = display
# Behind everything else: a file numpy.py of a lab is not NumPy.
sys.path[:] = [entry for entry in (*sys.path, folder) if entry != ""]
if script is None:
    path = os.path.abspath(path)
    os.chdir(folder)


def reply(*words):
    print(*words, file=replies, flush=True)


def sentence(error):
    """One line that names the last line of the user's file."""
    text = " ".join(str(error).split())
    kind = type(error).__name__
    said = f"{kind}: {text}" if text else kind
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == path]
    if isinstance(error, SyntaxError) and error.filename == path:
        lines, said = [error.lineno], f"{kind}: {error.msg}"
    return f"{display}:{lines[-1]}: {said}" if lines else f"{display}: {said}"


def stop(text):
    reply("error", text)
    sys.exit(0)


try:
    numpy = None if package == "lists" else __import__("numpy")
except ImportError:
    stop("Python has no NumPy: apt-get install python3-numpy")


def load():
    text = script
    if text is None:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    module = types.ModuleType("breakeven_variant")
    module.__file__ = path
    sys.modules["breakeven_variant"] = module
    if os.path.exists(path + ".defines"):
        with open(path + ".defines", encoding="utf-8") as file:
            for line in file.read().splitlines():
                name, value = line.split("=", 1)
                try:
                    module.__dict__[name] = int(value)
                except ValueError:
                    module.__dict__[name] = value
    exec(compile(text, path, "exec"), module.__dict__)
    function = getattr(module, wanted, None)
    if not callable(function):
        stop(f"there is no function {wanted} in {display}")
    return function


def shared(kind, handle, shape):
    if 0 in shape:
        return numpy.empty(shape, kind)
    array = numpy.memmap(
        f"/proc/self/fd/{handle}", kind, "r+", int(offset), shape if shape else (1,)
    )
    return array.view(numpy.ndarray).reshape(shape)


class Argument:
    def __init__(self, name, role, kind, handle, value, first):
        self.name, self.role = name, role
        if role in ("none", "omitted"):
            self.host = None
            return
        if role in ("scalar", "seed"):
            whole = role == "seed" or "int" in kind
            self.host = int(value or 0) if whole else float(numpy.dtype(kind).type(value))
            return
        shape = tuple(int(size) for size in value.split(",") if size != "")
        if package == "lists":
            self.host, self.first = shared_view(kind, int(handle), shape), None
            return
        # NumPy has no bfloat16: its bits, as host code in C gets them.
        dtype = numpy.dtype("uint16" if kind == "bfloat16" else kind)
        self.host = shared(dtype, handle, shape)
        self.first = None if first == "-" else shared(dtype, first, shape)


words = sys.argv[8:]
arguments = [Argument(*words[at : at + 6]) for at in range(0, len(words), 6)]
no_array = ("scalar", "seed", "none", "omitted", "returned")
arrays = [one for one in arguments if one.role not in no_array]
passed_on = [one for one in arguments if one.role not in ("omitted", "returned")]
answers = [one for one in arguments if one.role == "returned"]
restored = [argument for argument in arrays if argument.first is not None]
clock, cpu_clock = time.perf_counter_ns, time.process_time_ns


def clock_step():
    steps = []
    while len(steps) < 100:
        start = clock()
        step = clock() - start
        if step > 0:
            steps.append(step)
    return min(steps)


try:
    function = load()
    device = packages[package]()
except SystemExit:
    raise
except BaseException as error:
    stop(sentence(error))

on_device = package != "-"
made = {}


def keeping_answer(plain):
    """A function whose answer is what it returns."""

    def call(*words):
        answers[0].host[...] = plain(*words)

    return call


if answers:
    function = keeping_answer(function)


def make():
    """The arguments of one call, with arrays of the device as they are on the host now."""
    for argument in arrays:
        made[argument.name] = device.take(argument.host)
        if argument.first is not None:
            made[argument.name + " first"] = device.take(argument.first)


def given():
    return [made.get(argument.name, argument.host) for argument in passed_on]


def feed():
    if not on_device:
        return
    for argument in arrays:
        device.fill(made[argument.name], argument.host)
        if argument.first is not None:
            device.fill(made[argument.name + " first"], argument.first)
    device.synchronize()


def restore():
    for argument in restored:
        if on_device:
            device.copy(made[argument.name], made[argument.name + " first"])
        else:
            numpy.copyto(argument.host, argument.first)


def fetch():
    if on_device:
        device.synchronize()
        for argument in arrays:
            device.read(made[argument.name], argument.host)


class Fault(Exception):
    """What the file did wrong, said in whole."""


def threads():
    return len(os.listdir("/proc/self/task"))


leaving = 0


def look_for_threads(before):
    """Work that goes on behind a call is in no time. A pool is made once; one that has ended is listed a little longer."""
    global leaving
    start, after = clock(), threads()
    while after > before and clock() - start < 5_000_000:
        time.sleep(0)
        after = threads()
    leaving = leaving + 1 if after > before else 0
    if leaving == 3:
        raise Fault(f"it leaves threads behind: {before} before a run, {after} after it")


def once():
    """A verified run. A function that returns an array has often not written one."""
    restore()
    before = threads()
    result = function(*given())
    device.synchronize()
    fetch()
    look_for_threads(before)
    return "return" if result is not None else "none"


def times(repeats, scope):
    """Nanoseconds of so many calls, and those of the CPU."""
    call = given()
    if not restored:
        device.synchronize()
        cpu, start = cpu_clock(), clock()
        first = device.event() if scope == "kernel" and on_device else None
        for _ in range(repeats):
            function(*call)
        if first is not None:
            return device.between_ns(first, device.event()), cpu_clock() - cpu
        device.synchronize()
        end = clock()
        return end - start, cpu_clock() - cpu
    passed = used = 0
    for _ in range(repeats):
        restore()
        device.synchronize()
        cpu, start = cpu_clock(), clock()
        if scope == "kernel" and on_device:
            first = device.event()
            function(*call)
            passed += device.between_ns(first, device.event())
        else:
            function(*call)
            device.synchronize()
            passed += clock() - start
        used += cpu_clock() - cpu
    return passed, used


def nothing(*words):
    return None


def empty_call():
    """The median of what a call takes that does nothing with the same arguments."""
    call, empty = given(), getattr(sys.modules["breakeven_variant"], "breakeven_empty", nothing)
    rounds = []
    for _ in range(21):
        start = clock()
        for _ in range(200):
            empty(*call)
        rounds.append((clock() - start) / 200)
    return sorted(rounds)[10]


def new_lists(repeats):
    """Nanoseconds of so many calls, each with lists made for its answer, and those of the CPU."""
    cpu, start = cpu_clock(), clock()
    for _ in range(repeats):
        for argument in arrays:
            if argument.role == "out":
                made[argument.name] = [0] * len(argument.host)
        function(*given())
    end = clock()
    used = cpu_clock() - cpu
    fetch()
    return end - start, used


def whole(repeats):
    """End to end: on the host the call alone, with lists of its own, on a device from host array to host array."""
    if not on_device:
        return times(repeats, "call")
    if package == "lists":
        return new_lists(repeats)
    passed = used = 0
    for _ in range(repeats):
        for argument in restored:
            numpy.copyto(argument.host, argument.first)
        made.clear()
        device.synchronize()
        cpu, start = cpu_clock(), clock()
        for argument in arrays:
            made[argument.name] = device.take(argument.host)
        function(*given())
        fetch()
        passed += clock() - start
        used += cpu_clock() - cpu
        make()
    return passed, used


def check():
    """The user's own rule for answers."""
    scalars = {one.name: one.host for one in arguments if one.role in ("scalar", "seed")}
    inputs = {one.name: one.host for one in arrays if one.role == "in"}
    expected = {one.name: one.host for one in arrays if one.role == "expected"}
    actual = {one.name: one.host for one in arrays if one.role == "actual"}
    found = function({**scalars, **inputs}, expected, actual)
    passed, text = found if isinstance(found, tuple) else (found, "")
    text = " ".join(str(text).split())
    return ("passed" if passed else "wrong"), text


try:
    if on_device:
        make()
    version = sys.version.split()[0]
    if numpy is None:
        version = f"{platform.python_implementation()} {version}"
    else:
        version = f"{sys.implementation.name} {version}, NumPy {numpy.__version__}"
    reply("ok", clock_step(), version)
    for line in requests:
        ask, *rest = line.split()
        if ask == "once":
            reply("ok", once())
        elif ask == "feed":
            feed()
            reply("ok")
        elif ask == "fetch":
            fetch()
            reply("ok")
        elif ask == "seed":
            for argument in arguments:
                if argument.role == "seed":
                    argument.host = int(rest[0])
            reply("ok")
        elif ask == "check":
            reply("ok", *check())
        elif ask == "empty":
            reply("ok", empty_call())
        elif ask == "total":
            reply("ok", *whole(int(rest[0])))
        else:
            reply("ok", *times(int(rest[0]), ask))
except Fault as fault:
    reply("error", fault)
except BaseException as error:
    reply("error", sentence(error))
)python";

}  // namespace

std::vector<std::string> python_worker(const std::string& python) {
  return {python, "-B", "-c", std::string(python_devices) + python_source};
}

}  // namespace breakeven::lab
