import { expect, test } from "vitest";
import { missingPaths, type Repository } from "./missing-paths.ts";

const files = [
  "README.md",
  "docs/glossary.md",
  "db/client.ts",
  "db/schema",
  "db/schema/runs/runs.ts",
  "db/schema/runs/jobs.ts",
];
const repository: Repository = { folders: ["db", "docs"], exists: (path) => files.includes(path) };

const missing = (file: string, text: string) =>
  missingPaths(file, text, repository).map(({ path, line }) => `${line}: ${path}`);

test.each([
  ["a comment", "db/a.ts", "\n/** Rows of runs: old.md 7.5. */", ["2: old.md"]],
  ["a comment of several lines", "db/a.ts", "/**\n * See\n * db/schema/old.ts.\n */", ["3: db/schema/old.ts"]],
  ["a comment behind code", "db/a.tsx", 'const a = <p>"</p>; // as db/old.ts', ["1: db/old.ts"]],
  [
    "a comment in code that looks like one",
    "db/a.mjs",
    "const a = /\\/*/; // db/old/\n`// db/template.ts`",
    ["1: db/old/"],
  ],
  ["an import path", "db/a.ts", "// What `#db/old.ts` exports", ["1: db/old.ts"]],
  ["several paths in one", "db/a.ts", "// db/schema/runs/{runs,old}.ts", ["1: db/schema/runs/old.ts"]],
  ["the title of a test", "db/a.test.ts", 'test("a rule (old.md 12)", () => {});', ["1: old.md"]],
  ["the title of a table", "db/a.test.tsx", 'describe.each([1])("%s: db/old.ts", () => {});', ["1: db/old.ts"]],
  ["the title with a value", "db/a.test.ts", "test(`$" + "{name} (old.md)`, () => {});", ["1: old.md"]],
  ["a comment of a style sheet", "db/a.css", "a::before { content: '/'; } /* db/old.css */", ["1: db/old.css"]],
  ["a comment of settings", "db/a.yaml", "a: b # as docs/old.md says", ["1: docs/old.md"]],
  ["a comment of a program of the shell", ".ci/run", "echo\n# Runs db/old.ts", ["2: db/old.ts"]],
  ["a link of a document", "docs/a.md", "See [words](old.md).", ["1: old.md"]],
  ["code in a document", "README.md", "First\n`db/old.ts`", ["2: db/old.ts"]],
  ["a sentence of a document", "docs/a.md", "The rule (old.md, section 3) holds.", ["1: old.md"]],
])("a path that does not exist is refused in %s", (_, file, text, refused) => {
  expect([...new Set(missing(file, text))]).toEqual(refused);
});

test.each([
  ["a file, before the end of its sentence", "db/a.ts", "/** The table is db/schema/runs/runs.ts. */"],
  ["a folder", "db/a.ts", "// Tables: db/schema"],
  ["several files in one", "db/a.ts", "// `db/schema/runs/{runs,jobs}.ts`"],
  ["patterns", "db/a.ts", "// db/schema/*.ts, db/<name>.ts and db/schema/$" + "{table}.ts; *.md"],
  ["a document at the root", "db/a.ts", "// As README.md says"],
  ["a document in the same folder", "docs/a.md", "See [words](glossary.md), or glossary.md."],
  ["an address", "db/a.ts", "// GET /v1/db/runs of https://example.com/db/x.md, @example/db/x"],
  ["code that is no comment", "db/a.ts", 'const a = "db/old.ts"; // a file'],
  ["a text of a test that is no title", "db/a.test.ts", 'test("a rule", () => expect("db/old.ts").toBe("old.md"));'],
  ["a block of a document that shows output", "README.md", "```\ndb/old.ts, old.md, `db/old.ts`\n```"],
])("%s is accepted", (_, file, text) => {
  expect(missing(file, text)).toEqual([]);
});
