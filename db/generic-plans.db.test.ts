import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "#config.ts";
import { tokenBucket } from "#domain/lanes/token-bucket.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { storeMessages } from "#test/support/inbox.ts";
import { addNeighbours } from "#test/support/neighbour-rows.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { executeAgain, type SentStatement, sentBy } from "#test/support/prepared-plans.ts";
import { hashApiKey } from "./api-key.ts";
import { closeDatabase, openDatabase } from "./client.ts";
import { cohortIdOf, deliveryIdOf, idempotencyKeyIdOf, jobIdOf, messageIdOf, runIdOf } from "./derived-ids.ts";
import { notifyOthers } from "./notify.ts";
import { createCohorts } from "./queries/cohorts/create-cohorts.ts";
import { countCohorts, findCohort } from "./queries/cohorts/find-cohort.ts";
import { queueDeliveries, readOpenWork } from "./queries/cohorts/open-work.ts";
import { type LeasedDelivery, renewLeases } from "./queries/deliveries/lease-deliveries.ts";
import { recordOutcomes } from "./queries/deliveries/record-outcomes.ts";
import { removeDeviceTokens } from "./queries/deliveries/remove-device-tokens.ts";
import { findSendingIntegrations } from "./queries/deliveries/sending-integrations.ts";
import { closeWindows } from "./queries/digests/close-windows.ts";
import { eventsOfDigests, readDigestEvents, readDigestSizes } from "./queries/digests/digest-events.ts";
import { type DigestJoin, joinWindows } from "./queries/digests/join-windows.ts";
import { moveWindows } from "./queries/digests/move-windows.ts";
import {
  findUnsettledWindows,
  leaveWindows,
  releaseMergedRuns,
  settleWindows,
} from "./queries/digests/settle-windows.ts";
import { findApiKey } from "./queries/environments/api-keys.ts";
import { loadAttachments } from "./queries/events/attachments/attachments.ts";
import { countAudience, hasPreferences, topicSizes } from "./queries/events/audience.ts";
import { ensureContexts } from "./queries/events/contexts/ensure-contexts.ts";
import { readContextData } from "./queries/events/contexts/read-contexts.ts";
import { findEventStatus } from "./queries/events/event-status.ts";
import { type EventRow, insertEvent } from "./queries/events/insert-event.ts";
import { loadEvent } from "./queries/events/load-event.ts";
import { noteProcessed } from "./queries/events/note-processed.ts";
import { claimRequest, readRequests, recordResult } from "./queries/http-requests/http-requests.ts";
import { claimKey } from "./queries/idempotency/claim-key.ts";
import { releaseClaim, storeAnswer } from "./queries/idempotency/end-claim.ts";
import { environmentsDemandingProof } from "./queries/integrations/inbox-proof.ts";
import { nextDueInLane, postponeDeliveries } from "./queries/lanes/lane-queues.ts";
import { leaseFromLane } from "./queries/lanes/lease-from-lane.ts";
import { loadLayout } from "./queries/layouts/layout-contents.ts";
import { changeNotifications } from "./queries/messages/change-notifications.ts";
import { hasDemoMessages, takeDemoMessage } from "./queries/messages/demo-messages.ts";
import { feedPage, findMessages, flagMessages, markMessages } from "./queries/messages/inbox.ts";
import { countNotifications, inboxCounts, unreadBySeverity } from "./queries/messages/inbox-counts.ts";
import { listMessages } from "./queries/messages/messages.ts";
import { notificationPage, placeOf } from "./queries/messages/notifications.ts";
import { previousMessages } from "./queries/messages/previous-messages.ts";
import { selectMessages } from "./queries/messages/select-messages.ts";
import { takeTokens } from "./queries/rate-limits/take-tokens.ts";
import { readEarlierSteps } from "./queries/runs/earlier-steps.ts";
import { makeRunDue } from "./queries/runs/make-due.ts";
import { readSlice } from "./queries/runs/read-slice.ts";
import { readStepOutputs } from "./queries/runs/step-outputs.ts";
import { storeSlice } from "./queries/runs/store-slice.ts";
import { lockHours } from "./queries/subscribers/lock-hours.ts";
import { findSubscriberId } from "./queries/subscribers/subscribers.ts";
import { compareSubscribers } from "./queries/subscribers/upsert-subscribers.ts";
import { findSuppressed } from "./queries/suppressions/find-suppressed.ts";
import { deleteTopic, insertTopic } from "./queries/topics/topics.ts";
import { findTranslations, loadTranslations } from "./queries/translations/read-translations.ts";
import { readWaits, startWaits } from "./queries/waits/event-waits.ts";
import { insertSignal, wakeWaits } from "./queries/waits/send-signal.ts";
import { claimPasses } from "./queries/waits/throttles/claim-passes.ts";
import { findWorkflowByTrigger } from "./queries/workflows/workflows.ts";
import { inHotTransaction } from "./transaction.ts";

