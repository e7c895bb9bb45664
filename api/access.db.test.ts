import { randomUUID } from "node:crypto";
import { eq, or } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { newApiKey } from "#db/api-key.ts";
import { encrypt } from "#db/encryption.ts";
import { hashPassword } from "#db/password-hash.ts";
import { groupState } from "#db/queries/changes/entity-states.ts";
import { recordChanges } from "#db/queries/changes/record-changes.ts";
import { insertFeed } from "#db/queries/feeds/feeds.ts";
import { insertLayout } from "#db/queries/layouts/layouts.ts";
import { findInvitation, insertInvitation } from "#db/queries/organizations/invitations.ts";
import { insertOutboxMessage } from "#db/queries/outbox/outbox.ts";
import { insertResumption } from "#db/queries/resumptions/resumptions.ts";
import { insertTenant } from "#db/queries/tenants/manage-tenants.ts";
import { addTopicSubscribers, insertTopic } from "#db/queries/topics/topics.ts";
import { insertOverride } from "#db/queries/workflows/manage-overrides.ts";
import { ALL_CHANNELS } from "#db/queries/workflows/save-workflow.ts";
import { apiKeys } from "#db/schema/api-keys.ts";
import { auditLogs } from "#db/schema/audit-logs.ts";
import { digestMembers } from "#db/schema/digest-members.ts";
import { digestWindows } from "#db/schema/digest-windows.ts";
import { environments } from "#db/schema/environments.ts";
import { erasures } from "#db/schema/erasures.ts";
import { executionDetails } from "#db/schema/execution-details.ts";
import { imports } from "#db/schema/imports.ts";
import { integrations } from "#db/schema/integrations.ts";
import { jobs } from "#db/schema/jobs.ts";
import { notificationGroups } from "#db/schema/notification-groups.ts";
import { pauses } from "#db/schema/pauses.ts";
import { runs } from "#db/schema/runs.ts";
import { schedules } from "#db/schema/schedules.ts";
import { sessions } from "#db/schema/sessions.ts";
import { subscribers } from "#db/schema/subscribers.ts";
import { users } from "#db/schema/users.ts";
import { webhookEndpoints } from "#db/schema/webhook-endpoints.ts";
import { webhookMessages } from "#db/schema/webhook-messages.ts";
import { workflowSteps } from "#db/schema/workflow-steps.ts";
import { workflows } from "#db/schema/workflows.ts";
import { hashSecret } from "#db/secret-hash.ts";
import { taggedOf } from "#db/transaction.ts";
import { startBridge } from "#test/support/bridge.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";
import { aMember, signedIn } from "#test/support/sign-in.ts";
import { aTranslationGroup } from "#test/support/translations.ts";
import type { DeclaredRoute } from "./plugins/declared-access.ts";

const server = await testApp();
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

const PASSWORD = "Analytical-1843";
const passwordHash = hashPassword(PASSWORD);

