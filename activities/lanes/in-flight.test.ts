import { expect, test } from "vitest";
import type { Database } from "#db/client.ts";
import type { LeasedDelivery } from "#db/queries/deliveries/lease-deliveries.ts";
import { durationsOf } from "#domain/times/durations.ts";
import { createInFlight } from "./in-flight.ts";

test("of two leases of a delivery only the later one may be sent, and both are awaited", async () => {
  let now = 0;
  const inFlight = createInFlight({
    // Nothing is renewed within the test.
    db: {} as Database,
    clock: () => new Date(now),
    durations: durationsOf(1),
    logger: { warn: () => {} },
  });
  const leasedAt = (at: number) =>
    ({ id: "d", integrationId: "i", bytes: 10, leasedUntil: new Date(at + 30_000) }) as LeasedDelivery;
  const checks: boolean[] = [];
  const ends: (() => void)[] = [];
  const send = (delivery: LeasedDelivery) =>
    inFlight.run(delivery, async (entry) => {
      await new Promise<void>((resolve) => ends.push(resolve));
      checks.push(inFlight.isHeld(entry));
    });

  const first = send(leasedAt(0));
  // The process stood still, and the delivery was leased again.
  now = 40_000;
  const second = send(leasedAt(now));
  expect([inFlight.count(), inFlight.countOf("i"), inFlight.bytes()]).toEqual([2, 2, 20]);
  for (const end of ends) end();
  await inFlight.settled();
  await Promise.all([first, second]);
  expect(checks).toEqual([false, true]);
  expect([inFlight.count(), inFlight.countOf("i"), inFlight.bytes()]).toEqual([0, 0, 0]);
  inFlight.close();
});
