import type { WebhookEventType } from "#contract/constants/webhooks.ts";
import type { Database } from "#db/client.ts";
import { type PulledEvents, type PullPlace, pullEvents } from "#db/queries/webhooks/webhook-events.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";

interface Pull {
  after?: string | undefined;
  types?: WebhookEventType[] | undefined;
  limit: number;
}

/** Returns the events of an environment after a place. Throws `invalid_input` for a place that no call there has given. */
export async function pullWebhookEvents(
  db: Database,
  scope: Scope,
  { after, types, limit }: Pull,
): Promise<Omit<PulledEvents, "next"> & { next: string }> {
  const pulled = await pullEvents(db, scope, { after: placeAt(scope, after), types, limit });
  if (!pulled) throw unknownPlace("was given before the database was restored");
  return { ...pulled, next: cursorAt(scope, pulled.next) };
}

const cursorAt = ({ environmentId }: Scope, { storedBy, number, at }: PullPlace): string =>
  Buffer.from([environmentId, storedBy, number, at.getTime()].join("|")).toString("base64url");

const UNSIGNED = /^\d{1,20}$/;
const XID_MAX = 2n ** 64n;
const NUMBER_MAX = 2n ** 63n;
/** The last moment that a date can be. */
const MOMENT_MAX = 8_640_000_000_000_000;

/** Null without a cursor. */
function placeAt({ environmentId }: Scope, cursor: string | undefined): PullPlace | null {
  if (cursor === undefined || cursor === "") return null;
  const [owner = "", storedBy = "", number = "", at = ""] = Buffer.from(cursor, "base64url").toString().split("|");
  const isPlace = [storedBy, number, at].every((text) => UNSIGNED.test(text));
  if (!isPlace || BigInt(storedBy) >= XID_MAX || BigInt(number) >= NUMBER_MAX || Number(at) > MOMENT_MAX)
    throw unknownPlace("is not the `next` of an earlier call");
  if (owner !== environmentId) throw unknownPlace("is of another environment");
  return { storedBy, number, at: new Date(Number(at)) };
}

const unknownPlace = (fault: string) =>
  new DomainError(
    "invalid_input",
    `after ${fault}: give the \`next\` of the call before, or leave it out to start anew`,
  );
