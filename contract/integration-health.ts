import { z } from "zod";
import { INTEGRATION_STATES } from "./constants/integration-states.ts";
import { Id, Moment } from "./schemas/common.ts";

/** How an integration does, by the sends of the last days. */
export const IntegrationHealth = z
  .object({
    /** The id of the integration. */
    _id: Id,
    /**
     * `healthy`: at least 95 % of the attempts of the last hour succeeded. `degraded`: fewer. `failing`: none of the last five minutes in
     * which anything was sent, or its vendor refuses it. `away`: nothing is sent until `awayUntil`, as its vendor asked for that or as it
     * failed repeatedly. `idle`: nothing was sent in the last hour. `inactive`: it is switched off.
     */
    state: z.enum(INTEGRATION_STATES),
    /** Since when it is failing or away, to the minute; null in other states, and where that is not known. */
    since: Moment.nullable(),
    /** Null unless it is away. */
    awayUntil: Moment.nullable(),
    /** Attempts of the last 60 minutes. What a vendor refuses because there are too many messages counts as neither. */
    lastHour: z.object({
      /** Messages that the vendor took. */
      sent: z.number().int(),
      /** Attempts that failed, also those after which the message was tried again. */
      failed: z.number().int(),
      /** The share of all attempts that succeeded, between 0 and 1; null when there were none. */
      successShare: z.number().nullable(),
      /** The median time in milliseconds of the attempts that succeeded, to a few percent; null when there were none. */
      medianMs: z.number().int().nullable(),
    }),
    /** Messages that the vendor took since midnight UTC. */
    sentToday: z.number().int(),
    /** The last failure of the last eight days; null where there was none. */
    lastError: z
      .object({
        at: Moment,
        message: z.string(),
        /** The vendor's own code, else the status of its answer, else why there was none; null where it gave neither. */
        code: z.string().nullable(),
      })
      .nullable(),
    /** Calls of the vendor that report what became of messages, to the minute. */
    reports: z.object({
      /** The last reports; null where none have come. */
      receivedAt: Moment.nullable(),
      /** The last call that was refused, and why; null where there was none. */
      refused: z.object({ at: Moment, message: z.string() }).nullable(),
    }),
  })
  .meta({ id: "IntegrationHealth" });
export type IntegrationHealth = z.infer<typeof IntegrationHealth>;
