import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { newApiKey } from "#db/api-key.ts";
import type { Database } from "#db/client.ts";
import { encrypt } from "#db/encryption.ts";
import { hashPassword } from "#db/password-hash.ts";
import { groupState } from "#db/queries/changes/entity-states.ts";
import { recordChanges } from "#db/queries/changes/record-changes.ts";
import { insertContext } from "#db/queries/events/contexts/manage-contexts.ts";
import { insertLayout } from "#db/queries/layouts/layouts.ts";
import { insertFeed } from "#db/queries/messages/feeds/feeds.ts";
import { findInvitation, insertInvitation } from "#db/queries/organizations/invitations.ts";
import { insertOutboxMessage } from "#db/queries/outbox/outbox.ts";
import { insertResumption } from "#db/queries/resumptions/resumptions.ts";
import { storeSuppressions } from "#db/queries/suppressions/suppressions.ts";
import { insertTenant } from "#db/queries/tenants/manage-tenants.ts";
import { addTopicSubscribers, insertTopic } from "#db/queries/topics/topics.ts";
import { insertOverride } from "#db/queries/workflows/manage-overrides.ts";
import { insertPayloadSample } from "#db/queries/workflows/payload-samples.ts";
import { ALL_CHANNELS } from "#db/queries/workflows/save-workflow.ts";
import { apiKeys } from "#db/schema/accounts/api-keys.ts";
import { environmentVariables, environmentVariableValues } from "#db/schema/accounts/environment-variables.ts";
import { environments } from "#db/schema/accounts/environments.ts";
import { erasures } from "#db/schema/accounts/erasures.ts";
import { publications } from "#db/schema/accounts/publications.ts";
import { roles } from "#db/schema/accounts/roles.ts";
import { savedViews } from "#db/schema/accounts/saved-views.ts";
import { sessions } from "#db/schema/accounts/sessions.ts";
import { users } from "#db/schema/accounts/users.ts";
import { alertRules } from "#db/schema/alert-rules.ts";
import { apiRequests } from "#db/schema/events/api-requests.ts";
import { imports } from "#db/schema/events/imports.ts";
import { webhookEndpoints } from "#db/schema/events/webhook-endpoints.ts";
import { webhookEvents } from "#db/schema/events/webhook-events.ts";
import { webhookMessages } from "#db/schema/events/webhook-messages.ts";
import { integrations } from "#db/schema/integrations.ts";
import { digestMembers } from "#db/schema/runs/digest-members.ts";
import { digestWindows } from "#db/schema/runs/digest-windows.ts";
import { executionDetails } from "#db/schema/runs/execution-details.ts";
import { failureGroups } from "#db/schema/runs/failure-groups.ts";
import { jobs } from "#db/schema/runs/jobs.ts";
import { pauses } from "#db/schema/runs/pauses.ts";
import { runs } from "#db/schema/runs/runs.ts";
import { subscribers } from "#db/schema/subscribers.ts";
import { notificationGroups } from "#db/schema/workflows/notification-groups.ts";
import { schedules } from "#db/schema/workflows/schedules.ts";
import { workflowSteps } from "#db/schema/workflows/workflow-steps.ts";
import { workflows } from "#db/schema/workflows/workflows.ts";
import { hashSecret } from "#db/secret-hash.ts";
import { taggedOf } from "#db/transaction.ts";
import { createTestEnvironment, testConfig } from "./environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "./event.ts";
import { createTestSubscriber, storeMessages } from "./inbox.ts";
import { SECOND_FACTOR } from "./operation-calls.ts";
import { aMember } from "./sign-in.ts";
import { aTranslationGroup } from "./translations.ts";

/** That of the example by which a password is changed. */
const passwordHash = hashPassword("Analytical-1843");

/**
 * An environment with something of everything, with what the examples of bodies name: subscriber `ada`, workflow `order-shipped`, topic
 * `crew`. Texts that only its own callers may read contain `secret`.
 */
