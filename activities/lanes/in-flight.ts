import type { Logger } from "pino";
import type { Database } from "#db/client.ts";
import { type LeasedDelivery, renewLeases } from "#db/queries/deliveries/lease-deliveries.ts";
import type { SendingIntegration } from "#db/queries/deliveries/sending-integrations.ts";
import type { Durations } from "#domain/times/durations.ts";
import type { Clock } from "../run/decision-deps.ts";

/** A delivery that this process has leased, from then until what became of it is stored. */
export interface DeliveryInFlight {
  delivery: LeasedDelivery;
  /** Of this lease, extended while it is under way: a process that stood still may have leased the delivery again. */
  leasedUntil: number;
  /** When the vendor was called; null before. */
  begunAt: number | null;
  /** Sends a second that the integration was allowed then; undefined without a limit. */
  pace?: number | undefined;
  /** As far as it has been read. */
  integration: SendingIntegration | undefined;
}

/** The deliveries of this process that are under way. Their leases are extended for as long as they are. */
export interface InFlight {
  /** Counts the delivery at once, for whoever asks whether there is room and whoever awaits what is under way. */
  run<T>(delivery: LeasedDelivery, work: (entry: DeliveryInFlight) => Promise<T>): Promise<T>;
  /** Whether the lease lasts long enough for a send. */
  isHeld(entry: DeliveryInFlight): boolean;
  entries(): DeliveryInFlight[];
  count(): number;
  countOf(integrationId: string): number;
  bytes(): number;
  /** Settles when a delivery of the integration has ended, or at once when none is under way. */
  untilSent(integrationId: string): Promise<void>;
  /** Settles when all that are under way have ended. */
  settled(): Promise<void>;
  /** Extends no leases any more. */
  close(): void;
}

interface Entry extends DeliveryInFlight {
  done: Promise<unknown>;
}

export function createInFlight({
  db,
  clock,
  durations,
  logger,
}: {
  db: Database;
  clock: Clock;
  durations: Durations;
  logger: Pick<Logger, "warn">;
}): InFlight {
  const entries = new Set<Entry>();
  const counts = new Map<string, number>();
  /** Who waits for a delivery of an integration to end. */
  const waiting = new Map<string, (() => void)[]>();
  let bytes = 0;
  const renewals = setInterval(() => void renew(), durations.deliveryRenewal).unref();

  async function renew(): Promise<void> {
    const held = [...entries];
    if (held.length === 0) return;
    const until = new Date(clock().getTime() + durations.deliveryLease);
    try {
      const deliveries = held.map(({ delivery }) => delivery);
      const renewed = await renewLeases(db, deliveries, until);
      for (const entry of held) entry.leasedUntil = renewed.has(entry.delivery) ? until.getTime() : 0;
    } catch (error) {
      logger.warn({ err: error }, "leases of deliveries could not be extended");
    }
  }

  function remove(entry: Entry): void {
    const { integrationId } = entry.delivery;
    entries.delete(entry);
    bytes -= entry.delivery.bytes;
    const count = (counts.get(integrationId) ?? 1) - 1;
    if (count === 0) counts.delete(integrationId);
    else counts.set(integrationId, count);
    for (const resolve of waiting.get(integrationId) ?? []) resolve();
    waiting.delete(integrationId);
  }

  return {
    run(delivery, work) {
      const leasedUntil = delivery.leasedUntil.getTime();
      const entry: Entry = { delivery, leasedUntil, begunAt: null, integration: undefined, done: Promise.resolve() };
      entries.add(entry);
      bytes += delivery.bytes;
      counts.set(delivery.integrationId, (counts.get(delivery.integrationId) ?? 0) + 1);
      const done = work(entry).finally(() => remove(entry));
      entry.done = done;
      return done;
    },
    isHeld: ({ leasedUntil }) => leasedUntil - clock().getTime() >= durations.leastDeliveryLease,
    entries: () => [...entries],
    count: () => entries.size,
    countOf: (integrationId) => counts.get(integrationId) ?? 0,
    bytes: () => bytes,
    untilSent(integrationId) {
      if (!counts.has(integrationId)) return Promise.resolve();
      return new Promise((resolve) => waiting.set(integrationId, [...(waiting.get(integrationId) ?? []), resolve]));
    },
    async settled() {
      await Promise.allSettled([...entries].map(({ done }) => done));
    },
    close: () => clearInterval(renewals),
  };
}
