import { z } from "zod";
import { CHANNELS } from "./constants/channels.ts";
import { KEY, MEMBER, READER } from "./schemas/access.ts";
import { data, Moment, owned, PathReference, page, pageQuery } from "./schemas/common.ts";
import { operations } from "./schemas/operations.ts";

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

export const outboxOperations = operations("outbox", {
  listOutboxMessages: {
    route: "GET /v1/outbox",
    client: "outbox.list",
    summary: "List messages of the development providers, newest first",
    access: [KEY, READER],
    query: ListOutbox,
    answer: { 200: OutboxPage },
  },

  getOutboxMessage: {
    route: "GET /v1/outbox/:id",
    client: "outbox.get",
    summary: "Get a message of the development providers",
    access: [KEY, READER],
    params: z.object({ id: PathReference }),
    answer: { 200: data(OutboxMessage) },
    failures: ["not_found"],
  },

  clearOutbox: {
    route: "DELETE /v1/outbox",
    client: "outbox.clear",
    summary: "Delete all messages of the development providers",
    access: [KEY, MEMBER],
    audit: "outbox.cleared",
    answer: { 204: z.null() },
  },
});
