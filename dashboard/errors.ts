import { BelfryError, InternalServerError, NotFoundError } from "#client/client.ts";

/** Returns what to show for anything that was thrown, one sentence for each issue, and one for what can be done about them. */
export function sentencesOf(error: unknown): readonly string[] {
  if (!(error instanceof BelfryError)) return [error instanceof Error ? error.message : String(error)];
  if (isUnreachableError(error)) {
    return [
      "Belfry does not answer. Check the connection and that the server is running.",
      "Nothing is lost: try again then.",
    ];
  }
  const problems = error instanceof InternalServerError ? ["The server had an internal error."] : error.problems;
  const remedy = remedyOf(error);
  return remedy === undefined ? problems : [...problems, remedy];
}

/** Returns what can be done about a refusal, where the server has not said it. */
function remedyOf({ status, problems, retryAfter }: BelfryError): string | undefined {
  const isSaid = (remedy: RegExp) => problems.some((problem) => remedy.test(problem));
  if (status === 403 && !isSaid(/\badmin\b/i)) return "Ask an admin of the organisation.";
  if (retryAfter !== undefined && !isSaid(/\bagain\b/i)) return `Try again in ${waitText(retryAfter)}.`;
  if (status === 429 && !isSaid(/\bagain\b/i)) return "Try again in a moment.";
  return undefined;
}

/** "42 s", "3 min" or "2 h", rounded up. */
function waitText(seconds: number): string {
  if (seconds <= 90) return `${Math.max(1, Math.ceil(seconds))} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

/** Joins sentences, which the server may have left without a full stop. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences
    .map((text, index) => (index === sentences.length - 1 || /[.!?:]$/.test(text) ? text : `${text}.`))
    .join(" ");

/** Returns the text to show for anything that was thrown, with the id to quote for an error of the server. */
export function errorText(error: unknown): string {
  const text = joinSentences(sentencesOf(error));
  if (!(error instanceof BelfryError) || error.status < 500 || error.requestId === undefined) return text;
  return joinSentences([text, `Its request id is ${error.requestId}.`]);
}

/** Whether the role of the member does not allow it, and the server has not said more. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof BelfryError && error.status === 403 && error.problems.every((text) => /^forbidden\.?$/i.test(text));

export const isNotFoundError = (error: unknown): boolean => error instanceof NotFoundError;

/** Returns what a call answers, or null when it is not there. */
export async function nullIfMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (isNotFoundError(error)) return null;
    throw error;
  }
}

/** Whether no answer arrived. */
export const isUnreachableError = (error: unknown): boolean => error instanceof BelfryError && error.status === 0;
