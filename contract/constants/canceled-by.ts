/** The person who cancelled an event, as its details say it. */
export interface CanceledBy {
  /** The member's name; of a call with an API key, that of the key's owner. */
  name: string;
  /** The last characters of the API key; absent where a member cancelled it in the dashboard. */
  keyEnd?: string | undefined;
}

/** Completes "The event was cancelled". */
export function canceledByWords({ name, keyEnd }: { name?: unknown; keyEnd?: unknown }): string {
  if (typeof name !== "string" || name === "") return "by its caller";
  return typeof keyEnd === "string" ? `with an API key of ${name} that ends in ${keyEnd}` : `by ${name}`;
}
