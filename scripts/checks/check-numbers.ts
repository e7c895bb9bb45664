import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#config.ts";
import { filesBelow } from "../files.ts";
import { ambiguousNames, namedNumbers } from "./numbers.ts";
import { isSource } from "./prose.ts";

// Prints names that stand for different numbers in the server, and fails if there are any: a limit or a duration is found by its name.

const ELSEWHERE = /\.(test|gen)\.tsx?$|^(test|bench|scripts|dashboard|inbox|client)\//;
const files = filesBelow(".").filter((file) => isSource(file) && !ELSEWHERE.test(file));
const numbers = files.map((file) => [file, namedNumbers(file, readFileSync(join(projectRoot, file), "utf8"))] as const);
const ambiguous = ambiguousNames(new Map(numbers));
for (const [name, values] of ambiguous) {
  console.error(`${name} is ${values.join("; ")}: give each a name of its own, or import one of them.`);
}
process.exitCode = ambiguous.size === 0 ? 0 : 1;
