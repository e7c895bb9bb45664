import { sqlStateOf } from "./sql-failure.ts";

const SERIALIZATION_FAILURE = "40001";

/**
 * Runs a statement, and runs it again when Postgres lets it fail because it waited for a row that another one has moved to
 * another partition. Rows move to later months only, so that some attempt finds them in their place. The statement must be
 * all of its transaction.
 */
export async function despiteMoves<T>(run: () => PromiseLike<T>): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (sqlStateOf(error) !== SERIALIZATION_FAILURE) throw error;
    }
  }
}
