import { z } from "zod";
import { dated, Id, owned } from "./common.ts";
import { CHANNELS } from "./constants/channels.ts";
import { Filter } from "./workflows.ts";

export const Integration = z.object({
  ...owned(),
  name: z.string(),
  identifier: z.string(),
  providerId: z.string(),
  channel: z.enum(CHANNELS),
  credentials: z.record(z.string(), z.unknown()),
  active: z.boolean(),
  primary: z.boolean(),
  priority: z.number().int(),
  conditions: z.array(Filter),
  deleted: z.boolean(),
  ...dated(),
});
export type Integration = z.infer<typeof Integration>;

const settings = {
  name: z.string().min(1).optional(),
  identifier: z.string().min(1).optional(),
  _environmentId: Id.optional(),
  credentials: z.record(z.string(), z.unknown()).optional(),
  /** Try the credentials before storing them. */
  check: z.boolean().default(true),
  conditions: z.array(Filter).optional(),
};

export const CreateIntegration = z.object({
  providerId: z.string().min(1, { error: "should not be empty" }),
  channel: z.enum(CHANNELS),
  active: z.boolean().default(false),
  ...settings,
});
export type CreateIntegration = z.infer<typeof CreateIntegration>;

export const UpdateIntegration = z.object({ active: z.boolean().optional(), ...settings });
export type UpdateIntegration = z.infer<typeof UpdateIntegration>;
