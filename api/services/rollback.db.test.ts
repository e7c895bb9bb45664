import { randomUUID } from "node:crypto";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { permissionsOf } from "#contract/constants/permissions.ts";
import { CreateWorkflow, UpdateWorkflow } from "#contract/workflows/workflows.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { createFirstOrganization } from "#db/first-organization.ts";
import { listNotificationGroups } from "#db/queries/notification-groups/notification-groups.ts";
import { listMembers } from "#db/queries/organizations/members.ts";
import { insertReset } from "#db/queries/users/password-resets.ts";
import { hashSecret } from "#db/secret-hash.ts";
import { createTestEnvironment, type TestEnvironment, testConfig } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { aMember, aPerson, signedIn } from "#test/support/sign-in.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";
import type { KeyCaller } from "../caller.ts";
import { createMjmlCompiler } from "../mjml/mjml-compiler.ts";
import { cancelEvent } from "./events/cancel-event.ts";
import { removeMember } from "./members/change-members.ts";
import { register } from "./people/register.ts";
import { resetPassword } from "./people/reset-password.ts";
import { removeSubscriber } from "./subscribers/change-subscriber.ts";
import { upsertBulk } from "./subscribers/upsert-subscribers.ts";
import { addTopicMembers } from "./topics/save-topic.ts";
import { changeWorkflow, createWorkflow } from "./workflows/save-workflow.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 4 });
const mjml = createMjmlCompiler();
afterAll(() => closeDatabase(db));

/** From now on, until the test ends, the database refuses rows of this table for which the condition does not hold. */
async function refuse(table: string, unless = "false"): Promise<void> {
  await db.$client.unsafe(`alter table ${table} add constraint refused_by_test check (${unless}) not valid`);
  onTestFinished(async () => {
    await db.$client.unsafe(`alter table ${table} drop constraint refused_by_test`);
  });
}

const isRefused = { cause: { message: expect.stringContaining("refused_by_test") } };

/** All rows of these tables, as texts. */
async function contentOf(tables: readonly string[]): Promise<string[][]> {
  return Promise.all(
    tables.map(async (table) => {
      const rows = await db.$client.unsafe<{ text: string }[]>(`select t::text as text from ${table} t order by 1`);
      return rows.map(({ text }) => text);
    }),
  );
}

function callOf({ scope, userId, environmentId }: TestEnvironment) {
  const caller: KeyCaller = {
    kind: "key",
    keyId: randomUUID(),
    environmentId,
    userId,
    type: "environment",
    keyEnd: "0000",
    roles: ["admin"],
    permissions: permissionsOf(["admin"]),
  };
  return { scope, caller };
}

const WORKFLOW_TABLES = ["workflows", "workflow_versions", "workflow_steps"];

test("a workflow whose steps are refused leaves neither itself nor its version", async () => {
  const environment = await createTestEnvironment(db);
  const [group] = await listNotificationGroups(db, environment.scope);
  const input = { name: "Orders", notificationGroupId: group?.id, steps: [aStep("sms")] };
  const before = await contentOf(WORKFLOW_TABLES);
  await refuse("workflow_steps");
  await expect(
    createWorkflow({ db, config: testConfig, mjml }, callOf(environment), CreateWorkflow.parse(input)),
  ).rejects.toMatchObject(isRefused);
  expect(await contentOf(WORKFLOW_TABLES)).toEqual(before);
});

test("a change of a workflow whose last write is refused leaves no version, step, name or preference", async () => {
  const environment = await createTestEnvironment(db);
  const { id } = await aWorkflow(db, environment, [aStep("sms")]);
  const before = await contentOf(WORKFLOW_TABLES);
  await refuse("workflows", "name <> 'Refused'");
  const changes = { name: "Refused", preferenceSettings: { sms: false }, steps: [aStep("email", { subject: "Hi" })] };
  const change = changeWorkflow(
    { db, config: testConfig, mjml },
    callOf(environment),
    id,
    UpdateWorkflow.parse(changes),
  );
  await expect(change).rejects.toMatchObject(isRefused);
  expect(await contentOf(WORKFLOW_TABLES)).toEqual(before);
});

test("a topic whose members are refused is not made", async () => {
  const environment = await createTestEnvironment(db);
  await storeSubscribers(db, environment.scope, [{ subscriberId: "ada" }]);
  await refuse("topic_subscribers");
  await expect(addTopicMembers(db, callOf(environment), "news", ["ada"])).rejects.toMatchObject(isRefused);
  expect(await contentOf(["topics", "topic_subscribers"])).toEqual([[], []]);
});

test("an organisation whose groups are refused leaves no person, member, environment, key or integration", async () => {
  const tables = [
    "organizations",
    "users",
    "members",
    "environments",
    "api_keys",
    "integrations",
    "notification_groups",
  ];
  const before = await contentOf(tables);
  await refuse("notification_groups");
  const given = { name: "Acme", email: "ada@example.com", password: "Analytical-1843" };
  const create = createFirstOrganization(db, testConfig, given);
  await expect(create).rejects.toMatchObject(isRefused);
  expect(await contentOf(tables)).toEqual(before);
});

