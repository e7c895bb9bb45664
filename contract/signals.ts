import { z } from "zod";
import { SIGNAL_NAME_MAX, STEP_RESULT_MAX } from "./constants/limits.ts";
import { DOCUMENT_DEPTH_MAX, isNestedDeeper } from "./constants/values/json-depth.ts";
import { example, nameUpTo } from "./schemas/common.ts";
import { SubscriberId } from "./subscribers.ts";

/** Something that happened to a subscriber, for which runs may be waiting: steps of the type `wait_for_event`. */
export const SendSignal = z
  .object({
    name: nameUpTo(SIGNAL_NAME_MAX),
    subscriberId: SubscriberId,
    payload: z
      .record(z.string(), z.unknown(), { error: "must be an object" })
      .refine((payload) => !isNestedDeeper(payload), {
        error: `must not be nested more than ${DOCUMENT_DEPTH_MAX} levels deep`,
        abort: true,
      })
      .refine((payload) => JSON.stringify(payload).length <= STEP_RESULT_MAX, {
        error: `must be at most ${STEP_RESULT_MAX} characters of JSON: send less, or a link to it`,
      })
      .optional(),
  })
  .meta(example({ name: "order.paid", subscriberId: "ada", payload: { orderId: "A-1001" } }));
export type SendSignal = z.infer<typeof SendSignal>;

export const SignalResult = z.object({
  acknowledged: z.literal(true),
  /** Runs of the subscriber that wait for a signal of this name, and look at it now. */
  waiting: z.number().int(),
});
export type SignalResult = z.infer<typeof SignalResult>;