// The statements of the hot pool are planned once per connection, for any values: what was planned while tables were empty
// has to be right when they are full (docs/decisions/012-plans-for-all-values.md). Each is planned here on empty tables, and
// executed by that plan among many rows, which nothing has analysed.

const NEIGHBOURS = 20_000;
/** Rows that a statement may read for each row that it is about. */
const ROWS_FOR_EACH = 50;
/** Blocks that it may visit for each: several levels of an index, in each of 20 partitions where it knows no month. */
const BLOCKS_FOR_EACH = 50;
/** Messages that one subscriber has read: an eighth of all. */
const READ_BY_ONE = NEIGHBOURS / 8;
/** The number at which `listMessages` stops to count a list. */
const COUNTED = 10_010;

const db = openDatabase(testDatabaseUrl(), { poolSize: 1 });
/** Prepares what the statements need, with connections of its own. */
const setUp = openDatabase(testDatabaseUrl(), { poolSize: 1 });
afterAll(() => Promise.all([closeDatabase(db), closeDatabase(setUp)]));

const DAY = 24 * 60 * 60 * 1000;
const environment = await createTestEnvironment(setUp);
const { scope, organizationId, environmentId, userId } = environment;
const now = new Date();
const later = new Date(now.getTime() + DAY);
const expireAt = new Date(now.getTime() + 30 * DAY);
const workflow = await aWorkflow(setUp, environment, [aStep("email")]);
const { identifier } = workflow;
const [integrationId, stepId, leaseOwner, windowId, pauseId, ada, bob] = [
  randomUUID(),
  randomUUID(),
  randomUUID(),
  randomUUID(),
  randomUUID(),
  randomUUID(),
  randomUUID(),
];

const suppressed = ["ada@example.com", "grace@example.com"];

const event: EventRow = {
  ...scope,
  id: randomUUID(),
  transactionId: "wanted",
  workflowId: workflow.id,
  workflowVersionId: workflow.versionId,
  executionId: "wanted",
  audience: "direct",
  payload: {},
  overrides: {},
  actor: { subscriberId: "bob" },
  recipients: { subscribers: [], topics: ["crew"] },
  tenant: { identifier: "acme" },
  contexts: [],
  contextKeys: null,
  createdAt: now,
  validUntil: null,
  expireAt,
  retention: null,
  bridge: null,
  depth: 0,
};
const part = { number: 0, executionId: "wanted", recipientsFrom: 0, recipientsTo: 2, ids: null };
const cohort = {
  ...part,
  id: cohortIdOf(event.id, 0),
  cursor: null,
  stopReason: null,
  reopen: false,
  versions: [],
  expireAt,
};
/** As it is known to be kept, whose statement runs once a version. */
const version = { id: workflow.versionId, number: 1, keptAt: new Date() };
const triggered = {
  id: workflow.id,
  identifier,
  active: true,
  critical: false,
  versionId: workflow.versionId,
  environment: "",
  isProduction: false,
  retention: null,
};

const runIds = [runIdOf(event.id, ada), runIdOf(event.id, bob)];
const jobIds = runIds.map((runId) => jobIdOf(runId, stepId));
const messageIds = jobIds.map((jobId) => messageIdOf(jobId));
/** Messages in the inbox of one subscriber, who has read thousands besides. */
const ownIds = [randomUUID(), randomUUID(), randomUUID()];
const inbox = { scope, subscriberId: ada, contextKeys: null };
const acme = { type: "tenant", id: "acme" };

