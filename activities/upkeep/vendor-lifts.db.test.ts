import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Suppression } from "#contract/suppressions.ts";
import { NOTHING_SPARED } from "#db/partitions.ts";
import { deleteExpired } from "#db/queries/retention/delete-expired.ts";
import { insertErasure } from "#db/queries/subscribers/erasures/erasures.ts";
import { takeVendorLifts } from "#db/queries/suppressions/due-lifts.ts";
import { LIFT_ATTEMPTS } from "#domain/lanes/lift-retries.ts";
import { createHttp, type HttpClient } from "#providers/http/http.ts";
import { createSessionCache, type SessionCache } from "#providers/session-cache.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { createEventRunner } from "#test/support/run-event.ts";
import { type FakeVendors, startFakeVendors } from "#test/support/vendor-exchanges.ts";
import { liftAtVendors, startVendorLifts } from "./vendor-lifts.ts";

// An address that is lifted here is lifted at the vendors that keep lists of their own, in the background.

const MINUTE = 60_000;
const api = await testApp();
const { app, db } = api;
const warnings: unknown[] = [];
const logger = { warn: (fields: unknown) => void warnings.push(fields) };
let vendors: FakeVendors;
let http: HttpClient;
let sessions: SessionCache;
let environment: TestEnvironment;
let email: string;
let skipped: number;

beforeAll(async () => {
  vendors = await startFakeVendors();
  http = createHttp({ allowPrivateHosts: true, baseUrls: vendors.baseUrls });
  sessions = createSessionCache({
    tools: { http, allowPrivateHosts: true },
    decrypt: (stored) => stored,
    onCloseFailed: () => {},
  });
});
afterAll(async () => {
  await sessions.close();
  await http.close();
  vendors.close();
  await api.close();
});
beforeEach(async () => {
  await db.$client`update vendor_lifts set due_at = null`;
  environment = await createTestEnvironment(db);
  email = `ada-${randomUUID().slice(0, 8)}@example.com`;
  skipped = 0;
  warnings.length = 0;
  vendors.reset();
  vendors.answer = () => ({ status: 204 });
});

const clock = () => new Date(Date.now() + skipped);
const pass = (more: { callMs?: number } = {}) => liftAtVendors({ db, clock, logger, sessions, paceMs: 5, ...more });
const call = async (method: "GET" | "POST", url: string, payload?: object) => {
  const { headers } = environment;
  return app.inject({ method, url: `/v1${url}`, headers, ...(payload && { payload }) });
};
const suppress = (addresses: string[], reason = "bounced") =>
  call("POST", "/suppressions", { channel: "email", addresses, reason });
const listed = async (query: string): Promise<Suppression[]> =>
  (await call("GET", `/suppressions${query}`)).json().data;

/** Suppresses addresses and lifts them. Returns what the last call of the API answered. */
async function lift(addresses = [email], reason = "bounced"): Promise<Suppression> {
  await suppress(addresses, reason);
  let answer: Suppression | undefined;
  for (const { _id } of await listed("?limit=100"))
    answer = (await call("POST", `/suppressions/${_id}/lift`, { reason: "It works again" })).json().data;
  if (!answer) throw new Error("Nothing was lifted");
  return answer;
}

const sendgrid = (more: object = {}) =>
  addIntegration(db, environment.scope, {
    channel: "email",
    providerId: "sendgrid",
    identifier: `sendgrid-${randomUUID()}`,
    credentials: { apiKey: "SG.hush", from: "team@example.com", senderName: "Team" },
    ...more,
  });
const mailgun = () =>
  addIntegration(db, environment.scope, {
    channel: "email",
    providerId: "mailgun",
    identifier: `mailgun-${randomUUID()}`,
    credentials: {
      apiKey: "key-hush",
      user: "api",
      domain: "mg.example.com",
      from: "team@example.com",
      senderName: "Team",
    },
  });

const asked = () => vendors.requests.map(({ method, url }) => `${method} ${url}`);
const vendorsOf = async ({ _id }: Suppression) => {
  const entry: Suppression = (await call("GET", `/suppressions/${_id}`)).json().data;
  return entry.lift?.vendors ?? [];
};

