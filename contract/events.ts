import { z } from "zod";
import { CHANNELS } from "./constants/channels.ts";
import { issueSentence } from "./constants/issue-sentences.ts";
import {
  BULK_EVENTS_MAX,
  LARGE_BODY_BYTES,
  NAME_MAX,
  SUBSCRIBER_ID_MAX,
  TENANT_IDENTIFIER_MAX,
  TOPIC_EXCLUDED_MAX,
  TOPIC_KEY_MAX,
  TRANSACTION_ID_MAX,
} from "./constants/limits.ts";
import { SEVERITIES } from "./constants/severities.ts";
import { JOB_STATUSES, TRIGGER_STATUSES } from "./constants/statuses.ts";
import { OVERRIDE_FIELDS, overrideProblem } from "./constants/templates/override-fields.ts";
import { KEY, MEMBER, READER } from "./schemas/access.ts";
import { attachmentIssues } from "./schemas/attachments.ts";
import {
  data,
  exactTextUpTo,
  example,
  givenMoment,
  Id,
  Moment,
  nameText,
  nameUpTo,
  referenceUpTo,
} from "./schemas/common.ts";
import { GivenContexts } from "./schemas/contexts.ts";
import { keysetPage, keysetQuery } from "./schemas/keyset.ts";
import { operations } from "./schemas/operations.ts";
import { SendSignal, SignalResult } from "./signals.ts";
import { CreateSubscriber, SubscriberId } from "./subscribers.ts";
import { DRY_RUN_PREFIX, GivenTestMode, TestMode } from "./test-mode.ts";
import { BridgeUrl, EventControls } from "./workflows/bridge.ts";
import { TestEmail } from "./workflows/test-email.ts";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Whether a value is one that published clients send for nothing, such as `{steps: {}}`. */
export const isNothing = (value: unknown, levels = 3): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  value === false ||
  (isObject(value) && levels > 0 && Object.values(value).every((child) => isNothing(child, levels - 1)));

/** No length limit: an identifier that is made from a long name is longer than one that may be chosen. */
const name = nameText();
const payload = z
  .record(z.string(), z.unknown(), { error: "must be an object" })
  .superRefine(({ attachments }, context) => {
    if (isNothing(attachments)) return;
    for (const { path, message } of attachmentIssues(attachments)) {
      context.addIssue({ code: "custom", path: ["attachments", ...path], message });
    }
  })
  .describe(
    "Data for templates and conditions. `attachments` are files for emails: a list of {file (base64), name, mime, channels, cid, disposition}",
  );

const fields = z.record(z.string(), z.unknown(), { error: "must be an object" });
const fieldsByName = z.record(z.string(), fields, { error: "must be an object" });

/** Overrides of one step, which is named by its id or its uuid. */
const StepOverrides = z.looseObject(
  {
    providers: fieldsByName.optional(),
    /** Identifier or id of the layout of the step's email. */
    layoutId: z.string({ error: "must be a string" }).optional(),
  },
  { error: "must be an object" },
);

