import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { countRuns } from "#activities/upkeep/count-runs.ts";
import type { FailureGroup, FailureGroupDetails } from "#contract/activity/failure-groups.ts";
import { FAILURE_GROUP_PEOPLE_MAX, FAILURE_GROUPS_MAX } from "#contract/constants/activity/failure-groups.ts";
import { deleteOldCounts } from "#db/queries/retention/delete-expired.ts";
import { eraseRows } from "#db/queries/subscribers/erasures/erase-others.ts";
import { subscribers } from "#db/schema/subscribers.ts";
import { ProviderError } from "#providers/provider-error.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { type FailedStep, storeFailedStep } from "#test/support/failed-steps.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { createEventRunner } from "#test/support/run-event.ts";
import { aMember } from "#test/support/sign-in.ts";

// Failed steps with the same cause are a group, which members resolve and ignore, and which comes back.

const { api, runner } = await apiWithRunner();
const { db } = api;
const sql = db.$client;
const PATH = "/v1/failure-groups";

let environment: TestEnvironment;
let workflow: Awaited<ReturnType<typeof aWorkflow>>;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  workflow = await aWorkflow(db, environment, [aStep("email")]);
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const before = (ms: number) => new Date(Date.now() - ms);

/** Failed an hour and so many milliseconds ago, unless given otherwise. */
const fail = (given: Partial<FailedStep> = {}) =>
  storeFailedStep(db, environment, {
    at: before(HOUR),
    message: "Inactive recipient ada@example.com",
    code: "406",
    workflow,
    ...given,
  });
const count = () => countRuns(runner.deps);

