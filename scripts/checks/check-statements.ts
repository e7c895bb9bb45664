import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#config.ts";
import { filesBelow } from "../files.ts";
import { isSource } from "./prose.ts";

// Prints statements that are given rows as lists by position, in which two lists can change places unnoticed, and fails if there are any.

/** The first of several lists of values. */
const LISTS = /unnest\(\$\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}(?:::[a-z]+\[\])+,/g;

const isChecked = (file: string) => isSource(file) && !/\.test\.ts$|^(test|bench|scripts)\/|^db\/sql\//.test(file);
let found = 0;
for (const file of filesBelow(".").filter(isChecked)) {
  const text = readFileSync(join(projectRoot, file), "utf8");
  for (const { index } of text.matchAll(LISTS)) {
    const line = text.slice(0, index).split("\n").length;
    console.error(`${file}:${line}: declare the columns and name the rows by rowsOf (db/sql/rows.ts).`);
    found += 1;
  }
}
process.exitCode = found === 0 ? 0 : 1;
