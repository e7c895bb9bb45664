import pLimit from "p-limit";
import { DomainError } from "#domain/errors.ts";
import type { SliceDeps } from "../slice/slice-deps.ts";

/** Executions that are asked about or woken at once: about as many as the engine starts in a second are through within one. */
const LOOKED_AFTER_TOGETHER = 20;

/**
 * Looks after things beside each other. One that fails is logged and left to the next round; but when Temporal is away, all of
 * them would fail, and it ends with that. Returns how many were acted on.
 */
export async function lookAfterAll<T>(
  { logger }: Pick<SliceDeps, "logger">,
  things: readonly T[],
  lookAfter: (thing: T) => Promise<boolean>,
): Promise<number> {
  const limit = pLimit(LOOKED_AFTER_TOGETHER);
  let away: DomainError | undefined;
  let acted = 0;
  await Promise.all(
    things.map((thing) =>
      limit(async () => {
        if (away) return;
        try {
          if (await lookAfter(thing)) acted += 1;
        } catch (err) {
          if (err instanceof DomainError && err.code === "unavailable") away = err;
          else logger.warn({ err }, "lost work could not be looked after");
        }
      }),
    ),
  );
  if (away) throw away;
  return acted;
}
