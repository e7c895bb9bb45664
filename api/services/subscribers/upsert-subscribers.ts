import type { CreateSubscriber, UpdateSubscriber } from "#contract/subscribers.ts";
import type { Database } from "#db/client.ts";
import type { SubscriberRow } from "#db/queries/subscribers/subscribers.ts";
import {
  compareSubscribers,
  type FailedSubscriber,
  upsertSubscribers,
} from "#db/queries/subscribers/upsert-subscribers.ts";
import { storeSubscriberUpdates } from "#db/queries/webhooks/store-webhooks.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import type { InlineSubscriber } from "#domain/recipients.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext } from "../../caller.ts";
import { note, notedIn } from "../audit.ts";

interface Services {
  db: Database;
  engine: Engine;
}

/** Returns the fields of a subscriber that a body sets: null counts as not given, except that no address erases one. */
export function givenSubscriber(body: UpdateSubscriber & Pick<CreateSubscriber, "subscriberId">): InlineSubscriber {
  const { subscriberId, email, data } = body;
  const given: InlineSubscriber = { subscriberId };
  for (const field of TEXT_FIELDS) {
    const value = body[field];
    if (typeof value === "string") given[field] = value;
  }
  if (data) given.data = data;
  if (email !== undefined) given.email = email ?? "";
  return given;
}

const TEXT_FIELDS = ["firstName", "lastName", "phone", "avatar", "locale", "timezone"] as const;

function givenWithChannels({ channels, ...body }: CreateSubscriber): InlineSubscriber {
  const given = givenSubscriber(body);
  return channels ? { ...given, channels } : given;
}

/** Throws `invalid_input` when a field or channel does not fit; a subscriber with a wrong channel is written without it. */
export async function upsertSubscriber(
  services: Services,
  call: CallContext,
  body: CreateSubscriber,
): Promise<SubscriberRow> {
  const { subscriberId: id } = body;
  const { rows, failed } = await upsert(services, call, [givenWithChannels(body)], (transaction, write) =>
    notedIn(transaction, call, { action: "subscriber.updated", id }, write),
  );
  const [row] = rows;
  if (!row) throw new DomainError("invalid_input", failed[0]?.message ?? `${body.subscriberId} could not be written`);
  return row;
}

export interface BulkOutcome {
  created: { subscriberId: string }[];
  updated: { subscriberId: string }[];
  failed: FailedSubscriber[];
}

/** Many at once, in request order. An id that is named again updates what its first mention made. */
export async function upsertBulk(
  services: Services,
  call: CallContext,
  bodies: readonly CreateSubscriber[],
): Promise<BulkOutcome> {
  const given = new Map<string, InlineSubscriber>();
  for (const body of bodies) {
    const { channels, ...fields } = givenWithChannels(body);
    const earlier = given.get(body.subscriberId);
    const allChannels = [...(earlier?.channels ?? []), ...(channels ?? [])];
    given.set(body.subscriberId, { ...earlier, ...fields, ...(allChannels.length > 0 && { channels: allChannels }) });
  }
  const { failed, created } = await upsert(
    services,
    call,
    [...given.values()],
    async (transaction, write, failures) => {
      const written = await write(transaction);
      const counts = { created: written.created.size, failed: failures };
      const after = { ...counts, updated: given.size - counts.created - counts.failed };
      await note(transaction, call, { action: "subscriber.saved_in_bulk", after });
      return written;
    },
  );
  const fresh = new Set(created);
  const failedIds = new Set(failed.map(({ subscriberId }) => subscriberId));
  const outcome: BulkOutcome = { created: [], updated: [], failed };
  for (const { subscriberId } of bodies) {
    if (failedIds.has(subscriberId)) continue;
    const list = fresh.delete(subscriberId) ? outcome.created : outcome.updated;
    list.push({ subscriberId });
  }
  return outcome;
}

type Written = Awaited<ReturnType<typeof upsertSubscribers>>;
type Write = (transaction: Transaction) => Promise<Written>;

async function upsert(
  { db, engine }: Services,
  { scope }: CallContext,
  given: readonly InlineSubscriber[],
  /** Writes, and notes it in the same transaction. */
  writeNoted: (transaction: Transaction, write: Write, failures: number) => Promise<Written>,
) {
  const compared = await compareSubscribers(db, scope, given);
  const write: Write = async (transaction) => {
    const done = await upsertSubscribers(transaction, scope, compared);
    const changed = compared.open.filter(({ subscriberId }) => !done.created.has(subscriberId));
    await storeSubscriberUpdates(
      transaction,
      scope,
      changed.map(({ subscriberId }) => subscriberId),
    );
    return done;
  };
  const written = await db.transaction((transaction) => writeNoted(transaction, write, compared.failed.length));
  if (written.executionIds.length > 0) await engine.lookAgain(written.executionIds);
  return { ...written, failed: compared.failed };
}
