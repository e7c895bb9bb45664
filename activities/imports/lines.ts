import type { z } from "zod";
import type { DataKind } from "#contract/constants/imports.ts";
import { issueSentence } from "#contract/constants/issue-sentences.ts";
import { PreferenceLine, SubscriberLine, TopicLine } from "#contract/imports.ts";
import { SuppressionLine } from "#contract/suppressions.ts";
import type { PortionOutcome } from "#db/queries/imports/imports.ts";
import type { ImportLine } from "#db/schema/events/import-portions.ts";

interface Valid<T> {
  line: number;
  value: T;
}

/** The lines of a portion that can be written, by the kind of the file. */
export type ValidLines =
  | { kind: "subscribers"; lines: Valid<SubscriberLine>[] }
  | { kind: "topics"; lines: Valid<TopicLine>[] }
  | { kind: "preferences"; lines: Valid<PreferenceLine>[] }
  | { kind: "suppressions"; lines: Valid<SuppressionLine>[] };

export type LineProblem = PortionOutcome["problems"][number];

/** The first fault of a line, in words that say what to do in the file. */
function problemOf(issue: z.core.$ZodIssue | undefined): Omit<LineProblem, "line"> {
  if (!issue) return { field: null, message: "cannot be read" };
  const message = issueSentence(issue);
  const remedy = message === "is missing" ? ": fill it in, or remove the line" : "";
  return { field: issue.path.join(".") || null, message: message + remedy };
}

/** Checks the lines of a portion. Messages say what a value must be and never repeat it, so that they hold no data of a person. */
export function linesOf(kind: DataKind, lines: readonly ImportLine[]): { valid: ValidLines; problems: LineProblem[] } {
  const problems: LineProblem[] = [];
  const check = <T>(schema: z.ZodType<T>): Valid<T>[] =>
    lines.flatMap(({ line, record, problem }) => {
      const parsed = record && schema.safeParse(record);
      if (parsed?.success) return [{ line, value: parsed.data }];
      const [issue] = parsed?.error.issues ?? [];
      problems.push({ line, ...(problem ?? problemOf(issue)) });
      return [];
    });
  return { valid: validOf(kind, check), problems };
}

function validOf(kind: DataKind, check: <T>(schema: z.ZodType<T>) => Valid<T>[]): ValidLines {
  switch (kind) {
    case "subscribers":
      return { kind, lines: check(SubscriberLine) };
    case "topics":
      return { kind, lines: check(TopicLine) };
    case "preferences":
      return { kind, lines: check(PreferenceLine) };
    case "suppressions":
      return { kind, lines: check(SuppressionLine) };
  }
}
