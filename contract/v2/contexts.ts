import { z } from "zod";
import { NAME_MAX } from "../constants/limits.ts";
import { KEY, MEMBER, READER } from "../schemas/access.ts";
import { data, example, Moment, referenceUpTo } from "../schemas/common.ts";
import { ContextData, ContextId, ContextType } from "../schemas/contexts.ts";
import { cursorList, cursorQuery } from "../schemas/cursor-list.ts";
import { operations } from "../schemas/operations.ts";

/* What notifications are about: a tenant, an app, a region (docs/contexts.md). */

export const ByContext = z.object({ type: ContextType, id: ContextId });

/** Dropped in silence, an address for agents would look as if it were used. */
const noBridge = z.undefined({ error: "is not supported: Belfry has no agents, so leave it out" }).optional();

export const CreateContext = z
  .object({ type: ContextType, id: ContextId, data: ContextData.optional(), bridgeUrl: noBridge })
  .meta(example({ type: "tenant", id: "acme-corp", data: { name: "Acme Ltd", plan: "gold" } }));
export type CreateContext = z.infer<typeof CreateContext>;

/** The data is replaced as a whole. */
export const UpdateContext = z
  .object({ data: ContextData, bridgeUrl: noBridge })
  .meta(example({ data: { name: "Acme Ltd", plan: "silver" } }));

export const ListContexts = z.object({
  ...cursorQuery,
  id: referenceUpTo(NAME_MAX).optional(),
  /** The beginning of an id, or of `type:id`; of each, the first 1,000 are found. */
  search: referenceUpTo(NAME_MAX).optional(),
});

export const StoredContext = z
  .object({
    type: z.string(),
    id: z.string(),
    data: z.record(z.string(), z.unknown()),
    createdAt: Moment,
    updatedAt: Moment,
  })
  .meta({ id: "Context" });
export type StoredContext = z.infer<typeof StoredContext>;

export const contextOperations = operations("contexts", {
  createContext: {
    route: "POST /v2/contexts",
    client: "v2.contexts.create",
    summary: "Create a context",
    access: [KEY, MEMBER],
    audit: "context.created",
    body: CreateContext,
    answer: { 201: data(StoredContext) },
    failures: ["conflict"],
  },

  listContexts: {
    route: "GET /v2/contexts",
    client: "v2.contexts.list",
    summary: "List or search contexts",
    access: [KEY, READER],
    query: ListContexts,
    answer: { 200: cursorList(StoredContext) },
  },

  getContext: {
    route: "GET /v2/contexts/:type/:id",
    client: "v2.contexts.get",
    summary: "Get a context",
    access: [KEY, READER],
    params: ByContext,
    answer: { 200: data(StoredContext) },
    failures: ["not_found"],
  },

  updateContext: {
    route: "PATCH /v2/contexts/:type/:id",
    client: "v2.contexts.update",
    summary: "Replace the data of a context",
    access: [KEY, MEMBER],
    audit: "context.updated",
    params: ByContext,
    body: UpdateContext,
    answer: { 200: data(StoredContext) },
    failures: ["not_found"],
  },

  deleteContext: {
    route: "DELETE /v2/contexts/:type/:id",
    client: "v2.contexts.delete",
    summary: "Delete a context and its data; its messages and preferences stay",
    access: [KEY, MEMBER],
    audit: "context.deleted",
    params: ByContext,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },
});
