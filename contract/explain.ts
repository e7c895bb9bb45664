import { z } from "zod";
import { CHANNELS, STEP_TYPES } from "./constants/channels.ts";
import { LARGE_BODY_BYTES } from "./constants/limits.ts";
import { STEP_REASONS } from "./constants/reasons.ts";
import {
  JOB_STATUSES,
  PREFERENCE_LAYERS,
  STOP_REASONS,
  SUBSCRIBER_SOURCES,
  TRIGGER_STATUSES,
} from "./constants/statuses.ts";
import { EventBase, EventProblem, RecipientsInput } from "./events.ts";
import { KEY, READER } from "./schemas/access.ts";
import { data, example, givenMoment, Moment, nameText } from "./schemas/common.ts";
import { CappedCount } from "./schemas/keyset.ts";
import { operations } from "./schemas/operations.ts";
import { shownToKeys } from "./schemas/secret-fields.ts";
import { CreateWorkflow } from "./workflows/workflows.ts";

/** Recipients that one call explains. */
export const EXPLAINED_MAX = 100;
/** Earlier events that one call goes through. */
export const SIMULATED_MAX = 100;

const integer = (min: number, max: number, fallback: number) =>
  z
    .int({ error: "must be an integer number" })
    .min(min, { error: `must not be less than ${min}` })
    .max(max, { error: `must not be greater than ${max}` })
    .default(fallback);

const assumed = {
  /** Steps to take in place of the workflow's own. One that names its `_templateId` stands for that step. */
  steps: CreateWorkflow.shape.steps.min(1, { error: "must contain at least 1 element" }).optional(),
  /** Answers that webhooks of conditions are assumed to give. None is asked. */
  webhookAnswers: z
    .array(z.object({ webhookUrl: z.string(), answer: z.unknown() }))
    .max(100, { error: "must contain no more than 100 elements" })
    .default([]),
};

/** An event as a trigger would send it, to be explained: to recipients, or to everybody with `broadcast`. */
export const ExplainEvent = EventBase.extend({
  ...assumed,
  to: RecipientsInput.optional(),
  broadcast: z.boolean({ error: "must be true or false" }).default(false),
  /** Recipients that are decided; of a larger audience they are a sample. */
  limit: integer(1, EXPLAINED_MAX, EXPLAINED_MAX),
})
  .superRefine(({ to, broadcast, bridgeUrl, controls }, context) => {
    const isNamed = to !== undefined && to !== null;
    const refuse = (message: string) => context.addIssue({ code: "custom", path: ["to"], message });
    if (!isNamed && !broadcast) refuse("should not be null or undefined: name recipients, or set broadcast to true");
    if (isNamed && broadcast) refuse("must be left out of a broadcast, which goes to everybody");
    for (const [name, value] of Object.entries({ bridgeUrl, controls })) {
      if (value === undefined) continue;
      const message = "must be left out: an explanation asks no bridge";
      context.addIssue({ code: "custom", path: [name], message });
    }
  })
  .meta(example({ name: "order-shipped", to: "ada", payload: { orderId: "A-1001" } }));
export type ExplainEvent = z.infer<typeof ExplainEvent>;

const Condition = z.object({
  filter: z.string(),
  field: z.string(),
  expected: z.string(),
  actual: z.string(),
  operator: z.string(),
  passed: z.boolean(),
});
const Conditions = z.object({ passed: z.boolean(), conditions: z.array(Condition) });

const INTEGRATION_REASONS = [
  "override",
  "step",
  "tenant_conditions",
  "primary",
  "newest",
  "fallback",
  "connected",
  "none",
] as const;

/**
 * A step of one recipient: whether it would run, and what decides that. Conditions, contents and history are there for the
 * first recipients; of others the reason says enough.
 */
export const ExplainedStep = z.object({
  _id: z.string(),
  name: z.string().optional(),
  type: z.enum(STEP_TYPES),
  /** The status that its job would end with; `undecided` when a webhook would have to be asked. */
  status: z.enum([...JOB_STATUSES, "undecided"]),
  reason: z.object({ code: z.enum(STEP_REASONS), text: z.string() }),
  /** The entry by which nothing is sent to the address. */
  suppression: z.object({ _id: z.string(), address: z.string() }).optional(),
  conditions: Conditions.optional(),
  /** Variants whose conditions were evaluated; the one that passes is taken. */
  variants: z.array(Conditions.extend({ _id: z.string(), name: z.string().optional() })).optional(),
  preference: z
    .object({
      enabled: z.boolean(),
      decidedBy: z.enum(PREFERENCE_LAYERS),
      /** The subscriber's choices do not count. */
      readOnly: z.boolean(),
      critical: z.boolean(),
      /** The word of each layer about the channel; null where it has none. */
      layers: z.array(z.object({ type: z.enum(PREFERENCE_LAYERS), enabled: z.boolean().nullable() })),
    })
    .optional(),
  integrations: z
    .array(
      z.object({
        _id: z.string(),
        identifier: z.string(),
        name: z.string(),
        providerId: z.string(),
        reason: z.enum(INTEGRATION_REASONS),
      }),
    )
    .optional(),
  /** Integrations with conditions that were asked before one was chosen. */
  integrationConditions: z.array(Conditions.extend({ identifier: z.string() })).optional(),
  wait: z.object({ from: Moment, until: Moment, milliseconds: z.number().int() }).optional(),
  digest: z
    .object({
      decision: z.enum(["opened", "joined", "let_through"]),
      /** The open digest that the event would join. */
      _notificationId: z.string().optional(),
    })
    .optional(),
  /** Hosts of webhooks that would be asked. */
  wouldAsk: z.array(z.string()).optional(),
  messages: z
    .array(
      z.object({
        channel: z.enum(CHANNELS),
        providerId: z.string().optional(),
        status: z.string(),
        errorText: z.string().optional(),
        email: z.string().optional(),
        phone: z.string().optional(),
        deviceTokens: z.array(shownToKeys(z.string())).optional(),
        subject: z.string().optional(),
        title: z.string().optional(),
        /** Text, or the blocks of an email; left out beyond the first recipients. */
        content: z.unknown().optional(),
        cta: z.unknown().optional(),
      }),
    )
    .optional(),
  /** The run's history as it would be, without what sending adds. */
  executionDetails: z.array(z.object({ detail: z.string(), status: z.string(), raw: z.unknown().optional() })),
});
export type ExplainedStep = z.infer<typeof ExplainedStep>;

