import type { FastifyInstance } from "fastify";
import type { SearchResult } from "#contract/search.ts";
import { searchMessages, searchRuns } from "#db/queries/search/search-activity.ts";
import {
  searchEndpoints,
  searchIntegrations,
  searchLayoutNames,
  searchTranslationGroups,
  searchWorkflows,
} from "#db/queries/search/search-content.ts";
import { searchSubscribersByAny, searchTenants, searchTopicsByAny } from "#db/queries/search/search-people.ts";
import { searchText } from "#db/queries/search/search-text.ts";
import { shownSince } from "#events/organization-plan.ts";
import type { AuthoredCall } from "../../caller.ts";
import {
  endpointResult,
  integrationResult,
  layoutResult,
  messageResult,
  runResult,
  subscriberResult,
  tenantResult,
  topicResult,
  translationGroupResult,
  workflowResult,
} from "../../views/search.ts";

/** Finds objects of all kinds in the environment of the call; exact matches first, then kind by kind. */
export async function searchObjects(
  app: FastifyInstance,
  { scope, caller }: AuthoredCall,
  { query, limit }: { query: string; limit: number },
): Promise<SearchResult[]> {
  const { db } = app;
  const text = searchText(query);
  if (text.text === "") return [];
  const searched = { text, limit };
  const since = shownSince(app, scope);
  const mayReadEndpoints = caller.permissions.has("webhooks.manage");
  const found = await Promise.all([
    searchWorkflows(db, scope, searched).then((rows) => rows.map(workflowResult(text))),
    searchLayoutNames(db, scope, searched).then((rows) => rows.map(layoutResult(text))),
    searchTranslationGroups(db, scope, searched).then((rows) => rows.map(translationGroupResult(text))),
    searchSubscribersByAny(db, scope, searched).then((rows) => rows.map(subscriberResult(text))),
    searchTopicsByAny(db, scope, searched).then((rows) => rows.map(topicResult(text))),
    searchTenants(db, scope, searched).then((rows) => rows.map(tenantResult(text))),
    searchIntegrations(db, scope, searched).then((rows) => rows.map(integrationResult(text))),
    mayReadEndpoints ? searchEndpoints(db, scope, searched).then((rows) => rows.map(endpointResult(text))) : [],
    since.then((since) => searchRuns(db, scope, { ...searched, since })).then((rows) => rows.map(runResult(text))),
    since.then((since) => searchMessages(db, scope, { text, since })).then((rows) => rows.map(messageResult)),
  ]);
  return found.flat().sort((one, other) => Number(other.isExact) - Number(one.isExact));
}
