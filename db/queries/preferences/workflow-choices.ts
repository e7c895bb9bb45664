import { CHANNELS, type Channel, isChannel } from "#contract/constants/channels.ts";
import type { Database } from "../../client.ts";
import { containing } from "../../like.ts";
import type { Scope } from "../../scope.ts";

/** A part of the workflows about whose channels a subscriber is shown something. */
interface ChoicePage {
  /** Looked for in names. */
  query?: string | undefined;
  offset: number;
  limit: number;
  /** A workflow that is shown elsewhere. */
  except?: string | undefined;
}

/** Ids of active workflows with an active step of a channel, by their names. */
export async function listChoosableWorkflows(
  db: Database,
  { environmentId }: Scope,
  { query, offset, limit, except }: ChoicePage,
): Promise<string[]> {
  const pattern = query ? containing(query) : "%";
  const rows = await db.$client<{ id: string }[]>`
    select w.id from workflows w
    where w.environment_id = ${environmentId} and w.active and w.deleted_at is null and w.name ilike ${pattern}
      and w.id is distinct from ${except ?? null}::uuid
      and exists (
        select from workflow_steps s
        where s.version_id = w.version_id and s.active and s.type = any(${[...CHANNELS]}::text[]))
    order by lower(w.name), w.id limit ${limit} offset ${offset}`;
  return rows.map(({ id }) => id);
}

/** The channels that active workflows have an active step of. */
export async function usedChannels(db: Database, { environmentId }: Scope): Promise<Channel[]> {
  const rows = await db.$client<{ type: string }[]>`
    select distinct s.type from workflows w join workflow_steps s on s.version_id = w.version_id
    where w.environment_id = ${environmentId} and w.active and w.deleted_at is null and s.active`;
  const used = new Set(rows.map(({ type }) => type).filter(isChannel));
  return CHANNELS.filter((channel) => used.has(channel));
}
