import { z } from "zod";
import { Moment, owned, page, pageQuery } from "./common.ts";
import { CHANNELS } from "./constants/channels.ts";

/** A message in the local outbox, where Belfry's own demo providers deliver. */
export const OutboxMessage = z.object({
  ...owned(),
  _messageId: z.string(),
  channel: z.enum(CHANNELS),
  to: z.array(z.string()),
  from: z.string().optional(),
  subject: z.string().optional(),
  html: z.string().optional(),
  text: z.string().optional(),
  createdAt: Moment,
});
export type OutboxMessage = z.infer<typeof OutboxMessage>;

export const ListOutbox = z.object(pageQuery({ limit: 25 }));
export const OutboxPage = page(OutboxMessage);
