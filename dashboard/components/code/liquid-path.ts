import { type Token, TypeGuards, Value, type ValueToken } from "liquidjs";

/** A name in a path, with the place where it is written; one in quotes with these. */
export interface PathStep {
  key: string | number;
  begin: number;
  end: number;
}

export interface Path {
  steps: PathStep[];
  /** Whether a computed key follows, which no schema can tell. */
  isComputed: boolean;
}

/** Returns the path that a token writes; an empty one for what is no path. */
export function readPath(token: Token): Path {
  const steps: PathStep[] = [];
  if (!TypeGuards.isPropertyAccessToken(token) || token.variable) return { steps, isComputed: true };
  for (const prop of token.props) {
    const isName = TypeGuards.isNumberToken(prop) || TypeGuards.isWordToken(prop) || TypeGuards.isQuotedToken(prop);
    if (!isName) return { steps, isComputed: true };
    steps.push({ key: prop.content, begin: prop.begin, end: prop.end });
  }
  return { steps, isComputed: false };
}

/** The tokens of a value, and of the arguments of its filters. */
export function tokensOf(value: Value | ValueToken): Token[] {
  if (!(value instanceof Value)) return [value];
  const args = value.filters.flatMap(({ args: given }) => given).map((arg) => (Array.isArray(arg) ? arg[1] : arg));
  return [...value.initial.postfix, ...args.filter((arg) => arg !== undefined)];
}

/** The paths that a token writes: its own, those in its brackets, and those of a range. */
export function pathTokensOf(token: Token): Token[] {
  if (TypeGuards.isRangeToken(token)) return [...pathTokensOf(token.lhs), ...pathTokensOf(token.rhs)];
  if (!TypeGuards.isPropertyAccessToken(token)) return [];
  return [...token.props.flatMap(pathTokensOf), token];
}
