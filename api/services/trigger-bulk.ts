import { TriggerEvent, type TriggerResult } from "#contract/events.ts";
import type { Database } from "#db/client.ts";
import { DomainError } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext } from "../caller.ts";
import { parseMessages } from "../plugins/validation-messages.ts";
import { triggerEvent } from "./trigger-event.ts";

/**
 * Accepts events one after the other, in their order; what is wrong with one of them is that one's result alone. Once the
 * engine does not respond, the rest is answered without waiting for it again.
 */
export async function triggerBulk(
  services: { db: Database; engine: Engine },
  call: CallContext,
  events: unknown[],
): Promise<TriggerResult[]> {
  const results: TriggerResult[] = [];
  let isAway = false;
  for (const event of events) {
    if (isAway) results.push(failed(["Temporal does not respond: this event was not stored, send it again"]));
    else
      results.push(
        await triggerItem(services, call, event, () => {
          isAway = true;
        }),
      );
  }
  return results;
}

async function triggerItem(
  services: { db: Database; engine: Engine },
  call: CallContext,
  item: unknown,
  onUnavailable: () => void,
): Promise<TriggerResult> {
  const parsed = TriggerEvent.safeParse(item);
  if (!parsed.success) return failed(parseMessages(parsed.error));
  try {
    return await triggerEvent(services, call, parsed.data, "direct");
  } catch (error) {
    // Whatever is not about this item, such as a database that is away, concerns the whole call.
    if (error instanceof DomainError && error.code === "unavailable") onUnavailable();
    if (error instanceof DomainError) return { ...failed([...error.messages]), ...transactionOf(error) };
    throw error;
  }
}

const failed = (error: string[]): TriggerResult => ({ acknowledged: true, status: "error", error });

/** The id of an event that was stored and could not be started: the caller sends it again with this id. */
function transactionOf({ context }: DomainError): Pick<TriggerResult, "transactionId"> {
  return typeof context.transactionId === "string" ? { transactionId: context.transactionId } : {};
}