test("each active integration whose vendor keeps a list is asked for the reason's kind, and the entry says what came of it", async () => {
  await sendgrid();
  await mailgun();
  await sendgrid({ active: false });
  vendors.answer = ({ url }) =>
    url.includes("mailgun")
      ? { status: 404, json: { message: "Address not found in bounces table" } }
      : { status: 204 };
  const lifted = await lift();
  expect(lifted).toMatchObject({ address: email, lift: { reason: "It works again" } });
  expect(lifted.lift?.vendors.map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
    ["waiting", 0],
    ["waiting", 0],
  ]);
  expect(asked()).toEqual([]);
  await pass();
  const path = encodeURIComponent(email);
  expect(asked().toSorted()).toEqual([
    `DELETE https://api.mailgun.net/v3/mg.example.com/bounces/${path}`,
    `DELETE https://api.sendgrid.com/v3/suppression/bounces/${path}`,
  ]);
  expect(vendors.requests.find(({ url }) => url.includes("sendgrid"))?.headers.authorization).toBe("Bearer SG.hush");
  expect(await vendorsOf(lifted)).toMatchObject([
    { providerId: "mailgun", outcome: "not_listed", words: null, attempts: 1, dueAt: null },
    { providerId: "sendgrid", outcome: "lifted", words: null, attempts: 1, dueAt: null },
  ]);
  await pass();
  expect(asked()).toHaveLength(2);
});

test("lifting takes effect at once, and is in the list of lifted entries of its environment alone", async () => {
  await sendgrid();
  const lifted = await lift();
  expect(await listed("")).toEqual([]);
  expect(await listed(`?lifted=true&address=${email.slice(0, 6)}`)).toEqual([lifted]);
  expect(await listed("?lifted=true&reason=complained")).toEqual([]);
  const former = environment;
  environment = await createTestEnvironment(db);
  expect(await listed("?lifted=true")).toEqual([]);
  expect((await call("GET", `/suppressions/${lifted._id}`)).statusCode).toBe(404);
  environment = former;
  expect((await call("POST", `/suppressions/${lifted._id}/lift`, {})).statusCode).toBe(404);
});

test("one that was added is lifted for every reason, one that unsubscribed for that alone", async () => {
  await sendgrid();
  await lift([email], "unsubscribed");
  await pass();
  const path = encodeURIComponent(email);
  expect(asked()).toEqual([`DELETE https://api.sendgrid.com/v3/asm/suppressions/global/${path}`]);
  vendors.reset();
  await lift([email], "added");
  await pass();
  expect(asked()).toEqual([
    `DELETE https://api.sendgrid.com/v3/suppression/bounces/${path}`,
    `DELETE https://api.sendgrid.com/v3/suppression/spam_reports/${path}`,
    `DELETE https://api.sendgrid.com/v3/asm/suppressions/global/${path}`,
  ]);
});

test("a refusal is kept in the vendor's words, without secrets, and not repeated", async () => {
  await sendgrid();
  vendors.answer = () => ({ status: 403, json: { errors: [{ message: "access forbidden for SG.hush" }] } });
  const lifted = await lift();
  await pass();
  const [vendor] = await vendorsOf(lifted);
  expect(vendor).toMatchObject({ outcome: "refused", words: expect.stringContaining("access forbidden") });
  expect(vendor?.words).toMatch(/^SendGrid refused/);
  expect(JSON.stringify(vendor)).not.toContain("SG.hush");
  skipped = 24 * 60 * MINUTE;
  await pass();
  expect(asked()).toHaveLength(1);
});

test("a vendor that answers 500 is asked again, as late as it says, and then lifts", async () => {
  await sendgrid();
  vendors.answer = () => ({ status: 500, headers: { "retry-after": "300" }, text: "oops" });
  const lifted = await lift();
  await pass();
  expect(await vendorsOf(lifted)).toMatchObject([{ outcome: "waiting", attempts: 1, words: expect.any(String) }]);
  skipped = 4 * MINUTE;
  await pass();
  expect(asked()).toHaveLength(1);
  vendors.answer = () => ({ status: 204 });
  skipped = 6 * MINUTE;
  await pass();
  expect(await vendorsOf(lifted)).toMatchObject([{ outcome: "lifted", attempts: 2, words: null }]);
});

