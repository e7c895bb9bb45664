import { type ByteBudget, createByteBudget } from "../lanes/byte-budget.ts";
import type { EventInProgress } from "./event-in-progress.ts";

/** Events are in memory up to so many times while a slice is decided: as Postgres' answer, parsed, and in what is made of them. */
const COPIES = 3;
/** Memory for events of the slices that a process works on at once, in characters. */
const BUDGET = 60_000_000;

/** Limits the memory that digests of all slices of a process take. */
export const createDigestMemory = (): ByteBudget => createByteBudget(BUDGET);

/** Works with what the digests of a slice have collected, as soon as the process has room for it. */
export const withDigests = <T>(
  { deps, event }: Pick<EventInProgress, "deps" | "event">,
  digestSize: number,
  work: () => Promise<T>,
): Promise<T> => deps.digestMemory.run(event.organizationId, digestSize * COPIES, work);
