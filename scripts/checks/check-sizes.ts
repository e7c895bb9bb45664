import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectRoot } from "#config.ts";
import { filesBelow } from "../files.ts";
import { isSource } from "./prose.ts";
import { LIMITS, longFunctions } from "./sizes.ts";

// Prints files, functions and folders that are too large to be read at once, and fails if there are any.

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
  name: string;
  kind: keyof typeof LIMITS;
  size: number;
}

function sizes(): Size[] {
  const found: Size[] = [];
  const folders = new Map<string, Set<string>>();
  for (const file of filesBelow(".").filter(isMeasured)) {
    const text = readFileSync(join(projectRoot, file), "utf8");
    if (!isOperations(file, text)) found.push({ name: file, kind: "file", size: text.split("\n").length - 1 });
    for (const { name, lines: size } of longFunctions(file, text))
      found.push({ name: `${file}#${name}`, kind: "function", size });
    for (let path = file; dirname(path) !== "."; path = dirname(path)) {
      folders.set(dirname(path), (folders.get(dirname(path)) ?? new Set()).add(path));
    }
  }
  return [...found, ...[...folders].map(([name, { size }]): Size => ({ name: `${name}/`, kind: "folder", size }))];
}

const issues = sizes().filter(({ kind, size }) => size > LIMITS[kind]);
for (const { name, kind, size } of issues) {
  const unit = kind === "folder" ? "entries beside its tests" : "lines";
  console.error(`${name} has ${size} ${unit}, and may have ${LIMITS[kind]}: ${REMEDY[kind]}.`);
}
process.exitCode = issues.length === 0 ? 0 : 1;
