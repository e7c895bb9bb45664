import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { projectRoot } from "#config.ts";
import { notOurs } from "./files.ts";

// Documents name files so that a reader can open them. Every path in backticks and every relative link has to exist.

const entries = readdirSync(projectRoot, { withFileTypes: true }).filter(({ name }) => !notOurs.has(name));
/** Texts that start with one of these are paths of this repository. */
const folders = new Set(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name));
const isDocument = (path: string) => path.endsWith(".md");
const documents = [
  ...entries.map(({ name }) => name).filter(isDocument),
  ...readdirSync(join(projectRoot, "docs"), { recursive: true, encoding: "utf8" })
    .filter(isDocument)
    .map((path) => join("docs", path)),
];

/** Paths that a document cites, relative to the project. */
function citedPaths(document: string, text: string): string[] {
  // Code blocks show commands and what they print; what they name need not exist here.
  const prose = text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, "");
  const links = [...prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].flatMap(([, target = ""]) =>
    /^[a-z]+:/i.test(target) ? [] : [normalize(join(dirname(document), target))],
  );
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = ""]) => pathsIn(code));
  return [...links, ...quoted];
}

/** `db/queries/{events,runs}.ts` names two files; `contract/<resource>.ts` and `db/schema/*.ts` are patterns and name none. */
function pathsIn(code: string): string[] {
  const path = code.replace(/^#|^\.\//, "");
  const isFileAtTop = /^[\w.-]+\.(ts|tsx|mjs|json|ya?ml|md)$/.test(path);
  const isInFolder = folders.has(path.slice(0, path.indexOf("/"))) && /^[\w@$./{},-]+$/.test(path);
  return isFileAtTop || isInFolder ? expand(path) : [];
}

function expand(path: string): string[] {
  const braces = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path);
  if (!braces) return [path];
  const [, before = "", choices = "", after = ""] = braces;
  return choices.split(",").flatMap((choice) => expand(`${before}${choice}${after}`));
}

const issues = documents.flatMap((document) =>
  citedPaths(document, readFileSync(join(projectRoot, document), "utf8"))
    .filter((path) => !existsSync(join(projectRoot, path)))
    .map((path) => `${document} names ${path}, which does not exist: correct the path, or what is said about it.`),
);
for (const issue of new Set(issues)) console.error(issue);
process.exitCode = issues.length === 0 ? 0 : 1;
