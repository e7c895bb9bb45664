import { setTimeout as sleep } from "node:timers/promises";
import { Context } from "@temporalio/activity";
import type { Channel } from "#contract/constants/channels.ts";
import { findSendingIntegrations, type SendingIntegration } from "#db/queries/deliveries/sending-integrations.ts";
import { judgeSetUp } from "#db/queries/integrations/judge-set-up.ts";
import {
  type AskedDelivery,
  nextReceipt,
  postponeReceipts,
  settleReceipts,
  takeReceipts,
} from "#db/queries/messages/receipts/due-receipts.ts";
import { bounds } from "#engine/policies.ts";
import { ProviderError } from "#providers/provider-error.ts";
import { findProvider } from "#providers/registry.ts";
import type { Receipt, ReceiptTimes } from "#providers/reports/receipts.ts";
import type { Deps } from "./deps.ts";

/**
 * Asks vendors what became of messages that they have taken, for all that is due, and says when the next one is (milliseconds since 1970):
 * docs/decisions/038-receipts.md. A vendor that has no answer yet, or cannot be asked, is asked again after as long as has passed since
 * the send, until it has forgotten the message.
 */
export const askReceipts =
  (deps: Pick<Deps, "db" | "clock" | "logger" | "sessions" | "wakers">) =>
  async (): Promise<{ nextDueAt: number | null }> => {
    const { db, clock } = deps;
    const { cancellationSignal } = Context.current();
    const deadline = performance.now() + bounds.receipts.budget;
    while (performance.now() < deadline && !cancellationSignal.aborted) {
      const now = clock();
      const taken = await takeReceipts(db, {
        now,
        until: new Date(now.getTime() + bounds.receipts.lease),
        limit: bounds.receipts.together,
      });
      await askAll(deps, taken);
      if (taken.length < bounds.receipts.together) break;
    }
    await sleep(bounds.receipts.pause);
    const next = await nextReceipt(db);
    return { nextDueAt: next && Math.max(next.getTime(), clock().getTime() + bounds.receipts.gather) };
  };

type AskDeps = Parameters<typeof askReceipts>[0];

/** Deliveries of one integration that one call asks about. `times` is undefined for a vendor that cannot be asked any more. */
interface Portion {
  integrationId: string;
  channel: Channel;
  providerId: string;
  times: ReceiptTimes | undefined;
  deliveries: AskedDelivery[];
}

async function askAll(deps: AskDeps, taken: readonly AskedDelivery[]): Promise<void> {
  const portions = portionsOf(taken);
  if (portions.length === 0) return;
  const integrations = await findSendingIntegrations(deps.db, [
    ...new Set(portions.map(({ integrationId }) => integrationId)),
  ]);
  await Promise.all(portions.map((portion) => ask(deps, portion, integrations.get(portion.integrationId))));
}

function portionsOf(taken: readonly AskedDelivery[]): Portion[] {
  const portions: Portion[] = [];
  const open = new Map<string, Portion>();
  for (const delivery of taken) {
    const { integrationId, channel, providerId } = delivery;
    const key = `${integrationId} ${providerId}`;
    let portion = open.get(key);
    if (!portion || portion.deliveries.length === (portion.times?.atOnce ?? bounds.receipts.together)) {
      const times = findProvider(channel, providerId)?.receipts;
      portion = { integrationId, channel, providerId, times, deliveries: [] };
      open.set(key, portion);
      portions.push(portion);
    }
    portion.deliveries.push(delivery);
  }
  return portions;
}

async function ask(deps: AskDeps, portion: Portion, integration: SendingIntegration | undefined): Promise<void> {
  const { db, clock, wakers } = deps;
  const { deliveries, times } = portion;
  const answers = await answersTo(deps, portion, integration);
  const settled = deliveries.flatMap((delivery) => {
    const receipt = answers.get(delivery.receipt.id);
    return receipt ? [{ ...receipt, delivery }] : [];
  });
  const now = clock();
  if (settled.length > 0) {
    for (const environment of await settleReceipts(db, settled, now)) wakers.webhooks(environment);
    const judged = settled.map(({ status, problem }) => ({ hasArrived: status === "sent", problem }));
    await judgeSetUp(db, portion.integrationId, judged, now);
  }
  const left = deliveries.filter(({ receipt }) => !answers.has(receipt.id));
  await postponeReceipts(
    db,
    left.map((delivery) => ({ delivery, dueAt: times ? nextAsk(delivery, times, now) : null })),
  );
}

async function answersTo(
  { logger, sessions }: AskDeps,
  { channel, providerId, times, deliveries }: Portion,
  integration: SendingIntegration | undefined,
): Promise<ReadonlyMap<string, Receipt>> {
  // One that is switched off may be switched on again while the vendor still has the receipts.
  if (!times || !integration?.active) return new Map();
  const { id, credentials } = integration;
  const ids = deliveries.map(({ receipt }) => receipt.id);
  try {
    const signal = AbortSignal.timeout(bounds.receipts.call);
    return await sessions.askReceipts({ id, channel, providerId, credentials }, ids, { signal });
  } catch (error) {
    if (!(error instanceof ProviderError) && !isTimeout(error)) throw error;
    logger.warn({ err: error, integrationId: id, asked: ids.length }, "a vendor could not be asked for receipts");
    return new Map();
  }
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === "TimeoutError";

/** Twice as long after the send as this time, and once more just before the vendor forgets; null after that. */
function nextAsk({ receipt }: AskedDelivery, { afterMs, keptMs }: ReceiptTimes, now: Date): Date | null {
  const sentAt = Date.parse(receipt.sentAt);
  const age = Math.max(afterMs, now.getTime() - sentAt);
  return age >= keptMs ? null : new Date(sentAt + Math.min(2 * age, keptMs));
}