/** Changes to what a workflow would send, by channel or provider id. */
export const TriggerOverrides = z
  .object({
    layoutIdentifier: z.string({ error: "must be a string" }).optional(),
    steps: z.record(z.string(), StepOverrides, { error: "must be an object" }).optional(),
    providers: fieldsByName.optional(),
    channels: fieldsByName.optional(),
    /** Of the event's messages, in place of the workflow's. */
    severity: z.preprocess(
      (value) => (isNothing(value) ? undefined : value),
      z.enum(SEVERITIES, { error: `must be one of ${SEVERITIES.join(", ")}` }).optional(),
    ),
    /** Counts only with a number and a unit of time; the run notes one that does not. */
    delay: z
      .object(
        { amount: z.unknown(), unit: z.unknown() },
        { error: "must be an object with an amount and a unit, such as hours" },
      )
      .partial()
      .optional(),
  })
  .catchall(fields)
  .superRefine((overrides, refinement) => {
    const refuse = (path: string[], message: string) => refinement.addIssue({ code: "custom", path, message });
    for (const channel of CHANNELS) {
      const { fields: known } = OVERRIDE_FIELDS[channel];
      for (const path of [[channel], ["channels", channel]]) {
        const given = path.length === 1 ? overrides[channel] : overrides.channels?.[channel];
        for (const [field, kind] of Object.entries(known)) {
          const problem = overrideProblem(kind, given?.[field]);
          if (problem !== undefined) refuse([...path, field], problem);
        }
      }
    }
    for (const [key, value] of Object.entries(overrides)) {
      const given: Record<string, unknown> = isObject(value) ? value : {};
      if (!isNothing(given.attachments)) {
        refuse([key, "attachments"], "is not supported: put them into payload.attachments");
      }
    }
    for (const [step, given] of Object.entries(overrides.steps ?? {})) {
      for (const [key, value] of Object.entries(given)) {
        if (key === "providers" || key === "layoutId" || isNothing(value)) continue;
        refuse(
          ["steps", step, key],
          "is not supported: use providers or layoutId, or overrides.<channel> for all steps",
        );
      }
    }
  });
export type TriggerOverrides = z.infer<typeof TriggerOverrides>;

/** The error of a union of an id and an object with it: too long an id is said to be that. */
const idError =
  (max: number, otherwise: string) =>
  ({ input }: { input?: unknown }): string =>
    typeof input === "string" && input.trim().length > max ? `must be at most ${max} characters` : otherwise;

/** The acting subscriber: an id, or fields to store. */
const ActorInput = z.union([SubscriberId, CreateSubscriber], {
  error: idError(SUBSCRIBER_ID_MAX, "must be a subscriber id or an object with a subscriberId"),
});

const TenantInput = z.union(
  [
    nameUpTo(TENANT_IDENTIFIER_MAX),
    z.object({
      identifier: nameUpTo(TENANT_IDENTIFIER_MAX),
      name: exactTextUpTo(NAME_MAX).optional(),
      data: z.record(z.string(), z.unknown()).optional(),
    }),
  ],
  {
    error: idError(TENANT_IDENTIFIER_MAX, "must be a tenant identifier or an object with an identifier"),
  },
);

/** Refuses by name what Belfry does not do yet: dropped in silence, it would be missing in what is sent. */
const notSupported = (remedy: string) =>
  z
    .unknown()
    .refine((value) => isNothing(value), { error: `is not supported: ${remedy}` })
    .optional();

const unsupported = {
  agentId: notSupported("leave it out"),
};

const context = {
  ...unsupported,
  /** Address of the workflow's code: it is looked up there instead of in the environment. */
  bridgeUrl: z.preprocess((value) => (isNothing(value) ? undefined : value), BridgeUrl.optional()),
  /** Values for the controls of its steps, which count with `bridgeUrl` only. */
  controls: EventControls.optional(),
  /** The caller's name for this event. The same one again is answered and not delivered twice. */
  transactionId: nameUpTo(TRANSACTION_ID_MAX).optional(),
  overrides: TriggerOverrides.optional(),
  actor: ActorInput.optional(),
  tenant: TenantInput.optional(),
  /** The contexts of the event, by type: inboxes, preferences and subscriptions of exactly these count for it. */
  context: z.preprocess((value) => (isNothing(value) ? undefined : value), GivenContexts.optional()),
  /** Steps that have not sent by then are skipped as expired, and in-app messages leave the feed. */
  expiresAt: givenMoment("must be an ISO date such as 2030-01-31T09:30:00.000Z").optional(),
};

/** Refusals of one list that are worth reading. */
const LISTED_REFUSALS = 10;

/** Ids of subscribers who get nothing through the topic that the list is given with. */
export const ExcludedSubscribers = z
  .array(SubscriberId, { error: "must be a list of subscriber ids" })
  .max(TOPIC_EXCLUDED_MAX, { error: `must contain no more than ${TOPIC_EXCLUDED_MAX} elements` });

