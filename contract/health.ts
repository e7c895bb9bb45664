import { z } from "zod";
import { PUBLIC } from "./access.ts";
import { data } from "./common.ts";
import { operations } from "./operations.ts";

const Dependency = z.object({ status: z.enum(["up", "down"]), message: z.string().optional() });

/** The state of what Belfry depends on; 503 when any is down. */
export const Health = z.object({
  status: z.enum(["ok", "error"]),
  version: z.string(),
  dependencies: z.object({ database: Dependency, temporal: Dependency }),
});
export type Health = z.infer<typeof Health>;

export const healthOperations = operations("health-check", {
  getHealth: {
    route: "GET /v1/health-check",
    client: "health.get",
    summary: "Read the health of the installation",
    access: [PUBLIC],
    answer: { 200: data(Health), 503: data(Health) },
    failures: null,
  },
});
