import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { projectRoot } from "#config.ts";

// Documents name files so that a reader can open them. Every path in backticks and every relative link has to exist.

const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: projectRoot,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(projectRoot, path)));

/** Folders at the top: what starts with one of them is meant as a path of this repository. */
const topLevel = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: projectRoot,
  encoding: "utf8",
})
  .split("\n")
  .flatMap((path) => (path.includes("/") ? [path.slice(0, path.indexOf("/"))] : []));
const folders = new Set(topLevel);

/** Paths that a document cites, relative to the project. */
function citedPaths(document: string, text: string): string[] {
  // Code blocks show commands and their output; what they name need not exist here.
  const prose = text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, "");
  const links = [...prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].flatMap(([, target = ""]) =>
    /^[a-z]+:/i.test(target) ? [] : [normalize(join(dirname(document), target))],
  );
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = ""]) => pathsIn(code));
  return [...links, ...quoted];
}

/** `db/queries/{events,runs}.ts` names two files; `contract/<resource>.ts` and `engine/*.ts` name a pattern, and none. */
function pathsIn(code: string): string[] {
  const path = code.replace(/^\.\//, "").replace(/^#/, "");
  const isFileAtTop = /^[\w.-]+\.(ts|tsx|mjs|json|ya?ml|md)$/.test(path) && !path.includes("/");
  const isInFolder = folders.has(path.slice(0, path.indexOf("/"))) && /^[\w@$./{},-]+$/.test(path);
  if (isFileAtTop) return [path];
  return isInFolder ? expand(path) : [];
}

function expand(path: string): string[] {
  const braces = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path);
  if (!braces) return [path];
  const [, before = "", choices = "", after = ""] = braces;
  return choices.split(",").flatMap((choice) => expand(`${before}${choice}${after}`));
}

const missing = documents.flatMap((document) =>
  citedPaths(document, readFileSync(join(projectRoot, document), "utf8"))
    .filter((path) => !existsSync(join(projectRoot, path)))
    .map((path) => `${document} names ${path}, which does not exist: correct the path or the text around it.`),
);
for (const complaint of new Set(missing)) console.error(complaint);
process.exitCode = missing.length === 0 ? 0 : 1;
