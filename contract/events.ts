import { z } from "zod";
import { nameText, nameUpTo } from "./common.ts";
import { BULK_EVENTS_MAX, TENANT_IDENTIFIER_MAX, TRANSACTION_ID_MAX } from "./constants/limits.ts";
import { JOB_STATUSES, TRIGGER_STATUSES } from "./constants/statuses.ts";
import { TIME_UNITS } from "./constants/time.ts";
import { CreateSubscriber, SubscriberId } from "./subscribers.ts";

/** No length limit: an identifier that is made from a long name is longer than one that may be chosen. */
const name = nameText();
const payload = z.record(z.string(), z.unknown(), { error: "must be an object" });

/** Changes to what a workflow would send, by channel or provider id: engine.md 1.9. */
export const TriggerOverrides = z
  .object({
    layoutIdentifier: z.string().optional(),
    delay: z.object({ amount: z.unknown(), unit: z.enum(TIME_UNITS).or(z.unknown()) }).optional(),
  })
  .catchall(z.record(z.string(), z.unknown(), { error: "must be an object" }));
export type TriggerOverrides = z.infer<typeof TriggerOverrides>;

/** The acting subscriber: an id, or fields to store. */
const ActorInput = z.union([SubscriberId, CreateSubscriber], {
  error: "must be a subscriber id or an object with a subscriberId",
});

const TenantInput = z.union(
  [
    nameUpTo(TENANT_IDENTIFIER_MAX),
    z.object({
      identifier: nameUpTo(TENANT_IDENTIFIER_MAX),
      name: z.string().nullish(),
      data: z.record(z.string(), z.unknown()).nullish(),
    }),
  ],
  { error: "must be a tenant identifier or an object with an identifier" },
);

const context = {
  /** The caller's name for this event. The same one again is answered and not delivered twice. */
  transactionId: nameUpTo(TRANSACTION_ID_MAX).nullish(),
  overrides: TriggerOverrides.nullish(),
  actor: ActorInput.nullish(),
  tenant: TenantInput.nullish(),
};

/**
 * One event. `to` is a subscriber id, a subscriber object, `{type: "Topic", topicKey}`, or a list of these; members that
 * are not well formed are dropped when the event is resolved (engine.md 1.5), so only its presence is checked here.
 */
export const TriggerEvent = z.object({
  name,
  to: z.unknown().refine((to) => to !== undefined && to !== null, { error: "should not be null or undefined" }),
  payload: payload.nullish(),
  ...context,
});
export type TriggerEvent = z.infer<typeof TriggerEvent>;

/** Items are checked one by one, so that a bad one spoils nothing but itself. */
export const TriggerBulk = z.object({
  events: z
    .array(z.unknown(), { error: "must be an array" })
    .min(1, { error: "must contain at least 1 element" })
    .max(BULK_EVENTS_MAX, { error: `must contain no more than ${BULK_EVENTS_MAX} elements` }),
});

export const TriggerBroadcast = z.object({ name, payload: payload.nullish(), ...context });
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
  kind: z.enum(["topic_not_found", "recipient_invalid"]),
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

/** Whether there was anything to resume. */
export const ResumedEvent = z.object({ resumed: z.boolean() });
export type ResumedEvent = z.infer<typeof ResumedEvent>;