/** The rows of the wanted runs, as their first slice stores them; or, with `moved`, as a later slice changes them. */
const slice = (subscribers: readonly string[], moved = false) => {
  const members = subscribers.map((subscriberId) => {
    const runId = runIdOf(event.id, subscriberId);
    const jobId = jobIdOf(runId, stepId);
    return { subscriberId, runId, jobId, messageId: messageIdOf(jobId) };
  });
  return {
    event,
    cohort,
    canceled: false,
    dueAt: now,
    templateIdentifier: identifier,
    tags: [],
    severity: "none" as const,
    now,
    write: {
      runs: members.map(({ runId: id, subscriberId }) => ({
        id,
        subscriberId,
        source: "single" as const,
        revision: moved ? 0 : null,
        position: 0,
        dueAt: now,
        stopReason: null,
        digestedRunId: null,
        heldBy: moved ? null : pauseId,
      })),
      jobs: members.map(({ runId, jobId: id }) => ({
        id,
        runId,
        stepId,
        position: 0,
        type: "email" as const,
        from: moved ? ("running" as const) : null,
        status: "running" as const,
        queued: true,
        started: true,
      })),
      messages: members.map(({ runId, jobId, messageId: id, subscriberId }) => ({
        id,
        runId,
        jobId,
        stepId,
        subscriberId,
        channel: "email" as const,
        expireAt,
        status: "sent" as const,
      })),
      deliveries: members.map(({ runId, jobId, messageId }) => ({
        id: deliveryIdOf(jobId),
        runId,
        jobId,
        messageId,
        messageExpireAt: expireAt,
        position: 0,
        channel: "email" as const,
        integrationId,
        providerId: "nodemailer",
        request: "{}",
        failover: null,
        leaseOwner,
        dueAt: now,
        completion: "all_sent" as const,
        isOnly: true,
        isLast: true,
      })),
      details: members.map(({ runId, jobId }) => ({
        runId,
        jobId,
        detail: "Message sent" as never,
        status: "Success" as const,
      })),
    },
  };
};

const leases: LeasedDelivery[] = runIds.map((runId, index) => {
  const [jobId = "", messageId = ""] = [jobIds[index], messageIds[index]];
  return {
    ...scope,
    id: deliveryIdOf(jobId),
    runId,
    jobId,
    messageId,
    eventId: event.id,
    transactionId: event.transactionId,
    cohortId: cohort.id,
    failover: null,
    isBound: false,
    messageExpireAt: expireAt,
    channel: "email",
    integrationId,
    providerId: "nodemailer",
    attempt: 0,
    owner: leaseOwner,
    leasedUntil: later,
    firstLeasedAt: now,
    validUntil: null,
    request: {},
    bytes: 2,
    completion: "all_sent",
    isOnly: true,
    isLast: true,
    isNoted: false,
    priority: 3,
    expireAt,
  };
});
const lane = { organizationId, environmentId, integrationId, channel: "email" as const };
const outcomes = leases.map((delivery, index) => ({
  delivery,
  state: index === 0 ? ("sent" as const) : ("failed" as const),
  dueAt: null,
  detail: { text: "Message sent" as never, status: "Success" as const, isRetry: false, raw: null },
}));
const severalOutcomes = outcomes.map((outcome) => ({ ...outcome, delivery: { ...outcome.delivery, isOnly: false } }));
const devices = leases.map((delivery) => ({ delivery, deviceToken: "token" }));
const throttled = { event, stepId, throttleValue: "wanted", limit: 3, now, endsAt: later };
const wait = {
  event,
  stepId,
  position: 0,
  awaited: "signal:wanted",
  match: { path: "order.id", value: 7 },
  since: now,
  dueAt: later,
};
const signal = { subscriberId: ada, name: "wanted", now };
const request = { runId: runIds[0] ?? "", stepId };
const requestResult = { request: "GET example.com", duration: 1, response: { status: 200, body: null } };
const keyedCall = { ...scope, method: "POST", path: "/v1/events/trigger", key: "wanted" };
const keyClaim = { id: idempotencyKeyIdOf(keyedCall), claim: randomUUID() };
const demo = { providerId: "belfry-email", month: "2026-11", limit: 1_000_000 };
const page = { page: 0, limit: 10 };
const bucketOptions = { burstAllowance: 0.1, windowSeconds: 5 };
const exclusions = [{ topicKey: "crew", subscriberIds: ["ada", "nobody"] }];
const from = {
  kind: "ids",
  after: "00000000-0000-0000-0000-000000000000",
  upTo: "ffffffff-ffff-ffff-ffff-ffffffffffff",
  limit: 10,
} as const;
const wanted = {
  organizationId,
  environmentId,
  userId,
  eventId: event.id,
  cohortId: cohort.id,
  expireAt,
  subscriberIds: [ada, bob],
  workflowId: workflow.id,
  workflowVersionId: workflow.versionId,
};

