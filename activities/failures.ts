import { ApplicationFailure } from "@temporalio/common";
import { DomainError } from "#domain/errors.ts";

/**
 * The only place where an error becomes a failure of Temporal. What is wrong by itself is not tried again; everything
 * else, such as a database that is away, is. One subscriber's failed send is data in a result and never comes here.
 */
export function withFailures<Args extends unknown[], Result>(
  activity: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await activity(...args);
    } catch (error) {
      if (error instanceof DomainError) {
        throw ApplicationFailure.create({ message: error.message, type: error.code, nonRetryable: true, cause: error });
      }
      throw error;
    }
  };
}
