import type { Schema } from "#contract/constants/values/schema-path.ts";
import { jsonFault } from "../controls/json-fault.ts";
import type { CodeIssue, CodeLanguage, TextCheck } from "./code-control.ts";
import { missingValues } from "./missing-values.ts";
import type { Problem } from "./parse-problem.ts";
import { templateProblems } from "./template-problems.ts";
import { type VariablePlace, variablePlaces } from "./variable-places.ts";

interface Code {
  text: string;
  language: CodeLanguage;
  variables: Schema | undefined;
  /** Issues that the API found with the value. */
  issues: readonly CodeIssue[];
  check: TextCheck;
  /** Variables without a value in the data that the member looks at. */
  missing: readonly string[];
}

/** Returns all that is wrong with the text of a field, in its order. An issue of the API that is found here, too, is told once. */
export function problemsOf({ text, language, variables, issues, check, missing }: Code): Problem[] {
  const fault = language === "json" ? jsonProblem(text) : undefined;
  const inTemplates = (find: TextCheck): readonly Problem[] => (fault ? [] : foundIn(text, language, find));
  const own = [...(fault ? [fault] : inTemplates((template) => templateProblems(template, variables))), ...check(text)];
  const isKnown = (other: Problem) => own.some(({ from, to }) => from <= other.to && other.from <= to);
  const ofLines = issues.flatMap((issue) => lineProblem(issue, text));
  const others = issues
    .filter(({ message }) => !LINE.test(message))
    .flatMap(({ message, variableName = "" }): Problem[] => {
      const whole: Problem = { from: 0, to: 0, severity: "error", message };
      if (!/^\{[{%]/.test(variableName)) return [whole];
      const meant = new Set(variablePlaces(variableName).map(nameOf));
      // What cannot be parsed is found here, as a rule.
      if (meant.size === 0) return own.length > 0 ? [] : [whole];
      if (language === "variable-name") return meant.has(text.trim()) ? [whole] : [];
      // Where it is used, not where it is only written: in a comment, or where a loop gives the name a meaning.
      const places = inTemplates((template) =>
        variablePlaces(template)
          .filter((place) => meant.has(nameOf(place)))
          .map(({ from, to }) => ({ from, to, severity: "error", message })),
      );
      return places.some(isKnown) ? [] : places.slice(0, 1);
    });
  const wrong = [...own, ...ofLines, ...others];
  // A variable with which something is wrong is not told a second time.
  const lacking = inTemplates((template) => missingValues(template, missing)).filter(
    ({ from, to }) => !wrong.some((problem) => problem.from < to && from < problem.to),
  );
  return [...wrong, ...lacking].toSorted((one, other) => one.from - other.from);
}

const nameOf = ({ keys }: VariablePlace): string => keys.join(".");

/** Returns what is found in the templates of a text. */
function foundIn(text: string, language: CodeLanguage, find: TextCheck): readonly Problem[] {
  switch (language) {
    case "json":
      return inTexts(text, find);
    case "variable-name":
      // Whoever asks for the name of a variable checks it.
      return [];
    case "liquid-text":
    case "liquid-html":
      return find(text);
  }
}

/** The first thing that is not JSON. */
function jsonProblem(text: string): Problem | undefined {
  const fault = text.trim() === "" ? undefined : jsonFault(text);
  if (!fault) return undefined;
  const from = Math.min(fault.offset, Math.max(text.length - 1, 0));
  const reason = fault.message.replace(/^.*?column \d+: /, "");
  const message = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  return { from, to: Math.min(from + 1, text.length), severity: "error", message };
}

/** Returns what is found in the texts of JSON. */
function inTexts(text: string, find: TextCheck): Problem[] {
  return [...text.matchAll(/"((?:[^"\\]|\\[\s\S])*)(?:"|\\?$)/g)].flatMap((found) => {
    const [quoted, inner = ""] = found;
    // A text that does not end.
    if (quoted.length < inner.length + 2 || !quoted.endsWith('"')) return [];
    const start = found.index + 1;
    if (!inner.includes("\\")) return find(inner).map((problem) => moved(problem, start));
    // What is escaped is shorter than it is written: the whole text is marked.
    const value: unknown = JSON.parse(quoted);
    const problems = typeof value === "string" ? find(value) : [];
    return problems.map((problem) => ({ ...problem, from: start, to: start + inner.length }));
  });
}

const moved = (problem: Problem, by: number): Problem => ({
  ...problem,
  from: problem.from + by,
  to: problem.to + by,
});

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
