import { MockActivityEnvironment } from "@temporalio/testing";
import { expect, test, vi } from "vitest";
import { leaseFromLane } from "#db/queries/lanes/lease-from-lane.ts";
import { durationsOf } from "#domain/times/durations.ts";
import { createLogger } from "#telemetry/logger.ts";
import type { Deps } from "./deps.ts";
import { type Served, send } from "./send.ts";

vi.mock("#db/queries/lanes/lease-from-lane.ts");
vi.mock("#db/queries/lanes/lane-queues.ts");

const lane = { organizationId: "o", environmentId: "e", integrationId: "i", channel: "email" } as const;
const run = (dispatcher: object) => {
  const deps = {
    dispatcher: { look: async () => {}, ...dispatcher },
    clock: () => new Date(),
    durations: durationsOf(1),
  } as unknown as Deps;
  const environment = new MockActivityEnvironment({}, { logger: createLogger({ logLevel: "silent" }) as never });
  return environment.run(send(deps), lane) as Promise<Served>;
};

test("a portion that fails after taking more has failed fails the activity, not the process", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  let fail = (_error: Error): void => {};
  const batch = new Promise<never>((_, reject) => {
    fail = reject;
  });
  vi.mocked(leaseFromLane).mockResolvedValueOnce([{}] as never);
  vi.mocked(leaseFromLane).mockRejectedValueOnce(new Error("the database is away"));

  await expect(run({ send: () => batch, nextTurn: () => ({ kind: "now", room: 10, bytes: 1_000 }) })).rejects.toThrow(
    "is away",
  );
  fail(new Error("the database is still away"));
  await new Promise(setImmediate);
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test("while the vendor takes nothing for long, nothing is leased: a timer waits", async () => {
  vi.mocked(leaseFromLane).mockReset();
  const { details } = await run({ nextTurn: () => ({ kind: "later", at: new Date("2099-01-01") }) });
  expect(leaseFromLane).not.toHaveBeenCalled();
  expect(details).toContain("the vendor takes none until 2099-01-01");
});
