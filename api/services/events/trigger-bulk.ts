import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { TriggerEvent, type TriggerResult } from "#contract/events.ts";
import { nullFieldsLeftOut } from "#contract/schemas/null-fields.ts";
import { classifySqlFailure } from "#db/sql-failure.ts";
import { DomainError } from "#domain/errors.ts";
import { newTransactionId } from "#events/new-transaction-id.ts";
import { type TriggerCall, type TriggerServices, triggerEvent } from "#events/trigger-event.ts";
import { parseMessages } from "../../validation-messages.ts";

interface Services extends TriggerServices {
  log: FastifyBaseLogger;
}

/** The result of an item; `away` says what did not respond, so that no other item has to wait for it. */
interface Outcome {
  result: TriggerResult;
  away?: "Temporal" | "The database";
}

const withoutNulls = nullFieldsLeftOut(TriggerEvent);

/**
 * Accepts events one after the other, in their order; what is wrong with one of them is that one's result alone. Once the
 * engine or the database does not respond, the rest is answered without waiting for it again.
 */
export async function triggerBulk(services: Services, call: TriggerCall, events: unknown[]): Promise<TriggerResult[]> {
  const results: TriggerResult[] = [];
  let away: Outcome["away"];
  for (const [index, event] of events.entries()) {
    if (away) results.push(failed([`${away} does not respond: this event was not stored, send it again`]));
    else {
      const outcome = await triggerItem(services, call, event, index);
      results.push(outcome.result);
      away = outcome.away;
    }
  }
  return results;
}

async function triggerItem(services: Services, call: TriggerCall, item: unknown, index: number): Promise<Outcome> {
  const parsed = TriggerEvent.safeParse(withoutNulls(item));
  if (!parsed.success) return { result: failed(parseMessages(parsed.error)) };
  const event = { ...parsed.data, transactionId: parsed.data.transactionId ?? newTransactionId(call, index) };
  try {
    return { result: await triggerEvent(services, call, event, "direct") };
  } catch (error) {
    return outcomeOf(error, event.transactionId, services.log);
  }
}

/**
 * An item that failed names its transactionId where the event may have been stored: sent again with it, it is delivered once.
 * Thrown, the error would take the results of the items before it, which are accepted.
 */
function outcomeOf(error: unknown, transactionId: string, log: FastifyBaseLogger): Outcome {
  if (error instanceof DomainError) {
    const result = { ...failed([...error.messages]), ...transactionOf(error) };
    return error.code === "unavailable" ? { result, away: "Temporal" } : { result };
  }
  const kind = classifySqlFailure(error);
  if (kind === "data") {
    return {
      result: failed(["The database refuses a value of this event: leave out what is no plain text or number"]),
    };
  }
  const errorId = randomUUID();
  log.error({ err: error, errorId, transactionId }, "an event of a bulk failed");
  if (kind === "connection" || kind === "contention") {
    const sentence = `The database does not respond: send this event again with the transactionId ${transactionId}`;
    return { result: { ...failed([sentence]), transactionId }, away: "The database" };
  }
  return { result: { ...failed([`Internal server error ${errorId}`]), transactionId } };
}

const failed = (error: string[]): TriggerResult => ({ acknowledged: true, status: "error", error });

/** The id of an event that was stored and could not be started: the caller sends it again with this id. */
function transactionOf({ context }: DomainError): Pick<TriggerResult, "transactionId"> {
  return typeof context.transactionId === "string" ? { transactionId: context.transactionId } : {};
}