/** An environment with something of everything. Texts that only its own callers may read contain `secret`. */
async function populated() {
  const environment = await createTestEnvironment(db);
  const { scope } = environment;
  const secret = `secret-${randomUUID()}`;
  const subscriber = await createTestSubscriber(db, scope);
  await db.update(subscribers).set({ firstName: secret }).where(eq(subscribers.id, subscriber.id));
  const workflow = await aWorkflow(db, environment, [aStep("in_app")], { name: secret });
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: subscriber.subscriberId });
  await db.update(environments).set({ bridgeUrl: bridgeServer.url }).where(eq(environments.id, scope.environmentId));
  const codeFirst = await aWorkflow(db, environment, [aStep("in_app")], { name: `code ${secret}` });
  await db.update(workflowSteps).set({ bridgeStepId: "inbox" }).where(eq(workflowSteps.versionId, codeFirst.versionId));
  const controlled = await aWorkflow(db, environment, [aStep("in_app")], { name: `controls ${secret}` });
  await db.update(workflows).set({ type: "BRIDGE", origin: "novu-cloud" }).where(eq(workflows.id, controlled.id));
  await db
    .update(workflowSteps)
    .set({ uuid: "bell", controls: { body: secret } })
    .where(eq(workflowSteps.versionId, controlled.versionId));
  const group = returned(
    await db
      .insert(notificationGroups)
      .values({ ...scope, name: secret })
      .returning(),
  );
  const { topic, emptyTopic } = await db.transaction(async (transaction) => {
    const topic = await insertTopic(taggedOf(transaction), scope, { key: `topic-${randomUUID()}`, name: secret });
    await addTopicSubscribers(transaction, scope, topic.key, [subscriber.subscriberId]);
    return {
      topic,
      emptyTopic: await insertTopic(taggedOf(transaction), scope, { key: `empty-${randomUUID()}`, name: secret }),
    };
  });
  const staged = { organizationId: scope.organizationId, name: "Staging", identifier: randomUUID() };
  const staging = returned(await db.insert(environments).values(staged).returning());
  const { tenant, freeTenant, override, feed, change } = await db.transaction(async (transaction) => {
    const tenant = returned([
      await insertTenant(transaction, scope, { identifier: `tenant-${randomUUID()}`, name: secret, data: null }),
    ]);
    const free = { identifier: `tenant-${randomUUID()}`, name: secret, data: null };
    const freeTenant = returned([await insertTenant(transaction, scope, free)]);
    const settings = { active: true, preferenceSettings: ALL_CHANNELS, tenantId: tenant.id };
    const override = returned([await insertOverride(transaction, scope, { ...settings, workflowId: workflow.id })]);
    const feed = returned([await insertFeed(transaction, scope, secret)]);
    const edit = { type: "NotificationGroup" as const, state: groupState(group) };
    const recorded = await recordChanges(transaction, scope, environment.userId, [edit]);
    return { tenant, freeTenant, override, feed, change: { id: recorded.get(group.id) ?? "" } };
  });
  const button = { action: { buttons: [{ type: "primary" as const, content: secret }] } };
  const messageTransactionId = randomUUID();
  const [message = ""] = await storeMessages(db, scope, subscriber.id, [
    { content: secret, transactionId: messageTransactionId, cta: button as never },
  ]);
  const mail = { channel: "email" as const, messageId: randomUUID(), to: [], from: "", subject: secret, html: secret };
  const outbox = await insertOutboxMessage(db, scope, mail);
  const integration = returned(
    await db
      .insert(integrations)
      .values({
        ...scope,
        channel: "email",
        providerId: "nodemailer",
        name: secret,
        identifier: secret,
        active: true,
        credentials: { host: "smtp.example.com" },
      })
      .returning(),
  );
  const push = {
    channel: "push" as const,
    providerId: "fcm",
    name: secret,
    identifier: `${secret}-push`,
    active: true,
  };
  await db.insert(integrations).values({ ...scope, ...push, credentials: {} });
  const schedule = returned(
    await db
      .insert(schedules)
      .values({
        ...scope,
        name: secret,
        workflowId: workflow.id,
        event: { to: "nobody" },
        timezone: "UTC",
        missed: "skip",
        recurrence: { type: "cron", cronExpression: "0 9 * * 1" },
        inSubscriberTimezone: false,
        recursFrom: new Date(),
      })
      .returning(),
  );
  const expireAt = new Date(Date.now() + 86_400_000);
  const webhookEndpoint = returned(
    await db
      .insert(webhookEndpoints)
      .values({
        ...scope,
        url: `https://example.com/${secret}`,
        active: true,
        secret: encrypt("whsec_c2VjcmV0", testConfig.encryptionKey),
      })
      .returning(),
  );
  const webhookMessage = returned(
    await db
      .insert(webhookMessages)
      .values({ ...scope, endpointId: webhookEndpoint.id, type: "endpoint.test", data: { secret }, expireAt })
      .returning(),
  );
  const run = returned(
    await db
      .insert(runs)
      .values({
        ...scope,
        expireAt,
        id: randomUUID(),
        eventId: ref.eventId,
        cohortId: randomUUID(),
        position: 1,
        workflowId: workflow.id,
        workflowVersionId: workflow.versionId,
        subscriberId: subscriber.id,
        transactionId: ref.transactionId,
        source: "single",
      })
      .returning(),
  );
  await db.insert(executionDetails).values({
    ...scope,
    expireAt,
    runId: run.id,
    jobId: randomUUID(),
    source: "Internal",
    status: "Success",
    detail: "Message sent",
    raw: JSON.stringify({ secret }),
  });
  const resumption = await db.transaction((transaction) =>
    insertResumption(transaction, scope, { filter: { reasons: [secret] }, version: "pinned" }),
  );
  const layout = await db.transaction((transaction) =>
    insertLayout(transaction, scope, {
      name: secret,
      identifier: `layout-${randomUUID()}`,
      description: null,
      content: "{{ body }}",
      variables: [],
      isDefault: false,
      creatorId: environment.userId,
    }),
  );
  const translations = await aTranslationGroup(db, environment, `texts-${randomUUID()}`, { en: { secret } });
  const stepId = randomUUID();
  const job = { ...scope, expireAt, id: randomUUID(), runId: run.id, stepId, position: 1 };
  await db.insert(jobs).values({ ...job, type: "digest", status: "delayed", dueAt: expireAt });
  await db.update(runs).set({ dueAt: expireAt }).where(eq(runs.id, run.id));
  const digest = returned(
    await db
      .insert(digestWindows)
      .values({
        ...scope,
        expireAt,
        workflowId: workflow.id,
        stepId,
        subscriberId: subscriber.id,
        digestValue: secret,
        masterRunId: run.id,
        closesAt: expireAt,
      })
      .returning(),
  );
  const joined = { runId: run.id, stepId, position: 1, eventId: ref.eventId, windowId: digest.id, expireAt };
  await db.insert(digestMembers).values({ ...joined, decision: "joined" });
  const pause = returned(
    await db
      .insert(pauses)
      .values({ ...scope, reason: "workflow_events", workflowId: workflow.id, limit: 1, counted: 1 })
      .returning(),
  );
  const imported = returned(
    await db
      .insert(imports)
      .values({ ...scope, expireAt, kind: "topics", format: "csv", dryRun: false, total: 1, dueAt: null })
      .returning(),
  );
  const erasure = returned(
    await db
      .insert(erasures)
      .values({
        ...scope,
        expireAt,
        subscriberId: randomUUID(),
        person: { subscriberId: secret, ids: [], addresses: [] },
      })
      .returning(),
  );
  const { memberId } = await aMember(db, scope.organizationId, "member");
  await db
    .update(users)
    .set({ passwordHash: await passwordHash })
    .where(eq(users.id, environment.userId));
  const session = returned(
    await db.insert(sessions).values({ userId: environment.userId, lastUsedAt: new Date(), expireAt }).returning(),
  );
  const invitationToken = randomUUID();
  const invite = (organizationId: string, inviterId: string, token: string) =>
    db.transaction(async (transaction) => {
      const invitation = { organizationId, inviterId, email: `${randomUUID()}@example.com`, role: "member" as const };
      const tokenHash = hashSecret(token);
      await insertInvitation(transaction, { ...invitation, tokenHash, invitedAt: new Date(), expiresAt: expireAt });
      return findInvitation(transaction, tokenHash);
    });
  const invited = await invite(scope.organizationId, environment.userId, randomUUID());
  // The members of an organisation cannot accept an invitation to it.
  const inviting = await createTestEnvironment(db);
  await invite(inviting.organizationId, inviting.userId, invitationToken);
  const ids = {
    session,
    member: { id: memberId },
    invited: { id: invited?.member.id ?? "" },
    codeFirst,
    controlled,
    digest,
    workflow,
    schedule,
    webhookEndpoint,
    webhookMessage,
    group,
    topic,
    outbox,
    integration,
    run,
    resumption,
    subscriber,
    layout,
    pause,
    imported,
    erasure,
    tenant,
    override,
    feed,
    change,
  };
  return {
    environment,
    secret,
    subscriber,
    invitationToken,
    transactionId: ref.transactionId,
    message,
    messageTransactionId,
    topicKey: topic.key,
    emptyTopicKey: emptyTopic.key,
    workflowIdentifier: workflow.identifier,
    tenantIdentifier: tenant.identifier,
    translationsIdentifier: translations.identifier,
    freeTenantId: freeTenant.id,
    stagingId: staging.id,
    id: Object.fromEntries(Object.entries(ids).map(([name, row]) => [name, row.id])) as Record<
      keyof typeof ids,
      string
    >,
  };
}

type Populated = Awaited<ReturnType<typeof populated>>;

