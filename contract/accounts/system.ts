import { z } from "zod";
import { ORGANIZATION_ADMIN } from "../schemas/access.ts";
import { data, Moment } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";

/** A part of the installation that was asked; `problem` says why there is no answer. */
const part = <T extends z.ZodRawShape>(shape: T) =>
  z.union([
    z.object({ isKnown: z.literal(true), ...shape }),
    z.object({ isKnown: z.literal(false), problem: z.string() }),
  ]);

const moreThan = z.object({ count: z.int(), isMore: z.boolean() });

/** How the installation is, as its operator sees it. Each part is asked by itself, and for two seconds at most. */
export const SystemState = z
  .object({
    /** Host, port and database, without user and password; null where the process was not told. */
    addresses: z
      .object({ database: z.string(), temporal: z.string(), namespace: z.string(), taskQueue: z.string() })
      .nullable(),
    /** Tasks of the engine that no worker has taken yet. */
    queues: part({
      queues: z.array(
        z.object({
          kind: z.enum(["workflows", "activities"]),
          /** About. */
          backlog: z.number(),
          /** Age of the oldest of them, in milliseconds. */
          oldestMs: z.number(),
          /** Workers that have asked for tasks in the last minutes. */
          workers: z.int(),
        }),
      ),
    }),
    /** Integrations of the organisation for which deliveries wait, or of which the pace is known; the longest waiting first. */
    lanes: part({
      lanes: z.array(
        z.object({
          integrationId: z.string(),
          environmentId: z.string(),
          name: z.string(),
          waiting: moreThan,
          /** When the delivery that waits longest has its turn, or had it; null when none waits. */
          dueAt: Moment.nullable(),
          /** Sends a second that the vendor accepted of late. */
          perSecond: z.number(),
          /** The vendor takes nothing until then; null when it does. */
          blockedUntil: Moment.nullable(),
        }),
      ),
    }),
    /** Processes of the API, with the open inboxes that each holds a socket of. */
    processes: part({
      processes: z.array(z.object({ id: z.string(), seenAt: Moment, isGone: z.boolean(), inboxes: moreThan })),
    }),
    migrations: part({
      applied: z.int(),
      /** Names of those that this version has and the database does not. */
      pending: z.array(z.string()),
      /** The last one that was applied, and when it was written; null before the first. */
      last: z.object({ name: z.string(), writtenAt: Moment }).nullable(),
    }),
  })
  .meta({ id: "SystemState" });
export type SystemState = z.infer<typeof SystemState>;

export const systemOperations = operations("health-check", {
  getSystem: {
    route: "GET /v1/health-check/system",
    client: "health.getSystem",
    summary: "Get the state of the installation: addresses, queues, lanes, sockets and migrations",
    access: [ORGANIZATION_ADMIN],
    answer: { 200: data(SystemState) },
  },
});
