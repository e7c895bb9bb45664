import { DomainError } from "#domain/errors.ts";
import type { Caller } from "../caller.ts";

/** Whether a caller of the organisation may act in one of its environments: a key of another environment may not. */
export const reaches = (caller: Caller, environmentId: string): boolean =>
  caller.kind !== "key" || caller.type === "organization" || caller.environmentId === environmentId;

/** Throws `forbidden` for an API key of another environment. */
export function requireReach(caller: Caller, environmentId: string): void {
  if (reaches(caller, environmentId)) return;
  throw new DomainError(
    "forbidden",
    `The API key does not reach environment ${environmentId}: use a key of that environment, or an organization key`,
  );
}
