import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#config.ts";
import { filesBelow } from "../files.ts";
import { expressionsIn } from "./expressions.ts";
import { slowness } from "./slow-expressions.ts";

// Prints regular expressions of the shipped code whose time grows faster than the text, and fails if there are any: whoever writes
// the text could stop the process with it.

const FOLDERS = [
  "activities",
  "api",
  "client",
  "config",
  "contract",
  "dashboard",
  "db",
  "domain",
  "engine",
  "events",
  "explain",
  "inbox",
  "processes",
  "providers",
  "rendering",
  "scripts",
  "telemetry",
  "threads",
];

const files = ["config.ts", ...FOLDERS.flatMap(filesBelow)].filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.gen\.ts$|(?:^|\/)testing\//.test(file),
);
const reasons = new Map<string, string | undefined>();

function reasonOf(source: string, flags: string): string | undefined {
  const written = `/${source}/${flags}`;
  if (!reasons.has(written)) reasons.set(written, slowness(source, flags));
  return reasons.get(written);
}

const issues = files.flatMap((file) =>
  expressionsIn(file, readFileSync(join(projectRoot, file), "utf8")).flatMap(({ source, flags, line }) => {
    const reason = reasonOf(source, flags);
    return reason === undefined ? [] : [`${file}:${line}: /${source}/${flags} takes ${reason}`];
  }),
);
if (issues.length > 0) {
  const remedy =
    "Write the expression so that each of its parts ends where the next begins, or a small parser; where only short texts of ours " +
    "are read, say so in a comment before it: // slow-expression: <reason>";
  console.error([...issues, remedy].join("\n"));
  process.exitCode = 1;
}