const browser = { userAgent: null, address: "127.0.0.1" };
const PEOPLE_TABLES = ["users", "members", "organizations", "environments", "api_keys", "sessions"];

test("a registration whose session is refused leaves neither person nor organisation", async () => {
  const before = await contentOf(PEOPLE_TABLES);
  await refuse("sessions");
  const given = {
    email: "grace@example.com",
    password: "Analytical-1843",
    firstName: "Grace",
    organizationName: "Acme",
  };
  await expect(register({ db, config: testConfig }, given, browser)).rejects.toMatchObject(isRefused);
  expect(await contentOf(PEOPLE_TABLES)).toEqual(before);
});

test("a member whose API keys cannot be passed on stays a member", async () => {
  const { organizationId, userId } = await createTestEnvironment(db);
  const admin = await aMember(db, organizationId, "admin");
  const [owner] = await listMembers(db, organizationId);
  const before = await contentOf(["members", "api_keys"]);
  await refuse("api_keys", `user_id = '${userId}'`);
  const caller = {
    kind: "member",
    userId: admin.userId,
    sessionId: randomUUID(),
    roles: ["admin"],
    permissions: permissionsOf(["admin"]),
  } as const;
  const call = { scope: { organizationId }, caller };
  const removal = removeMember(db, call, owner?.member.id ?? "", { apiKeys: "pass-on" });
  await expect(removal).rejects.toMatchObject(isRefused);
  expect(await contentOf(["members", "api_keys"])).toEqual(before);
});

test("a reset whose new session is refused changes no password, ends no session, and its link stays valid", async () => {
  const user = await aPerson(db, { passwordHash: "unchanged" });
  await signedIn(db, user.id);
  const token = randomUUID();
  const [createdAt, expireAt] = [new Date(), new Date(Date.now() + 60_000)];
  await db.transaction((transaction) =>
    insertReset(transaction, { emailHash: "any", userId: user.id, tokenHash: hashSecret(token), createdAt, expireAt }),
  );
  const before = await contentOf(["users", "sessions", "password_resets"]);
  await refuse("sessions");
  const reset = resetPassword(db, { token, password: "Analytical-1843", browser, secret: testConfig.secret });
  await expect(reset).rejects.toMatchObject(isRefused);
  expect(await contentOf(["users", "sessions", "password_resets"])).toEqual(before);
});

test("subscribers of a bulk are created and changed together or not at all", async () => {
  const environment = await createTestEnvironment(db);
  await storeSubscribers(db, environment.scope, [{ subscriberId: "known" }]);
  const before = await contentOf(["subscribers"]);
  await refuse("subscribers", "first_name is distinct from 'Refused'");
  // New ones are inserted first, by a statement of their own.
  const bodies = [{ subscriberId: "new" }, { subscriberId: "known", firstName: "Refused" }];
  await expect(upsertBulk({ db, engine: fakeEngine().engine }, callOf(environment), bodies)).rejects.toMatchObject(
    isRefused,
  );
  expect(await contentOf(["subscribers"])).toEqual(before);
});

test("a subscriber that cannot be taken out of its topics is not deleted", async () => {
  const environment = await createTestEnvironment(db);
  await storeSubscribers(db, environment.scope, [{ subscriberId: "ada" }]);
  await addTopicMembers(db, callOf(environment), "news", ["ada"]);
  const tables = ["subscribers", "topic_subscribers"];
  const before = await contentOf(tables);
  await db.$client.unsafe(`
    create function refuse_delete() returns trigger language plpgsql as $$ begin raise 'refused_by_test'; end $$;
    create trigger refuse_delete before delete on topic_subscribers for each row execute function refuse_delete()`);
  onTestFinished(async () => {
    await db.$client.unsafe("drop function refuse_delete cascade");
  });
  await expect(removeSubscriber(db, callOf(environment), "ada")).rejects.toMatchObject(isRefused);
  expect(await contentOf(tables)).toEqual(before);
});

test("an event whose cohorts cannot be made due is not cancelled, and no execution is asked to look", async () => {
  const environment = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, environment, [aStep("sms")]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  await db.$client`
    insert into cohorts (id, organization_id, environment_id, event_id, number, execution_id, cursor, expire_at,
      recipients_from, recipients_to)
    values (${randomUUID()}, ${ref.organizationId}, ${ref.environmentId}, ${ref.eventId}, 0, 'welcome/1', 'named:0',
      now() + interval '1 day', 0, 1)`;
  const before = await contentOf(["events", "cohorts"]);
  await refuse("cohorts", "due_at is null");
  const { engine, asked } = fakeEngine();
  const cancel = cancelEvent({ db, engine }, callOf(environment), ref.transactionId);
  await expect(cancel).rejects.toMatchObject(isRefused);
  expect(await contentOf(["events", "cohorts"])).toEqual(before);
  expect(asked).toEqual([]);
});
