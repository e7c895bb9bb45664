import { BelfryError, InternalServerError, NotFoundError } from "#client/client.ts";

/** Returns what to show for anything that was thrown, one sentence for each issue. */
export function sentencesOf(error: unknown): readonly string[] {
  if (!(error instanceof BelfryError)) return [error instanceof Error ? error.message : String(error)];
  if (isUnreachableError(error))
    return ["Belfry does not answer. Check the connection and that the server is running."];
  if (error instanceof InternalServerError) return ["The server had an internal error."];
  return error.problems;
}

/** Returns the sentence to show for anything that was thrown, with the id to quote for an error of the server. */
export function errorText(error: unknown): string {
  const text = sentencesOf(error).join(" ");
  if (!(error instanceof BelfryError) || error.status < 500 || error.requestId === undefined) return text;
  return `${text} Its request id is ${error.requestId}.`;
}

export const isNotFoundError = (error: unknown): boolean => error instanceof NotFoundError;

/** Whether no answer arrived. */
export const isUnreachableError = (error: unknown): boolean => error instanceof BelfryError && error.status === 0;
