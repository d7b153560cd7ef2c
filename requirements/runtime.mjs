// Compiles what Python imports wherever it starts, so that no browser does: by that very Python, in the archive of its
// modules. What they say of themselves stays behind; all other modules stay as they are.
//
//   node requirements/runtime.mjs FOLDER

import { readFileSync, writeFileSync } from "node:fs";

const [folder] = process.argv.slice(2);
const archive = `${folder}/python_stdlib.zip`;
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: folder });
python.FS.writeFile("/old.zip", readFileSync(archive));
python.runPython(`
import ast, csv, dataclasses, difflib, gettext, html, importlib.metadata, json, pathlib, sys, tempfile, tomllib, urllib.parse
import importlib._bootstrap_external as external
from importlib.util import source_hash
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

def inside(module):
    return (getattr(module, "__file__", None) or "").rpartition(".zip/")[2]

def compiled(name, source):
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return external._code_to_hash_pyc(code, source_hash(source), checked=False)

imported = {*map(inside, [*sys.modules.values()])}
with ZipFile("/old.zip") as old, ZipFile("/new.zip", "w", compresslevel=9) as new:
    for name in sorted(each for each in old.namelist() if not each.endswith("/")):
        source = old.read(name)
        found = (f"{name}c", compiled(name, source)) if name in imported else (name, source)
        new.writestr(ZipInfo(found[0]), found[1], ZIP_DEFLATED)
`);
writeFileSync(archive, python.FS.readFile("/new.zip"));