const members = [ada, bob].map((subscriberId) => ({ runId: randomUUID(), subscriberId, closesAt: later }));
const digest: DigestJoin = {
  event,
  stepId,
  position: 0,
  digestValue: "",
  now,
  backoff: { since: now, rememberedUntil: later },
};

/** A call that sends hot statements, and how many rows they are about. */
type Case = [about: number, call: () => Promise<unknown>];

/** By module, so that none with hot statements is forgotten. */
const CASES: Record<string, Record<string, Case>> = {
  "db/queries/events/attachments/attachments.ts": {
    "the attachments of an event": [2, () => loadAttachments(db, event.id)],
  },
  "db/queries/layouts/layout-contents.ts": {
    "a layout": [1, () => loadLayout(db, { id: stepId, identifier: "wanted", revision: 1 })],
  },
  "db/queries/translations/read-translations.ts": {
    "the texts of two groups": [6, () => findTranslations(db, scope, ["translations-2", "wanted"])],
    "texts of which none is in memory": [1, () => loadTranslations(db, [{ id: stepId, revision: randomUUID() }])],
  },
  "db/notify.ts": {
    "a notification": [1, () => notifyOthers(db, [{ kind: "unseen", environmentId, subscriberId: ada }])],
  },
  "db/queries/cohorts/create-cohorts.ts": {
    "cohorts of an event": [2, () => createCohorts(db, event, [part, { ...part, number: 1 }], now)],
  },
  "db/queries/cohorts/find-cohort.ts": {
    "a cohort": [1, () => findCohort(db, event, 0)],
    "the number of cohorts": [1, () => countCohorts(db, event.id)],
  },
  "db/queries/cohorts/open-work.ts": {
    "the open work of a cohort": [6, () => readOpenWork(db, event, cohort, now)],
    "deliveries of a cohort to be queued": [4, () => queueDeliveries(db, event, cohort, now)],
  },
  "db/queries/events/contexts/ensure-contexts.ts": {
    "contexts of an event that are all there": [1, () => ensureContexts(db.$hot, scope, [acme])],
  },
  "db/queries/events/contexts/read-contexts.ts": {
    "the data of contexts": [1, () => readContextData(db, scope, [acme])],
  },
  "db/queries/deliveries/lease-deliveries.ts": {
    "leases to extend": [2, () => renewLeases(db, leases, later)],
  },
  "db/queries/lanes/lease-from-lane.ts": {
    "the deliveries whose turn it is": [
      2,
      () => leaseFromLane(db, lane, { owner: leaseOwner, now: later, until: later, limit: 10, bytes: 1_000 }),
    ],
  },
  "db/queries/lanes/lane-queues.ts": {
    "the next turn in a lane": [1, () => nextDueInLane(db, lane)],
    "leases to give back": [
      2,
      () =>
        postponeDeliveries(
          db,
          leases.map((delivery) => ({ delivery, dueAt: later, isTried: false })),
          later,
        ),
    ],
  },
  "db/queries/runs/earlier-steps.ts": {
    "the steps that runs have passed": [
      4,
      () =>
        readEarlierSteps(
          db,
          event,
          runIds.map((runId) => ({ runId, position: 9 })),
        ),
    ],
  },
  "db/queries/deliveries/record-outcomes.ts": {
    "outcomes of sends": [2, () => recordOutcomes(db, outcomes, now)],
    "outcomes of jobs with several sends": [2, () => recordOutcomes(db, severalOutcomes, now)],
    "devices that are unknown": [2, () => inHotTransaction(db, (sql) => removeDeviceTokens(sql, devices, now))],
  },
  "db/queries/deliveries/sending-integrations.ts": {
    "integrations of deliveries": [1, () => findSendingIntegrations(db, [integrationId])],
  },
  "db/queries/digests/close-windows.ts": {
    "digests that end": [1, () => closeWindows(db, stepId, { runIds, discarded: [] })],
  },
  "db/queries/digests/move-windows.ts": {
    "windows that end at another moment": [
      1,
      () => moveWindows(db, stepId, [{ runId: runIds[0] ?? "", closesAt: later }]),
    ],
  },
  "db/queries/digests/digest-events.ts": {
    "the events of a digest": [2, () => readDigestEvents(db, runIds, stepId, 1_000)],
    "the size of digests": [2, () => readDigestSizes(db, runIds, 1_000)],
    "the events of all digests": [2, () => eventsOfDigests(db, runIds, 1_000)],
  },
  "db/queries/digests/settle-windows.ts": {
    "digests without a master, by runs": [2, () => findUnsettledWindows(db, { runIds })],
    "digests without a master, by event": [2, () => findUnsettledWindows(db, { eventId: event.id })],
    "a run that leaves its digests": [1, () => leaveWindows(db, runIds[1] ?? "")],
    "merged runs of a cancelled event": [
      2,
      () => releaseMergedRuns(db, { eventId: event.id, cohortId: randomUUID(), expireAt }, { now, limit: 10 }),
    ],
  },
  // Whose statements are part of a transaction, or are given the pool.
  "db/transaction.ts": {
    "runs that a throttle counts": [2, () => inHotTransaction(db, (sql) => claimPasses(sql, throttled, members))],
    "runs that wait for an event": [2, () => startWaits(db.$hot, wait, members)],
    "events that runs wait for": [2, () => readWaits(db.$hot, stepId, runIds, 1_000)],
    "a signal": [1, () => insertSignal(db.$hot, scope, { ...signal, payload: {} })],
    "the runs that wait for a signal": [2, () => wakeWaits(db.$hot, scope, signal)],
    "HTTP requests of runs": [2, () => readRequests(db.$hot, stepId, runIds)],
    "a right to send an HTTP request": [
      1,
      () => claimRequest(db.$hot, request, { now: later, until: later, expireAt }),
    ],
    "the result of an HTTP request": [
      1,
      () => recordResult(db.$hot, { ...request, attempt: 1 }, { state: "ended", dueAt: now, result: requestResult }),
    ],
    "a run that is made due": [1, () => makeRunDue(db.$hot, { id: runIds[0] ?? "", expireAt, position: 0 }, later)],
    "a digest that is joined": [2, () => inHotTransaction(db, (sql) => joinWindows(sql, digest, members))],
    "hours of subscribers": [2, () => inHotTransaction(db, (sql) => lockHours(sql, scope, [ada, bob]))],
    "a digest that is handed over": [2, () => inHotTransaction(db, (sql) => settleWindows(sql, [windowId], now))],
  },
  "db/queries/environments/api-keys.ts": {
    "an API key": [1, () => findApiKey(db, hashApiKey(environment.apiKey))],
  },
  "db/queries/events/audience.ts": {
    "the size of a broadcast": [100, () => countAudience(db, scope, null, 100)],
    "the size of topics": [
      100,
      () => countAudience(db, scope, { topics: ["topic-2", "topic-4"], contextKeys: null }, 100),
    ],
    "the size of topics that exclude some": [
      100,
      () => countAudience(db, scope, { topics: ["topic-2", "topic-4"], exclusions, contextKeys: null }, 100),
    ],
    "which topics have subscribers": [2, () => topicSizes(db, scope, ["crew", "nobody"], null)],
    "whether topics have preferences": [1, () => hasPreferences(db, scope, ["topic-2", "topic-4"])],
  },
  "db/queries/events/event-status.ts": {
    "the status of an event": [2, () => findEventStatus(db, scope, event.transactionId)],
  },
  "db/queries/events/load-event.ts": {
    "an event with its content": [1, () => loadEvent(db, { ...event, eventId: event.id })],
  },
  "db/queries/events/note-processed.ts": {
    "whether an event of several cohorts is through": [3, () => noteProcessed(db, event, new Date())],
  },
  "db/queries/rate-limits/take-tokens.ts": {
    "tokens of calls": [
      1,
      () => takeTokens(db, { environmentId, category: "global" }, tokenBucket(5, bucketOptions), { cost: 1, calls: 3 }),
    ],
  },
  "db/queries/idempotency/claim-key.ts": {
    "an idempotency key": [1, () => claimKey(db, keyedCall, "")],
  },
  "db/queries/idempotency/end-claim.ts": {
    "an answer to keep": [
      1,
      () => storeAnswer(db, keyClaim, { status: 201, contentType: "", body: "", isOmitted: false }),
    ],
    "a claim to give back": [1, () => releaseClaim(db, keyClaim)],
  },
  "db/queries/integrations/inbox-proof.ts": {
    "the proof that an inbox demands": [1, () => environmentsDemandingProof(db, [environmentId])],
  },
  "db/queries/messages/demo-messages.ts": {
    "what a demo provider has left": [1, () => hasDemoMessages(db, scope, demo)],
    "a message of a demo provider": [
      1,
      () => inHotTransaction(db, (sql) => takeDemoMessage(sql, scope, { ...demo, jobId: randomUUID() })),
    ],
  },
  "db/queries/messages/change-notifications.ts": {
    "notifications to change": [3, () => changeNotifications(db, inbox, { ids: ownIds }, { kind: "read" })],
  },
  "db/queries/messages/notifications.ts": {
    "the place of a notification": [1, () => placeOf(db, inbox, ownIds[0] ?? "")],
    "a page of the main list": [
      10,
      () => notificationPage(db, inbox, { filter: { archived: false, snoozed: false }, offset: 0, limit: 10 }),
    ],
    "a page after a notification": [
      10,
      () => {
        const after = { id: ownIds[0] ?? "", at: later.toISOString() };
        return notificationPage(db, inbox, { filter: { archived: false }, after, offset: 0, limit: 10 });
      },
    ],
  },
  "db/queries/messages/inbox-counts.ts": {
    "counts of inboxes": [
      6,
      () =>
        inboxCounts(
          db,
          scope,
          [ada, bob].map((subscriberId) => ({ subscriberId, contextKeys: null })),
        ),
    ],
    "the number of unread notifications": [3, () => countNotifications(db, inbox, { read: false }, 99)],
    "the exact number of unread notifications": [3, () => countNotifications(db, inbox, { read: false }, null)],
    "the exact number of all notifications": [READ_BY_ONE, () => countNotifications(db, inbox, {}, null)],
    "the exact number of notifications of a feed": [
      READ_BY_ONE,
      () => countNotifications(db, inbox, { feeds: ["billing"] }, null),
    ],
    "unread notifications by severity": [3, () => unreadBySeverity(db, inbox, 100)],
    "the number of all messages of an inbox": [100, () => countNotifications(db, inbox, { snoozed: false }, 100)],
    "the number of unseen messages": [3, () => countNotifications(db, inbox, { seen: false, snoozed: false }, 100)],
    "the number of unread messages": [3, () => countNotifications(db, inbox, { read: false, snoozed: false }, 100)],
    "the number of seen, unread messages": [
      3,
      () => countNotifications(db, inbox, { seen: true, read: false, snoozed: false }, 100),
    ],
  },
  "db/queries/messages/inbox.ts": {
    "a page of a feed": [10, () => feedPage(db, inbox, page)],
    // Walks through what the reader has read, newest first, until a page is full: the order is that of no other index.
    "a page of what is unseen": [READ_BY_ONE, () => feedPage(db, inbox, { ...page, seen: false })],
    "a page of what is read": [10, () => feedPage(db, inbox, { ...page, read: true })],
    "a page of one named feed": [READ_BY_ONE, () => feedPage(db, inbox, { ...page, feeds: ["billing"] })],
    "a page by payload": [10, () => feedPage(db, inbox, { ...page, payload: {} })],
    "messages by id": [2, () => findMessages(db, scope, messageIds)],
    "messages to mark": [3, () => markMessages(db, inbox, ownIds, "read")],
    "messages to flag": [3, () => flagMessages(db, inbox, ownIds, { seen: true })],
  },
  "db/queries/messages/messages.ts": {
    "a page of an environment": [COUNTED, () => listMessages(db, scope, page)],
    "a page of a channel": [COUNTED, () => listMessages(db, scope, { ...page, channel: "in_app" })],
    "a page of an event": [10, () => listMessages(db, scope, { ...page, transactionIds: ["few"] })],
    "a page of a subscriber": [READ_BY_ONE, () => listMessages(db, scope, { ...page, subscriberId: ada })],
    "a page of expired ones": [10, () => listMessages(db, scope, { ...page, expired: true })],
    "a page of what was made since": [
      COUNTED,
      () => listMessages(db, scope, { ...page, after: new Date(0), delivered: true }),
    ],
    "a page of undelivered ones": [10, () => listMessages(db, scope, { ...page, delivered: false })],
    "a page of events": [10, () => listMessages(db, scope, { ...page, transactionIds: ["few", "none"] })],
  },
  "db/queries/messages/previous-messages.ts": {
    "messages of earlier steps": [2, () => previousMessages(db, event, runIds, [{ stepId, uuid: "first" }])],
  },
  "db/queries/runs/step-outputs.ts": {
    "results of earlier steps": [2, () => readStepOutputs(db, runIds, expireAt)],
  },
  "db/queries/runs/read-slice.ts": {
    "named members": [5, () => readSlice(db, event, ["email"], { kind: "named", subscriberIds: ["ada", "bob"] })],
    "members of an environment": [10, () => readSlice(db, event, ["email"], { ...from, recipients: null })],
    "members of topics": [
      10,
      () => readSlice(db, event, ["email"], { ...from, recipients: { topics: ["topic-2", "crew"] } }),
    ],
    "members of topics that exclude some": [
      10,
      () => readSlice(db, event, ["email"], { ...from, recipients: { topics: ["topic-2", "crew"], exclusions } }),
    ],
    "members that are due": [
      5,
      () => readSlice(db, event, ["email"], { kind: "due", cohortId: cohort.id, now: later, limit: 10 }),
    ],
    "members with layouts and an address for replies": [
      5,
      () => {
        const needs = { layoutIds: [stepId], layoutNames: ["layout-2", "wanted"], replies: true };
        return readSlice(db, event, ["email"], { kind: "named", subscriberIds: ["ada", "bob"] }, needs);
      },
    ],
  },
  "db/queries/runs/store-slice.ts": {
    "a slice of new members": [2, () => storeSlice(db, slice([randomUUID(), randomUUID()]))],
    "a slice of new members that others wait for": [
      2,
      () => storeSlice(db, { ...slice([randomUUID(), randomUUID()]), isAwaited: true }),
    ],
    "a slice of members that were due": [2, () => storeSlice(db, slice([ada, bob], true))],
  },
  "db/queries/subscribers/subscribers.ts": {
    "a subscriber": [1, () => findSubscriberId(db, scope, "ada")],
    "subscribers to create or change": [
      2,
      () => compareSubscribers(db, scope, [{ subscriberId: "grace" }, { subscriberId: "joan" }]),
    ],
  },
  "db/queries/suppressions/find-suppressed.ts": {
    "addresses that are suppressed": [
      2,
      () =>
        findSuppressed(
          db,
          suppressed.map((address) => ({ environmentId, channel: "email", address })),
        ),
    ],
  },
  "db/queries/topics/topics.ts": {
    "a new topic": [1, () => insertTopic(db.$hot, scope, { key: "new", name: "New" })],
    "a topic to delete": [1, () => deleteTopic(db, scope, "crew", () => Promise.resolve([]))],
  },
  "db/queries/workflows/workflows.ts": {
    "a workflow to trigger": [1, () => findWorkflowByTrigger(db, scope, identifier)],
  },
  // The last one, because it stores the event that the others are about.
  "db/queries/events/insert-event.ts": {
    "a new event with attachments": [
      3,
      () => {
        const ids = { id: randomUUID(), transactionId: "with-files" };
        return insertEvent(
          db,
          { ...event, ...ids },
          { workflow: triggered, version, contentExpireAt: later, files: ["aGk=", "aGk="] },
        );
      },
    ],
    "a new event": [1, () => insertEvent(db, event, { workflow: triggered, version, contentExpireAt: later })],
  },
};

