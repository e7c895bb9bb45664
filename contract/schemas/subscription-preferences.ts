import { z } from "zod";
import { IDENTIFIER_MAX, SUBSCRIPTION_IDENTIFIER_BYTES, SUBSCRIPTION_IDENTIFIER_MAX } from "../constants/limits.ts";
import { DOCUMENT_DEPTH_MAX, isNestedDeeper } from "../constants/values/json-depth.ts";
import { MessageWorkflow } from "../messages.ts";
import { exactTextUpTo, nameUpTo, referenceUpTo } from "./common.ts";

/** Workflows and tags that one preference, and preferences that one subscription may name. */
const NAMED_MAX = 100;

/** A JSON-logic rule; what it may say is looked at where it is stored. */
export const SubscriptionCondition = z
  .record(z.string(), z.unknown(), { error: "must be a JSON-logic rule" })
  .refine((rule) => !isNestedDeeper(rule), { error: `must not be nested more than ${DOCUMENT_DEPTH_MAX} levels deep` })
  .describe("A JSON-logic rule over payload, subscriber, actor, context and env that is judged when an event arrives");

const chosen = {
  enabled: z
    .boolean({ error: "must be a boolean" })
    .optional()
    .describe("Whether events of the workflows reach the subscriber, where there is no condition; true when left out"),
  condition: SubscriptionCondition.optional(),
};

const workflow = referenceUpTo(IDENTIFIER_MAX);
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item, { error: "must be a list" })
    .max(NAMED_MAX, { error: `must contain no more than ${NAMED_MAX} elements` });

const GivenPreference = z.union(
  [
    workflow,
    z.object({ ...chosen, workflowId: workflow }),
    z.object({
      ...chosen,
      filter: z.object({
        workflowIds: list(workflow).optional(),
        tags: list(z.string({ error: "must be a string" })).optional(),
      }),
    }),
  ],
  {
    error:
      "must be a workflow's id or identifier, or an object with a workflowId or a filter of workflowIds and tags, and with enabled or a condition, which is an object of at most 50 levels",
  },
);
export type GivenPreference = z.infer<typeof GivenPreference>;

/** Preferences of a subscription. Of several that name a workflow, the last one counts; a workflow that none names is enabled. */
export const GivenPreferences = list(GivenPreference);

/** A subscription's preference for a workflow. */
export const SubscriptionPreference = z
  .object({
    subscriptionId: z.string(),
    workflow: MessageWorkflow,
    enabled: z.boolean(),
    condition: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: "SubscriptionPreference" });
export type SubscriptionPreference = z.infer<typeof SubscriptionPreference>;

/** The bytes of an identifier are limited for the index that it is found by. */
const indexed = [
  (text: string) => new TextEncoder().encode(text).length <= SUBSCRIPTION_IDENTIFIER_BYTES,
  { error: `must be at most ${SUBSCRIPTION_IDENTIFIER_BYTES} bytes` },
] as const;

/** The caller's own id of a subscription. */
export const SubscriptionIdentifier = nameUpTo(SUBSCRIPTION_IDENTIFIER_MAX).refine(...indexed);
/** The same from clients that send an empty one for none. */
export const SubscriptionIdentifierOrNone = exactTextUpTo(SUBSCRIPTION_IDENTIFIER_MAX).refine(...indexed);
