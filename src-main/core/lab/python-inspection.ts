/**
 * What is known of a Python file without running it: for `python3 -c`. Words: the file, its name in messages, the
 * function, the folder of the lab, the package that it needs or `-`, and the arguments' names. It prints one JSON line.
 */
export const pythonInspection = `
import ast, importlib.metadata, importlib.util, json, os, sys

path, name, wanted, folder, package = sys.argv[1:6]
arguments = sys.argv[6:]
sys.path[:] = [entry for entry in sys.path if entry != ""] + [folder]


def end(**found):
    print(json.dumps(found))
    sys.exit(0)


def missing(sentence):
    end(missing=sentence)


def fault(sentence, line=None):
    end(fault=f"{name}: {sentence}" if line is None else f"{name}:{line}: {sentence}", line=line)


def installed(module):
    spec = importlib.util.find_spec(module)
    own = spec is not None and (spec.origin or "").startswith(folder + os.sep)
    return spec is not None and not own


def version(*names):
    for one in names:
        try:
            return importlib.metadata.version(one)
        except importlib.metadata.PackageNotFoundError:
            pass
    return ""


def tree_of(file, shown):
    with open(file, encoding="utf-8") as opened:
        text = opened.read()
    try:
        return ast.parse(text, shown)
    except SyntaxError as error:
        return fault(error.msg, error.lineno) if file == path else None


def modules(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module


def own_files(file, seen):
    """Modules of the lab that a file imports, and those that they import."""
    tree = tree_of(file, name)
    for module in modules(tree) if tree is not None else ():
        base = os.path.join(folder, *module.split("."))
        for found in (base + ".py", os.path.join(base, "__init__.py")):
            taken = os.path.isfile(found) and found != path and found not in seen
            if taken and (os.path.isdir(base) or "." in module or not installed(module)):
                seen.append(found)
                own_files(found, seen)
    return seen


if not installed("numpy"):
    missing("Python has no NumPy: apt-get install python3-numpy")
packages = {
    "cupy": ("CuPy", "pip install cupy-cuda12x", ("cupy-cuda13x", "cupy-cuda12x", "cupy")),
    "torch": ("PyTorch", "pip install torch", ("torch",)),
    "numba": ("Numba", "pip install numba", ("numba",)),
}
if package != "-" and not installed(package):
    title, install, _ = packages[package]
    missing(f"{name} needs {title}, which this Python does not have: {install}")
tree = tree_of(path, name)
functions = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
assigned = {
    target.id
    for node in tree.body
    if isinstance(node, (ast.Assign, ast.AnnAssign))
    for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    if isinstance(target, ast.Name)
}
own = next((node for node in reversed(functions) if node.name == wanted), None)
if own is None and wanted not in assigned:
    has = ", ".join(node.name for node in functions)
    end(fault=f"there is no function {wanted} in {name}; it has {has or 'none'}", line=None)
if own is not None and not own.decorator_list:
    taken = len(own.args.posonlyargs) + len(own.args.args)
    needed = taken - len(own.args.defaults)
    known = ", ".join(arguments)
    if taken < len(arguments) and own.args.vararg is None:
        where = f"def {wanted}({known}): an answer is written into its array, name[:] = ..."
        fault(f"{wanted} takes fewer arguments than it is given; write {where}", own.lineno)
    if needed > len(arguments):
        fault(f"{wanted} takes more arguments than it is given ({known})", own.lineno)
versions = [f"Python {sys.version.split()[0]}", f"NumPy {version('numpy')}"]
if package != "-":
    versions.append(f"{packages[package][0]} {version(*packages[package][2])}")
end(versions=", ".join(versions), files=own_files(path, []))
`;
