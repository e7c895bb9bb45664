import type { z } from "zod";
import type { ActionParams, UpdateAction } from "#contract/inbox/message-marks.ts";
import type { Database } from "#db/client.ts";
import { ownerOfMessage, recordAction } from "#db/queries/messages/inbox.ts";
import type { MessageRow } from "#db/queries/messages/message-row.ts";
import type { Inbox } from "#db/queries/messages/notification-filter.ts";
import { DomainError, notFound } from "#domain/errors.ts";

/** Throws `not_found` for an unknown message, `invalid_input` for one of another subscriber. */
export async function completeAction(
  db: Database,
  inbox: Inbox,
  { messageId, type }: z.infer<typeof ActionParams>,
  { status, payload }: z.infer<typeof UpdateAction>,
): Promise<MessageRow> {
  const owner = await ownerOfMessage(db, inbox.scope, messageId);
  if (owner === undefined) throw notFound(`Message with id ${messageId} not found`);
  if (owner !== inbox.subscriberId) {
    throw new DomainError("invalid_input", `Message with id ${messageId} belongs to another subscriber`);
  }
  const { messages } = await recordAction(db, inbox, messageId, {
    button: type,
    status,
    payload,
  });
  const [row] = messages;
  if (!row) throw notFound(`Message with id ${messageId} not found`);
  return row;
}