export const ExplainedRun = z.object({
  subscriberId: z.string(),
  source: z.enum(SUBSCRIBER_SOURCES),
  /** The event would create the subscriber. */
  isNew: z.boolean(),
  /** When its last step would end. */
  endsAt: Moment,
  stopReason: z.enum(STOP_REASONS).optional(),
  steps: z.array(ExplainedStep),
});
export type ExplainedRun = z.infer<typeof ExplainedRun>;

const ReasonCount = z.object({
  _stepId: z.string(),
  name: z.string().optional(),
  type: z.enum(STEP_TYPES),
  code: z.enum(STEP_REASONS),
  /** Of one of them. */
  text: z.string(),
  count: z.number().int(),
});

/** The outcome that an event would have. Nothing was written, sent, asked or counted for it. */
export const Explanation = z.object({
  /** As the trigger would be answered; there are recipients only when it is `processed`. */
  status: z.enum(TRIGGER_STATUSES),
  workflow: z.object({ _id: z.string(), version: z.number().int(), isDraft: z.boolean() }),
  /** `isUpTo`: those whom the preferences of their subscriptions may leave out are counted, too. */
  audience: CappedCount.extend({ isUpTo: z.literal(true).optional() }).optional(),
  /** Recipients that name nobody. */
  dropped: z.number().int(),
  problems: z.array(EventProblem),
  /** Decided recipients by step and reason. */
  reasons: z.array(ReasonCount),
  runs: z.array(ExplainedRun),
  /** The recipients are not all of the audience. */
  isSample: z.boolean(),
  /** False when the time was over before all of them were decided. */
  isComplete: z.boolean(),
  assumptions: z.array(z.string()),
});
export type Explanation = z.infer<typeof Explanation>;

const time = givenMoment("must be an ISO-8601 date with a time, such as 2030-01-31T09:30:00Z");

/** Which earlier events of a workflow to go through: the latest ones, of a period where one is given. */
export const SimulateWorkflow = z
  .object({
    name: nameText(),
    ...assumed,
    last: integer(1, SIMULATED_MAX, 25),
    after: time.optional(),
    before: time.optional(),
  })
  .meta(example({ name: "order-shipped", last: 10 }));
export type SimulateWorkflow = z.infer<typeof SimulateWorkflow>;

/** The outcome that earlier events would have had. */
export const Simulation = z.object({
  workflow: Explanation.shape.workflow,
  events: z.array(
    z.object({
      transactionId: z.string(),
      triggeredAt: Moment,
      /** Its trigger would be refused today. */
      refused: z.string().optional(),
      wasCanceled: z.boolean(),
      /** Recipients that it had, and how many of them were decided. */
      recipients: z.number().int(),
      decided: z.number().int(),
      messages: z.partialRecord(z.enum(CHANNELS), z.number().int()),
    }),
  ),
  messages: z.partialRecord(z.enum(CHANNELS), z.number().int()),
  reasons: z.array(ReasonCount),
  digests: z.array(
    z.object({
      _stepId: z.string(),
      subscriberId: z.string(),
      key: z.string(),
      openedAt: Moment,
      closesAt: Moment,
      count: z.number().int(),
      /** The first ones. */
      transactionIds: z.array(z.string()),
    }),
  ),
  isComplete: z.boolean(),
  assumptions: z.array(z.string()),
});
export type Simulation = z.infer<typeof Simulation>;

export const explainOperations = operations("events", {
  explainEvent: {
    route: "POST /v1/events/explain",
    client: "events.explain",
    summary: "Explain step by step what an event would do for its recipients; nothing is written or sent",
    access: [KEY, READER],
    limit: "triggers",
    bodyLimit: LARGE_BODY_BYTES,
    audit: { none: "it changes nothing" },
    body: ExplainEvent,
    answer: { 200: data(Explanation) },
    failures: ["workflow_not_found", "payload_too_large"],
  },

  simulateEvents: {
    route: "POST /v1/events/simulate",
    client: "events.simulate",
    summary: "Simulate a workflow, or a draft of it, with past events; nothing is written or sent",
    access: [KEY, READER],
    limit: "triggers",
    bodyLimit: LARGE_BODY_BYTES,
    audit: { none: "it changes nothing" },
    body: SimulateWorkflow,
    answer: { 200: data(Simulation) },
    failures: ["workflow_not_found", "payload_too_large"],
  },
});