async function call(method: "GET" | "POST", path = "", payload?: object, headers: object = environment.headers) {
  const reply = await api.app.inject({
    method,
    url: `${PATH}${path}`,
    headers: { ...headers },
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.json() };
}
async function list(query = ""): Promise<FailureGroup[]> {
  const { status, body } = await call("GET", query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
async function only(): Promise<FailureGroup> {
  const [group, ...others] = await list();
  if (!group || others.length > 0) throw new Error("There is not exactly one group");
  return group;
}
const detailsOf = async ({ _id }: FailureGroup): Promise<FailureGroupDetails> =>
  (await call("GET", `/${_id}`)).body.data;
const change = async ({ _id }: FailureGroup, what: string, payload?: object) => {
  const { status, body } = await call("POST", `/${_id}/${what}`, payload);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as FailureGroupDetails;
};
/** Has everything that is decided about groups have been decided so much earlier. */
const decidedEarlier = (ms: number) =>
  sql`update failure_groups set state_at = state_at - make_interval(secs => ${ms / 1_000})
    where environment_id = ${environment.environmentId}`;

async function aSubscriber(): Promise<string> {
  const [row] = await db
    .insert(subscribers)
    .values({ ...environment.scope, subscriberId: randomUUID() })
    .returning();
  return row?.id ?? "";
}

test("failures with the same cause are one group, whoever they concern, with the vendor's code", async () => {
  const ada = await aSubscriber();
  await fail({ subscriberId: ada });
  await fail({ subscriberId: ada, message: "Inactive recipient grace@example.com" });
  const latest = await fail({ subscriberId: await aSubscriber(), at: before(HOUR / 2) });
  await fail({ code: "300" });
  await fail({ providerId: "resend" });
  await fail({ isDry: true });
  await count();
  const groups = await list("?order=most");
  expect(groups.map(({ count: failures, code, providerId }) => [failures, code, providerId])).toEqual([
    [3, "406", "postmark"],
    [1, expect.any(String), expect.any(String)],
    [1, expect.any(String), expect.any(String)],
  ]);
  const [group] = groups;
  expect(group).toMatchObject({
    stepType: "email",
    reason: "provider_refused",
    text: "The provider did not send the message: Inactive recipient …",
    state: "open",
    people: { count: 2, isMore: false },
  });
  expect(group?.hours).toHaveLength(24);
  expect(group?.hours.reduce((sum, hour) => sum + hour, 0)).toBe(3);
  if (!group) return;
  const { versions, latestRuns } = await detailsOf(group);
  expect(versions).toEqual([
    expect.objectContaining({ workflow: { _id: workflow.id, name: expect.any(String) }, version: 1, count: 3 }),
  ]);
  expect(latestRuns).toHaveLength(3);
  expect(latestRuns[0]).toMatchObject({ _notificationId: latest, subscriberId: expect.any(String) });
});

test("a send that its vendor refuses has a group with the vendor's own code", async () => {
  const id = await addSmtpServer(db, environment.scope, 1);
  await sql`update integrations set active = false where environment_id = ${environment.environmentId} and id <> ${id}`;
  const refusal = new ProviderError("PERMANENT", "550 <ada@example.com> is unknown", {
    status: 550,
    vendorCode: "5.1.1",
  });
  const sender = createEventRunner(db, { send: () => Promise.reject(refusal) });
  const mailing = await aWorkflow(db, environment, [
    aStep("email", { subject: "Hello", content: "Hello", contentType: "customHtml" }),
  ]);
  const { ref } = await anAcceptedEvent(db, environment, mailing, {
    to: { subscriberId: "ada", email: "ada@example.com" },
  });
  await sender.toEnd(ref);
  await sender.close();
  await sql`update jobs set finished_at = finished_at - interval '20 minutes' where environment_id = ${environment.environmentId}`;
  await count();
  expect(await only()).toMatchObject({
    providerId: "nodemailer",
    code: "5.1.1",
    text: "The provider did not send the message: 550 <…> is unknown",
  });
  const runs = await api.app.inject({ url: "/v1/notifications", headers: environment.headers });
  expect(runs.json().data[0].jobs[0].reason).toMatchObject({ code: "provider_refused", vendorCode: "5.1.1" });
});

test("a step that really failed has a group, and its runs can be opened", async () => {
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: ["ada", "bob"] });
  await runner.start(ref);
  await sql`update jobs set finished_at = finished_at - interval '20 minutes' where environment_id = ${environment.environmentId}`;
  await count();
  const group = await only();
  expect(group).toMatchObject({ reason: "no_destination", count: 2, people: { count: 2, isMore: false } });
  expect(group.providerId).toBeUndefined();
  expect((await detailsOf(group)).latestRuns.map(({ subscriberId }) => subscriberId).sort()).toEqual(["ada", "bob"]);
});

test("two passes at once count nothing twice, and neither do later ones", async () => {
  for (let index = 0; index < 20; index += 1) await fail({ at: before(HOUR + index * 1_000) });
  await Promise.all([count(), count(), count()]);
  await count();
  expect(await only()).toMatchObject({ count: 20 });
  const [{ failures } = { failures: 0 }] = await sql<{ failures: number }[]>`
    select sum(failures)::int as failures from failure_counts where environment_id = ${environment.environmentId}`;
  expect(failures).toBe(20);
});

test("a resolved group comes back with the first failure after that, and says since which version", async () => {
  await fail();
  await count();
  const resolved = await change(await only(), "resolve", { reason: "The key was replaced" });
  expect(resolved).toMatchObject({ state: "resolved", stateReason: "The key was replaced" });
  expect(resolved.stateBy?.keyEnd).toEqual(expect.stringMatching(/^.{4}$/));
  await decidedEarlier(30 * MINUTE);
  // It failed before somebody resolved the group, and is counted only now.
  await fail({ at: before(31 * MINUTE) });
  await count();
  expect(await only()).toMatchObject({ state: "resolved", count: 2 });
  await fail({ at: before(20 * MINUTE) });
  await count();
  const group = await only();
  expect(group).toMatchObject({
    state: "open",
    count: 3,
    cameBack: { after: "resolved", workflow: { _id: workflow.id }, version: 1 },
  });
  expect(group.stateReason).toBeUndefined();
  expect(await change(group, "resolve")).not.toHaveProperty("cameBack");
});

test.each([
  ["until a moment", () => ({ until: before(20 * MINUTE).toISOString() }), [25], [19]],
  ["for three more", () => ({ afterMore: 3 }), [25, 24], [23]],
  ["below two a minute", () => ({ belowPerMinute: 2 }), [25, 23, 21], [18, 18]],
] as const)("a group that is ignored %s comes back", async (_name, rule, kept, opening) => {
  await fail();
  await count();
  const ignored = await change(await only(), "ignore", { ...rule(), reason: "Test addresses" });
  expect(Object.keys(ignored.ignored ?? {})).toEqual(Object.keys(rule()));
  await decidedEarlier(30 * MINUTE);
  const thisMinute = Math.floor(Date.now() / MINUTE) * MINUTE;
  // One a second: what is counted later has failed later.
  const minuteAgo = (minutes: number, second: number) => new Date(thisMinute - minutes * MINUTE + second * 1_000);
  for (const minutes of kept) await fail({ at: minuteAgo(minutes, 1) });
  await count();
  expect(await only()).toMatchObject({ state: "ignored", stateReason: "Test addresses", count: 1 + kept.length });
  for (const [index, minutes] of opening.entries()) {
    await fail({ at: minuteAgo(minutes, 2 + index) });
    await count();
  }
  expect(await only()).toMatchObject({ state: "open", cameBack: { after: "ignored", version: 1 } });
});

test("a group can be opened by hand, which is no coming back", async () => {
  await fail();
  await count();
  await change(await only(), "ignore", { afterMore: 5 });
  const opened = await change(await only(), "open");
  expect(opened.state).toBe("open");
  for (const gone of ["cameBack", "ignored", "stateSince", "stateBy"]) expect(opened).not.toHaveProperty(gone);
});

test("a rule has to be one of three", async () => {
  await fail();
  await count();
  const { _id } = await only();
  for (const body of [
    {},
    { afterMore: 1, belowPerMinute: 1 },
    { afterMore: 0 },
    { until: "tomorrow" },
    { afterMore: 1.5 },
  ]) {
    expect((await call("POST", `/${_id}/ignore`, body)).status, JSON.stringify(body)).toBe(400);
  }
  expect((await only()).state).toBe("open");
});

test("a viewer reads groups, and changes none; nobody reads those of another environment", async () => {
  await fail();
  await count();
  const { _id } = await only();
  const viewer = await aMember(db, environment.organizationId, "viewer");
  const headers = { ...viewer.headers, "novu-environment-id": environment.environmentId };
  expect((await call("GET", `/${_id}`, undefined, headers)).status).toBe(200);
  for (const what of ["resolve", "open"])
    expect((await call("POST", `/${_id}/${what}`, undefined, headers)).status).toBe(403);
  const other = await createTestEnvironment(db);
  expect((await call("GET", `/${_id}`, undefined, other.headers)).status).toBe(404);
  expect((await call("POST", `/${_id}/resolve`, undefined, other.headers)).status).toBe(404);
});

test("what was decided stands in the audit log", async () => {
  await fail();
  await count();
  const group = await only();
  await change(group, "resolve", { reason: "Mended" });
  await change(group, "open");
  const rows = await sql<{ action: string; changes: unknown }[]>`
    select action from audit_logs where environment_id = ${environment.environmentId} and entity_id = ${group._id} order by created_at`;
  expect(rows.map(({ action }) => action)).toEqual(["failure_group.resolved", "failure_group.opened"]);
});

test("the list is filtered, ordered, and read in pages in both directions", async () => {
  const other = await aWorkflow(db, environment, [aStep("email")]);
  for (const code of ["1", "2", "3", "4", "5"]) await fail({ code, at: before(HOUR + Number(code) * MINUTE) });
  await fail({ code: "4", at: before(3 * HOUR) });
  await fail({ code: "5", at: before(3 * HOUR), workflow: other, providerId: "resend" });
  await count();
  const codes = (groups: FailureGroup[]) => groups.map(({ code }) => code);
  expect(codes(await list())).toEqual(["1", "2", "3", "4", "5", "5"]);
  expect(codes(await list("?order=most&limit=1"))).toEqual(["4"]);
  expect(codes(await list(`?workflowId=${other.id}`))).toEqual(["5"]);
  expect(codes(await list("?providerId=resend"))).toEqual(["5"]);
  expect(await list(`?since=${before(2 * HOUR).toISOString()}`)).toHaveLength(5);
  const [first] = await list();
  if (first) await change(first, "resolve");
  expect(codes(await list("?state=resolved"))).toEqual(["1"]);
  expect(await list("?state=open")).toHaveLength(5);

  for (const order of ["newest", "most"]) {
    const whole = (await list(`?order=${order}`)).map(({ _id }) => _id);
    const pages: string[] = [];
    let page = (await call("GET", `?order=${order}&limit=2`)).body;
    for (;;) {
      pages.push(...page.data.map(({ _id }: FailureGroup) => _id));
      if (page.next === null) break;
      page = (await call("GET", `?order=${order}&limit=2&cursor=${page.next}`)).body;
    }
    expect(pages).toEqual(whole);
    const back = (await call("GET", `?order=${order}&limit=2&before=${page.previous}`)).body;
    expect(back.data.map(({ _id }: FailureGroup) => _id)).toEqual(whole.slice(2, 4));
    expect((await call("GET", `?order=${order}&cursor=x`)).status).toBe(400);
    expect((await call("GET", `?order=${order}&cursor=${page.previous}&before=${page.previous}`)).status).toBe(400);
  }
});

test("endpoints are sent that a group is new, and that it came back", async () => {
  const { environmentId, organizationId } = environment;
  await sql`
    insert into webhook_endpoints (organization_id, environment_id, url, secret, active)
    values (${organizationId}, ${environmentId}, 'https://example.com', 'x', true)`;
  await fail();
  await fail({ at: before(HOUR - MINUTE) });
  await count();
  await change(await only(), "resolve");
  await decidedEarlier(30 * MINUTE);
  await fail({ at: before(20 * MINUTE) });
  await count();
  const { _id } = await only();
  const events = await sql<{ type: string; data: object }[]>`
    select type, data from webhook_messages where environment_id = ${environmentId} order by created_at`;
  const data = {
    failureGroupId: _id,
    stepType: "email",
    providerId: "postmark",
    reason: "provider_refused",
    code: "406",
  };
  expect(events).toEqual([
    { type: "failure_group.created", data },
    { type: "failure_group.reopened", data },
  ]);
});

test("an environment has a bounded number of groups: what is beyond is grouped without code and text", async () => {
  const { environmentId, organizationId } = environment;
  await sql`
    insert into failure_groups (id, organization_id, environment_id, step_type, provider_id, reason, code, text, first_seen, last_seen,
      failures, latest_runs)
    select gen_random_uuid(), ${organizationId}, ${environmentId}, 'sms', 'twilio', 'provider_refused', n::text, 'x', now(), now(), 1, '[]'
    from generate_series(1, ${FAILURE_GROUPS_MAX - 1}::int) n`;
  for (const code of ["a", "b", "c"]) await fail({ code });
  await count();
  const groups = await list("?providerId=postmark&order=most");
  expect(groups.map((group) => [group.code, group.count])).toEqual([
    [undefined, 2],
    [expect.stringMatching(/^[abc]$/), 1],
  ]);
  expect(groups[0]?.text).toBe("The provider did not send the message");
});

test("people beyond a number are not told apart", async () => {
  await fail({ subscriberId: await aSubscriber() });
  await count();
  await sql`update failure_groups set people = ${FAILURE_GROUP_PEOPLE_MAX} where environment_id = ${environment.environmentId}`;
  for (const minutes of [30, 20, 10]) {
    await fail({ subscriberId: await aSubscriber(), at: before(minutes * MINUTE) });
    await count();
  }
  expect((await only()).people).toEqual({ count: FAILURE_GROUP_PEOPLE_MAX, isMore: true });
  // One beyond says that there are more, and is the last that is stored.
  expect(await sql`select from failure_group_people where environment_id = ${environment.environmentId}`).toHaveLength(
    2,
  );
});

test("an erasure removes a person from the people of groups, and counts stay", async () => {
  const ada = await aSubscriber();
  await fail({ subscriberId: ada });
  await count();
  const { environmentId } = environment;
  const people = () => sql`select from failure_group_people where environment_id = ${environmentId}`;
  expect(await people()).toHaveLength(1);
  const person = { subscriberId: "ada", ids: [ada], addresses: [] };
  await db.transaction((transaction) => eraseRows(transaction, environment.scope, person));
  expect(await people()).toHaveLength(0);
  expect((await only()).count).toBe(1);
});

test("a group without a failure for as long as failures are counted is deleted with its people and hours", async () => {
  await fail({ subscriberId: await aSubscriber() });
  await fail({ code: "300", at: before(2 * HOUR) });
  await count();
  const { environmentId } = environment;
  await sql`update failure_groups set last_seen = last_seen - interval '70 days' where environment_id = ${environmentId} and code = '406'`;
  await sql`
    update failure_group_hours h set hour = hour - interval '70 days' from failure_groups g
    where g.id = h.group_id and g.environment_id = ${environmentId} and g.code = '406'`;
  await deleteOldCounts(db, new Date());
  expect((await list()).map(({ code }) => code)).toEqual(["300"]);
  for (const [table, rows] of [
    ["failure_group_people", 0],
    ["failure_group_hours", 1],
  ] as const) {
    expect(await sql`select from ${sql(table)} where environment_id = ${environmentId}`).toHaveLength(rows);
  }
});
