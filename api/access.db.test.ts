import { randomUUID } from "node:crypto";
import { eq, or, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import type { Permission } from "#contract/constants/permission-names.ts";
import { memberPermissions } from "#contract/constants/permissions.ts";
import type { MemberRole } from "#contract/constants/statuses.ts";
import { OPERATIONS, type OperationsById } from "#contract/every-operation.ts";
import { auditActionsOf, type Operation } from "#contract/schemas/operations.ts";
import { newApiKey } from "#db/api-key.ts";
import { apiKeys } from "#db/schema/accounts/api-keys.ts";
import { auditLogs } from "#db/schema/accounts/audit-logs.ts";
import { environments } from "#db/schema/accounts/environments.ts";
import { users } from "#db/schema/accounts/users.ts";
import { failureGroups } from "#db/schema/runs/failure-groups.ts";
import { jobs } from "#db/schema/runs/jobs.ts";
import { startBridge } from "#test/support/bridge.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { inTurn, isExhaustive } from "#test/support/in-turn.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";
import { callOf } from "#test/support/operation-calls.ts";
import { type Populated, populatedEnvironment } from "#test/support/populated-environment.ts";
import { aMember, signedIn } from "#test/support/sign-in.ts";
import type { DeclaredRoute } from "./plugins/declared-access.ts";

// Refused calls of a stranger name what is somebody else's: recorded, they would be found in the stranger's own list.
const server = await testApp({ config: { ...testConfig, recordsRequests: false } });
const { app, db } = server;
const bridgeServer = await startBridge("a key that nobody signs with", []);
const bridgeAnswers = new Map<string | null, object>([
  ["discover", { workflows: [] }],
  ["preview", { outputs: {} }],
]);
bridgeServer.intercept = ({ action }, response) => {
  const answer = bridgeAnswers.get(action);
  if (answer) response.end(JSON.stringify(answer));
  return answer !== undefined;
};
afterAll(async () => {
  await server.close();
  await bridgeServer.close();
});

const populated = () => populatedEnvironment(db, bridgeServer.url);

type Id = keyof OperationsById;

/** Statuses for callers of another organisation, where they are not 404 for a path with parameters and a success for others. */
const STATUSES_ELSEWHERE: Readonly<Record<number, readonly Id[]>> = {
  // An answer that is the same everywhere, or of the caller's own. A topic is made by being added to.
  200: [
    "exportAll",
    "getDemoUsage",
    "getWidgetPreferences",
    "cancelEvent",
    "addTopicSubscribers",
    "getInboxSubscription",
    "listInboxSubscriptions",
  ],
  // Whoever has the token may accept. An editor is shown nothing rather than an error.
  201: ["acceptInvite", "addSubscriptions", "previewStep", "saveInboxSubscription"],
  // What is not in a topic is as good as removed.
  204: ["removeTopicSubscribers"],
  400: [
    "addCredentials",
    "changePassword",
    "compareBridge",
    "countUnseenOfSubscriber",
    "createCancellation",
    "createEnvironmentVariable",
    "createNotificationTemplate",
    "createResumption",
    "createWorkflow",
    "deleteFeed",
    "deleteNotificationTemplate",
    "deleteWidgetMessage",
    "deleteWorkflow",
    "getBridgeStatus",
    "getFeedOfSubscriber",
    "listPreferences",
    "listPreferencesByLevel",
    "orderIntegrations",
    "resendInvite",
    "setCredentials",
    "updateActionOfSubscriber",
    "updateSubscriber",
  ],
  401: ["switchEnvironment", "switchOrganization"],
  404: [
    "createPublication",
    "createWorkflowOverride",
    "deletePreferencesOfWorkflow",
    "getPreferencesOfWorkflow",
    "listExecutionDetails",
    "previewPublication",
    "renderPublication",
    "sendSignal",
    "setPreferencesOfWorkflow",
    "updateInboxPreferences",
  ],
  409: ["confirmSecondFactor", "renewRecoveryCodes"],
  422: ["broadcastEvent", "createSchedule", "explainEvent", "simulateEvents", "triggerEvent"],
};

/** Operations on a row of the organisation, which say to keys of its other environments that these do not reach so far. */
const REFUSED_TO_SIBLINGS: readonly Id[] = [
  "createEnvironmentVariable",
  "deleteEnvironmentVariable",
  "deleteIntegration",
  "getSendingRate",
  "setPrimaryIntegration",
  "updateEnvironment",
  "updateEnvironmentVariable",
  "updateIntegration",
];

/** Operations on a row of the organisation that show keys of its other environments what these have of it. */
const SHOWN_TO_SIBLINGS: readonly Id[] = ["getEnvironmentVariable", "getEnvironmentVariableUsage"];

/** Operations that ask for something, or find nothing to resume, to remove or to restore, so that they change and note nothing. */
const CHANGING_NOTHING: readonly Id[] = [
  "beginSecondFactor",
  "changeEmail",
  "removeSecondFactor",
  "deletePreferencesOfWorkflow",
  "resumeEvent",
  "resumeSchedule",
  "revertPublication",
  "restoreWorkflowVersion",
];

/** Whether members with the role, which are in the organisation of an operation, have its permission. */
const allows = (role: MemberRole, permission: Permission): boolean => memberPermissions([role]).has(permission);

/** Changes that come first where an operation needs another state than the populated one. */
const PREPARED: Partial<Record<Id, (of: Populated, kind: string) => Promise<unknown>>> = {
  updateSavedView: ownNewest,
  deleteSavedView: ownNewest,
  endRunDelay: ({ id }) => db.update(jobs).set({ type: "delay" }).where(eq(jobs.runId, id.run)),
  openFailureGroup: ({ id }) =>
    db.update(failureGroups).set({ state: "ignored" }).where(eq(failureGroups.id, id.failureGroup)),
  approvePublication: askedByAnother,
  declinePublication: askedByAnother,
  withdrawPublication: askedByNewest,
  revertPublication: publishedOnce,
  // As if it had failed since the moment of the example.
  recoverWebhooks: ({ id }) =>
    db.execute(sql`
      update webhook_messages set status = 'failed', created_at = greatest(now(), '2026-12-01T09:00:01Z') where id = ${id.webhookMessage}`),
  renewRecoveryCodes: ({ environment }) =>
    db.update(users).set({ totpEnabledAt: new Date() }).where(eq(users.id, environment.userId)),
};

async function askedByAnother({ id }: Populated): Promise<void> {
  await db.execute(sql`
    update publications set state = 'waiting', requested_by = requested_by || jsonb_build_object('userId', gen_random_uuid())
    where id = ${id.publication}`);
}

/** Has the member ask for the publication who calls and has joined last: nobody withdraws those of others. */
async function askedByNewest({ environment, id }: Populated, kind: string): Promise<void> {
  await db.execute(sql`
    update publications set state = 'waiting', requested_by = requested_by || jsonb_build_object('userId', (
      select user_id from members where organization_id = ${environment.organizationId} and user_id is not null
      order by ${kind === "member" ? sql`created_at desc` : sql`created_at`} limit 1))
    where id = ${id.publication}`);
}

/** Has the publication written what is not there any more, so that nothing is taken back. */
async function publishedOnce({ id }: Populated): Promise<void> {
  await db.execute(sql`
    update publications set state = 'published', items = (
      select jsonb_agg(item || jsonb_build_object('undo', jsonb_build_object('id', gen_random_uuid(), 'state', null)))
      from jsonb_array_elements(items) as item)
    where id = ${id.publication}`);
}

/** Gives the saved view to the member who calls and has joined last: nobody changes those of others. */
async function ownNewest({ environment, id }: Populated, kind: string): Promise<void> {
  if (kind !== "member") return;
  await db.execute(sql`
    update saved_views set user_id = (
      select user_id from members where organization_id = ${environment.organizationId} and user_id is not null order by created_at desc limit 1)
    where id = ${id.savedView}`);
}

const lists = (ids: readonly Id[], { id }: Operation): boolean => ids.some((other) => other === id);

/** The entries of an environment's organisation, and of its owner in other ones. */
async function auditActions({ organizationId, userId }: TestEnvironment): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: auditLogs.id, action: auditLogs.action })
    .from(auditLogs)
    .where(or(eq(auditLogs.organizationId, organizationId), eq(auditLogs.userId, userId)));
  return new Map(rows.map(({ id, action }) => [id, action]));
}

