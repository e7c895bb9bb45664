import { expect, test } from "vitest";
import type { IntegrationHealth } from "#contract/integration-health.ts";
import { addSends, type CountedSends } from "#db/queries/integrations/integration-sends.ts";
import { noteOutage, noteProblem } from "#db/queries/integrations/outages.ts";
import { changePace } from "#db/queries/lanes/lane-pace.ts";
import { DURATION_BUCKETS, durationBucket } from "#domain/lanes/send-durations.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { integrationsApi } from "#test/support/integrations-api.ts";
import { aMember } from "#test/support/sign-in.ts";

const { app, db } = await integrationsApi();

const MINUTE = 60_000;
const THIS_MINUTE = Math.floor(Date.now() / MINUTE) * MINUTE;
const momentAgo = (minutes: number): string => new Date(THIS_MINUTE - minutes * MINUTE).toISOString();

let last = 0;
const anIntegration = ({ scope }: TestEnvironment, more: { active?: boolean } = {}) => {
  last += 1;
  const identifier = `push-${last}-${scope.environmentId}`;
  return addIntegration(db, scope, { channel: "push", providerId: "fcm", identifier, ...more });
};

/** Sends of an integration in the minute so many minutes ago. */
function sends(
  integrationId: string,
  minutesAgo: number,
  { ms = 100, ...counts }: Partial<CountedSends> & { ms?: number },
): CountedSends {
  const minute = momentAgo(minutesAgo);
  const durations = Array.from({ length: DURATION_BUCKETS }, () => 0);
  durations[durationBucket(ms)] = counts.succeeded ?? 0;
  const none = { succeeded: 0, failed: 0, retried: 0, errorAt: null, errorMessage: null, errorCode: null };
  const failure = counts.errorMessage ? { errorAt: minute } : {};
  return { integrationId, minute, durations, ...none, ...failure, ...counts };
}

async function health({ headers }: { headers: Record<string, string> }): Promise<Map<string, IntegrationHealth>> {
  const reply = await app.inject({ url: "/v1/integrations/health", headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return new Map(reply.json().data.map((one: IntegrationHealth) => [one._id, one]));
}

test("an integration says what its last hour was like, what it sent today, and its last error with the vendor's code", async () => {
  const environment = await createTestEnvironment(db);
  const id = await anIntegration(environment);
  await addSends(db, [
    sends(id, 0, { succeeded: 100, ms: 180 }),
    sends(id, 30, {
      succeeded: 80,
      ms: 180,
      failed: 1,
      retried: 2,
      errorMessage: "No such token",
      errorCode: "UNREGISTERED",
    }),
    sends(id, 61, { failed: 500, errorMessage: "Long ago", errorCode: "500" }),
  ]);
  const one = (await health(environment)).get(id);
  expect(one).toMatchObject({ state: "healthy", since: null, awayUntil: null });
  expect(one?.lastHour).toMatchObject({ sent: 180, failed: 3, successShare: 180 / 183 });
  expect(one?.lastHour.medianMs).toBeGreaterThan(127);
  expect(one?.lastHour.medianMs).toBeLessThan(182);
  expect(one?.lastError).toEqual({
    at: momentAgo(30),
    message: "No such token",
    code: "UNREGISTERED",
  });
  const dayOf = (moment: string): string => moment.slice(0, "2026-01-05".length);
  expect(one?.sentToday).toBe(dayOf(momentAgo(30)) === dayOf(momentAgo(0)) ? 180 : 100);
});

test("states: idle, degraded, failing since the first failure after the last success, inactive", async () => {
  const environment = await createTestEnvironment(db);
  const [idle, degraded, failing, off] = await Promise.all([
    anIntegration(environment),
    anIntegration(environment),
    anIntegration(environment),
    anIntegration(environment, { active: false }),
  ]);
  await addSends(db, [
    sends(degraded, 3, { succeeded: 90, failed: 10, errorMessage: "No" }),
    sends(failing, 40, { succeeded: 500 }),
    sends(failing, 25, { retried: 2, errorMessage: "No" }),
    ...[9, 7, 5, 3].map((ago) => sends(failing, ago, { retried: 2, errorMessage: "No" })),
  ]);
  const all = await health(environment);
  expect([idle, degraded, failing, off].map((id) => all.get(id)?.state)).toEqual([
    "idle",
    "degraded",
    "failing",
    "inactive",
  ]);
  expect(all.get(failing)?.since).toBe(momentAgo(25));
  expect(all.get(idle)).toMatchObject({
    lastHour: { sent: 0, failed: 0, successShare: null, medianMs: null },
    sentToday: 0,
    lastError: null,
  });
});

test("a vendor that is away or refuses the integration is known before anything is counted", async () => {
  const environment = await createTestEnvironment(db);
  const { scope } = environment;
  const refused = await anIntegration(environment);
  const since = new Date();
  await noteProblem(db, refused, { errorClass: "CREDENTIAL", message: "The key was revoked", now: since });
  const left = await addIntegration(db, scope, {
    channel: "sms",
    providerId: "twilio",
    identifier: `sms-${scope.environmentId}`,
  });
  const retryAt = new Date(since.getTime() + MINUTE);
  await noteOutage(db, left, { errorClass: "RETRY", message: "No answer", retryAt, now: since });
  const blocked = await anIntegration(environment);
  await changePace(db, { id: blocked, ...scope }, (pace, at) => ({
    pace: { ...pace, blockedUntil: at + 10 * MINUTE },
    result: null,
  }));
  const all = await health(environment);
  expect(all.get(refused)).toMatchObject({
    state: "failing",
    since: since.toISOString(),
    lastError: { at: since.toISOString(), message: "The key was revoked", code: null },
  });
  expect(all.get(left)).toMatchObject({
    state: "away",
    since: since.toISOString(),
    awayUntil: retryAt.toISOString(),
    lastError: { message: "No answer" },
  });
  expect(all.get(blocked)?.state).toBe("away");
  expect(Date.parse(all.get(blocked)?.awayUntil ?? "")).toBeGreaterThan(Date.now() + 9 * MINUTE);
});

test("a viewer reads it, of their environment alone, and an inbox has none", async () => {
  const environment = await createTestEnvironment(db);
  const other = await createTestEnvironment(db);
  const id = await anIntegration(environment);
  const inbox = await db.$client<{ id: string }[]>`
    select id from integrations where environment_id = ${environment.environmentId} and channel = 'in_app'`;
  expect(inbox.length).toBeGreaterThan(0);
  const { headers } = await aMember(db, environment.organizationId, "viewer");
  const all = await health({ headers: { ...headers, "novu-environment-id": environment.environmentId } });
  expect(all.has(id)).toBe(true);
  for (const one of inbox) expect(all.has(one.id)).toBe(false);
  expect((await health(other)).has(id)).toBe(false);
});
