import type { SaveSubscriber } from "#contract/v2/subscribers.ts";
import type { Database } from "#db/client.ts";
import type { ErasableField, GivenSubscriber } from "#db/queries/subscribers/subscriber-changes.ts";
import { lockSubscriber, type SubscriberRow, unknownSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { compareSubscribers, upsertSubscribers } from "#db/queries/subscribers/upsert-subscribers.ts";
import { storeSubscriberUpdates } from "#db/queries/webhooks/store-webhooks.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext } from "../../caller.ts";
import { subscriberView } from "../../views/subscribers.ts";
import { noted } from "../audit.ts";
import { updateNoted } from "./change-subscriber.ts";
import { givenSubscriber } from "./upsert-subscribers.ts";

interface Services {
  db: Database;
  engine: Engine;
}

/**
 * Creates a subscriber, or changes what is given of the one there is; null erases a field. With `failIfExists` throws `conflict`
 * with the subscriber there is. Throws `invalid_input` for a wrong value.
 */
export async function saveSubscriber(
  { db, engine }: Services,
  call: CallContext,
  body: SaveSubscriber,
  { failIfExists }: { failIfExists: boolean },
): Promise<SubscriberRow> {
  const { scope } = call;
  const { subscriberId } = body;
  const compared = await compareSubscribers(db, scope, [givenWithErased(body)]);
  const [problem] = compared.failed;
  if (problem) throw new DomainError("invalid_input", [problem.message]);
  const save = async (transaction: Transaction) => {
    const before = failIfExists ? await lockSubscriber(transaction, scope, subscriberId) : undefined;
    if (before && before.deletedAt === null) throw exists(before);
    const written = await upsertSubscribers(transaction, scope, compared);
    const [row] = written.rows;
    // Somebody else created it since it was looked for.
    if (failIfExists && !before && row && !written.created.has(subscriberId)) throw exists(row);
    const isUpdated = compared.open.length > 0 && !written.created.has(subscriberId);
    if (isUpdated) await storeSubscriberUpdates(transaction, scope, [subscriberId]);
    return written;
  };
  const { rows, executionIds } = await noted(db, call, { action: "subscriber.updated", id: subscriberId }, save);
  if (executionIds.length > 0) await engine.lookAgain(executionIds);
  const [row] = rows;
  if (!row) throw new Error("A subscriber was written without a row");
  return row;
}

/** Changes what is given of a subscriber; null erases a field. Throws `not_found`, and `invalid_input` for a wrong value. */
export async function patchSubscriber(
  { db, engine }: Services,
  call: CallContext,
  body: SaveSubscriber,
): Promise<SubscriberRow> {
  const changed = await updateNoted(db, call, givenWithErased(body));
  if (!changed) throw unknownSubscriber(body.subscriberId);
  if (changed.executionIds.length > 0) await engine.lookAgain(changed.executionIds);
  return changed.row;
}

/** Newer clients read the subscriber there is from the refusal. */
const exists = (row: SubscriberRow): DomainError =>
  new DomainError("conflict", `A subscriber with id ${row.subscriberId} exists in this environment`, {
    ...subscriberView(row),
  });

const ERASABLE: readonly ErasableField[] = [
  ...(["firstName", "lastName", "email", "phone"] as const),
  ...(["avatar", "locale", "timezone", "data"] as const),
];

const givenWithErased = (body: SaveSubscriber): GivenSubscriber => ({
  ...givenSubscriber(body),
  erased: ERASABLE.filter((field) => body[field] === null),
});