const OPEN: readonly string[] = ["public", "socket"];
const routes = app.declaredRoutes;
const guardedRoutes = routes.filter(({ access }) => access.every(({ kind }) => !OPEN.includes(kind)));
const guarded = OPERATIONS.filter(({ access }) => access.every(({ kind }) => !OPEN.includes(kind)));

/** Calls an operation so that its callers succeed. */
async function call(
  operation: Operation,
  of: Populated,
  headers: Record<string, string>,
  method: Operation["method"] | "HEAD" = operation.method,
) {
  const { url, query, body } = callOf(operation, of);
  const reply = await app.inject({ method, url, headers, ...(query && { query }), ...(body && { payload: body }) });
  return { status: reply.statusCode, text: reply.body };
}

/** A member's token that names the environment. */
async function memberOf({ organizationId, environmentId }: TestEnvironment, role: MemberRole) {
  return { ...(await aMember(db, organizationId, role)).headers, "novu-environment-id": environmentId };
}

/** Members whose calls are refused, or only read, are the same for all operations. */
function once<Who>(make: (role: MemberRole) => Promise<Who>): (role: MemberRole) => Promise<Who> {
  const made = new Map<MemberRole, Promise<Who>>();
  return (role) => {
    const who = made.get(role) ?? make(role);
    made.set(role, who);
    return who;
  };
}

