import { z } from "zod";
import { dated, example, nameUpTo, owned } from "./common.ts";
import { NAME_MAX } from "./constants/limits.ts";

/** A new feed, whose name is its identifier. */
export const CreateFeed = z.object({ name: nameUpTo(NAME_MAX) }).meta(example({ name: "billing" }));

export const Feed = z.object({
  ...owned(),
  name: z.string(),
  identifier: z.string(),
  deleted: z.boolean(),
  ...dated(),
});
export type Feed = z.infer<typeof Feed>;
