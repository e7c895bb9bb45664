import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { projectRoot } from "#config.ts";

// The engine's specification ends in a list of scenarios. Tests name those that they prove at the end of their titles:
// "a rule (engine.md 12, scenario 3)", "a rule (engine.md 12, scenarios 1, 2 and 5)", also in titles of tables and groups.

/** Scenarios of what the product does not have yet. */
const NOT_BUILT: number[] = [];
/** Number of the last scenario that the specification has. */
const LAST = 100;

const MENTION = /\(engine\.md 12, (scenarios? [^)]*)\)/;
/** One number, or several: "scenario 3", "scenarios 3 and 4", "scenarios 3, 4 and 5". */
const NUMBERS = /^(?:scenario \d+|scenarios \d+(?:, \d+)* and \d+)$/;

interface Mention {
  title: string;
  numbers: number[];
}

/** The name at the root of what is called: `test` of `test.each(table)`. */
function rootOf(callee: ts.Expression): { name: string; members: string[] } {
  if (ts.isIdentifier(callee)) return { name: callee.text, members: [] };
  if (ts.isCallExpression(callee) || ts.isTaggedTemplateExpression(callee)) {
    return rootOf(ts.isCallExpression(callee) ? callee.expression : callee.tag);
  }
  if (!ts.isPropertyAccessExpression(callee)) return { name: "", members: [] };
  const { name, members } = rootOf(callee.expression);
  return { name, members: [...members, callee.name.text] };
}

/** Titles of the tests and groups in a file that are executed. */
function titlesIn(source: ts.Node): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { name, members } = rootOf(node.expression);
      const [title] = node.arguments;
      if (["test", "describe"].includes(name) && title && ts.isStringLiteralLike(title)) {
        if (members.includes("skip") || members.includes("todo")) return;
        titles.push(title.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

const FOREIGN = ["node_modules", "dist", ".belfry", ".git"];

/** Paths of all test files below a folder. */
function testFilesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return FOREIGN.includes(entry.name) ? [] : testFilesIn(path);
    return /\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function mentionsIn(path: string): Mention[] {
  const text = readFileSync(path, "utf8");
  if (!MENTION.test(text)) return [];
  return titlesIn(ts.createSourceFile(path, text, ts.ScriptTarget.Latest)).flatMap((title) => {
    const list = MENTION.exec(title)?.[1];
    if (list === undefined) return [];
    const numbers = NUMBERS.test(list) ? (list.match(/\d+/g) ?? []).map(Number) : [];
    return [{ title: `${relative(projectRoot, path)}: ${title}`, numbers }];
  });
}

const named = testFilesIn(projectRoot).flatMap(mentionsIn);

test("every scenario of the engine's specification is named by a test that is executed", () => {
  const numbers = new Set(named.flatMap((mention) => mention.numbers));
  const missing: number[] = [];
  for (let number = 1; number <= LAST; number += 1) {
    if (!numbers.has(number)) missing.push(number);
  }
  expect(missing).toEqual(NOT_BUILT);
});

test("what a title names are scenarios of the specification, in the form that is read", () => {
  const isWrong = ({ numbers }: Mention) => numbers.length === 0 || numbers.some((n) => n < 1 || n > LAST);
  expect(named.filter(isWrong).map(({ title }) => title)).toEqual([]);
});
