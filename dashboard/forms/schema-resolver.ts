import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues, Resolver } from "react-hook-form";
import { z } from "zod";
import { issueSentence } from "#contract/constants/issue-sentences.ts";

/**
 * Returns the resolver of a form by a schema, for forms that are loaded after their screen; others have `useSchemaResolver`. An issue
 * about which the schema itself says nothing has the sentence that the API would answer.
 */
export const schemaResolver = <Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> => zodResolver(schema, { error: sentenceOf });

/** The sentence for an issue of a schema that has none; it follows the label of the field. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string {
  const said = z.config().localeError?.(issue);
  return issueSentence({ ...issue, message: (typeof said === "string" ? said : said?.message) ?? "Invalid input" });
}
