import type { z } from "zod";
import type { AuditAction } from "../constants/audit.ts";
import type { ErrorCode } from "../constants/errors.ts";
import type { CallCost, RateCategory } from "../constants/plans.ts";
import type { Tag } from "../constants/tags.ts";
import type { Access } from "./access.ts";
import type { Media } from "./media.ts";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/**
 * Limits that count calls apart from the others of a caller: by address, and `triggers` by caller. `logins` is every public call about
 * accounts, `connections` every one that connects a channel of a subscriber, `preferences` every one of the page of preferences, and
 * `reports`, by address and integration, what vendors report. `public` counts every other operation that takes no credentials, without being
 * named.
 */
export type CallLimitName =
  | "sessions"
  | "sockets"
  | "logins"
  | "connections"
  | "preferences"
  | "reports"
  | "public"
  | "triggers";

/** Everything that is known about one operation of the API, but its name and its tag. */
export interface Declaration {
  /** Method and path below the API's address. `:name` stands for a parameter of the path. */
  route: `${Method} /${string}`;
  /** Resource and method of the server client: `topics.create`, `v2.topics.list`. */
  client: string;
  /** Fields of the body that this method takes one by one, in front of what is left of the body. */
  arguments?: readonly string[];
  /** Part of the OpenAPI document, where it is not the one of the group. */
  tag?: Tag;
  /** One line in the imperative. */
  summary: string;
  description?: string;
  access: Access;
  limit?: CallLimitName;
  /** How calls with an API key count; without it, as one call of the category that the path has. */
  rate?: { category?: RateCategory; cost?: CallCost };
  /** In bytes, where it differs from the one of all operations. */
  bodyLimit?: number;
  /** Actions that a call may write to the audit log, or the reason why one that changes something writes none. */
  audit?: AuditAction | readonly AuditAction[] | { none: string };
  /** Names of fields that the answer has in clear, and no later one: what is kept of it for its Idempotency-Key has their ends. */
  secrets?: readonly string[];
  /** Fields of the body that hold secrets, and that no record of the call has. */
  secretFields?: readonly string[];
  params?: z.ZodObject;
  query?: z.ZodType;
  headers?: z.ZodObject;
  /** JSON, or schemas by content type. */
  body?: z.ZodType | Media;
  /** Schemas of answers by status, but those of refusals. */
  answer: Readonly<Record<number, z.ZodType | Media>>;
  /** Refusals beside those that follow from access, limits and body; null where an operation refuses nothing. */
  failures?: readonly ErrorCode[] | null;
}

export interface Operation extends Declaration {
  /** Its operationId in the OpenAPI document, from which generated clients take the names of their methods. */
  id: string;
  tag: Tag;
  method: Method;
  /** With `:name` for each parameter. */
  path: `/${string}`;
}

type Declared<D extends Declaration> = D & Pick<Operation, "id" | "tag" | "method" | "path">;
export type Operations<T extends Record<string, Declaration>> = { [Id in keyof T]: Declared<T[Id]> };

/** Declares operations by their ids. The tag says where the OpenAPI document lists them. */
export function operations<const T extends Record<string, Declaration>>(tag: Tag, declarations: T): Operations<T> {
  const named = Object.entries(declarations).map(([id, declaration]) => [
    id,
    { tag, ...declaration, id, ...partsOf(declaration) },
  ]);
  return asOperations<T>(Object.fromEntries(named));
}

function partsOf({ route }: Declaration): { method: string; path: string } {
  const [method = "", path = ""] = route.split(" ");
  return { method, path };
}

/** Lists the operations of a group. */
export const operationsOf = <T extends Record<string, Declaration>>(group: Operations<T>): Operation[] =>
  Object.values<Operation>({ ...group });

/** Actions that calls of an operation may write to the audit log. */
export function auditActionsOf({ audit }: Declaration): readonly AuditAction[] {
  if (typeof audit === "string") return [audit];
  return audit === undefined || "none" in audit ? [] : audit;
}

/** The entries were made from those of `T`, one by one. */
const asOperations = <T extends Record<string, Declaration>>(named: object) => named as Operations<T>;
