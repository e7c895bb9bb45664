/** Why Postgres cannot store a text as it is; undefined when it can. Halves of pairs of surrogates would all become the same character. */
export function unstorableIssue(text: string): string | undefined {
  if (text.includes("\0")) return "must not contain the NUL character";
  return /\p{Surrogate}/u.test(text) ? "must not contain half of a character" : undefined;
}