/** A key of a new environment of the same organisation. */
async function siblingOf({ organizationId, environmentId, userId }: TestEnvironment) {
  const identifier = randomUUID();
  const environment = { organizationId, name: identifier, identifier, parentId: environmentId };
  const [row] = await db.insert(environments).values(environment).returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  const { key, ...stored } = newApiKey(testConfig.encryptionKey);
  await db.insert(apiKeys).values({ organizationId, environmentId: row.id, userId, ...stored });
  return { authorization: `ApiKey ${key}` };
}

const tables = db.$client<{ name: string }[]>`
  select c.table_name as name from information_schema.columns c join pg_class t on t.relname = c.table_name
  where c.column_name = 'environment_id' and c.table_schema = 'public' and t.relkind in ('r', 'p') and not t.relispartition`;

/** Every row of an environment, after the name of its table. */
async function contentOf({ environmentId }: TestEnvironment): Promise<string[]> {
  const rows = (await tables).map(
    ({ name }) =>
      // Its own callers use keys, list them and export data, which is noted.
      `select '${name}' || (row - 'last_used_at')::text as row from ${name} t, to_jsonb(t) row
        where environment_id = $1 and coalesce(row->>'action', '') !~ '(read|exported)$'`,
  );
  const content = await db.$client.unsafe<{ row: string }[]>(`${rows.join(" union all ")} order by row`, [
    environmentId,
  ]);
  return content.map(({ row }) => row);
}

/** An environment that only its own callers may see or change. */
const other = await populated();
const otherContent = await contentOf(other.environment);
const otherMember = once((role: MemberRole) => memberOf(other.environment, role));
const productionMember = once((role: MemberRole) =>
  memberOf({ ...other.environment, environmentId: other.environment.productionEnvironmentId }, role),
);

let changed: Populated | undefined;

/**
 * Has an operation change an environment: by day one that operations before it have changed. If these took what it needs, it has one of
 * its own, on which it must succeed.
 */
async function onChanged({ method }: Operation, succeeds: (of: Populated) => Promise<void>): Promise<void> {
  if (method === "GET") return succeeds(other);
  if (changed && !isExhaustive()) {
    const isServed = await succeeds(changed).then(
      () => true,
      () => false,
    );
    if (isServed) return;
  }
  changed = await populated();
  await succeeds(changed);
}

/** Environment of a stranger whose calls read, or find nothing to change, and who so is the same for all operations. */
const elsewhere = await createTestEnvironment(db);
const strangerTo = async (operation: Operation): Promise<TestEnvironment> =>
  operation.method === "GET" || statusElsewhere(operation) === 404 ? elsewhere : createTestEnvironment(db);
const memberElsewhere = once((role: MemberRole) =>
  memberOf({ ...elsewhere, environmentId: other.environment.environmentId }, role),
);

