import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#config.ts";
import { code, documentPart, tableOf } from "./output.ts";

// One table of environment variables for each group of settings that config.ts lists, in its order.

const read = (file: string) => readFileSync(join(projectRoot, file), "utf8");

function sectionOf(group: string): string {
  const source = read(`config/${group}.ts`);
  // slow-expression: our own files.
  const settings = [...source.matchAll(/\/\*\* (.*?) \*\/\n\s*\w+: setting\(\s*"(\w+)",([\s\S]*?)\),\n/g)];
  if (settings.length !== source.split("setting(").length - 1)
    throw new Error(`config/${group}.ts has a setting without a docstring of one line: add it.`);
  const rows = settings.map(([, meaning = "", name = "", values = ""]) => [code(name), defaultIn(values), meaning]);
  const title = group.charAt(0).toUpperCase() + group.slice(1);
  return `### ${title}\n\n${tableOf([["variable", "default", "meaning"], ...rows])}`;
}

/** The text that ends the arguments of a setting, or both texts where they differ by mode. */
function defaultIn(values: string): string {
  const [given = ""] = /(\{[^{}]*\}|, "[^"]*"),?\s*$/.exec(values) ?? [];
  return [...given.matchAll(/"([^"]+)"/g)].map(([, text = ""]) => code(text)).join(", in production ");
}

export const settingTables = documentPart("README.md", "config/", () =>
  [...read("config.ts").matchAll(/^ {2}\.\.\.(\w+),$/gm)].map(([, group = ""]) => sectionOf(group)).join("\n\n"),
);
