import { providerAlias } from "#contract/constants/provider-ids.ts";

/** An answer with what `typed` makes of its `data`, or of each object of a list there. Answers without `data` stay as they are. */
export function typedAnswer<Answer>(answer: Answer, typed: (shown: unknown) => unknown): Answer | { data: unknown } {
  const data = typeof answer === "object" && answer !== null && "data" in answer ? answer.data : undefined;
  if (Array.isArray(data)) return { ...answer, data: data.map(typed) };
  return data === undefined ? answer : { ...answer, data: typed(data) };
}

/** A message or execution detail, whose provider has the name that the published typed client has for it. */
export const typedProvider = (shown: unknown): unknown =>
  namesProvider(shown) ? { ...shown, providerId: providerAlias(shown.providerId) } : shown;

export const namesProvider = (value: unknown): value is { providerId: string } =>
  typeof value === "object" && value !== null && "providerId" in value && typeof value.providerId === "string";