export async function populatedEnvironment(db: Database, bridgeUrl: string) {
  const environment = await createTestEnvironment(db);
  const { scope } = environment;
  const secret = `secret-${randomUUID()}`;
  const subscriber = await createTestSubscriber(db, scope, { subscriberId: "ada" });
  await db.update(subscribers).set({ firstName: secret }).where(eq(subscribers.id, subscriber.id));
  const workflow = await aWorkflow(db, environment, [aStep("in_app")], { name: secret });
  await db.update(workflows).set({ identifier: "order-shipped" }).where(eq(workflows.id, workflow.id));
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: subscriber.subscriberId });
  await db.update(environments).set({ bridgeUrl }).where(eq(environments.id, scope.environmentId));
  const codeFirst = await aWorkflow(db, environment, [aStep("in_app")], { name: `code ${secret}` });
  await db.update(workflowSteps).set({ bridgeStepId: "inbox" }).where(eq(workflowSteps.versionId, codeFirst.versionId));
  const controlled = await aWorkflow(db, environment, [aStep("in_app")], { name: `controls ${secret}` });
  await db.update(workflows).set({ type: "BRIDGE", origin: "novu-cloud" }).where(eq(workflows.id, controlled.id));
  await db
    .update(workflowSteps)
    .set({ uuid: "bell", controls: { body: secret } })
    .where(eq(workflowSteps.versionId, controlled.versionId));
  const mailing = await aWorkflow(db, environment, [aStep("email")], { name: `mail ${secret}` });
  await db.update(workflows).set({ type: "BRIDGE", origin: "novu-cloud" }).where(eq(workflows.id, mailing.id));
  await db
    .update(workflowSteps)
    .set({ uuid: "mail", controls: { subject: secret, body: secret } })
    .where(eq(workflowSteps.versionId, mailing.versionId));
  const sample = await db.transaction((transaction) =>
    insertPayloadSample(transaction, scope, controlled.id, { name: secret, payload: { secret } }),
  );
  const group = returned(
    await db
      .insert(notificationGroups)
      .values({ ...scope, name: secret })
      .returning(),
  );
  const { topic, emptyTopic } = await db.transaction(async (transaction) => {
    const topic = await insertTopic(taggedOf(transaction), scope, { key: "crew", name: secret });
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
    returned([await insertContext(transaction, scope, { type: "tenant", id: tenant.identifier, data: { secret } })]);
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
  const { key: _key, ...storedKey } = newApiKey(testConfig.encryptionKey);
  const apiKey = returned(
    await db
      .insert(apiKeys)
      .values({ ...scope, ...storedKey, userId: environment.userId, name: "Spare" })
      .returning(),
  );
  const role = { organizationId: environment.organizationId, identifier: "spare-role", name: "Spare" };
  await db.insert(roles).values({ ...role, permissions: ["environment.read"] });
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
  await db.insert(webhookEvents).values({ ...scope, type: "message.sent", data: { secret }, expireAt });
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
  const cancellation = await db.transaction((transaction) =>
    insertResumption(transaction, scope, { kind: "cancel", filter: { transactionId: secret } }),
  );
  const [suppression = { id: "" }] = await db.transaction((transaction) =>
    storeSuppressions(transaction, scope, [
      { channel: "email", address: `${secret}@example.com`, reason: "added", stream: "all", note: secret },
    ]),
  );
  const failureGroup = returned(
    await db
      .insert(failureGroups)
      .values({
        ...scope,
        id: randomUUID(),
        stepType: "email",
        providerId: "postmark",
        reason: "provider_refused",
        code: secret,
        text: secret,
        firstSeen: new Date(),
        lastSeen: new Date(),
        failures: 1,
        latestRuns: [],
      })
      .returning(),
  );
  const publication = returned(
    await db
      .insert(publications)
      .values({
        organizationId: scope.organizationId,
        environmentId: environment.productionEnvironmentId,
        sourceEnvironmentId: scope.environmentId,
        state: "waiting",
        note: secret,
        items: [
          {
            kind: "layout",
            id: randomUUID(),
            identifier: secret,
            name: secret,
            action: "created",
            changes: [],
            digest: "",
          },
        ],
        requestedBy: { userId: environment.userId, name: secret, at: new Date().toISOString() },
      })
      .returning(),
  );
  const request = returned(
    await db
      .insert(apiRequests)
      .values({
        ...scope,
        id: randomUUID(),
        keyId: randomUUID(),
        keyEnd: "a1b2",
        method: "POST",
        route: "/v1/topics",
        path: `/v1/topics/${secret}`,
        status: 400,
        durationMs: 1,
        requestId: secret,
        body: JSON.stringify({ name: secret }),
        error: { code: "invalid_input", messages: [secret], fields: {} },
        transactionIds: [secret],
        duplicateIds: [],
        createdAt: new Date(),
        expireAt,
      })
      .returning(),
  );
  const variable = returned(
    await db
      .insert(environmentVariables)
      .values({ organizationId: scope.organizationId, key: "populated", isSecret: false })
      .returning(),
  );
  await db
    .insert(environmentVariableValues)
    .values({ ...scope, variableId: variable.id, value: secret, setAt: new Date(), setBy: environment.userId });
  const savedView = returned(
    await db
      .insert(savedViews)
      .values({
        ...scope,
        userId: environment.userId,
        list: "runs",
        name: secret,
        search: secret,
        isShared: false,
      })
      .returning(),
  );
  const alertRule = returned(
    await db
      .insert(alertRules)
      .values({ ...scope, name: secret, events: ["failure_group.created"], emails: [], active: true })
      .returning(),
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
  const translations = await aTranslationGroup(db, environment, `texts-${randomUUID()}`, {
    en: { secret },
    de: { secret },
  });
  // One text of German was written for another one of English.
  await db.$client`
    update translations set sources = jsonb_build_object('secret', 'en another')
    where group_id = ${translations.id} and locale = 'de'`;
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
    .set({
      passwordHash: await passwordHash,
      totpSecret: encrypt(SECOND_FACTOR.base32, testConfig.encryptionKey),
    })
    .where(eq(users.id, environment.userId));
  const session = returned(
    await db.insert(sessions).values({ userId: environment.userId, lastUsedAt: new Date(), expireAt }).returning(),
  );
  const invitationToken = randomUUID();
  const invite = (organizationId: string, inviterId: string, token: string) =>
    db.transaction(async (transaction) => {
      const invitation = { organizationId, inviterId, email: `${randomUUID()}@example.com`, role: "member" as const };
      const tokenHash = hashSecret(token);
      // Another mail may leave at once.
      const mails = { invitedAt: new Date(), mailedAt: [] };
      await insertInvitation(transaction, { ...invitation, ...mails, tokenHash, expiresAt: expireAt });
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
    mailing,
    sample,
    digest,
    workflow,
    schedule,
    apiKey,
    webhookEndpoint,
    webhookMessage,
    group,
    topic,
    outbox,
    integration,
    run,
    resumption,
    cancellation,
    suppression,
    failureGroup,
    alertRule,
    publication,
    request,
    savedView,
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
    bridgeUrl,
    subscriber,
    invitationToken,
    transactionId: ref.transactionId,
    message,
    messageTransactionId,
    topicKey: topic.key,
    emptyTopicKey: emptyTopic.key,
    tenantIdentifier: tenant.identifier,
    translationsIdentifier: translations.identifier,
    freeTenantId: freeTenant.id,
    roleIdentifier: role.identifier,
    variableKey: variable.key,
    stagingId: staging.id,
    id: Object.fromEntries(Object.entries(ids).map(([name, row]) => [name, row.id])) as Record<
      keyof typeof ids,
      string
    >,
  };
}

export type Populated = Awaited<ReturnType<typeof populatedEnvironment>>;

function returned<Row>([row]: (Row | undefined)[]): Row {
  if (row === undefined) throw new Error("Postgres confirmed an insert without a row");
  return row;
}
