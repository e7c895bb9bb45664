import { isDeepStrictEqual } from "node:util";
import { serializerCompiler } from "fastify-type-provider-zod";

type Compiler = typeof serializerCompiler;

/**
 * Writes answers as JSON. Views build exactly what the contract names, so that parsing them again would only cost time: for a
 * page of a feed more than writing it. A serializer compiled from the schema (fast-json-stringify) takes longer than
 * `JSON.stringify` too. `checked` parses each answer nevertheless, and throws when the view and the contract disagree.
 */
export const answerSerializer = ({ checked }: { checked: boolean }): Compiler => (checked ? compileChecked : compile);

const compile: Compiler = () => (answer) => JSON.stringify(answer);

const compileChecked: Compiler = (route) => {
  const parse = serializerCompiler(route);
  return (answer) => {
    const text = JSON.stringify(answer);
    const field = firstDifference(JSON.parse(text), JSON.parse(parse(answer)));
    if (field === undefined) return text;
    throw new Error(
      `${route.method} ${route.url} answers with ${field}, which its response schema has not or has otherwise: change the view or the contract`,
    );
  };
};

/** The place of the first value that is not the same, as `data.0.name`; undefined when all are. */
export function firstDifference(ours: unknown, theirs: unknown, place: readonly string[] = []): string | undefined {
  if (isDeepStrictEqual(ours, theirs)) return undefined;
  if (isContainer(ours) && isContainer(theirs)) {
    for (const key of Object.keys({ ...theirs, ...ours })) {
      const found = firstDifference(ours[key], theirs[key], [...place, key]);
      if (found !== undefined) return found;
    }
  }
  return place.join(".");
}

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
