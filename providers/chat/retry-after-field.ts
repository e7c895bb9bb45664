import { z } from "zod";
import { jsonOf } from "../http-reply.ts";
import { ProviderError } from "../provider-error.ts";

const Fields = z.record(z.string(), z.unknown());

/**
 * Returns the error of a request that came too early with the seconds that this field of the answer names. They may have a
 * fraction, and are rounded up.
 */
export function withRetryAfterField(error: unknown, field: string): unknown {
  if (!(error instanceof ProviderError) || error.status !== 429) return error;
  const seconds = Fields.safeParse(jsonOf(error.response ?? "")).data?.[field];
  if (typeof seconds !== "number" || seconds < 0) return error;
  return new ProviderError(error.class, error.message, { ...error, retryAfterSeconds: Math.ceil(seconds) });
}
