import { z } from "zod";
import { REFERENCE_MAX } from "./constants/limits.ts";
import { KEY, READER } from "./schemas/access.ts";
import { data, nameUpTo, queryNumber } from "./schemas/common.ts";
import { operations } from "./schemas/operations.ts";

export const SEARCH_KINDS = [
  "workflow",
  "layout",
  "translation_group",
  "subscriber",
  "topic",
  "tenant",
  "integration",
  "webhook_endpoint",
  "run",
  "message",
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** An object that was found, with what its page is addressed by. */
export const SearchResult = z
  .object({
    kind: z.enum(SEARCH_KINDS),
    /** Belfry's id. */
    _id: z.string(),
    /** Its name, or what it is known by where it has none. */
    title: z.string(),
    subtitle: z.string().optional(),
    /** Whether the query is the whole id, identifier, key, address or number of the object. These come first. */
    isExact: z.boolean(),
    /** Of workflows. */
    slug: z.string().optional(),
    /** The trigger identifier, of workflows, runs and messages. */
    workflowId: z.string().optional(),
    /** Of layouts, translation groups, tenants and integrations. */
    identifier: z.string().optional(),
    /** The customer's id, of subscribers, and of runs and messages whose subscriber has not been deleted. */
    subscriberId: z.string().optional(),
    /** Of topics. */
    key: z.string().optional(),
    /** Of runs and messages. */
    transactionId: z.string().optional(),
    /** The run of a message. */
    _notificationId: z.string().optional(),
  })
  .meta({ id: "SearchResult" });
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchQuery = z.object({
  query: nameUpTo(REFERENCE_MAX),
  /** Most results of each kind. */
  limit: queryNumber(5, 1, 20),
});

export const searchOperations = operations("search", {
  searchObjects: {
    route: "GET /v1/search",
    client: "search.find",
    summary: "Search an environment by name or id",
    description:
      "Workflows, layouts, translation groups and integrations are found by the beginning of any word of their name or identifier, subscribers and topics " +
      "by how their name, id, key, address or number begins, tenants by how their name or identifier begins; runs by their id or by " +
      "the transactionId of their event, messages by their id. Names and addresses count in any case, ids of subscribers, keys of topics and identifiers of tenants as they are " +
      "written. Webhook endpoints are found by callers who may read them.",
    access: [KEY, READER],
    query: SearchQuery,
    answer: { 200: data(z.array(SearchResult)) },
  },
});