function returned<Row>([row]: (Row | undefined)[]): Row {
  if (row === undefined) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

interface Example {
  /** Values of the parameters of the path, naming rows of the populated environment. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  /** Status for a caller of another organisation; by default 404 for a route with parameters, and success for others. */
  elsewhere?: number;
  /** Whether the route acts on the whole organisation, so that keys of its other environments have the same right. */
  organizationWide?: true;
}

type By = (given?: Example) => (of: Populated) => Example;

const by =
  (params: (of: Populated) => Record<string, string>): By =>
  (given = {}) =>
  (of) => ({ ...given, params: { ...params(of), ...given.params } });

const bySubscriber = by(({ subscriber: { subscriberId } }) => ({ subscriberId }));
const byTopic = by(({ topicKey }) => ({ key: topicKey }));
const byTransaction = by(({ transactionId }) => ({ transactionId }));
const byMessage = by(({ message }) => ({ notificationId: message }));
const byNotification = by(({ subscriber: { subscriberId }, message: notificationId }) => ({
  subscriberId,
  notificationId,
}));
const byDigest = by(({ id }) => ({ digestId: id.digest }));
const byGroup = by(({ id }) => ({ id: id.group }));
const byImport = by(({ id }) => ({ id: id.imported }));
const bySubscription = by(({ topicKey, subscriber: { subscriberId } }) => ({
  key: topicKey,
  identifier: `tk=${topicKey}:si=${subscriberId}`,
}));
const byLayoutReference = by(({ id }) => ({ layoutId: id.layout }));
const byLayout = by(({ id }) => ({ id: id.layout }));
const bySchedule = by(({ id }) => ({ id: id.schedule }));
const byTranslations = by(({ translationsIdentifier }) => ({ identifier: translationsIdentifier }));
const byTenant = by(({ tenantIdentifier }) => ({ identifier: tenantIdentifier }));
const byOverride = by(({ id }) => ({ overrideId: id.override }));
const byOverriddenPair = by(({ id }) => ({ workflowId: id.workflow, tenantId: id.tenant }));
const byWorkflow = by(({ id }) => ({ id: id.workflow }));

const byControlled = by(({ id }) => ({ workflowId: id.controlled }));
const byControlledStep = by(({ id }) => ({ workflowId: id.controlled, stepId: "bell" }));

const byCodeFirstStep = by(({ id }) => ({ workflowId: id.codeFirst, stepId: "inbox" }));

/** Members and keys manage the integrations of all environments of their organisation. */
const byIntegration = (body?: object) =>
  by(({ id }) => ({ id: id.integration }))({ organizationWide: true, ...(body && { body }) });

const workflowExamples = (path: string): Record<string, (of: Populated) => Example> => ({
  [`GET ${path}`]: () => ({}),
  [`POST ${path}`]: ({ id }) => ({ body: { name: "New", notificationGroupId: id.group, steps: [] }, elsewhere: 400 }),
  [`GET ${path}/:id`]: byWorkflow(),
  [`PUT ${path}/:id`]: byWorkflow({ body: { name: "Taken" } }),
  [`PUT ${path}/:id/status`]: byWorkflow({ body: { active: false } }),
  [`DELETE ${path}/:id`]: byWorkflow({ elsewhere: 400 }),
});

/** How each route is called, with ids of a populated environment: its callers succeed by it. HEAD is called as GET is. */
const EXAMPLES: Record<string, (of: Populated) => Example> = {
  "POST /v1/auth/update-password": () => ({
    body: { currentPassword: PASSWORD, newPassword: "Difference-1822", confirmPassword: "Difference-1822" },
    elsewhere: 400,
  }),
  "GET /v1/auth/refresh": () => ({}),
  "POST /v1/auth/organizations/:id/switch": ({ environment }) => ({
    params: { id: environment.organizationId },
    elsewhere: 401,
  }),
  "POST /v1/auth/environments/:id/switch": ({ environment }) => ({
    params: { id: environment.environmentId },
    elsewhere: 401,
  }),
  "GET /v1/auth/session": () => ({}),
  "GET /v1/auth/sessions": () => ({}),
  "DELETE /v1/auth/sessions": () => ({}),
  "DELETE /v1/auth/sessions/:sessionId": ({ id }) => ({ params: { sessionId: id.session } }),
  "POST /v1/auth/logout": () => ({}),

  "POST /v1/imports": () => ({ query: { kind: "subscribers" }, body: [{ subscriberId: "imported" }] }),
  "GET /v1/imports": () => ({}),
  "GET /v1/imports/:id": byImport(),
  "GET /v1/imports/:id/problems": byImport(),
  "POST /v1/imports/:id/cancel": byImport(),
  "GET /v1/exports/:kind": () => ({ params: { kind: "subscribers" }, elsewhere: 200 }),
  "GET /v1/subscribers/:subscriberId/export": bySubscriber(),
  "POST /v1/subscribers/:subscriberId/erase": bySubscriber(),
  "GET /v1/erasures/:id": by(({ id }) => ({ id: id.erasure }))(),

  "GET /v1/users/me": () => ({}),
  "PUT /v1/users/profile": () => ({ body: { firstName: "Eve", lastName: "Hopper" } }),
  "PUT /v1/users/profile/email": () => ({ body: { email: `${randomUUID()}@example.com` } }),
  "PUT /v1/users/onboarding": () => ({ body: { showOnBoarding: false } }),
  "PUT /v1/users/onboarding-tour": () => ({ body: { showOnBoardingTour: 1 } }),

  "GET /v1/organizations": () => ({}),
  "POST /v1/organizations": () => ({ body: { name: "New" } }),
  "PATCH /v1/organizations": () => ({ body: { name: "Renamed" } }),
  "GET /v1/organizations/me": () => ({}),
  "PUT /v1/organizations/branding": () => ({ body: { color: "#ff0000" } }),
  "GET /v1/organizations/members": () => ({ organizationWide: true }),
  "DELETE /v1/organizations/members/:id": ({ id }) => ({ params: { id: id.member }, organizationWide: true }),
  "PUT /v1/organizations/members/:id/roles": ({ id }) => ({
    params: { id: id.member },
    body: { role: "admin" },
    organizationWide: true,
  }),
  "POST /v1/organizations/leave": () => ({}),
  "POST /v1/invites": () => ({ body: { email: `${randomUUID()}@example.com` } }),
  "POST /v1/invites/bulk": () => ({ body: { invitees: [{ email: `${randomUUID()}@example.com` }] } }),
  "POST /v1/invites/resend": ({ id }) => ({ body: { memberId: id.invited }, elsewhere: 400 }),
  // Whoever has the token may accept.
  "POST /v1/invites/:token/accept": ({ invitationToken }) => ({ params: { token: invitationToken }, elsewhere: 201 }),

  "GET /v1/audit-logs": () => ({}),
  "GET /v1/audit-logs/export": () => ({}),

  "GET /v1/environments": () => ({}),
  "POST /v1/environments": () => ({ body: { name: "Staging" } }),
  "POST /v1/environments/api-keys/regenerate": () => ({}),
  "GET /v1/environments/me": () => ({}),
  "GET /v1/environments/api-keys": () => ({}),
  "PUT /v1/environments/:id": ({ environment }) => ({
    params: { id: environment.environmentId },
    body: { name: "Renamed" },
  }),
  "DELETE /v1/environments/:id": ({ stagingId }) => ({ params: { id: stagingId }, organizationWide: true }),
  "POST /v2/environments/:targetEnvironmentId/diff": ({ environment }) => ({
    params: { targetEnvironmentId: environment.productionEnvironmentId },
    body: {},
  }),
  "POST /v2/environments/:targetEnvironmentId/publish": ({ environment }) => ({
    params: { targetEnvironmentId: environment.productionEnvironmentId },
    body: {},
  }),
  "GET /v1/inbound-parse/mx/status": () => ({}),

  "GET /v1/webhook-endpoints": () => ({}),
  "POST /v1/webhook-endpoints": () => ({ body: { url: "https://example.com/new" } }),
  "GET /v1/webhook-endpoints/:id": ({ id }) => ({ params: { id: id.webhookEndpoint } }),
  "PATCH /v1/webhook-endpoints/:id": ({ id }) => ({
    params: { id: id.webhookEndpoint },
    body: { description: "Taken" },
  }),
  "DELETE /v1/webhook-endpoints/:id": ({ id }) => ({ params: { id: id.webhookEndpoint } }),
  "POST /v1/webhook-endpoints/:id/rotate-secret": ({ id }) => ({ params: { id: id.webhookEndpoint } }),
  "POST /v1/webhook-endpoints/:id/test": ({ id }) => ({ params: { id: id.webhookEndpoint } }),
  "GET /v1/webhook-endpoints/:id/messages": ({ id }) => ({ params: { id: id.webhookEndpoint } }),
  "GET /v1/webhook-endpoints/:id/messages/:messageId": ({ id }) => ({
    params: { id: id.webhookEndpoint, messageId: id.webhookMessage },
  }),
  "POST /v1/webhook-endpoints/:id/messages/:messageId/resend": ({ id }) => ({
    params: { id: id.webhookEndpoint, messageId: id.webhookMessage },
  }),
  "POST /v1/webhook-endpoints/:id/resend-failed": ({ id }) => ({
    params: { id: id.webhookEndpoint },
    body: { since: "2026-01-01T00:00:00Z" },
  }),

  "GET /v1/layouts": () => ({}),
  "POST /v1/layouts": () => ({ body: { name: "New", identifier: "new", content: "{{{body}}}" } }),
  "GET /v1/layouts/:id": byLayout(),
  "PATCH /v1/layouts/:id": byLayout({ body: { name: "Taken" } }),
  "DELETE /v1/layouts/:id": byLayout(),
  "POST /v1/layouts/:id/default": byLayout(),

  "POST /v1/events/signal": ({ subscriber: { subscriberId } }) => ({
    body: { name: "order.paid", subscriberId },
    elsewhere: 404,
  }),

  "GET /v1/retention": () => ({}),
  "PATCH /v1/retention": () => ({ body: { runs: 60 } }),
  "GET /v1/safety-caps": () => ({}),
  "PUT /v1/safety-caps": () => ({ body: { eventsPerWorkflowPerMinute: 10 } }),
  "GET /v1/safety-caps/workflows/:workflowId": ({ id }) => ({ params: { workflowId: id.workflow } }),
  "PUT /v1/safety-caps/workflows/:workflowId": ({ id }) => ({
    params: { workflowId: id.workflow },
    body: { messagesPerWorkflowPerMinute: null },
  }),
  "GET /v1/pauses": () => ({}),
  "POST /v1/pauses/:pauseId/continue": ({ id }) => ({ params: { pauseId: id.pause } }),
  "POST /v1/pauses/:pauseId/discard": ({ id }) => ({ params: { pauseId: id.pause } }),

  "GET /v1/subscribers": () => ({}),
  "POST /v1/subscribers": ({ subscriber: { subscriberId } }) => ({ body: { subscriberId, firstName: "Eve" } }),
  "POST /v1/subscribers/bulk": ({ subscriber: { subscriberId } }) => ({ body: { subscribers: [{ subscriberId }] } }),
  "GET /v1/subscribers/:subscriberId": bySubscriber(),
  "PUT /v1/subscribers/:subscriberId": bySubscriber({ body: { firstName: "Eve" }, elsewhere: 400 }),
  "DELETE /v1/subscribers/:subscriberId": bySubscriber(),
  "PATCH /v1/subscribers/:subscriberId/online-status": bySubscriber({ body: { isOnline: true } }),
  "PUT /v1/subscribers/:subscriberId/credentials": bySubscriber({
    body: { providerId: "fcm", credentials: { deviceTokens: ["token"] } },
    elsewhere: 400,
  }),
  "PATCH /v1/subscribers/:subscriberId/credentials": bySubscriber({
    body: { providerId: "fcm", credentials: { deviceTokens: ["token"] } },
    elsewhere: 400,
  }),
  "DELETE /v1/subscribers/:subscriberId/credentials/:providerId": bySubscriber({ params: { providerId: "fcm" } }),
  "GET /v1/subscribers/:subscriberId/preferences": bySubscriber({ elsewhere: 400 }),
  "GET /v1/subscribers/:subscriberId/preferences/:parameter": bySubscriber({
    params: { parameter: "template" },
    elsewhere: 400,
  }),
  "PATCH /v1/subscribers/:subscriberId/preferences": bySubscriber({ body: { enabled: false } }),
  "PATCH /v1/subscribers/:subscriberId/preferences/:parameter": ({ subscriber: { subscriberId }, id }) => ({
    params: { subscriberId, parameter: id.workflow },
    body: { enabled: false },
  }),
  "GET /v1/subscribers/:subscriberId/notifications/feed": bySubscriber({ elsewhere: 400 }),
  "GET /v1/subscribers/:subscriberId/notifications/unseen": bySubscriber({ elsewhere: 400 }),
  "POST /v1/subscribers/:subscriberId/messages/markAs": ({ subscriber: { subscriberId }, message }) => ({
    params: { subscriberId },
    body: { messageId: message, mark: { read: true } },
  }),
  "POST /v1/subscribers/:subscriberId/messages/mark-as": ({ subscriber: { subscriberId }, message }) => ({
    params: { subscriberId },
    body: { messageId: message, markAs: "read" },
  }),
  "POST /v1/subscribers/:subscriberId/messages/mark-all": bySubscriber({ body: { markAs: "read" } }),
  "POST /v1/subscribers/:subscriberId/messages/:messageId/actions/:type": ({ subscriber, message }) => ({
    params: { subscriberId: subscriber.subscriberId, messageId: message, type: "primary" },
    body: { status: "done" },
    elsewhere: 400,
  }),

  "GET /v2/subscribers/:subscriberId/notifications": bySubscriber(),
  "GET /v2/subscribers/:subscriberId/notifications/count": bySubscriber({ query: { filters: "[{}]" } }),
  "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/read": byNotification(),
  "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/unread": byNotification(),
  "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/archive": byNotification(),
  "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/unarchive": byNotification(),
  "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/unsnooze": byNotification(),
  "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/snooze": byNotification({
    body: { snoozeUntil: new Date(Date.now() + 3_600_000).toISOString() },
  }),
  "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/actions/:actionType/complete": byNotification({
    params: { actionType: "primary" },
  }),
  "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/actions/:actionType/revert": byNotification({
    params: { actionType: "primary" },
  }),
  "DELETE /v2/subscribers/:subscriberId/notifications/:notificationId": byNotification(),
  "POST /v2/subscribers/:subscriberId/notifications/read": bySubscriber({ body: {} }),
  "POST /v2/subscribers/:subscriberId/notifications/archive": bySubscriber({ body: {} }),
  "POST /v2/subscribers/:subscriberId/notifications/read-archive": bySubscriber({ body: {} }),
  "POST /v2/subscribers/:subscriberId/notifications/delete": bySubscriber({ body: {} }),
  "POST /v2/subscribers/:subscriberId/notifications/seen": bySubscriber({ body: {} }),

  "GET /v2/subscribers": () => ({}),
  "POST /v2/subscribers": ({ subscriber: { subscriberId } }) => ({ body: { subscriberId, firstName: "Eve" } }),
  "GET /v2/subscribers/:subscriberId": bySubscriber(),
  "PATCH /v2/subscribers/:subscriberId": bySubscriber({ body: { firstName: "Eve" } }),
  "DELETE /v2/subscribers/:subscriberId": bySubscriber(),
  "GET /v2/subscribers/:subscriberId/subscriptions": bySubscriber(),
  "GET /v2/subscribers/:subscriberId/preferences": bySubscriber(),
  "PATCH /v2/subscribers/:subscriberId/preferences": bySubscriber({ body: { channels: { email: false } } }),
  "PATCH /v2/subscribers/:subscriberId/preferences/bulk": ({ subscriber: { subscriberId }, id }) => ({
    params: { subscriberId },
    body: { preferences: [{ workflowId: id.workflow, channels: { email: false } }] },
  }),

  "GET /v2/topics": () => ({}),
  "POST /v2/topics": ({ topicKey }) => ({ body: { key: topicKey, name: "Taken" } }),
  "GET /v2/topics/:key": byTopic(),
  "PATCH /v2/topics/:key": byTopic({ body: { name: "Taken" } }),
  "DELETE /v2/topics/:key": byTopic(),
  "GET /v2/topics/:key/subscriptions": byTopic(),
  // The topic is made in the caller's environment, where the subscriber is unknown.
  "POST /v2/topics/:key/subscriptions": ({ topicKey, subscriber }) => ({
    params: { key: topicKey },
    body: { subscriptions: [subscriber.subscriberId] },
    elsewhere: 201,
  }),
  "DELETE /v2/topics/:key/subscriptions": ({ topicKey, subscriber }) => ({
    params: { key: topicKey },
    body: { subscriptions: [subscriber.subscriberId] },
  }),
  "GET /v2/topics/:key/subscriptions/:identifier": bySubscription(),
  "PATCH /v2/topics/:key/subscriptions/:identifier": bySubscription({ body: { name: "Taken" } }),

  "GET /v2/layouts": () => ({}),
  "POST /v2/layouts": () => ({ body: { name: "New", layoutId: "new" } }),
  "GET /v2/layouts/:layoutId": byLayoutReference(),
  "PUT /v2/layouts/:layoutId": byLayoutReference({ body: { name: "Taken" } }),
  "DELETE /v2/layouts/:layoutId": byLayoutReference(),
  "POST /v2/layouts/:layoutId/duplicate": byLayoutReference({ body: { name: "Taken" } }),
  "POST /v2/layouts/:layoutId/preview": byLayoutReference({ body: {} }),
  "GET /v2/layouts/:layoutId/usage": byLayoutReference(),

  "GET /v1/inbox/notifications": () => ({}),
  "GET /v1/inbox/notifications/count": () => ({ query: { filters: "[{}]" } }),
  "PATCH /v1/inbox/notifications/:notificationId/read": byMessage(),
  "PATCH /v1/inbox/notifications/:notificationId/unread": byMessage(),
  "PATCH /v1/inbox/notifications/:notificationId/archive": byMessage(),
  "PATCH /v1/inbox/notifications/:notificationId/unarchive": byMessage(),
  "PATCH /v1/inbox/notifications/:notificationId/snooze": byMessage({
    body: { snoozeUntil: new Date(Date.now() + 3_600_000).toISOString() },
  }),
  "PATCH /v1/inbox/notifications/:notificationId/unsnooze": byMessage(),
  "PATCH /v1/inbox/notifications/:notificationId/complete": byMessage({ body: { actionType: "primary" } }),
  "PATCH /v1/inbox/notifications/:notificationId/revert": byMessage({ body: { actionType: "primary" } }),
  "DELETE /v1/inbox/notifications/:notificationId/delete": byMessage(),
  "POST /v1/inbox/notifications/read": () => ({ body: {} }),
  "POST /v1/inbox/notifications/archive": () => ({ body: {} }),
  "POST /v1/inbox/notifications/read-archive": () => ({ body: {} }),
  "POST /v1/inbox/notifications/delete": () => ({ body: {} }),
  "POST /v1/inbox/notifications/seen": () => ({ body: {} }),
  "GET /v1/inbox/preferences": () => ({}),
  "PATCH /v1/inbox/preferences/bulk": ({ id }) => ({
    body: { preferences: [{ workflowId: id.workflow, email: false }] },
    elsewhere: 404,
  }),
  "PATCH /v1/inbox/preferences/:workflowId": ({ id }) => ({
    params: { workflowId: id.workflow },
    body: { email: false },
  }),
  "GET /v1/inbox/preferences/global": () => ({}),
  "PATCH /v1/inbox/preferences": () => ({ body: { email: false } }),

  "GET /v1/schedules": () => ({}),
  "POST /v1/schedules": ({ workflowIdentifier }) => ({
    body: {
      name: "New",
      workflow: workflowIdentifier,
      to: { type: "Broadcast" },
      recurrence: { type: "cron", cronExpression: "0 9 * * 1" },
    },
    elsewhere: 422,
  }),
  "GET /v1/schedules/:id": bySchedule(),
  "PATCH /v1/schedules/:id": bySchedule({ body: { name: "Taken" } }),
  "POST /v1/schedules/:id/pause": bySchedule(),
  "POST /v1/schedules/:id/resume": bySchedule(),
  "DELETE /v1/schedules/:id": bySchedule(),

  "GET /v1/topics": () => ({}),
  "POST /v1/topics": () => ({ body: { key: "new", name: "New" } }),
  "GET /v1/topics/:key": byTopic(),
  "PATCH /v1/topics/:key": byTopic({ body: { name: "Taken" } }),
  "DELETE /v1/topics/:key": ({ emptyTopicKey }) => ({ params: { key: emptyTopicKey } }),
  // A topic is made by being added to, and what is not in it is as good as removed.
  "POST /v1/topics/:key/subscribers": ({ emptyTopicKey, subscriber }) => ({
    params: { key: emptyTopicKey },
    body: { subscribers: [subscriber.subscriberId] },
    elsewhere: 200,
  }),
  "POST /v1/topics/:key/subscribers/removal": ({ topicKey, subscriber }) => ({
    params: { key: topicKey },
    body: { subscribers: [subscriber.subscriberId] },
    elsewhere: 204,
  }),
  "GET /v1/topics/:key/subscribers/:subscriberId": ({ topicKey, subscriber }) => ({
    params: { key: topicKey, subscriberId: subscriber.subscriberId },
  }),

  "GET /v1/events": () => ({}),
  "POST /v1/events/explain": ({ workflowIdentifier, subscriber }) => ({
    body: { name: workflowIdentifier, to: subscriber.subscriberId },
    elsewhere: 422,
  }),
  "POST /v1/events/simulate": ({ workflowIdentifier }) => ({ body: { name: workflowIdentifier }, elsewhere: 422 }),
  "POST /v1/events/test/email": () => ({
    body: { contentType: "customHtml", payload: {}, subject: "Hi", content: "<p>Hi</p>", to: "ada@example.com" },
  }),
  "POST /v1/events/trigger": ({ workflowIdentifier, subscriber }) => ({
    body: { name: workflowIdentifier, to: subscriber.subscriberId },
    elsewhere: 422,
  }),
  "POST /v1/events/trigger/bulk": ({ workflowIdentifier, subscriber }) => ({
    body: { events: [{ name: workflowIdentifier, to: subscriber.subscriberId }] },
  }),
  "POST /v1/events/trigger/broadcast": ({ workflowIdentifier }) => ({
    body: { name: workflowIdentifier, payload: {} },
    elsewhere: 422,
  }),
  "GET /v1/events/trigger/:transactionId": byTransaction(),
  "DELETE /v1/events/trigger/:transactionId": byTransaction({ elsewhere: 200 }),
  "POST /v1/events/trigger/:transactionId/resume": byTransaction(),
  "GET /v1/digests": () => ({}),
  "GET /v1/digests/:digestId": byDigest(),
  "GET /v1/digests/:digestId/events": byDigest(),
  "POST /v1/digests/:digestId/send": byDigest(),
  "POST /v1/digests/:digestId/discard": byDigest(),
  "GET /v1/waiting": () => ({}),
  "GET /v1/waiting/counts": () => ({}),
  "GET /v1/execution-details": ({ id, subscriber: { subscriberId } }) => ({
    query: { notificationId: id.run, subscriberId },
    elsewhere: 404,
  }),
  "GET /v1/notifications": () => ({}),
  "GET /v1/notifications/stats": () => ({}),
  "GET /v1/notifications/graph/stats": () => ({}),
  "GET /v1/notifications/:runId": ({ id }) => ({ params: { runId: id.run } }),
  "POST /v1/notifications/:runId/resume": ({ id }) => ({ params: { runId: id.run } }),
  "POST /v1/notifications/resumptions": ({ id }) => ({ body: { runIds: [id.run] }, elsewhere: 400 }),
  "GET /v1/notifications/resumptions": () => ({}),
  "GET /v1/notifications/resumptions/:resumptionId": ({ id }) => ({ params: { resumptionId: id.resumption } }),
  "DELETE /v1/notifications/resumptions/:resumptionId": ({ id }) => ({ params: { resumptionId: id.resumption } }),
  "GET /v1/messages": ({ messageTransactionId }) => ({ query: { transactionId: messageTransactionId } }),
  "DELETE /v1/messages/:messageId": ({ message }) => ({ params: { messageId: message } }),
  "DELETE /v1/messages/transaction/:transactionId": ({ messageTransactionId }) => ({
    params: { transactionId: messageTransactionId },
  }),

  "GET /v1/outbox": () => ({}),
  "DELETE /v1/outbox": () => ({}),
  "GET /v1/outbox/:id": ({ id }) => ({ params: { id: id.outbox } }),

  "GET /v1/notification-groups": () => ({}),
  "POST /v1/notification-groups": () => ({ body: { name: "New" } }),
  "GET /v1/notification-groups/:id": byGroup(),
  "PATCH /v1/notification-groups/:id": byGroup({ body: { name: "Taken" } }),
  "DELETE /v1/notification-groups/:id": byGroup(),

  ...workflowExamples("/v1/workflows"),
  ...workflowExamples("/v1/notification-templates"),
  "GET /v1/workflows/variables": () => ({}),

  "GET /v2/workflows": () => ({}),
  "POST /v2/workflows": () => ({ body: { name: "New", steps: [] } }),
  "GET /v2/workflows/:workflowId": byControlled(),
  "PUT /v2/workflows/:workflowId": byControlled({ body: { name: "Taken", steps: [] } }),
  "PATCH /v2/workflows/:workflowId": byControlled({ body: { name: "Taken" } }),
  "DELETE /v2/workflows/:workflowId": byControlled(),
  "PUT /v2/workflows/:workflowId/sync": ({ id, environment }) => ({
    params: { workflowId: id.controlled },
    body: { targetEnvironmentId: environment.productionEnvironmentId },
  }),
  // An editor is shown nothing rather than an error.
  "POST /v2/workflows/:workflowId/step/:stepId/preview": byControlledStep({ body: {}, elsewhere: 201 }),
  "GET /v2/workflows/:workflowId/test-data": byControlled(),
  "GET /v2/workflows/:workflowId/steps/:stepId": byControlledStep(),
  "PATCH /v2/workflows/:workflowId/steps/:stepId": byControlledStep({ body: { name: "Taken" } }),
  "GET /v2/environments/:id/tags": ({ environment }) => ({ params: { id: environment.environmentId } }),
  "GET /v1/preferences": ({ id }) => ({ query: { workflowId: id.controlled }, elsewhere: 404 }),
  "POST /v1/preferences": ({ id }) => ({ body: { workflowId: id.controlled, preferences: {} }, elsewhere: 404 }),
  "DELETE /v1/preferences": ({ id }) => ({ query: { workflowId: id.controlled }, elsewhere: 404 }),

  "GET /v1/integrations": () => ({ organizationWide: true }),
  "GET /v1/integrations/active": () => ({ organizationWide: true }),
  "GET /v1/integrations/providers": () => ({}),
  "GET /v1/integrations/in-app/status": () => ({}),
  "GET /v1/integrations/:channel/limit": () => ({ params: { channel: "email" }, elsewhere: 200 }),
  "GET /v1/integrations/webhook/provider/:providerOrIntegrationId/status": ({ id }) => ({
    params: { providerOrIntegrationId: id.integration },
  }),
  "POST /v1/integrations": () => ({ body: { providerId: "nodemailer", channel: "email", active: false } }),
  "PUT /v1/integrations/order": ({ id }) => ({
    body: { channel: "email", integrationIds: [id.integration] },
    elsewhere: 400,
  }),
  "PUT /v1/integrations/:id": byIntegration({ name: "Taken" }),
  "DELETE /v1/integrations/:id": byIntegration(),
  "POST /v1/integrations/:integrationId/set-primary": ({ id }) => ({
    params: { integrationId: id.integration },
    organizationWide: true,
  }),

  "GET /v1/translations": () => ({}),
  "POST /v1/translations": () => ({ body: { name: "New" } }),
  "GET /v1/translations/:identifier": byTranslations(),
  "PATCH /v1/translations/:identifier": byTranslations({ body: { name: "Taken" } }),
  "DELETE /v1/translations/:identifier": byTranslations(),
  "GET /v1/translations/:identifier/locales/:locale": byTranslations({ params: { locale: "en" } }),
  "PUT /v1/translations/:identifier/locales/:locale": byTranslations({ params: { locale: "en" }, body: { a: "A" } }),
  "DELETE /v1/translations/:identifier/locales/:locale": byTranslations({ params: { locale: "en" } }),
  "GET /v1/tenants": () => ({}),
  "POST /v1/tenants": () => ({ body: { identifier: randomUUID(), name: "New" } }),
  "GET /v1/tenants/:identifier": byTenant(),
  "PATCH /v1/tenants/:identifier": byTenant({ body: { name: "Taken" } }),
  "DELETE /v1/tenants/:identifier": byTenant(),

  "GET /v1/workflow-overrides": () => ({}),
  "POST /v1/workflow-overrides": ({ id, freeTenantId }) => ({
    body: { workflowId: id.workflow, tenantId: freeTenantId },
    elsewhere: 404,
  }),
  "GET /v1/workflow-overrides/:overrideId": byOverride(),
  "PUT /v1/workflow-overrides/:overrideId": byOverride({ body: { active: false } }),
  "DELETE /v1/workflow-overrides/:overrideId": byOverride(),
  "GET /v1/workflow-overrides/workflows/:workflowId/tenants/:tenantId": byOverriddenPair(),
  "PUT /v1/workflow-overrides/workflows/:workflowId/tenants/:tenantId": byOverriddenPair({ body: { active: false } }),

  "GET /v1/feeds": () => ({}),
  "POST /v1/feeds": () => ({ body: { name: "New" } }),
  "DELETE /v1/feeds/:id": by(({ id }) => ({ id: id.feed }))({ elsewhere: 400 }),

  "GET /v1/changes": () => ({ query: { promoted: "false" } }),
  "GET /v1/changes/count": () => ({}),
  "POST /v1/changes/:changeId/apply": by(({ id }) => ({ changeId: id.change }))(),
  "POST /v1/changes/bulk/apply": ({ id }) => ({ body: { changeIds: [id.change] } }),

  "POST /v1/bridge/sync": () => ({ body: { bridgeUrl: bridgeServer.url } }),
  "POST /v1/bridge/diff": () => ({ body: { bridgeUrl: bridgeServer.url }, elsewhere: 400 }),
  "POST /v1/bridge/validate": () => ({ body: { bridgeUrl: bridgeServer.url } }),
  "GET /v1/bridge/status": () => ({ elsewhere: 400 }),
  "POST /v1/bridge/preview/:workflowId/:stepId": byCodeFirstStep({ body: {} }),
  "GET /v1/bridge/controls/:workflowId/:stepId": byCodeFirstStep(),
  "PUT /v1/bridge/controls/:workflowId/:stepId": byCodeFirstStep({ body: { variables: { name: "Eve" } } }),

  "GET /v1/widgets/organization": () => ({}),
  "GET /v1/widgets/preferences": () => ({}),
  "GET /v1/widgets/preferences/:parameter": () => ({ params: { parameter: "template" }, elsewhere: 200 }),
  "PATCH /v1/widgets/preferences": () => ({ body: { enabled: true } }),
  "PATCH /v1/widgets/preferences/:parameter": ({ id }) => ({
    params: { parameter: id.workflow },
    body: { enabled: true },
  }),
  "GET /v1/widgets/notifications/feed": () => ({}),
  "GET /v1/widgets/notifications/unseen": () => ({}),
  "GET /v1/widgets/notifications/unread": () => ({}),
  "GET /v1/widgets/notifications/count": () => ({}),
  "POST /v1/widgets/messages/markAs": ({ message }) => ({ body: { messageId: message, mark: { read: true } } }),
  "POST /v1/widgets/messages/mark-as": ({ message }) => ({ body: { messageId: message, markAs: "read" } }),
  "POST /v1/widgets/messages/read": () => ({ body: {} }),
  "POST /v1/widgets/messages/seen": () => ({ body: {} }),
  "POST /v1/widgets/messages/:messageId/actions/:type": ({ message }) => ({
    params: { messageId: message, type: "primary" },
    body: { status: "done" },
  }),
  "POST /v1/widgets/messages/bulk/delete": ({ message }) => ({ body: { messageIds: [message] } }),
  "DELETE /v1/widgets/messages/:messageId": ({ message }) => ({ params: { messageId: message }, elsewhere: 400 }),
  "DELETE /v1/widgets/messages": () => ({}),
  "POST /v1/widgets/usage/log": () => ({ body: { name: "click" } }),
};

function all(reason: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]));
}

