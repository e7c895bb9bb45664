import { extname } from "node:path";
import { type ESTree, parseSync, Visitor } from "rolldown/utils";

/** A part of a source file that is written for readers, and where in the file it starts. */
export interface Prose {
  text: string;
  start: number;
}

const READERS: Readonly<Record<string, (file: string, text: string) => Prose[]>> = {
  ".ts": inScript,
  ".tsx": inScript,
  ".mjs": inScript,
  ".js": inScript,
  ".css": (_, text) => matchesOf(text, /\/\*[\s\S]*?(?:\*\/|$)/g),
  ".yaml": inHashComments,
  ".yml": inHashComments,
  ".py": inHashComments,
  ".sh": inHashComments,
};

/** Programs of the shell have names without an ending. */
const readerOf = (file: string) => READERS[extname(file)] ?? (file.startsWith(".ci/") ? inHashComments : undefined);

export const isSource = (file: string): boolean => readerOf(file) !== undefined;

/** Returns the comments of a source file and, where it has tests, their titles. */
export const proseOf = (file: string, text: string): Prose[] => readerOf(file)?.(file, text) ?? [];

function inScript(file: string, text: string): Prose[] {
  const { comments, program } = parseSync(file, text);
  const parts = comments.map(({ value, start }) => ({ text: value, start: start + 2 }));
  return /\.test\.tsx?$/.test(file) ? [...parts, ...titlesIn(program)] : parts;
}

function inHashComments(_: string, text: string): Prose[] {
  return matchesOf(text, /(?<=^|\s)#.*$/gm);
}

const matchesOf = (text: string, pattern: RegExp): Prose[] =>
  [...text.matchAll(pattern)].map(({ 0: match, index }) => ({ text: match, start: index }));

const FUNCTIONS_OF_TESTS: ReadonlySet<string> = new Set(["describe", "it", "test"]);

function titlesIn(program: ESTree.Program): Prose[] {
  const titles: Prose[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!FUNCTIONS_OF_TESTS.has(rootOf(callee))) return;
      if (title?.type === "Literal" && typeof title.value === "string") {
        titles.push({ text: title.value, start: title.start + 1 });
      }
      if (title?.type === "TemplateLiteral") {
        titles.push(...title.quasis.map(({ value, start }) => ({ text: value.raw, start })));
      }
    },
  }).visit(program);
  return titles;
}

/** Returns the name at the root of what is called: `test` of `test.each(table)`. */
function rootOf(callee: ESTree.Expression | ESTree.Super): string {
  switch (callee.type) {
    case "Identifier":
      return callee.name;
    case "MemberExpression":
      return rootOf(callee.object);
    case "CallExpression":
      return rootOf(callee.callee);
    case "TaggedTemplateExpression":
      return rootOf(callee.tag);
    default:
      return "";
  }
}
