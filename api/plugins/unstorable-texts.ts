import type { FastifyRequest } from "fastify";
import { unstorableIssue } from "#contract/constants/values/unstorable-text.ts";

/** The depth of bodies is bounded before they are read. */
function issueIn(value: unknown, path: readonly string[]): string | undefined {
  if (typeof value === "string") {
    const issue = unstorableIssue(value);
    return issue && `${path.join(".")} ${issue}: remove it`;
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const issue = unstorableIssue(key);
    // The name of such a field would be as broken in the sentence.
    if (issue) return `${path.length === 0 ? "The body" : path.join(".")} has a name that ${issue}: remove it`;
    const found = issueIn(inner, [...path, key]);
    if (found) return found;
  }
  return undefined;
}

/** Says which field of a request has a text that Postgres has refused. */
export function unstorableSentence({ body, query, params }: Pick<FastifyRequest, "body" | "query" | "params">): string {
  const found = [body, query, params].map((part) => issueIn(part, [])).find((sentence) => sentence !== undefined);
  return found ?? "The request contains a character that cannot be stored, such as NUL: leave it out";
}
