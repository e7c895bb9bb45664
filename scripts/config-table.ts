import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#config.ts";

// Writes the table of environment variables into README.md from the comments and defaults in config.ts, which are its only
// source. With --check it writes nothing and fails when the table is out of date.

const source = readFileSync(join(projectRoot, "config.ts"), "utf8");
const [, variables = ""] = /^const variables = \{$([\s\S]*?)^\} as const;$/m.exec(source) ?? [];

const rows = [...variables.matchAll(/\/\*\* (.*?) \*\/\n {2}([A-Z_]+): ([\s\S]*?)(?=\n {2}\/\*\*|\n*$)/g)].map(
  ([, meaning = "", name = "", definition = ""]) => [`\`${name}\``, defaultIn(definition), meaning],
);

/** The last literal in `.default(...)`: a value, or the end of a path in the project. */
function defaultIn(definition: string): string {
  const [, given] = /\.default\(((?:[^()]|\([^()]*\))*)\)/.exec(definition) ?? [];
  const value = given && [...given.matchAll(/"([^"]*)"|\d+/g)].map(([whole, text]) => text ?? whole).at(-1);
  return value === undefined || value === "" ? "" : `\`${value}\``;
}

const begin = "<!-- Made by scripts/config-table.ts from config.ts -->";
const end = "<!-- End of the table -->";
const table = [begin, "", ...aligned([["variable", "default", "meaning"], ...rows]), "", end].join("\n");

/** A Markdown table as the formatter writes it. */
function aligned(lines: readonly string[][]): string[] {
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const [head, ...body] = lines.map((cells) => widths.map((width, column) => (cells[column] ?? "").padEnd(width)));
  const rule = widths.map((width) => "-".repeat(width));
  return [head ?? [], rule, ...body].map((cells) => `| ${cells.join(" | ")} |`);
}

const file = join(projectRoot, "README.md");
const readme = readFileSync(file, "utf8");
const [before = "", rest = ""] = readme.split(begin);
const [, after] = rest.split(end);

if (rows.length === 0) {
  console.error("config.ts has no `const variables = {` with documented entries: adapt scripts/config-table.ts.");
  process.exitCode = 1;
} else if (after === undefined) {
  console.error(`README.md lacks the lines "${begin}" and "${end}", between which the table goes: put them back.`);
  process.exitCode = 1;
} else if (before + table + after !== readme) {
  if (process.argv.includes("--check")) {
    console.error("The table of variables in README.md is out of date: run `npx tsx scripts/config-table.ts`.");
    process.exitCode = 1;
  } else {
    writeFileSync(file, before + table + after);
  }
}
