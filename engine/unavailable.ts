import { isGrpcServiceError, ServiceError } from "@temporalio/client";
import { DomainError } from "#domain/errors.ts";

/** gRPC codes: CANCELLED (by our deadline), DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE. */
const AWAY = [1, 4, 8, 14];

/**
 * Returns the answer of Temporal. Throws `unavailable` when Temporal is away or overloaded, and nothing is wrong with what was
 * asked: `consequence` says what happens to that, `context` is passed to the caller.
 */
export async function orUnavailable<T>(
  call: Promise<T>,
  consequence: string,
  context?: Record<string, unknown>,
): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!isAway(error)) throw error;
    throw new DomainError("unavailable", `Temporal does not respond. ${consequence}`, context);
  }
}

function isAway(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  return isGrpcServiceError(cause) && AWAY.includes(cause.code);
}
