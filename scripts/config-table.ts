import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#config.ts";

// Writes the tables of environment variables into README.md from the settings in config/, which are their only source: one for each
// group that config.ts lists, in its order. With --check it writes nothing and fails when a table is out of date.

const read = (file: string) => readFileSync(join(projectRoot, file), "utf8");

const groups = [...read("config.ts").matchAll(/^ {2}\.\.\.(\w+),$/gm)].map(([, group = ""]) => group);

function tableOf(group: string): string {
  const source = read(`config/${group}.ts`);
  const settings = [...source.matchAll(/\/\*\* (.*?) \*\/\n\s*\w+: setting\(\s*"(\w+)",([\s\S]*?)\),\n/g)];
  if (settings.length !== source.split("setting(").length - 1)
    throw new Error(`config/${group}.ts has a setting without a docstring of one line: add it.`);
  const rows = settings.map(([, meaning = "", name = "", values = ""]) => [`\`${name}\``, defaultIn(values), meaning]);
  const title = group.charAt(0).toUpperCase() + group.slice(1);
  return [`### ${title}`, "", ...aligned([["variable", "default", "meaning"], ...rows])].join("\n");
}

/** The text that ends the arguments of a setting, or both texts where they differ by mode. */
function defaultIn(values: string): string {
  const [given = ""] = /(\{[^{}]*\}|, "[^"]*"),?\s*$/.exec(values) ?? [];
  return [...given.matchAll(/"([^"]+)"/g)].map(([, text]) => `\`${text}\``).join(", in production ");
}

/** A Markdown table as the formatter writes it. */
function aligned(lines: readonly string[][]): string[] {
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const [head, ...body] = lines.map((cells) => widths.map((width, column) => (cells[column] ?? "").padEnd(width)));
  const rule = widths.map((width) => "-".repeat(width));
  return [head ?? [], rule, ...body].map((cells) => `| ${cells.join(" | ")} |`);
}

const begin = "<!-- Made by scripts/config-table.ts from config/ -->";
const end = "<!-- End of the tables -->";
const readme = read("README.md");
const [before = "", rest = ""] = readme.split(begin);
const [, after] = rest.split(end);
const tables = [begin, ...groups.map(tableOf), end].join("\n\n");

if (after === undefined) {
  console.error(`README.md lacks the lines "${begin}" and "${end}", between which the tables go: put them back.`);
  process.exitCode = 1;
} else if (before + tables + after !== readme) {
  if (process.argv.includes("--check")) {
    console.error("The tables of variables in README.md are out of date: run `npx tsx scripts/config-table.ts`.");
    process.exitCode = 1;
  } else {
    writeFileSync(join(projectRoot, "README.md"), before + tables + after);
  }
}
