import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { projectRoot } from "#config.ts";
import { filesBelow, writeJson } from "../files.ts";
import { isSource } from "./prose.ts";
import { LIMITS, longFunctions } from "./sizes.ts";

// Prints files, functions and folders that are too large to be read at once, and fails if there are any but those that
// scripts/checks/known-sizes.json lists with their sizes. These may only become smaller, and leave the list then: `--update` writes it anew.

const KNOWN = "scripts/checks/known-sizes.json";
const REMEDY = {
  file: "split it by what its parts are about",
  function: "give its parts names of their own",
  folder: "give what belongs together a folder",
} as const;

/** Operations are declarations, one after the other, which nobody reads as a whole. */
const isOperations = (file: string, text: string) => file.startsWith("contract/") && text.includes(" = operations(");
const isMeasured = (file: string) =>
  isSource(file) && !/\.(test|gen)\.tsx?$|^(test|bench)\/|^dashboard\/testing\/|^\.dependency-cruiser/.test(file);

interface Size {
  kind: keyof typeof LIMITS;
  size: number;
}

function sizes(): Map<string, Size> {
  const found = new Map<string, Size>();
  const folders = new Map<string, Set<string>>();
  for (const file of filesBelow(".").filter(isMeasured)) {
    const text = readFileSync(join(projectRoot, file), "utf8");
    const lines = text.split("\n").length - 1;
    if (lines > LIMITS.file && !isOperations(file, text)) found.set(file, { kind: "file", size: lines });
    for (const { name, lines: size } of longFunctions(file, text))
      found.set(`${file}#${name}`, { kind: "function", size });
    for (let path = file; dirname(path) !== "."; path = dirname(path)) {
      folders.set(dirname(path), (folders.get(dirname(path)) ?? new Set()).add(path));
    }
  }
  for (const [folder, { size }] of folders) if (size > LIMITS.folder) found.set(`${folder}/`, { kind: "folder", size });
  return found;
}

const current = sizes();
if (process.argv.includes("--update")) {
  writeJson(join(projectRoot, KNOWN), Object.fromEntries([...current].map(([name, { size }]) => [name, size]).sort()));
}
const known = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(join(projectRoot, KNOWN), "utf8")));
const issues = [
  ...[...current].flatMap(([name, { kind, size }]) => {
    const unit = kind === "folder" ? "entries beside its tests" : "lines";
    return size > (known[name] ?? LIMITS[kind])
      ? [`${name} has ${size} ${unit}, and may have ${known[name] ?? LIMITS[kind]}: ${REMEDY[kind]}.`]
      : [];
  }),
  ...Object.keys(known).flatMap((name) =>
    current.has(name) ? [] : [`${name} is not too large any more: take it out of ${KNOWN}.`],
  ),
];
for (const issue of issues) console.error(issue);
process.exitCode = issues.length === 0 ? 0 : 1;