test("these routes are open to everybody, and no others", () => {
  const open = routes
    .filter((route) => !guardedRoutes.includes(route) && route.method !== "HEAD")
    .map(({ method, url }) => `${method} ${url}`);
  expect(open.filter((name) => !name.startsWith("GET /docs")).sort()).toEqual(
    [
      "OPTIONS *",
      "GET /openapi.json",
      "POST /v1/auth/register",
      "POST /v1/auth/login",
      "POST /v1/auth/reset/request",
      "POST /v1/auth/reset",
      "POST /v1/auth/email",
      "POST /v1/auth/second-factor",
      "GET /v1/auth/github",
      "GET /v1/auth/github/authorize",
      "GET /v1/auth/github/callback",
      // A webhook condition signs its call: api/routes/v1/accounts/invites.db.test.ts.
      "POST /v1/invites/webhook",
      "GET /v1/invites/:token",
      "GET /v1/subscribers/:subscriberId/credentials/:providerId/oauth",
      "GET /v1/subscribers/:subscriberId/credentials/:providerId/oauth/callback",
      // The token of a signed link is the credential: api/routes/v1/preference-page.db.test.ts.
      "GET /v1/preferences-page/:token",
      "POST /v1/preferences-page/:token",
      "GET /v1/preferences-page/:token/one-click",
      "POST /v1/preferences-page/:token/one-click",
      "POST /v1/inbox/session",
      "POST /v1/widgets/session/initialize",
      // Its token is verified by the handler: api/realtime/inbox-sockets.db.test.ts.
      "GET /v1/inbox/socket",
      // Mail programs of anybody fetch it: api/routes/v1/accounts/branding.db.test.ts.
      "GET /v1/logos/:file",
      "GET /v1/health-check",
      "GET /v1/blueprints/group-by-category",
      "GET /v1/blueprints/:blueprintId",
      "GET /v1/integrations/providers/logos/:theme/:file",
      // A vendor signs what it reports: api/routes/v1/delivery-reports.db.test.ts.
      "GET /v1/webhooks/organizations/:organizationId/environments/:environmentId/:channel/:providerOrIntegrationId",
      "GET /v2/inbound-webhooks/delivery-providers/:environmentId/:integrationId",
      "POST /v1/webhooks/organizations/:organizationId/environments/:environmentId/:channel/:providerOrIntegrationId",
      "POST /v2/inbound-webhooks/delivery-providers/:environmentId/:integrationId",
      "GET /socket.io/",
    ].sort(),
  );
});

/** The operation of a route that is not open. HEAD is answered as GET is. */
const operationOf = ({ operationId }: DeclaredRoute): Operation | undefined =>
  guarded.find(({ id }) => id === operationId);

test("every other route serves an operation, to the callers that it declares", () => {
  for (const route of guardedRoutes) {
    const { method, url, access } = route;
    const { path, ...operation } = operationOf(route) ?? { path: null };
    const served = { access, method: method === "HEAD" ? "GET" : method, path: url };
    expect({ ...operation, path }).toMatchObject(served);
  }
  expect(new Set(guardedRoutes.map(operationOf))).toEqual(new Set(guarded));
});

test("without a valid credential, every operation that is not open answers 401", async () => {
  const invalid = ["", "ApiKey", "ApiKey nonsense", "Bearer nonsense", "Basic YTpi", "nonsense"];
  for (const [index, route] of guardedRoutes.entries()) {
    const operation = operationOf(route);
    if (!operation) throw new Error(`${route.url} serves no operation`);
    // None at all, and one of the others in turn.
    for (const authorization of new Set(["", ...inTurn(invalid, index)])) {
      const headers: Record<string, string> = authorization === "" ? {} : { authorization };
      const { status } = await call(operation, other, headers, route.method === "HEAD" ? "HEAD" : operation.method);
      expect([route.method, operation.path, authorization, status]).toEqual([
        route.method,
        operation.path,
        authorization,
        401,
      ]);
    }
  }
});

