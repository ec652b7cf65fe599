// Runs a program under Pyodide's Python: node webassembly.mjs PYODIDE TREE PROGRAM. The tree is at /tree.
const [pyodide, root, program] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.FS.mkdirTree("/tree");
python.FS.mount(python.FS.filesystems.NODEFS, { root }, "/tree");
python.setStdout({ batched: (line) => console.log(line) });
await python.runPythonAsync(program);
