import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { execa } from "execa";
import { createSampleData, lostCredentials } from "./fuzz/sample-data.ts";
import { findSchemathesis, schemathesisCommand } from "./fuzz/schemathesis.ts";
import { type FuzzedServer, startFuzzedServer } from "./fuzz/server.ts";
import { EXCLUDED, type OpenApiDocument, settingsOf, withExamples } from "./fuzz/settings.ts";
import { explain, Problem } from "./problem.ts";

// `npm run fuzz`: calls every operation of the OpenAPI document with values that schemathesis makes from it, and fails when the API
// answers with a 5xx, or with anything that the document does not have. It makes the same calls every time, however fast the machine
// is. `--seconds` goes on with other values for so long, `--seed` chooses the values, and `--only <operationId>` calls one operation.

/** Cases of each operation that the fuzzing of a run of fixed length makes. */
const MAX_EXAMPLES = 1;
/** The seed of a run of fixed length. */
const SEED = 7;
/** When a run of fixed length has to end. */
const FIXED_LIMIT_SECONDS = 900;

const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
];

/**
 * Cases for each operation. A run of fixed length leaves out the phase of coverage, which makes a hundred cases and more of
 * some bodies. A run of some seconds repeats the fuzzing, with a few cases of each operation, until the time is up.
 */
const FIXED = ["--phases", "examples,fuzzing", "--max-examples", String(MAX_EXAMPLES)];
const TIMED = ["--phases", "examples,coverage,fuzzing", "--max-examples", "6"];

/** Options of every run. */
const OPTIONS = [
  "--checks",
  CHECKS.join(","),
  "--continue-on-failure",
  "--workers",
  "2",
  "--request-timeout",
  "30",
  "--max-redirects",
  "0",
  "--suppress-health-check",
  "all",
  "--generation-database",
  "none",
  "--warnings",
  "off",
  "--no-color",
];

const { values: options } = parseArgs({
  options: { seconds: { type: "string" }, seed: { type: "string" }, only: { type: "string", multiple: true } },
});

const say = (line: string) => process.stderr.write(`${line}\n`);

try {
  const program = await findSchemathesis(say);
  say("Starting Postgres, Temporal and Belfry ...");
  const server = await startFuzzedServer();
  try {
    process.exitCode = await fuzz(program, server);
  } finally {
    await server.stop();
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

/** @returns the exit code of schemathesis: 0 when it found nothing */
async function fuzz(program: string, { url, folder, log }: FuzzedServer): Promise<number> {
  const seconds = options.seconds === undefined ? undefined : wholeNumber("seconds", options.seconds);
  const anySeed = seconds === undefined ? SEED : Math.floor(Math.random() * 1e9);
  const seed = wholeNumber("seed", options.seed ?? String(anySeed));
  const document: OpenApiDocument = await (await fetch(`${url}/openapi.json`)).json();
  const missing = Object.keys(EXCLUDED).filter((id) => !operationIds(document).has(id));
  if (missing.length > 0) throw new Problem(`EXCLUDED of scripts/fuzz/settings.ts names no operation: ${missing}.`);
  const data = await createSampleData(url);
  const file = join(folder, "openapi.json");
  const settings = join(folder, "schemathesis.toml");
  writeFileSync(file, JSON.stringify(withExamples(document, data)));
  writeFileSync(settings, settingsOf(document, data));
  const length = seconds === undefined ? "" : `--seconds ${seconds} `;
  say(`Calling the API (npm run fuzz -- ${length}--seed ${seed} repeats it) ...`);
  const { exitCode } = await execa(
    program,
    schemathesisCommand(program, [
      "--config-file",
      settings,
      "run",
      file,
      "--url",
      url,
      "--seed",
      String(seed),
      ...(seconds === undefined ? FIXED : [...TIMED, "--max-time", String(seconds)]),
      ...OPTIONS,
      ...(options.only ?? []).flatMap((id) => ["--include-operation-id", id]),
      ...Object.keys(EXCLUDED).flatMap((id) => ["--exclude-operation-id", id]),
    ]),
    // Shrinking a failure may take longer than the given time.
    {
      cwd: folder,
      stdio: ["ignore", "inherit", "inherit"],
      reject: false,
      timeout: seconds === undefined ? FIXED_LIMIT_SECONDS * 1000 : (seconds + 120) * 1000,
      env: { KEPT_SUBSCRIBER: data.values.subscriberId },
    },
  );
  const lost = await lostCredentials(url, data);
  if (lost.length > 0) {
    throw new Problem(
      `A call has ended the ${lost.join(" and ")} of the run: find it, and put it on EXCLUDED in scripts/fuzz/settings.ts.`,
    );
  }
  if (exitCode === 0) return 0;
  const failures = log()
    .split("\n")
    .filter((line) => line.includes("request failed"));
  if (failures.length > 0) say(`The server has logged:\n${failures.slice(0, 20).join("\n")}`);
  return exitCode ?? 1;
}

function operationIds({ paths }: OpenApiDocument): Set<string> {
  return new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId)),
  );
}

function wholeNumber(name: string, value: string): number {
  if (/^\d+$/.test(value)) return Number(value);
  throw new Problem(`--${name} must be a whole number, such as --${name} 60.`);
}
