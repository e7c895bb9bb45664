// Plain JavaScript without packages: it runs on a fresh clone, before anything is installed.
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** Ends with one sentence when this Node or this system cannot run Belfry. */
export function checkMachine() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(
      `Belfry needs Node 20.19 or later, and this is ${process.versions.node}: install a newer one from https://nodejs.org.`,
    );
  }
  if (process.platform === "win32") {
    fail("Belfry runs on Linux and macOS: on Windows, use it inside WSL (https://learn.microsoft.com/windows/wsl).");
  }
}

/** Installs the packages of package-lock.json, as `npm ci` does, unless exactly those are there. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  const began = Date.now();
  console.log("Installing packages, which takes a minute the first time ...");
  // npm writes its note again once everything is there: should this be interrupted, the next start sees it.
  rmSync(join(projectRoot, installNote), { force: true });
  const ticker = setInterval(
    () => console.log(`  still installing, ${Math.round((Date.now() - began) / 1000)} s`),
    15_000,
  );
  // Without a network npm's cache may still have everything, and if not, npm says so at once instead of after minutes.
  const offline = !(await canReachRegistry());
  const { code, output } = await run("npm", offline ? [...npmArguments, "--offline"] : npmArguments);
  clearInterval(ticker);
  if (code !== 0) fail(offline ? noNetwork : explainNpm(output));
  console.log(`Packages installed in ${Math.round((Date.now() - began) / 1000)} s.`);
}

// What npm writes down once an install is complete.
const installNote = "node_modules/.package-lock.json";

// With the development packages, whatever NODE_ENV or npm's settings say: they build and start the product here.
const npmArguments = ["ci", "--include=dev", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];

/** Compares what npm noted about its last complete install with the lock file. */
function isInstalled() {
  try {
    const installed = packagesOf(installNote);
    return Object.entries(packagesOf("package-lock.json")).every(
      // An optional package of another system is not installed.
      ([path, { version, optional }]) => path === "" || optional || installed[path]?.version === version,
    );
  } catch {
    // Nothing is installed yet, or not completely.
    return false;
  }
}

const packagesOf = (file) => JSON.parse(readFileSync(join(projectRoot, file), "utf8")).packages;

const noNetwork =
  "The packages could not be downloaded, as the npm registry cannot be reached: connect this machine to the internet (or set npm's registry or proxy), then start again.";

const isNetworkError = (output) =>
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|TIMEDOUT|TIMEOUT|ENETUNREACH/.test(output);

/** A registry that knows no ping is reachable all the same. */
async function canReachRegistry() {
  const { code, output } = await run("npm", ["ping", "--loglevel=error", "--fetch-retries=0", "--fetch-timeout=10000"]);
  return code === 0 || !isNetworkError(output);
}

function explainNpm(output) {
  if (isNetworkError(output)) return noNetwork;
  if (/ENOSPC/.test(output)) return "The disk is full: free about 1 GB for the packages, then start again.";
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return `The packages could not be written to ${projectRoot}/node_modules: give this user the right to, then start again.`;
  }
  return `The packages could not be installed. npm says:\n${output.trim()}`;
}

function run(command, args) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: projectRoot, stdio: ["ignore", "ignore", "pipe"] });
    let output = "";
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.once("error", (error) => done({ code: 1, output: error.message }));
    child.once("close", (code) => done({ code: code ?? 1, output }));
  });
}

/** @returns {never} */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
