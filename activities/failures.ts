import { ApplicationFailure } from "@temporalio/common";
import type { Logger } from "pino";
import { classifySqlFailure } from "#db/sql-failure.ts";
import { DomainError } from "#domain/errors.ts";

/**
 * The only place where an error becomes a failure of Temporal. What is wrong by itself is not tried again; a database that
 * is away is, without end. One subscriber's failed send is data in a result and never comes here.
 */
export function withFailures<Args extends unknown[], Result>(
  { logger }: { logger: Logger },
  activity: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await activity(...args);
    } catch (error) {
      if (error instanceof DomainError) {
        throw ApplicationFailure.create({ message: error.message, type: error.code, nonRetryable: true, cause: error });
      }
      const sql = classifySqlFailure(error);
      if (sql === "data" || sql === "bug") {
        // The message of a refused statement carries values of other people's rows, and histories are read by many.
        logger.error({ err: error }, "a statement was refused");
        throw ApplicationFailure.create({
          message: `A statement was refused (${sql})`,
          type: `sql_${sql}`,
          nonRetryable: true,
        });
      }
      throw error;
    }
  };
}
