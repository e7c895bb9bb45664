import { environmentsWithOverdueWebhooks } from "#db/queries/webhooks/due-webhooks.ts";
import { repeat } from "#domain/times/repeat.ts";
import type { SliceDeps } from "../slice/slice-deps.ts";

/** An event for webhook endpoints that is due for longer than this is sent by nobody. */
const UNSENT_MS = 2_000;
const ENVIRONMENTS_WOKEN = 200;

/** Has those events sent that callers' changes have stored: docs/decisions/031-webhooks.md. */
export async function wakeUnsentWebhooks({
  db,
  clock,
  wakers,
}: Pick<SliceDeps, "db" | "clock" | "wakers">): Promise<void> {
  const before = new Date(clock().getTime() - UNSENT_MS);
  for (const environment of await environmentsWithOverdueWebhooks(db, before, ENVIRONMENTS_WOKEN))
    wakers.webhooks(environment);
}

/**
 * Looks for them for as long as the worker runs. Postgres is polled and not Temporal, of which each timer would be billed. Returns what
 * ends it.
 */
export function startUnsentWebhooks(
  deps: Parameters<typeof wakeUnsentWebhooks>[0] & Pick<SliceDeps, "logger">,
  everyMs: number,
): () => Promise<void> {
  const onError = (err: unknown) => deps.logger.warn({ err }, "events for webhook endpoints could not be looked for");
  return repeat(everyMs, () => wakeUnsentWebhooks(deps), onError);
}