test("a vendor that never answers is given up after a bounded number of attempts", async () => {
  await sendgrid();
  vendors.answer = () => ({ status: 429 });
  const lifted = await lift();
  for (let round = 0; round < 2 * LIFT_ATTEMPTS; round += 1) {
    await pass();
    skipped += 7 * 60 * MINUTE;
  }
  expect(asked()).toHaveLength(LIFT_ATTEMPTS);
  expect(await vendorsOf(lifted)).toMatchObject([{ outcome: "unanswered", attempts: LIFT_ATTEMPTS, dueAt: null }]);
});

test("a vendor that takes too long is asked again later, and holds up neither others nor its own list", async () => {
  await sendgrid();
  await mailgun();
  vendors.answer = ({ url }) => (url.includes("sendgrid") ? undefined : { status: 200 });
  await lift([email, `b-${email}`, `c-${email}`]);
  const begun = performance.now();
  await pass({ callMs: 200 });
  expect(performance.now() - begun).toBeLessThan(3_000);
  // One time-out is enough: the other two were not tried.
  expect(asked().filter((url) => url.includes("sendgrid"))).toHaveLength(1);
  const all = (await listed("?lifted=true")).flatMap((entry) => entry.lift?.vendors ?? []);
  expect(all.filter(({ providerId }) => providerId === "mailgun").map(({ outcome }) => outcome)).toEqual(
    Array(3).fill("lifted"),
  );
  const waiting = all.filter(({ providerId }) => providerId === "sendgrid");
  expect(waiting.map(({ outcome }) => outcome)).toEqual(Array(3).fill("waiting"));
  expect(waiting.map(({ attempts }) => attempts).toSorted()).toEqual([0, 0, 1]);
  expect(waiting.find(({ attempts }) => attempts === 1)?.words).toBe("The vendor gave no answer within 0.2 seconds");
});

test("of many addresses each has its turn while a vendor is away, and none waits for longer than a day", async () => {
  await sendgrid();
  vendors.answer = () => ({ status: 503 });
  await lift([email, `b-${email}`, `c-${email}`]);
  for (let round = 0; round < 3; round += 1) {
    await pass();
    skipped += MINUTE;
  }
  expect(new Set(asked()).size).toBe(3);
  const outcomes = async () =>
    (await listed("?lifted=true")).flatMap((entry) => entry.lift?.vendors ?? []).map(({ outcome }) => outcome);
  expect(await outcomes()).toEqual(Array(3).fill("waiting"));
  skipped += 25 * 60 * MINUTE;
  await pass();
  expect((await outcomes()).toSorted()).toEqual(["unanswered", "unanswered", "waiting"]);
});

test("many addresses that are lifted at once reach a vendor one after the other, with a pause between them", async () => {
  await sendgrid();
  await lift(Array.from({ length: 5 }, (_, index) => `${index}-${email}`));
  const moments: number[] = [];
  let underWay = 0;
  const most: number[] = [];
  const answer = async () => {
    underWay += 1;
    most.push(underWay);
    moments.push(performance.now());
    await sleep(10);
    underWay -= 1;
    return "lifted" as const;
  };
  await liftAtVendors({ db, clock, logger, sessions: { lift: answer }, paceMs: 60 });
  expect(Math.max(...most)).toBe(1);
  expect(moments).toHaveLength(5);
  for (const [index, moment] of moments.slice(1).entries())
    expect(moment - (moments[index] ?? 0)).toBeGreaterThanOrEqual(55);
});

test("what a process took that then died is asked again, and an attempt counts as begun", async () => {
  await sendgrid();
  const lifted = await lift();
  const now = clock();
  expect(await takeVendorLifts(db, { now, until: new Date(now.getTime() + 2 * MINUTE), limit: 10 })).toHaveLength(1);
  await pass();
  expect(asked()).toEqual([]);
  skipped = 3 * MINUTE;
  await pass();
  expect(await vendorsOf(lifted)).toMatchObject([{ outcome: "lifted", attempts: 2 }]);
});

