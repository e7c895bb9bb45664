import { afterAll, beforeAll, test } from "vitest";
import { type Crowd, startCrowd } from "#test/support/crowd.ts";
import { surviveKills } from "#test/support/survive-kills.ts";

// As kills.test.ts, with the kills of a bad day.

let all: Crowd;
beforeAll(async () => {
  all = await startCrowd(2_600, { takesMs: 20 });
});
afterAll(() => all?.stop());

test(
  "20 kills under load, of API, Temporal, worker and Postgres in turn: nothing is lost, stuck, or doubled but mails in flight",
  () => surviveKills(all, 20),
  900_000,
);
