import { z } from "zod";
import { dated, example, owned } from "./common.ts";

export const NameNotificationGroup = z
  .object({ name: z.string().min(1, { error: "should not be empty" }) })
  .meta(example({ name: "Orders" }));
export const NotificationGroup = z.object({
  ...owned(),
  name: z.string(),
  _parentId: z.string().optional(),
  ...dated(),
});
export type NotificationGroup = z.infer<typeof NotificationGroup>;