describe.each(guarded.map((operation) => [operation.route, operation] as const))("%s", (_name, operation) => {
  const kinds = operation.access.map(({ kind }) => kind);
  const spans = operation.access.some((grant) => grant.kind === "key" && grant.reach === "organization");
  const declared: readonly string[] = auditActionsOf(operation);

  test("serves the callers that it declares", async () => {
    const callers = {
      key: async ({ environment }: Populated) => (spans ? environment.organizationHeaders : environment.headers),
      member: ({ environment }: Populated) => memberOf(environment, "admin"),
      person: ({ environment }: Populated) => signedIn(db, environment.userId),
      subscriber: async ({ subscriber }: Populated) => subscriber.headers,
    };
    for (const kind of inTurn(kinds, OPERATIONS.indexOf(operation))) {
      if (kind === "public" || kind === "socket") continue;
      const isNoted = kind !== "subscriber" && operation.method !== "GET";
      // What is not noted is not forgotten: the operation says why.
      if (isNoted) expect(operation.audit).toBeDefined();
      const notes = declared.length > 0 && !lists(CHANGING_NOTHING, operation);
      await onChanged(operation, async (of) => {
        const headers = await callers[kind](of);
        await PREPARED[operation.id as Id]?.(of, kind);
        const before = isNoted ? await auditActions(of.environment) : new Map();
        const { status, text } = await call(operation, of, headers);
        expect([kind, status, text]).toEqual([kind, expect.toSatisfy(isSuccess), text]);
        if (!isNoted) return;
        const noted = [...(await auditActions(of.environment))].filter(([id]) => !before.has(id));
        expect(noted.filter(([, action]) => !declared.includes(action))).toEqual([]);
        expect([kind, noted.length > 0]).toEqual([kind, notes]);
      });
    }
  });

  test("refuses other kinds of callers, and members without the role", async () => {
    const { environment, subscriber } = other;
    const statusFor = async (headers: Record<string, string>) => (await call(operation, other, headers)).status;
    const member = operation.access.find((grant) => grant.kind === "member");
    if (!kinds.includes("key")) expect(await statusFor(environment.headers)).toBe(401);
    if (spans) expect(await statusFor(environment.headers)).toBe(403);
    if (!kinds.includes("subscriber")) expect(await statusFor(subscriber.headers)).toBe(401);
    for (const role of ["member", "viewer"] as const) {
      const headers = await otherMember(role);
      if (!member && !kinds.includes("person")) expect(await statusFor(headers)).toBe(401);
      else if (member && !allows(role, member.permission)) expect(await statusFor(headers)).toBe(403);
    }
  });

  const grants = operation.access.filter((grant) => grant.kind === "member");
  const isForViewers = grants.some(
    ({ permission, environment }) => allows("viewer", permission) && environment === "required",
  );
  test.runIf(isForViewers)("shows a viewer no key", async () => {
    const { environment } = other;
    const { status, text } = await call(operation, other, await otherMember("viewer"));
    expect([status, text]).toEqual([expect.toSatisfy(isSuccess), text]);
    for (const key of [environment.apiKey, environment.productionApiKey]) expect(text).not.toContain(key);
  });

  // What is not published, each environment has of its own: api/routes/v1/bridge.db.test.ts.
  test.runIf(grants.some(({ permission, neverPublished }) => permission === "content.edit" && !neverPublished))(
    "is refused to members in Production",
    async () => {
      const { status, text } = await call(operation, other, await productionMember("admin"));
      expect([status, text]).toEqual([403, expect.stringContaining("and publish it")]);
    },
  );

  test("shows nothing of another environment", async () => {
    const { environment, secret, id } = other;
    const stranger = await strangerTo(operation);
    const sent = JSON.stringify(callOf(operation, other));
    const hidden = [secret, ...Object.values(id)].filter((text) => !sent.includes(text));
    const attempt = async (headers: Record<string, string>) => {
      const { status, text } = await call(operation, other, headers);
      for (const one of hidden) expect(text).not.toContain(one);
      return status;
    };
    const expected = statusElsewhere(operation);
    if (kinds.includes("key")) {
      expect(await attempt(spans ? stranger.organizationHeaders : stranger.headers)).toEqual(expected);
      const sibling = await attempt(await siblingOf(environment));
      if (spans || lists(REFUSED_TO_SIBLINGS, operation)) expect(sibling).toBe(403);
      else if (lists(SHOWN_TO_SIBLINGS, operation)) expect(sibling).toBe(200);
      // Some actions are refused outside Development before anything is looked up.
      else if (sibling !== 401) expect(sibling).toEqual(expected);
    }
    if (kinds.includes("member")) expect(await attempt(await memberElsewhere("admin"))).toBe(401);
    if (kinds.includes("person")) {
      expect(await attempt(await signedIn(db, stranger.userId))).toEqual(expected);
    }
    if (kinds.includes("subscriber")) {
      for (const scope of [stranger.scope, environment.productionScope]) {
        // The inbox of Production demands a proof.
        expect(await attempt((await createTestSubscriber(db, scope, { isProven: true })).headers)).toEqual(expected);
      }
    }
  });
});

test("none of these refusals and reads has changed anything of the environment", async () => {
  expect(await contentOf(other.environment)).toEqual(otherContent);
});

/** The status for a caller of another organisation, or a matcher of it. */
function statusElsewhere(operation: Operation): unknown {
  const [status] = Object.entries(STATUSES_ELSEWHERE).find(([, ids]) => lists(ids, operation)) ?? [];
  if (status !== undefined) return Number(status);
  return operation.path.includes(":") ? 404 : expect.toSatisfy(isSuccess);
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