const MARKS = "a mark of a message is the subscriber's own, whoever sends it";
const READS = "it changes nothing";
const TOKENS = "it only returns another token";
const TRIGGERS = "what was triggered stands in the activity feed";

/** Routes of keys and members that write nothing to the audit log, and why. */
const UNAUDITED: Record<string, string> = {
  ...all(TRIGGERS, [
    "POST /v1/events/signal",
    "POST /v1/events/trigger",
    "POST /v1/events/trigger/bulk",
    "POST /v1/events/trigger/broadcast",
  ]),
  ...all("a test shows what an email looks like, and changes nothing that is stored", ["POST /v1/events/test/email"]),
  ...all(READS, [
    "POST /v1/events/explain",
    "POST /v1/events/simulate",
    "POST /v1/bridge/diff",
    "POST /v1/bridge/validate",
    "POST /v1/bridge/preview/:workflowId/:stepId",
    "POST /v2/layouts/:layoutId/preview",
    "POST /v2/environments/:targetEnvironmentId/diff",
    "POST /v2/workflows/:workflowId/step/:stepId/preview",
  ]),
  ...all("the example has nothing to resume or to remove, so that it changes nothing", [
    "POST /v1/events/trigger/:transactionId/resume",
    "POST /v1/schedules/:id/resume",
    "DELETE /v1/preferences",
    "POST /v1/webhook-endpoints/:id/resend-failed",
  ]),
  ...all(TOKENS, ["POST /v1/auth/organizations/:id/switch", "POST /v1/auth/environments/:id/switch"]),
  ...all("what of the introduction a person has seen", ["PUT /v1/users/onboarding", "PUT /v1/users/onboarding-tour"]),
  ...all("whether a subscriber is there now is no setting", ["PATCH /v1/subscribers/:subscriberId/online-status"]),
  ...all(MARKS, [
    "POST /v1/subscribers/:subscriberId/messages/markAs",
    "POST /v1/subscribers/:subscriberId/messages/mark-as",
    "POST /v1/subscribers/:subscriberId/messages/mark-all",
    "POST /v1/subscribers/:subscriberId/messages/:messageId/actions/:type",
    "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/read",
    "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/unread",
    "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/archive",
    "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/unarchive",
    "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/unsnooze",
    "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/snooze",
    "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/actions/:actionType/complete",
    "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/actions/:actionType/revert",
    "DELETE /v2/subscribers/:subscriberId/notifications/:notificationId",
    "POST /v2/subscribers/:subscriberId/notifications/read",
    "POST /v2/subscribers/:subscriberId/notifications/archive",
    "POST /v2/subscribers/:subscriberId/notifications/read-archive",
    "POST /v2/subscribers/:subscriberId/notifications/delete",
    "POST /v2/subscribers/:subscriberId/notifications/seen",
  ]),
};

