// `npm test`: installs what is missing, runs the static checks and the tests. Arguments go to vitest, for example
// `npm test -- --project unit`. With `--long` (`npm run test:long`) it runs what takes too long for every change instead: the tests
// of files named `*.long.test.ts`, and fuzz with a new seed, which counts as one test. Plain JavaScript, as it runs before anything
// is installed.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkMachine, ensureInstalled, projectRoot } from "./install.mjs";

const LONG_FUZZ_SECONDS = 900;

checkMachine();
await ensureInstalled();

const folder = mkdtempSync(join(tmpdir(), "belfry-report-"));
const report = join(folder, "tests.json");
/** Processes under way. */
const children = new Set();
// They tidy up and end, and then so do we. Ctrl-C reaches them too, while who ends this process otherwise sends it to us alone.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => children.forEach((child) => void child.kill("SIGTERM")));

const isLong = process.argv.includes("--long");
const given = process.argv.slice(2).filter((argument) => argument !== "--long");
const reporters = ["default", "json", "./test/support/time-report.ts"].map((name) => `--reporter=${name}`);
const projects = given.some((argument) => argument.startsWith("--project"))
  ? []
  : [isLong ? "--project=long*" : "--project=!long*"];

// Beside the tests, and printed in one piece after them: the type check keeps one processor busy while tests wait for somebody now and
// then, and the fuzz ends before the tests that measure time or memory.
const fuzz = ["run", "--silent", "fuzz", "--", "--seconds", String(LONG_FUZZ_SECONDS)];
const besideOutput = [];
const beside = run("npm", isLong ? fuzz : ["run", "--silent", "check"], (text) => besideOutput.push(text));
const testCode = await run(process.execPath, [
  // Pages in memory make much garbage; their threads take the limits of the process.
  "--max-semi-space-size=32",
  join(projectRoot, "node_modules", "vitest", "vitest.mjs"),
  "run",
  // A machine that stands still for seconds fails a test that waits for something; what fails twice is broken. The report names both.
  "--retry.count=1",
  "--retry.delay=2000",
  ...reporters,
  `--outputFile.json=${report}`,
  ...projects,
  ...given,
]);
const besideCode = await beside;
process.stdout.write(besideOutput.join(""));

const { passed, failed } = countTests(testCode);
const allPassed = passed + (isLong && besideCode === 0 ? 1 : 0);
const allFailed = failed + (besideCode === 0 ? 0 : 1);
if (besideCode !== 0) console.error(`${isLong ? "The fuzz" : "The static checks (npm run check)"} failed: see above.`);
rmSync(folder, { recursive: true, force: true });
console.log(`${allPassed} passed, ${allFailed} failed`);
process.exitCode = allFailed === 0 && passed > 0 ? 0 : 1;

/** A file that fails outside its tests, as it cannot be read or set up, counts as one failed; so does a run that fails otherwise. */
function countTests(exitCode) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    const isFailed = ({ status }) => status === "failed";
    const files = testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed));
    const failed = numFailedTests + files.length;
    return { passed: numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
  } catch {
    // vitest ended before it could write its report.
    return { passed: 0, failed: 1 };
  }
}

function run(command, args, collect) {
  return new Promise((done) => {
    const output = collect ? "pipe" : "inherit";
    const child = spawn(command, args, { cwd: projectRoot, stdio: ["ignore", output, output] });
    if (collect) for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", collect);
    children.add(child);
    child.once("error", () => done(1));
    child.once("close", (code) => {
      children.delete(child);
      done(code ?? 1);
    });
  });
}
