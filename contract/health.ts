import { z } from "zod";

const Dependency = z.object({ status: z.enum(["up", "down"]), message: z.string().optional() });

/** The state of what Belfry depends on; 503 when any is down. */
export const Health = z.object({
  status: z.enum(["ok", "error"]),
  version: z.string(),
  dependencies: z.object({ database: Dependency, temporal: Dependency }),
});
export type Health = z.infer<typeof Health>;