/** The statements that each case sent while the tables were empty. */
const sent = new Map<string, SentStatement[]>();
/** A statement that reads a whole environment by a plan of empty tables: `findMessages` as it once was. */
let misled: SentStatement[];

beforeAll(async () => {
  // Its first statement makes the driver read the types of the database.
  await db.$hot`select 1`;
  for (const cases of Object.values(CASES)) {
    for (const [name, [, call]] of Object.entries(cases)) sent.set(name, await sentBy(db, call));
  }
  const { $hot: sql } = db;
  const condition = sql`where m.environment_id = ${environmentId} and m.id = any(${messageIds}::uuid[])
    order by m.created_at desc, m.id desc`;
  misled = await sentBy(db, () => selectMessages(sql, condition));
  await storeWanted();
  await addNeighbours(setUp.$client, wanted, NEIGHBOURS);
  // Millions of rows, beside other tests.
}, 240_000);

async function storeWanted(): Promise<void> {
  const { $client: sql } = setUp;
  for (const [id, subscriberId] of [
    [ada, "ada"],
    [bob, "bob"],
  ] as const) {
    await sql`insert into subscribers (id, organization_id, environment_id, subscriber_id)
      values (${id}, ${organizationId}, ${environmentId}, ${subscriberId})`;
  }
  for (const address of suppressed) {
    await sql`insert into suppressions (organization_id, environment_id, channel, address, reason)
      values (${organizationId}, ${environmentId}, 'email', ${address}, 'bounced')`;
  }
  await insertEvent(setUp, event, { workflow: triggered, version, contentExpireAt: later });
  await storeSlice(setUp, slice([ada, bob]));
  await sql`
    insert into digest_windows (id, organization_id, environment_id, workflow_id, step_id, subscriber_id, digest_value,
      master_run_id, closes_at, expire_at)
    values (${windowId}, ${organizationId}, ${environmentId}, ${workflow.id}, ${stepId}, ${ada}, 'wanted', ${runIds[0] ?? ""},
      ${later.toISOString()}, ${expireAt.toISOString()})`;
  for (const runId of runIds) {
    await sql`
      insert into digest_members (run_id, step_id, position, event_id, decision, window_id, expire_at)
      values (${runId}, ${stepId}, 0, ${event.id}, 'joined', ${windowId}, ${expireAt.toISOString()})`;
  }
  await storeMessages(
    setUp,
    scope,
    ada,
    ownIds.map((id) => ({ id, transactionId: "few", expireAt })),
  );
}