/**
 * Ids of recipients that are longer than any id can be, and lists of excluded subscribers that are not well formed, each by its
 * path: an exclusion that was dropped would notify somebody whom the caller leaves out.
 */
function recipientRefusals(to: unknown): { path: (string | number)[]; message: string }[] {
  const members: unknown[] = Array.isArray(to) ? to : [to];
  return members.flatMap((member, index) => {
    const path = Array.isArray(to) ? [index] : [];
    const [field, max] =
      isObject(member) && member.type === "Topic"
        ? (["topicKey", TOPIC_KEY_MAX] as const)
        : (["subscriberId", SUBSCRIBER_ID_MAX] as const);
    const id = isObject(member) ? member[field] : member;
    const excluded = isObject(member) && !isNothing(member.exclude) ? excludeRefusals(field, member.exclude) : [];
    const refused = excluded.map((refusal) => ({ ...refusal, path: [...path, "exclude", ...refusal.path] }));
    if (typeof id !== "string" || id.trim().length <= max) return refused;
    return [
      { path: isObject(member) ? [...path, field] : path, message: `must be at most ${max} characters` },
      ...refused,
    ];
  });
}

function excludeRefusals(
  field: "topicKey" | "subscriberId",
  exclude: unknown,
): { path: (string | number)[]; message: string }[] {
  if (field === "subscriberId") return [{ path: [], message: "is for topics: leave it out" }];
  const issues = ExcludedSubscribers.safeParse(exclude).error?.issues ?? [];
  return issues.map((issue) => ({
    path: issue.path.map((key) => (typeof key === "number" ? key : String(key))),
    message: issueSentence(issue),
  }));
}

const RECIPIENTS = `A subscriber id, a subscriber to store first, {type: "Topic", topicKey, exclude}, or a list of these. \`exclude\` are at most ${TOPIC_EXCLUDED_MAX} ids of subscribers who get nothing through the topic, unless another recipient names them`;

/**
 * Recipients: a subscriber id, a subscriber object, `{type: "Topic", topicKey, exclude?: subscriberIds}`, or a list of these.
 * Members that are not well formed are dropped when the event is resolved, so that only the lengths of ids and the
 * lists of excluded subscribers are checked here.
 */
export const RecipientsInput = z
  .unknown()
  .superRefine((to, context) => {
    for (const { path, message } of recipientRefusals(to).slice(0, LISTED_REFUSALS)) {
      context.addIssue({ code: "custom", path, message });
    }
  })
  .describe(RECIPIENTS);

/** An event in a path. */
export const ByTransaction = z.object({
  transactionId: referenceUpTo(TRANSACTION_ID_MAX).describe(
    "Percent-encoded; the ids . and .. are written ~. and ~.. because HTTP clients resolve them",
  ),
});

/** Refuses an id to which that of a dry run cannot be made. */
function checkTransactionId(
  { transactionId = "", testMode }: { transactionId?: string | undefined; testMode?: GivenTestMode | undefined },
  context: z.RefinementCtx,
): void {
  const max = TRANSACTION_ID_MAX - DRY_RUN_PREFIX.length;
  if (!testMode?.dryRun || transactionId.length <= max) return;
  const message = `must be at most ${max} characters in a dry run, whose id begins with ${DRY_RUN_PREFIX}`;
  context.addIssue({ code: "custom", path: ["transactionId"], message });
}

/** One event. Its list of recipients may be as long as the body holds. */
export const TriggerEvent = z
  .object({
    name,
    to: RecipientsInput.refine((to) => to !== undefined && to !== null, {
      error: "should not be null or undefined",
    }).describe(RECIPIENTS),
    payload: payload.optional(),
    ...context,
    testMode: GivenTestMode.optional(),
  })
  .superRefine(checkTransactionId)
  .meta(example({ name: "order-shipped", to: "ada", payload: { orderId: "A-1001" } }));