test("of rounds at once each asks for others, and of two attempts at once the one counts that lifted", async () => {
  await sendgrid();
  const addresses = Array.from({ length: 12 }, (_, index) => `${index}-${email}`);
  await lift(addresses);
  await Promise.all([pass(), pass(), pass()]);
  expect(new Set(asked()).size).toBe(12);
  expect(asked()).toHaveLength(12);
  // An attempt that hung for longer than it owned the row, and one in its place that found the address gone already.
  const lifted = await lift();
  vendors.reset();
  let answerFirst = () => {};
  const first = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  const slow = liftAtVendors({
    db,
    clock,
    logger,
    sessions: { lift: () => first.then(() => "lifted" as const) },
  });
  await expect.poll(async () => (await vendorsOf(lifted))[0]?.attempts).toBe(1);
  skipped = 3 * MINUTE;
  vendors.answer = () => ({ status: 404 });
  await pass();
  expect(await vendorsOf(lifted)).toMatchObject([{ outcome: "not_listed" }]);
  answerFirst();
  await slow;
  expect(await vendorsOf(lifted)).toMatchObject([{ outcome: "lifted", attempts: 2, dueAt: null }]);
});

test("a vendor is not asked for an address that was suppressed again, nor over an integration that was switched off", async () => {
  const id = await sendgrid();
  const lifted = await lift();
  await suppress([email]);
  await pass();
  expect(await vendorsOf(lifted)).toMatchObject([{ outcome: "not_asked", words: expect.stringContaining("again") }]);
  const second = await lift();
  await db.$client`update integrations set active = false where id = ${id}`;
  await pass();
  expect(await vendorsOf(second)).toMatchObject([{ outcome: "not_asked", words: expect.stringContaining("off") }]);
  expect(asked()).toEqual([]);
});

test("a lift at whose call nothing was stored asks nobody", async () => {
  await sendgrid();
  await suppress([email]);
  const [entry] = await listed("");
  const both = await Promise.all([
    call("POST", `/suppressions/${entry?._id}/lift`, {}),
    call("POST", `/suppressions/${entry?._id}/lift`, {}),
  ]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
  await pass();
  expect(asked()).toHaveLength(1);
});

test("the worker's look ends at once while a vendor is waited for, and the next one asks again", async () => {
  await sendgrid();
  vendors.answer = () => undefined;
  const lifted = await lift();
  const end = startVendorLifts({ db, clock, logger, sessions }, 20);
  await expect.poll(() => asked().length).toBe(1);
  const begun = performance.now();
  await end();
  expect(performance.now() - begun).toBeLessThan(2_000);
  vendors.answer = () => ({ status: 204 });
  await pass();
  expect(await vendorsOf(lifted)).toMatchObject([{ outcome: "lifted", attempts: 2 }]);
  expect(warnings).toEqual([]);
});

test("an erasure removes what was lifted of the person, with what vendors said, and nobody is asked any more", async () => {
  await sendgrid();
  await call("POST", "/subscribers", { subscriberId: "ada", email: email.toUpperCase() });
  const own = await lift();
  const other = await lift([`other-${email}`]);
  const runner = createEventRunner(db);
  const { id: erasureId } = await db.transaction((transaction) =>
    insertErasure(transaction, environment.scope, "ada", {
      now: new Date(),
      expireAt: new Date(Date.now() + 24 * 60 * MINUTE),
    }),
  );
  const ref = { ...environment.scope, erasureId };
  while ((await runner.call(runner.activities.advanceErasure, ref)).more) {}
  await runner.close();
  expect((await call("GET", `/suppressions/${own._id}`)).statusCode).toBe(404);
  expect(await db.$client`select from vendor_lifts where suppression_id = ${own._id}`).toHaveLength(0);
  await pass();
  expect(asked()).toHaveLength(1);
  expect(await vendorsOf(other)).toMatchObject([{ outcome: "lifted" }]);
});

test("what was lifted long ago is removed by housekeeping, and its vendors' answers with it", async () => {
  await sendgrid();
  const old = await lift();
  const recent = await lift([`recent-${email}`]);
  await db.$client`update lifted_suppressions set expire_at = now() - interval '1 day' where id = ${old._id}`;
  await db.$client`update vendor_lifts set expire_at = now() - interval '1 day' where suppression_id = ${old._id}`;
  for (const table of ["lifted_suppressions", "vendor_lifts"] as const)
    await deleteExpired(db, table, { now: new Date(), spared: NOTHING_SPARED });
  expect((await call("GET", `/suppressions/${old._id}`)).statusCode).toBe(404);
  expect(await vendorsOf(recent)).toHaveLength(1);
});
