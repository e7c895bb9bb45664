import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";

const UNIQUE_VIOLATION = "23505";

/** Whether a statement failed because another row already holds the value of the unique index of that name. */
function isUniqueViolation(error: unknown, index: string): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof postgres.PostgresError && cause.code === UNIQUE_VIOLATION && cause.constraint_name === index;
}

/** Throws `refusal()` in place of the error of a statement that another row refused by the unique index, or one of those, of that name. */
export async function refusingTaken<T>(
  index: string | readonly string[],
  writing: Promise<T>,
  refusal: () => Error,
): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw [index].flat().some((one) => isUniqueViolation(error, one)) ? refusal() : error;
  }
}
