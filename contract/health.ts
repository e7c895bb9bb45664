import { z } from "zod";
import { PUBLIC } from "./schemas/access.ts";
import { data } from "./schemas/common.ts";
import { operations } from "./schemas/operations.ts";

const Dependency = z.object({ status: z.enum(["up", "down"]), message: z.string().optional() });

/** The state of what Belfry depends on. */
export const Health = z.object({
  /** `error` when database or engine are down. */
  status: z.enum(["ok", "error"]),
  version: z.string(),
  dependencies: z.object({
    database: Dependency,
    /** The engine. */
    temporal: Dependency,
    /**
     * Whether the process that answers hears at once what others change in inboxes. While it does not, its sockets stay open, and
     * inboxes show changes when they are read again; so it is no reason to send callers elsewhere.
     */
    sockets: Dependency,
    /**
     * The mail server for mails to members, such as resets of passwords, by the last mail; absent where none is configured. While it is
     * down nothing else is, but such mails are lost: the log says why.
     */
    mail: Dependency.optional(),
  }),
});
export type Health = z.infer<typeof Health>;

export const healthOperations = operations("health-check", {
  getHealth: {
    route: "GET /v1/health-check",
    client: "health.get",
    summary: "Get the health of the installation",
    description: "503 when database or engine do not answer.",
    access: [PUBLIC],
    answer: { 200: data(Health), 503: data(Health) },
    failures: null,
  },
});
