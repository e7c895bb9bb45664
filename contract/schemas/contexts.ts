import { z } from "zod";
import { CONTEXT_DATA_BYTES, CONTEXT_ID_MAX, CONTEXT_TYPE_MAX, CONTEXTS_MAX } from "../constants/limits.ts";
import { DOCUMENT_DEPTH_MAX, isNestedDeeper } from "../constants/values/json-depth.ts";
import { queryList } from "./common.ts";

/** Lower case, digits and separators: a colon separates a type from an id. */
const TYPE = /^[a-z0-9]+(?:[_-][a-z0-9]+)*$/;
const ID = /^[A-Za-z0-9][A-Za-z0-9._@-]*$/;

export const ContextType = z
  .string({ error: "must be a string" })
  .max(CONTEXT_TYPE_MAX, { error: `must be at most ${CONTEXT_TYPE_MAX} characters` })
  .regex(TYPE, {
    error: "must be lower-case letters and digits, with hyphens or underscores between them, such as tenant",
  });

export const ContextId = z
  .string({ error: "must be a string" })
  .max(CONTEXT_ID_MAX, { error: `must be at most ${CONTEXT_ID_MAX} characters` })
  .regex(ID, { error: "must be letters, digits, and . _ @ - between them, such as acme-corp" });

export const ContextData = z
  .record(z.string(), z.unknown(), { error: "must be an object" })
  .refine((data) => !isNestedDeeper(data), { error: `must not be nested more than ${DOCUMENT_DEPTH_MAX} levels deep` })
  .refine((data) => new TextEncoder().encode(JSON.stringify(data)).length <= CONTEXT_DATA_BYTES, {
    error: `must be at most ${CONTEXT_DATA_BYTES} bytes as JSON`,
  });

const GivenContext = z.union([ContextId, z.object({ id: ContextId, data: ContextData.optional() })], {
  error: "must be an id of letters, digits, and . _ @ -, or an object with such an id and data",
});

/** Contexts of a call by their types: an id, or an object with an id and the data of a context that is not stored yet. */
export const GivenContexts = z
  .record(z.string(), GivenContext, { error: "must be an object" })
  .superRefine((contexts, refinement) => {
    const types = Object.keys(contexts);
    if (types.length > CONTEXTS_MAX) {
      refinement.addIssue({ code: "custom", message: `must not have more than ${CONTEXTS_MAX} contexts` });
    }
    for (const type of types) {
      const message = ContextType.safeParse(type).error?.issues[0]?.message;
      if (message) refinement.addIssue({ code: "custom", path: [type], message: `has a type that ${message}` });
    }
  });
export type GivenContexts = z.infer<typeof GivenContexts>;

const KEY_MAX = CONTEXT_TYPE_MAX + 1 + CONTEXT_ID_MAX;

/**
 * Keys of contexts, such as `tenant:acme-corp`, as a filter of a query: an object has to have exactly these contexts, in any order.
 * An empty text asks for what has no context; left out, contexts do not matter.
 */
export const contextKeysQuery = () => contextKeys(queryList());

/** Such keys in a body. */
export const ContextKeys = contextKeys(z.array(z.string({ error: "must be a string" })).optional());

/** Such keys in a cell of a file, with spaces between them. */
export const ContextKeysCell = contextKeys(
  z.preprocess(
    (value) => (typeof value === "string" ? value.split(/\s+/) : (value ?? undefined)),
    z.array(z.string(), { error: "must be keys with spaces between them" }).optional(),
  ),
);

function contextKeys<T extends z.ZodType<string[] | undefined>>(list: T) {
  return list
    .refine((keys) => (keys ?? []).every(isContextKey), {
      error: `must be keys of a type and an id with a colon between them, such as tenant:acme-corp, of at most ${KEY_MAX} characters`,
    })
    .refine((keys) => (keys ?? []).length <= CONTEXTS_MAX, { error: `must not have more than ${CONTEXTS_MAX} keys` });
}

function isContextKey(key: string): boolean {
  if (key === "") return true;
  const at = key.indexOf(":");
  return at > 0 && ContextType.safeParse(key.slice(0, at)).success && ContextId.safeParse(key.slice(at + 1)).success;
}

/** The contexts of an inbox session: it shows the notifications, and changes the preferences, of exactly these. */
export const sessionContext = {
  context: GivenContexts.optional(),
  /** Hex HMAC-SHA256 of the context as canonical JSON; demanded where the inbox demands the hash of the subscriberId. */
  contextHash: z.string().optional(),
};
