import { afterAll, beforeAll, test } from "vitest";
import { type Crowd, startCrowd } from "#test/support/crowd.ts";
import { surviveKills } from "#test/support/survive-kills.ts";

// Nothing that was accepted may be lost or delivered twice, whichever process dies. The processes are real and they are
// ended by SIGKILL. A mail is doubled only where it was in flight when its worker died, no more than an integration has slots.

/** As many as are served in about the time that the kills take. */
const RECIPIENTS = 400;

let all: Crowd;
beforeAll(async () => {
  all = await startCrowd(RECIPIENTS, { takesMs: 110 });
});
afterAll(() => all?.stop());

test(
  "5 kills of API, Temporal, worker and Postgres: nothing is lost, stuck, or doubled but mails in flight, and inboxes of the killed API become offline",
  () => surviveKills(all, 5),
  400_000,
);
