/** Comparisons of values with parts of a schema that one check may take: a third of a second, and as many as any payload needs. */
const WORK_MAX = 2_000_000;

/** A check of a value that would take more time than one event may have. */
export class SchemaWorkError extends Error {
  override readonly name = "SchemaWorkError";
}

/** The reason, in words that follow the name of the value. */
export const TOO_MUCH_WORK =
  "has too many values to be compared with its schema: send fewer, or make the schema simpler";

/** Returns a function that counts work, and throws a `SchemaWorkError` for more than a check may take. */
export function countWork(): (amount: number) => void {
  let done = 0;
  return (amount) => {
    done += amount;
    if (done > WORK_MAX) throw new SchemaWorkError(TOO_MUCH_WORK);
  };
}
