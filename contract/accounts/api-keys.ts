import { z } from "zod";
import { API_KEY_TYPES, ROLL_OVERLAP_HOURS_MAX } from "../constants/api-keys.ts";
import { NAME_MAX } from "../constants/limits.ts";
import { KEY, KEYS_ADMIN, KEYS_READER, ORGANIZATION_KEYS_ADMIN, ORGANIZATION_KEYS_READER } from "../schemas/access.ts";
import { data, example, filledText, givenMoment, Id, Moment } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { RoleIdentifier } from "./roles.ts";

/**
 * An API key. `key` is `nvsk.` and its last four characters, by which its owner knows it; the answers to creating and rolling a key
 * have it in clear, and no other has.
 */
export const ApiKey = z
  .object({
    _id: z.string(),
    id: z.string(),
    type: z.enum(API_KEY_TYPES),
    name: z.string(),
    /** The identifier of a role. */
    role: z.string(),
    key: z.string(),
    /** The member who made it, or got it when that one left. */
    _userId: z.string(),
    /** Of an organisation key, the environment that it acts in unless a call names another one. */
    _environmentId: z.string(),
    createdAt: Moment,
    /** To a minute; null before the first use. */
    lastUsedAt: Moment.nullable(),
    /** Null when it does not expire. */
    expireAt: Moment.nullable(),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof ApiKey>;

export const CreateApiKey = z
  .strictObject({
    name: filledText(NAME_MAX),
    type: z.enum(API_KEY_TYPES).default("environment"),
    role: RoleIdentifier.default("member"),
    /** Of an environment's key; the environment of the call without it. */
    _environmentId: Id.optional(),
    /** It does not expire without one. */
    expireAt: givenMoment("must be a moment such as 2027-12-01T09:00:00Z").optional(),
  })
  .meta(example({ name: "Orders service", role: "member", expireAt: "2027-12-01T09:00:00Z" }));
export type CreateApiKey = z.infer<typeof CreateApiKey>;

export const RollApiKey = z
  .strictObject({
    /** For how long the old key goes on beside the new one; 0 ends it at once. */
    overlapHours: z
      .number()
      .int({ error: "must be a whole number of hours" })
      .min(0, { error: "must not be less than 0" })
      .max(ROLL_OVERLAP_HOURS_MAX, { error: `must not be greater than ${ROLL_OVERLAP_HOURS_MAX}, a week` })
      .default(24),
  })
  .meta(example({ overlapHours: 24 }));

export const RenameApiKey = z.strictObject({ name: filledText(NAME_MAX) }).meta(example({ name: "Billing service" }));
const ByApiKey = z.object({ keyId: Id });

export const apiKeyOperations = operations("api-keys", {
  listApiKeys: {
    route: "GET /v1/environments/api-keys",
    client: "environments.getApiKeys",
    summary: "List the API keys of the environment, with their last characters",
    access: [KEY, KEYS_READER],
    audit: "api_key.read",
    answer: { 200: data(z.array(ApiKey)) },
  },

  regenerateApiKeys: {
    route: "POST /v1/environments/api-keys/regenerate",
    client: "environments.regenerateApiKeys",
    summary: "Replace all API keys of the environment with a new one, shown only in this response",
    access: [KEY, KEYS_ADMIN],
    audit: "api_key.replaced",
    secrets: ["key"],
    answer: { 201: data(z.array(ApiKey)) },
    failures: ["forbidden"],
  },

  listAllApiKeys: {
    route: "GET /v1/api-keys",
    client: "apiKeys.list",
    summary:
      "List the API keys of the organisation and its environments; a key of an environment sees those of its own",
    access: [KEY, ORGANIZATION_KEYS_READER],
    audit: "api_key.read",
    answer: { 200: data(z.array(ApiKey)) },
  },

  createApiKey: {
    route: "POST /v1/api-keys",
    client: "apiKeys.create",
    summary: "Create an API key for an environment or the organisation; only this response shows it in full",
    access: [KEY, ORGANIZATION_KEYS_ADMIN],
    audit: "api_key.created",
    secrets: ["key"],
    body: CreateApiKey,
    answer: { 201: data(ApiKey) },
    failures: ["forbidden", "not_found", "conflict"],
  },

  renameApiKey: {
    route: "PATCH /v1/api-keys/:keyId",
    client: "apiKeys.rename",
    summary: "Rename an API key",
    access: [KEY, ORGANIZATION_KEYS_ADMIN],
    audit: "api_key.updated",
    params: ByApiKey,
    body: RenameApiKey,
    answer: { 200: data(ApiKey) },
    failures: ["forbidden", "not_found"],
  },

  rollApiKey: {
    route: "POST /v1/api-keys/:keyId/roll",
    client: "apiKeys.roll",
    summary: "Rotate an API key; both keys work during the overlap",
    access: [KEY, ORGANIZATION_KEYS_ADMIN],
    audit: "api_key.rolled",
    secrets: ["key"],
    params: ByApiKey,
    body: RollApiKey,
    answer: { 201: data(ApiKey) },
    failures: ["forbidden", "not_found", "conflict"],
  },

  endApiKey: {
    route: "DELETE /v1/api-keys/:keyId",
    client: "apiKeys.end",
    summary: "Revoke an API key immediately",
    access: [KEY, ORGANIZATION_KEYS_ADMIN],
    audit: "api_key.ended",
    params: ByApiKey,
    answer: { 204: z.null() },
    failures: ["forbidden", "not_found"],
  },
});
