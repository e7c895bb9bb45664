/**
 * What an engine does about a failed send (providers-email-push.md 1.5).
 * RETRY: the same message may go through later. PERMANENT: never for this message. CREDENTIAL and FUNDS: never, and
 * somebody has to look at the integration. TOKEN: this device is gone, others may live.
 */
export type ErrorClass = "RETRY" | "PERMANENT" | "CREDENTIAL" | "FUNDS" | "TOKEN";

interface Failure {
  /** When the vendor wants to be asked again. */
  retryAfterSeconds?: number | undefined;
  /** At most this many more attempts, because the vendor may already have taken the message; unset: no such doubt. */
  retryLimit?: number | undefined;
  /** The vendor's HTTP status or SMTP reply code. */
  status?: number | undefined;
  /** What the vendor answered, shortened, for the execution detail. */
  response?: string | undefined;
}

/** A send or check that failed, classified. Neither message nor response carries a secret once it leaves a provider. */
export class ProviderError extends Error {
  readonly class: ErrorClass;
  readonly retryAfterSeconds: number | undefined;
  readonly retryLimit: number | undefined;
  readonly status: number | undefined;
  readonly response: string | undefined;

  constructor(errorClass: ErrorClass, message: string, failure: Failure = {}) {
    super(message);
    this.name = "ProviderError";
    this.class = errorClass;
    this.retryAfterSeconds = failure.retryAfterSeconds;
    this.retryLimit = failure.retryLimit;
    this.status = failure.status;
    this.response = failure.response;
  }
}

/**
 * The error as others may see it: secrets blotted out of every text. An error that nobody classified is a fault of the
 * adapter; it counts as PERMANENT, because the vendor may have taken the message before the adapter tripped.
 */
export function withoutSecrets(error: unknown, secrets: readonly string[]): ProviderError {
  const known = error instanceof ProviderError ? error : unexpected(error);
  const clean = new ProviderError(known.class, blot(known.message, secrets), {
    ...known,
    response: known.response === undefined ? undefined : blot(known.response, secrets),
  });
  if (known.stack !== undefined) clean.stack = blot(known.stack, secrets);
  return clean;
}

/** The text with each secret replaced, also where it stands percent-encoded, in base64 or inside a JSON text. */
export function blot(text: string, secrets: readonly string[]): string {
  const spellings = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64"),
    JSON.stringify(secret).slice(1, -1),
  ]);
  // Longest first, so that a secret which begins like another one leaves no tail behind.
  return [...new Set(spellings)]
    .filter((spelling) => spelling.length > 0)
    .sort((a, b) => b.length - a.length)
    .reduce((clean, spelling) => clean.replaceAll(spelling, "***"), text);
}

function unexpected(error: unknown): ProviderError {
  const wrapped = new ProviderError("PERMANENT", `The provider adapter failed: ${String(error)}`);
  if (error instanceof Error && error.stack !== undefined) wrapped.stack = error.stack;
  return wrapped;
}
