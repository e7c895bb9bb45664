// Mends faults of packages for which there is no release, after each installation of packages. Plain JavaScript, as it runs before
// anything is built. A new version of such a package fails here, and has to be looked at.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PATCHES = [
  {
    // https://github.com/porsager/postgres/issues/1154 and 1208: a connection that is lost while a statement is about to be written keeps
    // the mark of that write for good, and never writes again; one of a transaction ends the process with the next statement.
    package: "postgres",
    version: "3.4.9",
    file: "src/connection.js",
    changes: [
      [
        "    clearImmediate(nextWriteTimer)\n    if (socket) {",
        "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    if (socket) {",
      ],
      [
        "    clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)",
        "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener('data', data)",
      ],
      [
        // Between a socket's error and its end a statement may still be handed to it: without this, nothing ever answers that one.
        "    !hadError && (query || sent.length) && error(Errors.connection(",
        "    if (query || sent.length)\n      error(Errors.connection(",
      ],
      [
        // What was answered so by the loss must not be taken for a statement of the next connection.
        "    closedTime = performance.now()\n    hadError &&",
        "    query = results = errorResponse = null\n    closedTime = performance.now()\n    hadError &&",
      ],
      [
        "    if (stream)\n      return queryError(q, Errors.generic('COPY_IN_PROGRESS'",
        "    if (socket === null)\n      return queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true\n\n    if (stream)\n      return queryError(q, Errors.generic('COPY_IN_PROGRESS'",
      ],
      [
        // A pool that is closed while a connection waits to be made again, or is being made, would make it after its end and keep it: no
        // process with such a pool ends by itself.
        "  function reconnect() {\n    setTimeout(connect,",
        "  function reconnect() {\n    reconnectTimer = setTimeout(connect,",
      ],
      ["    , terminated = false\n", "    , terminated = false\n    , reconnectTimer = null\n"],
      [
        "    terminated = true\n    if (stream",
        "    terminated = true\n    clearTimeout(reconnectTimer)\n    if (stream",
      ],
      [
        "      socket.readyState === 'open' && socket.end(b().X().end())",
        "      socket.readyState === 'open' ? socket.end(b().X().end()) : socket.destroy()",
      ],
    ],
  },
  {
    // A transaction whose connection is lost fails, while the function that makes its statements goes on: without this, these run on the
    // next connection, each by itself, or hold that connection up for good.
    package: "postgres",
    version: "3.4.9",
    file: "src/index.js",
    changes: [
      [
        "    let savepoints = 0\n      , connection\n",
        "    let savepoints = 0\n      , lost = null\n      , connection\n",
      ],
      [
        "        new Promise((_, reject) => connection.onclose = reject)\n",
        "        new Promise((_, reject) => connection.onclose = e => {\n          lost = e\n          while (queries.length)\n            queries.shift().reject(e)\n          reject(e)\n        })\n",
      ],
      [
        "        q.catch(e => uncaughtError || (uncaughtError = e))\n        c.queue === full",
        "        q.catch(e => uncaughtError || (uncaughtError = e))\n        if (lost)\n          return q.reject(lost)\n        c.queue === full",
      ],
    ],
  },
];

for (const { package: name, version, file, changes } of PATCHES) {
  const folder = join(import.meta.dirname, "..", "node_modules", name);
  const installed = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
  if (installed !== version) {
    throw new Error(
      `${name} is ${installed}: see whether scripts/patch-packages.mjs has to mend it as it does ${version}`,
    );
  }
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  const mended = changes.reduce((source, [from, to]) => {
    if (source.includes(to)) return source;
    if (source.split(from).length !== 2)
      throw new Error(`${path} is not the file that scripts/patch-packages.mjs mends`);
    return source.replace(from, () => to);
  }, text);
  if (mended === text) continue;
  // A new file: a hard link of the former one, as package managers make them, stays as it is.
  writeFileSync(`${path}.new`, mended);
  renameSync(`${path}.new`, path);
}
