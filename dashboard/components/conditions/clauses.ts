/** A part of a sentence about conditions. */
export interface Clause {
  text: string;
  /** Levels of clauses that are joined in it. */
  depth: number;
  /** The same without words around it, as the whole of a sentence. */
  alone?: string;
}

/** Deeper clauses are in brackets, as no more words keep them apart. */
const WORDED = 2;

/** The more is in the clauses, the more stands between them: "a and b", "either a or b, and c". */
function listed(clauses: readonly Clause[], word: "and" | "or"): string {
  const depth = Math.max(...clauses.map((clause) => clause.depth));
  const between = depth === 0 ? ` ${word} ` : depth === 1 ? `, ${word} ` : `; ${word} `;
  return clauses.map(({ text }) => text).join(between);
}

/** Returns clauses as the whole of a sentence; undefined for none. */
export function clausesText(clauses: readonly Clause[], word: "and" | "or"): string | undefined {
  const [first] = clauses;
  if (!first) return undefined;
  return clauses.length === 1 ? (first.alone ?? first.text) : listed(clauses, word);
}

/** Returns clauses as a part of a sentence, which words in place of brackets keep together. */
export function joined(clauses: readonly Clause[], word: "and" | "or"): Clause {
  const [first] = clauses;
  if (clauses.length === 1 && first) return first;
  const depth = Math.max(...clauses.map((clause) => clause.depth)) + 1;
  const alone = listed(clauses, word);
  if (depth > WORDED) return { text: `(${alone})`, depth, alone };
  const opening = clauses.length === 2 ? (word === "or" ? "either" : "both") : word === "or" ? "any of" : "all of";
  return { text: `${opening} ${alone}`, depth, alone };
}

/** Negates a clause, which is kept apart from what follows: that would seem to be negated, too. */
export const negated = ({ text, depth }: Clause): Clause => ({
  text: `it is not true that ${text}`,
  depth: Math.max(depth, 1),
});
