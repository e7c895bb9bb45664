// `npm test`: installs what is missing, runs the static checks and every test. Arguments go to vitest, for example
// `npm test -- --project unit`. Plain JavaScript, as it runs before anything is installed.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkMachine, ensureInstalled, projectRoot } from "./install.mjs";

checkMachine();
await ensureInstalled();

const folder = mkdtempSync(join(tmpdir(), "belfry-report-"));
const report = join(folder, "tests.json");
// Ctrl-C reaches the children too; they tidy up and end, and then so do we.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);

const args = process.argv.slice(2);
// Tests of the projects `long*` take minutes each.
if (!args.some((arg) => arg.startsWith("--project"))) args.push("--project=!long*");

const checkCode = await run("npm", ["run", "--silent", "check"]);
const vitest = join(projectRoot, "node_modules", "vitest", "vitest.mjs");
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
const testCode = await run(process.execPath, [vitest, "run", ...reporters, ...args]);

const { passed, failed } = countTests(testCode);
const allFailed = failed + (checkCode === 0 ? 0 : 1);
if (checkCode !== 0) console.error("The static checks failed (npm run check): see above.");
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${allFailed} failed`);
process.exitCode = allFailed === 0 && passed > 0 ? 0 : 1;

/** A run that failed without a failed test (a file that cannot be read, an error outside tests) counts as one failed. */
function countTests(exitCode) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
    return { passed: numPassedTests, failed: numFailedTests + (exitCode !== 0 && numFailedTests === 0 ? 1 : 0) };
  } catch {
    // vitest ended before it could write its report.
    return { passed: 0, failed: 1 };
  }
}

function run(command, args) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: projectRoot, stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", () => done(1));
    child.once("close", (code) => done(code ?? 1));
  });
}
