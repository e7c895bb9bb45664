import { dirname, join, normalize } from "node:path";
import { type Prose, proseOf } from "./prose.ts";

export interface Repository {
  /** Names of the folders at its root. A text that begins with one of them and a slash is a path of the repository. */
  folders: readonly string[];
  /** Whether a path, relative to the root, is that of a file or folder. */
  exists: (path: string) => boolean;
}

export interface MissingPath {
  path: string;
  line: number;
}

interface Citation {
  path: string;
  index: number;
  /** Paths relative to the root, one of which has to exist. */
  candidates: readonly string[];
}

/**
 * Returns the paths that a document, or the comments and titles of tests of a source file, cite and that do not exist: names of
 * documents, relative to the root or to the file's folder, and paths that begin with a folder of the root.
 */
export function missingPaths(file: string, text: string, repository: Repository): MissingPath[] {
  const missingIn = (citations: Citation[], start = 0) =>
    citations
      .filter(({ candidates }) => !candidates.some(repository.exists))
      .map(({ path, index }) => ({ path, line: lineAt(text, start + index) }));

  if (file.endsWith(".md")) return missingIn(citedInDocument(file, text, repository));
  const missingInProse = ({ text: prose, start }: Prose) => missingIn(citedInProse(file, prose, repository), start);
  // Parsing takes most of the time, and few files have code that looks like a path which is missing.
  if (missingInProse({ text, start: 0 }).length === 0) return [];
  return proseOf(file, text).flatMap(missingInProse);
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length;

function citedInDocument(file: string, text: string, repository: Repository): Citation[] {
  // Code blocks show commands and what they print; what they name need not exist here.
  const prose = blank(text, /^(```|~~~)[\s\S]*?^\1/gm);
  const links = [...prose.matchAll(/\]\(([^()\s#]+)(?=[\s#)])[^()]*\)/g)].flatMap(({ 1: path = "", index }) =>
    /^[a-z]+:/i.test(path) ? [] : [{ path, index, candidates: [normalize(join(dirname(file), path))] }],
  );
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(({ 1: code = "", index }) =>
    isPath(code, repository) ? pathsIn(code, index) : [],
  );
  return [...links, ...quoted, ...citedDocuments(file, prose)];
}

function citedInProse(file: string, text: string, { folders }: Repository): Citation[] {
  // A path begins a word: `/v1/inbox/session` is an address. It ends before the punctuation of its sentence.
  const pattern = `(?<![\\w.@:$-]|(?<!/)/)(?:${folders.join("|")})/(?:[\\w@$./*<>-]|\\{[\\w@$./*,-]*\\})*(?<![.-])`;
  const paths = [...withoutAddresses(text).matchAll(new RegExp(pattern, "g"))].flatMap(({ 0: path, index }) =>
    /[*<>]|\$\{/.test(path) ? [] : pathsIn(path, index),
  );
  return [...paths, ...citedDocuments(file, text)];
}

/** Documents by their names, such as README.md or docs/glossary.md. */
function citedDocuments(file: string, text: string): Citation[] {
  return [...withoutAddresses(text).matchAll(/(?<![\w@./*<>$-])[\w@./-]*\w\.md\b/g)].map(({ 0: path, index }) => ({
    path,
    index,
    candidates: [path, normalize(join(dirname(file), path))],
  }));
}

const withoutAddresses = (text: string): string => blank(text, /(?<![a-z+.-])[a-z][a-z+.-]*:\/\/[^\s)>"'`]*/gi);

/** Returns the text with spaces in the place of what matches, so that all else stays at its index. */
function blank(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, (match) => match.replaceAll(/[^\n]/g, " "));
}

/** Patterns, such as `contract/<resource>.ts` and `db/schema/*.ts`, are not paths. */
function isPath(code: string, { folders }: Repository): boolean {
  const path = withoutPrefix(code);
  const isFileAtTop = /^[\w.-]+\.(ts|tsx|mjs|json|ya?ml|md)$/.test(path);
  return isFileAtTop || (folders.includes(path.slice(0, path.indexOf("/"))) && /^[\w@$./{},-]+$/.test(path));
}

const withoutPrefix = (path: string): string => path.replace(/^#|^\.\//, "");

const pathsIn = (code: string, index: number): Citation[] =>
  expand(withoutPrefix(code)).map((path) => ({ path, index, candidates: [path] }));

/** Returns the paths that `db/schema/runs/{cohorts,runs}.ts` names. */
function expand(path: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(path);
  if (!braces) return [path];
  const [written, choices = ""] = braces;
  const [before, after] = [path.slice(0, braces.index), path.slice(braces.index + written.length)];
  return choices.split(",").flatMap((choice) => expand(`${before}${choice}${after}`));
}