export type TriggerEvent = z.infer<typeof TriggerEvent>;

/** Items are checked one by one, so that a bad one spoils nothing but itself. */
export const TriggerBulk = z
  .object({
    events: z
      .array(z.unknown(), { error: "must be an array" })
      .min(1, { error: "must contain at least 1 element" })
      .max(BULK_EVENTS_MAX, { error: `must contain no more than ${BULK_EVENTS_MAX} elements` }),
  })
  .meta(example({ events: [{ name: "order-shipped", to: ["ada", "bob"], payload: { orderId: "A-1001" } }] }));

/** An event without its recipients. */
export const EventBase = z.object({ name, payload: payload.optional(), ...context });

export const TriggerBroadcast = EventBase.extend({ testMode: GivenTestMode.optional() })
  .superRefine(checkTransactionId)
  .meta(example({ name: "order-shipped", payload: { orderId: "A-1001" } }));
export type TriggerBroadcast = z.infer<typeof TriggerBroadcast>;

export const TriggerResult = z.object({
  acknowledged: z.literal(true),
  status: z.enum(TRIGGER_STATUSES),
  transactionId: z.string().optional(),
  error: z.array(z.string()).optional(),
});
export type TriggerResult = z.infer<typeof TriggerResult>;

/** A part of the audience that an event could not serve, and why. */
export const EventProblem = z.object({
  /** `no_recipients`: the event has no runs at all. */
  kind: z.enum(["topic_not_found", "topic_empty", "recipient_invalid", "no_recipients", "condition_invalid"]),
  /** The topic key or subscriber id, as far as there is one. */
  subject: z.string().optional(),
  message: z.string(),
});
export type EventProblem = z.infer<typeof EventProblem>;

/** Status of an event, counted by jobs. */
export const EventStatus = z.object({
  transactionId: z.string(),
  workflow: z.object({ _id: z.string(), version: z.number().int() }),
  /** `stopped`: its execution ended before its time; a resume starts what is left. */
  state: z.enum(["accepted", "running", "completed", "canceled", "stopped"]),
  stopReason: z.string().optional(),
  runs: z.number().int(),
  /** Members of topics who got no run, because of the preferences of their subscriptions; left out where there are none. */
  leftOut: z.number().int().optional(),
  /** By status; those without a job are left out. */
  jobs: z.partialRecord(z.enum(JOB_STATUSES), z.number().int()),
  problems: z.array(EventProblem),
  engine: z.object({
    /** The execution in the Temporal UI, where one is configured. */
    url: z.string().optional(),
    /** Whether every part of the audience has been turned into runs. */
    resolved: z.boolean(),
    /** Parts of the audience, and those of them with nothing left to do. */
    cohorts: z.object({ started: z.number().int(), finished: z.number().int() }),
  }),
});
export type EventStatus = z.infer<typeof EventStatus>;

/** An accepted event, also one that reached nobody; `problems` say why. */
export const ListedEvent = z.object({
  transactionId: z.string(),
  workflow: z.object({ _id: z.string(), identifier: z.string(), name: z.string() }),
  audience: z.enum(["direct", "broadcast"]),
  state: EventStatus.shape.state,
  stopReason: z.string().optional(),
  runs: z.number().int(),
  problems: z.array(EventProblem),
  /** Of a test event. */
  testMode: TestMode.optional(),
  createdAt: Moment,
  /** The execution in the Temporal UI, where one is configured. */
  engineUrl: z.string().optional(),
});
export type ListedEvent = z.infer<typeof ListedEvent>;
export const ListEvents = z.object({
  ...keysetQuery(),
  /** Belfry's id of a workflow. */
  workflowId: Id.optional(),
  /** Events that could not serve somebody for this reason: `no_recipients` are those that reached nobody. */
  problem: EventProblem.shape.kind.optional(),
});
export const EventPage = keysetPage(ListedEvent);

/** Whether there was anything to resume. */
export const ResumedEvent = z.object({ resumed: z.boolean() });
export type ResumedEvent = z.infer<typeof ResumedEvent>;

