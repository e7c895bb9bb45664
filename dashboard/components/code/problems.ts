import { jsonFault } from "../json-fault.ts";
import type { CodeIssue, CodeLanguage, TextCheck } from "./code-control.ts";
import type { Problem } from "./parse-problem.ts";
import { templateProblems } from "./template-problems.ts";
import type { Schema } from "./variable-schema.ts";

interface Code {
  text: string;
  language: CodeLanguage;
  variables: Schema | undefined;
  /** Issues that the API found with the value. */
  issues: readonly CodeIssue[];
  check: TextCheck;
}

/** Returns all that is wrong with the text of a field, in its order. An issue of the API that is found here, too, is told once. */
export function problemsOf({ text, language, variables, issues, check }: Code): Problem[] {
  const syntax = syntaxProblems(text, language, variables);
  const own = [...syntax, ...check(text)];
  const ofLines = issues.flatMap((issue) => lineProblem(issue, text));
  const others = issues.filter(({ message }) => !LINE.test(message)).flatMap((issue) => issueProblem(issue, text));
  const isKnown = (other: Problem) => own.some(({ from, to }) => from <= other.to && other.from <= to);
  return [...own, ...ofLines, ...others.filter((other) => !isKnown(other))].toSorted(
    (one, other) => one.from - other.from,
  );
}

function syntaxProblems(text: string, language: CodeLanguage, variables: Schema | undefined): Problem[] {
  switch (language) {
    case "json":
      return jsonProblems(text, variables);
    case "variable-name":
      // Whoever asks for the name of a variable checks it.
      return [];
    case "liquid-text":
    case "liquid-html":
      return templateProblems(text, variables);
  }
}

/** The first thing that is not JSON, else what is wrong with the templates in its texts. */
function jsonProblems(text: string, variables: Schema | undefined): Problem[] {
  if (text.trim() === "") return [];
  const fault = jsonFault(text);
  if (fault) {
    const from = Math.min(fault.offset, Math.max(text.length - 1, 0));
    const reason = fault.message.replace(/^.*?column \d+: /, "");
    const message = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
    return [{ from, to: Math.min(from + 1, text.length), severity: "error", message }];
  }
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].flatMap((found) => {
    const [quoted, inner = ""] = found;
    const start = found.index + 1;
    if (!inner.includes("\\")) return templateProblems(inner, variables).map((problem) => moved(problem, start));
    // What is escaped is shorter than it is written: the whole text is marked.
    const value: unknown = JSON.parse(quoted);
    const problems = typeof value === "string" ? templateProblems(value, variables) : [];
    return problems.map((problem) => ({ ...problem, from: start, to: start + inner.length }));
  });
}

const moved = (problem: Problem, by: number): Problem => ({
  ...problem,
  from: problem.from + by,
  to: problem.to + by,
});

/** An issue at the variable that it names. One about a variable that the text has no more is gone. */
function issueProblem({ message, variableName = "" }: CodeIssue, text: string): Problem[] {
  const isTemplate = /^\{[{%]/.test(variableName);
  const name = variableName.replaceAll(/^\{\{-?\s*|\s*-?\}\}$/g, "");
  const written = [variableName, name].find((candidate) => candidate !== "" && text.includes(candidate));
  if (written === undefined) return isTemplate ? [] : [{ from: 0, to: 0, severity: "error", message }];
  const from = text.indexOf(written);
  return [{ from, to: from + written.length, severity: "error", message }];
}

/** An issue of MJML names its line. The text may have become shorter since. */
const LINE = /^Line (\d+): /;

function lineProblem({ message }: CodeIssue, text: string): Problem[] {
  const found = LINE.exec(message);
  if (!found) return [];
  const lines = text.split("\n");
  const index = Number(found[1]) - 1;
  const line = lines[index];
  if (line === undefined) return [{ from: 0, to: 0, severity: "error", message }];
  const start = lines.slice(0, index).reduce((length, before) => length + before.length + 1, 0);
  const from = start + line.length - line.trimStart().length;
  const to = Math.max(from, start + line.trimEnd().length);
  return [{ from, to, severity: "error", message: message.slice(found[0].length) }];
}

/** Returns a problem with its place: "Line 2, column 5: }} is missing." Without a place where the field as a whole is meant. */
export function withPlace({ from, to, message }: Problem, text: string): string {
  if (from === to && from === 0) return message;
  const before = text.slice(0, from).split("\n");
  return `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${message}`;
}
