import type { CreateContext } from "#contract/v2/contexts.ts";
import type { Database } from "#db/client.ts";
import {
  type ContextRow,
  deleteContext,
  insertContext,
  updateContext,
} from "#db/queries/events/contexts/manage-contexts.ts";
import { contextKey, type NamedContext } from "#domain/contexts.ts";
import { DomainError } from "#domain/errors.ts";
import type { CallContext } from "../../caller.ts";
import { noted } from "../audit.ts";

type Reference = Pick<NamedContext, "type" | "id">;

/** A new context. Throws `conflict` when there is one of this type and id. */
export const createContext = (
  db: Database,
  call: CallContext,
  { type, id, data }: CreateContext,
): Promise<ContextRow> =>
  noted(
    db,
    call,
    { action: "context.created" },
    async (transaction) => {
      const row = await insertContext(transaction, call.scope, { type, id, data });
      if (row) return row;
      throw new DomainError(
        "conflict",
        `A context ${contextKey({ type, id })} exists in this environment: change it by PATCH, or choose another id`,
      );
    },
    ({ key }) => key,
  );

/** Replaces the data of a context. Throws `not_found`. */
export const changeContext = (
  db: Database,
  call: CallContext,
  context: Reference,
  data: Record<string, unknown>,
): Promise<ContextRow> =>
  noted(db, call, { action: "context.updated", id: contextKey(context) }, (transaction) =>
    updateContext(transaction, call.scope, context, data),
  );

/** Removes a context with its data. Throws `not_found`. */
export const removeContext = (db: Database, call: CallContext, context: Reference): Promise<void> =>
  noted(db, call, { action: "context.deleted", id: contextKey(context) }, (transaction) =>
    deleteContext(transaction, call.scope, context),
  );
