import { MockActivityEnvironment } from "@temporalio/testing";
import { expect, test, vi } from "vitest";
import { leaseDeliveries } from "#db/queries/deliveries/lease-deliveries.ts";
import { durationsOf } from "#domain/durations.ts";
import { createLogger } from "#telemetry/logger.ts";
import type { Deps } from "./deps.ts";
import { send } from "./send.ts";

vi.mock("#db/queries/deliveries/lease-deliveries.ts");
vi.mock("#db/queries/events/load-event.ts", () => ({ loadEvent: async () => ({ id: "event" }) }));

test("a batch that fails after taking more has failed fails the activity, not the process", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  let fail = (_error: Error): void => {};
  const batch = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const dispatcher = { send: () => batch, channelsInFlight: () => [], settled: async () => {} };
  const deps = { dispatcher, clock: () => new Date(), durations: durationsOf(1) } as unknown as Deps;
  vi.mocked(leaseDeliveries).mockResolvedValueOnce([{}] as never);
  vi.mocked(leaseDeliveries).mockRejectedValueOnce(new Error("the database is away"));

  const environment = new MockActivityEnvironment({}, { logger: createLogger({ logLevel: "silent" }) as never });
  await expect(environment.run(send(deps, "email"), { event: {}, cohort: 0 } as never)).rejects.toThrow("is away");
  fail(new Error("the database is still away"));
  await new Promise(setImmediate);
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
