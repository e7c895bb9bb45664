import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { projectRoot } from "#config.ts";
import { filesBelow } from "../files.ts";

// Prints docstrings and names that CONTRIBUTING.md ("Words") does not allow, and fails if there are any.

/** Metaphors, and words that say nothing; the value is what to write instead. */
const BANNED: Readonly<Record<string, string>> = {
  admission: "decision",
  blot: "redact",
  complaint: "issue",
  farewell: "close",
  hear: "receive",
  heard: "received",
  looks: "badge, label or icon",
  manager: "the thing that it does",
  misc: "the idea that the file is about",
  news: "update",
  scene: "context",
  standing: "status",
  tell: "send or notify",
  told: "sent or notified",
  util: "the idea that the file is about",
};

const OPENING = /\/\*\*[\s*]*(What|Whose|Where|Whoever)\b/g;

const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());

function banned(name: string): string | undefined {
  const word = wordsOf(name)
    .flatMap((word) => [word, word.replace(/s$/, "")])
    .find((word) => Object.hasOwn(BANNED, word));
  return word && `${name}: not "${word}" but ${BANNED[word]}`;
}

/** Returns the names that a file declares; names of packages' APIs are used, not declared. */
function declaredNames(source: ts.SourceFile): { name: string; position: number }[] {
  const names: { name: string; position: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isDeclaration(node)) names.push({ name: node.text, position: node.getStart(source) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function isDeclaration(identifier: ts.Identifier): boolean {
  const { parent } = identifier;
  if (ts.isBindingElement(parent) && parent.propertyName) return parent.name === identifier;
  return (
    (ts.isVariableDeclaration(parent) ||
      ts.isFunctionDeclaration(parent) ||
      ts.isParameter(parent) ||
      ts.isInterfaceDeclaration(parent) ||
      ts.isTypeAliasDeclaration(parent) ||
      ts.isClassDeclaration(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isBindingElement(parent)) &&
    parent.name === identifier
  );
}

function issuesOf(file: string): string[] {
  const text = readFileSync(join(projectRoot, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const place = (position: number) => `${file}:${source.getLineAndCharacterOfPosition(position).line + 1}`;
  const inName = banned(basename(file).split(".", 1)[0] ?? "");
  return [
    ...(inName ? [`${file}: ${inName}`] : []),
    ...declaredNames(source).flatMap(({ name, position }) => {
      const issue = banned(name);
      return issue ? [`${place(position)}: ${issue}`] : [];
    }),
    ...[...text.matchAll(OPENING)].map(
      ({ 1: word, index }) => `${place(index)}: a docstring opens with a verb or the thing's name, not with ${word}`,
    ),
  ];
}

const files = filesBelow(".").filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".gen.ts"));
const issues = files.flatMap(issuesOf);
if (issues.length > 0) {
  console.error(issues.join("\n"));
  process.exitCode = 1;
}