/** The entries of an environment's organisation, and of its owner in other ones. */
async function auditActions({ organizationId, userId }: TestEnvironment): Promise<string[]> {
  const rows = await db
    .select({ action: auditLogs.action })
    .from(auditLogs)
    .where(or(eq(auditLogs.organizationId, organizationId), eq(auditLogs.userId, userId)));
  return rows.map(({ action }) => action);
}

const OPEN: readonly string[] = ["public", "socket"];
const routes = app.declaredRoutes;
const guarded = routes.filter(({ access }) => access.every(({ kind }) => !OPEN.includes(kind)));
const nameOf = ({ method, url }: DeclaredRoute): string => `${method} ${url}`;

function exampleOf({ method, url }: DeclaredRoute, of: Populated): Example {
  const name = `${method === "HEAD" ? "GET" : method} ${url}`;
  const example = EXAMPLES[name];
  if (!example) {
    throw new Error(
      `Route ${name} has no example: add it to EXAMPLES in api/access.db.test.ts, with the parameters, query and body that its callers succeed with`,
    );
  }
  return example(of);
}

/** Calls a route as its example says. */
async function call(route: DeclaredRoute, { params = {}, query, body }: Example, headers: Record<string, string>) {
  const url = route.url.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The example of ${nameOf(route)} names no ${name}: add it to its params`);
    return encodeURIComponent(value);
  });
  const reply = await app.inject({
    method: route.method as "GET",
    url,
    headers,
    ...(query && { query }),
    ...(body && { payload: body }),
  });
  return { status: reply.statusCode, text: reply.body };
}

/** A member's token that names the environment. */
async function memberOf({ organizationId, environmentId }: TestEnvironment, role: "admin" | "member") {
  return { ...(await aMember(db, organizationId, role)).headers, "novu-environment-id": environmentId };
}

/** A key of a new environment of the same organisation. */
async function siblingOf({ organizationId, environmentId, userId }: TestEnvironment) {
  const identifier = randomUUID();
  const environment = { organizationId, name: identifier, identifier, parentId: environmentId };
  const { id } = returned(await db.insert(environments).values(environment).returning());
  const { key, hash, encryptedKey } = newApiKey(testConfig.encryptionKey);
  await db.insert(apiKeys).values({ organizationId, environmentId: id, userId, hash, encryptedKey });
  return { authorization: `ApiKey ${key}` };
}

const tables = db.$client<{ name: string }[]>`
  select c.table_name as name from information_schema.columns c join pg_class t on t.relname = c.table_name
  where c.column_name = 'environment_id' and c.table_schema = 'public' and t.relkind in ('r', 'p') and not t.relispartition`;

/** Every row of an environment, as one hash. */
async function contentOf({ environmentId }: TestEnvironment): Promise<string> {
  const rows = (await tables).map(
    ({ name }) => `select '${name}' || t::text as row from ${name} t where environment_id = $1`,
  );
  const [content] = await db.$client.unsafe(
    `select md5(string_agg(row, ',' order by row)) as hash from (${rows.join(" union all ")}) as rows`,
    [environmentId],
  );
  return content?.hash;
}

/** An environment that only its own callers may see or change. */
const other = await populated();
const otherContent = await contentOf(other.environment);

test("these routes are open to everybody, and no others", () => {
  const open = routes.filter((route) => !guarded.includes(route) && route.method !== "HEAD").map(nameOf);
  expect(open.filter((name) => !name.startsWith("GET /docs")).sort()).toEqual(
    [
      "OPTIONS *",
      "GET /openapi.json",
      "POST /v1/auth/register",
      "POST /v1/auth/login",
      "POST /v1/auth/reset/request",
      "POST /v1/auth/reset",
      "GET /v1/auth/github",
      "GET /v1/auth/github/authorize",
      "GET /v1/auth/github/callback",
      // A webhook condition signs its call: api/routes/v1/invites.db.test.ts.
      "POST /v1/invites/webhook",
      "GET /v1/invites/:token",
      "GET /v1/subscribers/:subscriberId/credentials/:providerId/oauth",
      "GET /v1/subscribers/:subscriberId/credentials/:providerId/oauth/callback",
      "POST /v1/inbox/session",
      "POST /v1/widgets/session/initialize",
      // Its token is verified by the handler: api/realtime/inbox-sockets.db.test.ts.
      "GET /v1/inbox/socket",
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

test("an example is there for every route, and for routes only", async () => {
  for (const route of guarded) exampleOf(route, other);
  const names = new Set(guarded.map(nameOf));
  expect(Object.keys(EXAMPLES).filter((name) => !names.has(name))).toEqual([]);
});

test("without a valid credential, every route that is not public answers 401", async () => {
  for (const route of guarded) {
    for (const authorization of ["", "ApiKey", "ApiKey nonsense", "Bearer nonsense", "Basic YTpi", "nonsense"]) {
      const { status } = await call(route, exampleOf(route, other), authorization === "" ? {} : { authorization });
      expect([nameOf(route), authorization, status]).toEqual([nameOf(route), authorization, 401]);
    }
  }
});

describe.each(guarded.filter(({ method }) => method !== "HEAD").map((route) => [nameOf(route), route] as const))(
  "%s",
  (_name, route) => {
    const kinds = route.access.map(({ kind }) => kind);

    test("serves the callers that it declares", async () => {
      const callers = {
        key: async ({ environment }: Populated) => environment.headers,
        member: ({ environment }: Populated) => memberOf(environment, "admin"),
        person: ({ environment }: Populated) => signedIn(db, environment.userId),
        subscriber: async ({ subscriber }: Populated) => subscriber.headers,
      };
      for (const kind of kinds) {
        if (kind === "public" || kind === "socket") continue;
        const of = await populated();
        const { status, text } = await call(route, exampleOf(route, of), await callers[kind](of));
        expect([kind, status, text]).toEqual([kind, expect.toSatisfy(isSuccess), text]);
        if (kind === "subscriber" || route.method === "GET") continue;
        // A route that changes something and is not noted is not forgotten: it stands in UNAUDITED with the reason.
        const isNoted = (await auditActions(of.environment)).length > 0;
        expect([kind, isNoted]).toEqual([kind, UNAUDITED[nameOf(route)] === undefined]);
      }
    });

    test("refuses other kinds of callers, and members without the role", async () => {
      const { environment, subscriber } = other;
      const example = exampleOf(route, other);
      const member = route.access.find((grant) => grant.kind === "member");
      const plainMember = await memberOf(environment, "member");
      if (!kinds.includes("key")) expect((await call(route, example, environment.headers)).status).toBe(401);
      if (!kinds.includes("subscriber")) expect((await call(route, example, subscriber.headers)).status).toBe(401);
      if (!member && !kinds.includes("person")) expect((await call(route, example, plainMember)).status).toBe(401);
      else if (member && !member.roles.includes("member"))
        expect((await call(route, example, plainMember)).status).toBe(403);
      expect(await contentOf(environment)).toBe(otherContent);
    });

    test("shows and changes nothing of another environment", async () => {
      const { environment, secret, id } = other;
      const stranger = await createTestEnvironment(db);
      const example = exampleOf(route, other);
      const sent = JSON.stringify(example);
      const hidden = [secret, ...Object.values(id)].filter((text) => !sent.includes(text));
      const attempt = async (headers: Record<string, string>) => {
        const { status, text } = await call(route, example, headers);
        for (const one of hidden) expect(text).not.toContain(one);
        expect(await contentOf(environment)).toBe(otherContent);
        return status;
      };
      const expected = example.elsewhere ?? (example.params ? 404 : expect.toSatisfy(isSuccess));
      if (kinds.includes("key")) {
        expect(await attempt(stranger.headers)).toEqual(expected);
        // Some actions are refused outside Development before anything is looked up.
        const status = example.organizationWide ? 401 : await attempt(await siblingOf(environment));
        if (status !== 401) expect(status).toEqual(expected);
      }
      if (kinds.includes("member")) {
        const member = await memberOf({ ...stranger, environmentId: environment.environmentId }, "admin");
        expect(await attempt(member)).toBe(401);
      }
      if (kinds.includes("person")) {
        expect(await attempt(await signedIn(db, stranger.userId))).toEqual(expected);
      }
      if (kinds.includes("subscriber")) {
        for (const scope of [stranger.scope, environment.productionScope]) {
          expect(await attempt((await createTestSubscriber(db, scope)).headers)).toEqual(expected);
        }
      }
    });
  },
);

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
