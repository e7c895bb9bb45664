import type { CreateSubscriber, UpdateSubscriber } from "#contract/subscribers.ts";
import type { Database } from "#db/client.ts";
import {
  compareSubscribers,
  type FailedSubscriber,
  type SubscriberRow,
  upsertSubscribers,
} from "#db/queries/subscribers/subscribers.ts";
import { storeSubscriberUpdates } from "#db/queries/webhooks/store-webhooks.ts";
import { DomainError } from "#domain/errors.ts";
import type { InlineSubscriber } from "#domain/recipients.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext } from "../caller.ts";

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
  const { rows, failed } = await upsert(services, call, [givenWithChannels(body)]);
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
  const { failed, created } = await upsert(services, call, [...given.values()]);
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

async function upsert({ db, engine }: Services, { scope }: CallContext, given: readonly InlineSubscriber[]) {
  const compared = await compareSubscribers(db, scope, given);
  const written = await db.transaction(async (transaction) => {
    const done = await upsertSubscribers(transaction, scope, compared);
    const changed = compared.open.filter(({ subscriberId }) => !done.created.has(subscriberId));
    await storeSubscriberUpdates(
      transaction,
      scope,
      changed.map(({ subscriberId }) => subscriberId),
    );
    return done;
  });
  if (written.executionIds.length > 0) await engine.lookAgain(written.executionIds);
  return { ...written, failed: compared.failed };
}
