import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Placed } from "#db/round.ts";
import { DomainError } from "#domain/errors.ts";
import { durationsOf } from "#domain/times/durations.ts";
import type { SliceDeps } from "../slice/slice-deps.ts";
import { lookAfterAll } from "./look-after-all.ts";
import { type Pass, runPasses } from "./pass.ts";
import { createRounds } from "./rounds.ts";

function deps() {
  const warned: string[] = [];
  const logger = {
    warn: ({ pass }: { pass?: string }) => void warned.push(pass ?? ""),
  } as unknown as SliceDeps["logger"];
  return { clock: () => new Date(), durations: durationsOf(1), logger, warned };
}

const pass = (name: string, run: Pass["run"]): Pass => ({ name, run });
const row = (share: string, n: number): Placed<{ n: number }> => ({ n, place: { share, at: `${n}`, id: `${n}` } });
const look = (hasTime: () => boolean) => ({ now: new Date(), overdue: new Date(), hasTime });

test("a pass that fails keeps none of the others back, and what they did is added up", async () => {
  const own = deps();
  const found = await runPasses(own, [
    pass("broken", async () => {
      throw new Error("canceling statement due to statement timeout");
    }),
    ...Array.from({ length: 6 }, (_, i) => pass(`pass ${i}`, async () => ({ started: i, more: i === 5 }))),
  ]);
  expect(found).toEqual({ started: 15, stopped: 0, more: true });
  expect(own.warned).toEqual(["broken"]);
});

test("a pass that has much to do ends with its time, while others have theirs", async () => {
  const done: string[] = [];
  const endless = pass("endless", async ({ hasTime }) => {
    while (hasTime()) await sleep(5);
    done.push("endless");
    return { more: true };
  });
  const short = pass("short", async () => {
    done.push("short");
    return {};
  });
  expect(await runPasses(deps(), [endless, short], 100)).toMatchObject({ more: true });
  expect(done).toEqual(["short", "endless"]);
});

test("a round goes on where the last look ended, so that rows which stay keep nothing behind them back", async () => {
  const all = [...Array(7).keys()].map((n) => row("one", n));
  const seen: number[] = [];
  let portions = 0;
  const rounds = createRounds<{ n: number }>(
    async (_, { after, limit }) => all.filter(({ n }) => n > Number(after.get("one")?.at ?? -1)).slice(0, limit),
    async (rows) => {
      seen.push(...rows.map(({ n }) => n));
      portions += 1;
      return 0;
    },
    { limit: 2 },
  );
  const once = () => {
    const until = portions + 1;
    return look(() => portions < until);
  };
  expect((await rounds(once())).through).toBe(null);
  expect((await rounds(once())).through).toBe(null);
  expect(seen).toEqual([0, 1, 2, 3]);
  expect((await rounds(look(() => true))).through).not.toBe(null);
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6]);
  // The next round begins anew.
  await rounds(once());
  expect(seen.slice(7)).toEqual([0, 1]);
});

test("things are looked after beside each other, and one that fails is left to the next round", async () => {
  let [busy, most] = [0, 0];
  const acted = await lookAfterAll(deps(), [...Array(100).keys()], async (n) => {
    busy += 1;
    most = Math.max(most, busy);
    await sleep(1);
    busy -= 1;
    if (n === 3) throw new Error("WorkflowId exceeds maximum allowed length");
    return true;
  });
  expect(acted).toBe(99);
  expect(most).toBe(20);
});

test("when Temporal is away, nobody waits for each of many answers", async () => {
  let asked = 0;
  const away = lookAfterAll(deps(), [...Array(1_000).keys()], async () => {
    asked += 1;
    await sleep(1);
    throw new DomainError("unavailable", "Temporal does not respond");
  });
  await expect(away).rejects.toMatchObject({ code: "unavailable" });
  expect(asked).toBe(20);
});
