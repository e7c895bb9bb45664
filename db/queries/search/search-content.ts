import type { Fragment } from "postgres";
import type { Channel } from "#contract/constants/channels.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import { type SearchText, words } from "./search-text.ts";

// Workflows, layouts, translation groups, integrations and endpoints are set up by members: an environment has so few that
// all of them are looked through by the index of the environment.

interface NamedRow {
  id: string;
  name: string;
  identifier: string;
}

interface Searched {
  text: SearchText;
  limit: number;
}

/** Orders exact matches first, then names that begin with the text, then the latest. */
const order = ({ $client: sql }: Database, { text, id, lowerPrefix }: SearchText): Fragment => sql`
  order by (id = ${id}::uuid or identifier = ${text}) is true desc, lower(name) like ${lowerPrefix} desc, updated_at desc, id`;

const named = (db: Database, { word, id }: SearchText): Fragment => {
  const sql = db.$client;
  return sql`(id = ${id}::uuid or ${words(db, sql`name`)} like ${word} or ${words(db, sql`identifier`)} like ${word})`;
};

export function searchWorkflows(db: Database, { environmentId }: Scope, { text, limit }: Searched) {
  return db.$client<NamedRow[]>`
    select id, name, identifier from workflows
    where environment_id = ${environmentId} and deleted_at is null and ${named(db, text)} ${order(db, text)} limit ${limit}`;
}

export function searchLayoutNames(db: Database, { environmentId }: Scope, { text, limit }: Searched) {
  return db.$client<NamedRow[]>`
    select id, name, identifier from layouts
    where environment_id = ${environmentId} and deleted_at is null and ${named(db, text)} ${order(db, text)} limit ${limit}`;
}

export function searchTranslationGroups(db: Database, { environmentId }: Scope, { text, limit }: Searched) {
  return db.$client<NamedRow[]>`
    select id, name, identifier from translation_groups
    where environment_id = ${environmentId} and ${named(db, text)} ${order(db, text)} limit ${limit}`;
}

export interface FoundIntegration extends NamedRow {
  channel: Channel;
  providerId: string;
}

/** Reads no credentials. */
export function searchIntegrations(db: Database, { environmentId }: Scope, { text, limit }: Searched) {
  return db.$client<FoundIntegration[]>`
    select id, name, identifier, channel, provider_id as "providerId" from integrations
    where environment_id = ${environmentId} and deleted_at is null and ${named(db, text)} ${order(db, text)} limit ${limit}`;
}

export interface FoundEndpoint {
  id: string;
  url: string;
  description: string | null;
}

export function searchEndpoints(db: Database, { environmentId }: Scope, { text: { word, id }, limit }: Searched) {
  const sql = db.$client;
  return sql<FoundEndpoint[]>`
    select id, url, description from webhook_endpoints
    where environment_id = ${environmentId} and deleted_at is null and (id = ${id}::uuid
      or ${words(db, sql`description`)} like ${word} or ${words(db, sql`url`)} like ${word})
    order by (id = ${id}::uuid) is true desc, created_at, id limit ${limit}`;
}
