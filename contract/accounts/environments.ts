import { z } from "zod";
import { IDENTIFIER_MAX, NAME_MAX } from "../constants/limits.ts";
import { RATE_CATEGORIES } from "../constants/plans.ts";
import { ENVIRONMENTS_ADMIN, KEY, ORGANIZATION_KEY, ORGANIZATION_MEMBER, READER } from "../schemas/access.ts";
import {
  Deleted,
  data,
  dated,
  exactTextUpTo,
  example,
  filledText,
  Id,
  Moment,
  PathReference,
  textUpTo,
} from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { BridgeUrl } from "../workflows/bridge.ts";
import { ApiKey } from "./api-keys.ts";
import { HexColor } from "./organizations.ts";

export const Environment = z
  .object({
    _id: z.string(),
    id: z.string(),
    _organizationId: z.string(),
    name: z.string(),
    identifier: z.string(),
    _parentId: z.string().optional(),
    /** Workflows are changed in `dev` environments, and come to the others by promotion. */
    type: z.enum(["dev", "prod"]),
    slug: z.string(),
    /** Of its dot in the dashboard, such as #0a7cff. */
    color: z.string().optional(),
    /** Executes the steps of its code-first workflows; under both names. */
    /** The bridge of its code-first workflows, and when they were last taken over from it. */
    bridge: z
      .object({ url: z.string(), syncedAt: Moment.optional(), allowsSelfSigned: z.literal(true).optional() })
      .optional(),
    echo: z.object({ url: z.string() }).optional(),
    /** For those who may see them. Only the answer that creates an environment has its key in clear. */
    apiKeys: z.array(ApiKey).optional(),
    widget: z.object({
      /** Whether its inbox opens only to sessions with a proof, the HMAC hash of the subscriber's id. */
      notificationCenterEncryption: z.boolean(),
    }),
    /** Calls a second, in place of those of the organisation's plan; only where the operator has set some. */
    apiRateLimits: z.partialRecord(z.enum(RATE_CATEGORIES), z.number()).optional(),
    /** How replies to emails come to the environment. */
    dns: z.object({ mxRecordConfigured: z.boolean(), inboundParseDomain: z.string().optional() }).optional(),
    /** Messages reach listed people and addresses only. */
    isTestDeliveryOn: z.literal(true).optional(),
    /** Another member has to approve what is published to it. */
    requiresApproval: z.literal(true).optional(),
    ...dated(),
  })
  .meta({ id: "Environment" });
export type Environment = z.infer<typeof Environment>;

/** `parentId` is checked and ignored. */
export const CreateEnvironment = z
  .object({ name: filledText(NAME_MAX), parentId: Id.optional(), color: HexColor.optional() })
  .meta(example({ name: "Staging" }));
export type CreateEnvironment = z.infer<typeof CreateEnvironment>;

/** The fields to change. Empty texts are ignored, and so is `parentId`. */
export const UpdateEnvironment = z
  .object({
    name: exactTextUpTo(NAME_MAX).optional(),
    identifier: exactTextUpTo(IDENTIFIER_MAX).optional(),
    /** Of its dot in the dashboard; null takes it away. */
    color: HexColor.nullish(),
    parentId: Id.optional(),
    dns: z
      .object({
        /** The domain whose mail comes to Belfry. */
        inboundParseDomain: textUpTo(253)
          .regex(/^(?:\s*|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,})$/i, {
            error: "must be a domain, such as reply.example.com",
          })
          .optional(),
      })
      .optional(),
    /** The bridge of its code-first workflows, which stay as they are until the next sync. */
    requiresApproval: z
      .boolean({ error: "must be true or false" })
      .optional()
      .describe(
        "Whether another member has to approve what is published to it. Only members may change that, no API key",
      ),
    bridge: z
      .object({
        url: z.union([BridgeUrl, z.literal("")], { error: "must be an http or https address" }).optional(),
        /** Whether its certificate may be signed by itself; in a `dev` environment only. */
        allowsSelfSigned: z.boolean().optional(),
      })
      .optional(),
  })
  .meta(example({ name: "Staging", dns: { inboundParseDomain: "reply.example.com" } }));
export type UpdateEnvironment = z.infer<typeof UpdateEnvironment>;

/** An environment after a change, with how many were found and changed. */
export const EnvironmentChanged = Environment.extend({ matched: z.number(), modified: z.number() });

export const environmentOperations = operations("environments", {
  listEnvironments: {
    route: "GET /v1/environments",
    client: "environments.getAll",
    summary: "List the environments of the organisation; with an environment's key, its own",
    access: [KEY, ORGANIZATION_MEMBER],
    answer: { 200: data(z.array(Environment)) },
    failures: ["not_found"],
  },

  createEnvironment: {
    route: "POST /v1/environments",
    client: "environments.create",
    summary: "Create an environment",
    access: [ORGANIZATION_KEY, ENVIRONMENTS_ADMIN],
    audit: "environment.created",
    secrets: ["key"],
    body: CreateEnvironment,
    answer: { 201: data(Environment) },
    failures: ["forbidden"],
  },

  getCurrentEnvironment: {
    route: "GET /v1/environments/me",
    client: "environments.getCurrent",
    summary: "Get the environment of the call",
    access: [KEY, READER],
    answer: { 200: data(Environment) },
    failures: ["not_found"],
  },

  updateEnvironment: {
    route: "PUT /v1/environments/:id",
    client: "environments.updateOne",
    summary: "Update the name and settings of an environment",
    access: [KEY, ENVIRONMENTS_ADMIN],
    audit: "environment.updated",
    params: z.object({ id: PathReference }),
    body: UpdateEnvironment,
    answer: { 200: data(EnvironmentChanged) },
    failures: ["forbidden", "not_found", "conflict"],
  },

  deleteEnvironment: {
    route: "DELETE /v1/environments/:id",
    client: "environments.delete",
    summary: "Delete an environment and everything in it, except Development and Production",
    access: [ORGANIZATION_KEY, ENVIRONMENTS_ADMIN],
    audit: "environment.deleted",
    params: z.object({ id: PathReference }),
    answer: { 200: data(Deleted) },
    failures: ["forbidden", "not_found"],
  },
});
