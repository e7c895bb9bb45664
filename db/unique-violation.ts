import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";

const UNIQUE_VIOLATION = "23505";

/** Whether a statement failed because another row already holds the value of the unique index of that name. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof postgres.PostgresError && cause.code === UNIQUE_VIOLATION && cause.constraint_name === index;
}