export const eventOperations = operations("events", {
  listEvents: {
    route: "GET /v1/events",
    client: "events.list",
    summary: "List accepted events, newest first",
    access: [KEY, READER],
    query: ListEvents,
    answer: { 200: EventPage },
  },

  triggerEvent: {
    route: "POST /v1/events/trigger",
    client: "events.trigger",
    arguments: ["name"],
    summary: "Trigger a workflow for subscribers and topics",
    access: [KEY, MEMBER],
    limit: "triggers",
    bodyLimit: LARGE_BODY_BYTES,
    audit: { none: "what was triggered stands in the activity feed" },
    body: TriggerEvent,
    answer: { 201: data(TriggerResult) },
    failures: ["plan_limit_reached", "workflow_not_found", "payload_too_large", "unavailable"],
  },

  triggerEvents: {
    route: "POST /v1/events/trigger/bulk",
    client: "events.bulkTrigger",
    arguments: ["events"],
    summary: "Trigger up to 100 events; each has its own result",
    access: [KEY, MEMBER],
    limit: "triggers",
    rate: { cost: "bulk" },
    bodyLimit: LARGE_BODY_BYTES,
    audit: { none: "what was triggered stands in the activity feed" },
    body: TriggerBulk,
    answer: { 201: data(z.array(TriggerResult)) },
    failures: ["payload_too_large", "unavailable"],
  },

  broadcastEvent: {
    route: "POST /v1/events/trigger/broadcast",
    client: "events.broadcast",
    arguments: ["name"],
    summary: "Trigger a workflow for every subscriber of the environment",
    access: [KEY, MEMBER],
    limit: "triggers",
    rate: { cost: "bulk" },
    bodyLimit: LARGE_BODY_BYTES,
    audit: { none: "what was triggered stands in the activity feed" },
    body: TriggerBroadcast,
    answer: { 201: data(TriggerResult) },
    failures: ["plan_limit_reached", "workflow_not_found", "payload_too_large", "unavailable"],
  },

  sendTestEmail: {
    route: "POST /v1/events/test/email",
    client: "events.sendTestEmail",
    summary: "Send a test email of a template; it creates no run",
    access: [MEMBER],
    limit: "triggers",
    bodyLimit: LARGE_BODY_BYTES,
    audit: { none: "a test shows what an email looks like, and changes nothing that is stored" },
    body: TestEmail,
    answer: { 201: data(z.object({})) },
    failures: ["not_found", "conflict"],
  },

  sendSignal: {
    route: "POST /v1/events/signal",
    client: "events.signal",
    summary: "Send a signal to the waiting runs of a subscriber",
    access: [KEY, MEMBER],
    limit: "triggers",
    audit: { none: "what was triggered stands in the activity feed" },
    body: SendSignal,
    answer: { 201: data(SignalResult) },
    failures: ["not_found"],
  },

  getEvent: {
    route: "GET /v1/events/trigger/:transactionId",
    client: "events.status",
    summary: "Get the status of an event",
    access: [KEY, READER],
    params: ByTransaction,
    answer: { 200: data(EventStatus) },
    failures: ["not_found"],
  },

  cancelEvent: {
    route: "DELETE /v1/events/trigger/:transactionId",
    client: "events.cancel",
    summary: "Cancel the unstarted steps of an event",
    access: [KEY, MEMBER],
    audit: "event.canceled",
    params: ByTransaction,
    answer: { 200: data(z.boolean()) },
  },

  resumeEvent: {
    route: "POST /v1/events/trigger/:transactionId/resume",
    client: "events.resume",
    summary: "Resume the failed and stopped runs of an event; sent messages are not repeated",
    access: [KEY, MEMBER],
    limit: "triggers",
    audit: "event.resumed",
    params: ByTransaction,
    answer: { 200: data(ResumedEvent) },
    failures: ["not_found", "conflict", "unavailable"],
  },
});