const casesOf = Object.values(CASES).flatMap((cases) => Object.entries(cases));

test.each(casesOf)("%s: the plan of empty tables finds them among many, too", async (name, [about]) => {
  const statements = sent.get(name) ?? [];
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    const { rows, blocks, used } = await executeAgain(db, statement);
    expect({ rows, blocks, used }).toEqual({
      rows: expect.toSatisfy((read: number) => read <= about * ROWS_FOR_EACH),
      blocks: expect.toSatisfy((visited: number) => visited <= (about + 1) * BLOCKS_FOR_EACH),
      used,
    });
  }
});

test.each(["the exact number of all notifications", "the exact number of notifications of a feed"])(
  "%s: an index serves it, and no message of another inbox is read",
  async (name) => {
    const [statement] = sent.get(name) ?? [];
    const cost = statement && (await executeAgain(db, statement));
    expect(cost?.rows).toBeGreaterThan(READ_BY_ONE - 1);
    expect(cost?.rows).toBeLessThan(READ_BY_ONE + 100);
  },
);

test("a statement whose plan of empty tables reads a whole environment is noticed", async () => {
  const [statement] = misled;
  const cost = statement && (await executeAgain(db, statement));
  expect(cost?.rows).toBeGreaterThan(NEIGHBOURS / 2 - 1);
});

test("every module with statements of the hot pool has a case", () => {
  const files = readdirSync(join(projectRoot, "db"), { recursive: true, encoding: "utf8" })
    .map((file) => `db/${file}`)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const hot = files.filter((file) => /\$hot|\bprepare(d|Once)\(/.test(readFileSync(join(projectRoot, file), "utf8")));
  const own = ["db/client.ts", "db/prepared.ts"];
  // Statements whose callers choose the pool.
  const given = ["db/queries/events/contexts/ensure-contexts.ts"];
  expect(Object.keys(CASES).sort()).toEqual([...hot.filter((file) => !own.includes(file)), ...given].sort());
});
