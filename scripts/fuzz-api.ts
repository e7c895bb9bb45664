import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { execa } from "execa";
import { createCallers, isLost } from "./fuzz/callers.ts";
import { createSampleData, type SampleData } from "./fuzz/sample-data.ts";
import { findSchemathesis, schemathesisCommand } from "./fuzz/schemathesis.ts";
import { type FuzzedServer, startFuzzedServer } from "./fuzz/server.ts";
import {
  EXCLUDED,
  fittingCredential,
  type OpenApiDocument,
  type Operation,
  settingsOf,
  withExamples,
} from "./fuzz/settings.ts";
import { explain, Problem } from "./problem.ts";

// `npm run fuzz`: calls every operation of the OpenAPI document with values that schemathesis makes from it, and fails when the API
// answers with a 5xx, or with anything that the document does not have. It makes the same calls every time, however fast the machine
// is. `--seconds` goes on with other values for so long, as callers of every kind in turn, `--as` as one of them, `--seed` chooses the
// values, and `--only <operationId>` calls one operation.

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
 * some bodies. A run of some seconds repeats the fuzzing, with a few cases of each operation, until the time is up; it has one thread,
 * as Python 3.11 fails now and then where several compile at once (python/cpython#106905).
 */
const FIXED = ["--workers", "2", "--phases", "examples,fuzzing", "--max-examples", String(MAX_EXAMPLES)];
const TIMED = ["--workers", "1", "--phases", "examples,coverage,fuzzing", "--max-examples", "6"];

/** Options of every run. */
const OPTIONS = [
  "--checks",
  CHECKS.join(","),
  "--continue-on-failure",
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
  options: {
    seconds: { type: "string" },
    seed: { type: "string" },
    only: { type: "string", multiple: true },
    as: { type: "string" },
  },
});

/** Calls each operation with a credential that it takes. */
const FITTING = "fitting";

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

/** @returns 0 when nothing was found */
async function fuzz(program: string, server: FuzzedServer): Promise<number> {
  const seconds = options.seconds === undefined ? undefined : wholeNumber("seconds", options.seconds);
  const anySeed = seconds === undefined ? SEED : Math.floor(Math.random() * 1e9);
  const seed = wholeNumber("seed", options.seed ?? String(anySeed));
  const document: OpenApiDocument = await (await fetch(`${server.url}/openapi.json`)).json();
  const missing = Object.keys(EXCLUDED).filter((id) => !operationIds(document).has(id));
  if (missing.length > 0) throw new Problem(`EXCLUDED of scripts/fuzz/settings.ts names no operation: ${missing}.`);
  const data = await createSampleData(server.url);
  // A run of fixed length is part of every check: it looks behind what refuses a caller, and leaves the others to longer runs.
  const isShort = seconds === undefined && options.as === undefined;
  const callers = isShort ? {} : await createCallers(server.url, server.databaseUrl, data);
  const all = [FITTING, ...Object.keys(callers)];
  if (options.as !== undefined && !all.includes(options.as))
    throw new Problem(`--as must be one of ${all.join(", ")}.`);
  const turns = options.as === undefined ? all : [options.as];
  let exitCode = 0;
  for (const caller of turns) {
    const length = seconds === undefined ? null : Math.ceil(seconds / turns.length);
    const repeat = `${length === null ? "" : `--seconds ${length} `}--seed ${seed}${caller === FITTING ? "" : ` --as ${caller}`}`;
    say(`Calling the API as ${caller} (npm run fuzz -- ${repeat} repeats it) ...`);
    const authorization = callers[caller] ?? null;
    const credentialOf = (operation: Operation) =>
      caller === FITTING ? fittingCredential(operation, data) : authorization;
    const code = await callAll({ program, server, document, data, credentialOf, seed, seconds: length });
    const used = caller === FITTING ? Object.values(data.credentials) : [authorization].filter((one) => one !== null);
    for (const credential of used) {
      if (!(await isLost(server.url, data, credential))) continue;
      throw new Problem(
        `A call as ${caller} has ended a credential of the run: find it, and put it on EXCLUDED in scripts/fuzz/settings.ts.`,
      );
    }
    exitCode ||= code;
  }
  if (exitCode === 0) return 0;
  const failures = server
    .log()
    .split("\n")
    .filter((line) => line.includes("request failed"));
  if (failures.length > 0) say(`The server has logged:\n${failures.slice(0, 20).join("\n")}`);
  return exitCode;
}

interface Turn {
  program: string;
  server: FuzzedServer;
  document: OpenApiDocument;
  data: SampleData;
  credentialOf: (operation: Operation) => string | null;
  seed: number;
  /** Null for a run of fixed length. */
  seconds: number | null;
}

/** @returns the exit code of schemathesis: 0 when it found nothing */
async function callAll({ program, server, document, data, credentialOf, seed, seconds }: Turn): Promise<number> {
  const file = join(server.folder, "openapi.json");
  const settings = join(server.folder, "schemathesis.toml");
  writeFileSync(file, JSON.stringify(withExamples(document, data)));
  writeFileSync(settings, settingsOf(document, data, credentialOf));
  const { exitCode } = await execa(
    program,
    schemathesisCommand(program, [
      "--config-file",
      settings,
      "run",
      file,
      "--url",
      server.url,
      "--seed",
      String(seed),
      ...(seconds === null ? FIXED : [...TIMED, "--max-time", String(seconds)]),
      ...OPTIONS,
      ...(options.only ?? []).flatMap((id) => ["--include-operation-id", id]),
      ...Object.keys(EXCLUDED).flatMap((id) => ["--exclude-operation-id", id]),
    ]),
    // Shrinking a failure may take longer than the given time.
    {
      cwd: server.folder,
      stdio: ["ignore", "inherit", "inherit"],
      reject: false,
      timeout: seconds === null ? FIXED_LIMIT_SECONDS * 1000 : (seconds + 120) * 1000,
      env: { KEPT_SUBSCRIBER: data.values.subscriberId, PYTHONWARNINGS: "ignore" },
    },
  );
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
