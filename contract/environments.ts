import { z } from "zod";
import { dated } from "./common.ts";

/** An API key in clear, shown to whoever may use it. */
export const ApiKey = z.object({ key: z.string(), _userId: z.string() });

export const Environment = z.object({
  _id: z.string(),
  id: z.string(),
  _organizationId: z.string(),
  name: z.string(),
  identifier: z.string(),
  _parentId: z.string().optional(),
  /** Executes the steps of its code-first workflows; under both names. */
  bridge: z.object({ url: z.string() }).optional(),
  echo: z.object({ url: z.string() }).optional(),
  apiKeys: z.array(ApiKey).optional(),
  ...dated(),
});
export type Environment = z.infer<typeof Environment>;
