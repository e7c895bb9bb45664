import type { FastifyRequest } from "fastify";
import type { Inbox } from "#db/queries/messages/inbox.ts";

/** The inbox of the session that asks. */
export const inboxOf = ({ scope, subscriber }: FastifyRequest): Inbox => ({ scope, subscriberId: subscriber.id });
