import { z } from "zod";
import { CHANNELS, RANKED_CHANNELS } from "./constants/channels.ts";
import { IDENTIFIER_MAX, NAME_MAX } from "./constants/limits.ts";
import { providerIdOf } from "./constants/provider-ids.ts";
import { IntegrationHealth } from "./integration-health.ts";
import { IntegrationPace } from "./integration-pace.ts";
import { CatalogueEntry } from "./providers.ts";
import { KEY, MEMBER, READER } from "./schemas/access.ts";
import { data, dated, example, Id, Moment, owned, PathReference, storable } from "./schemas/common.ts";
import { Filter } from "./schemas/conditions.ts";
import { operations } from "./schemas/operations.ts";

const Credentials = z.record(z.string(), z.unknown(), { error: "must be an object" });

/** When a secret got its value, and from whom. */
export const SecretSetting = z
  .object({
    at: Moment,
    by: z
      .enum(["member", "former_member", "key"])
      .describe("`former_member`: a person who has since left the organization. `key`: a call with an API key"),
    /** The member's, or else the email address; null for others. */
    name: z.string().nullable(),
  })
  .meta({ id: "SecretSetting" });
export type SecretSetting = z.infer<typeof SecretSetting>;

export const Integration = z
  .object({
    ...owned(),
    name: z.string(),
    identifier: z.string(),
    providerId: z.string(),
    channel: z.enum(CHANNELS),
    credentials: Credentials,
    /** By the key of each secret credential. Those that were set before this was noted are missing. */
    secretsSet: z.record(z.string(), SecretSetting),
    active: z.boolean(),
    primary: z.boolean(),
    priority: z.number().int(),
    conditions: z.array(Filter),
    /** Whether a message is sent once more when its vendor may have taken it, as the answer never came. */
    retryInDoubt: z.boolean(),
    /** The pace that was set; null where none was. */
    pace: IntegrationPace.nullable(),
    /** Whether published inboxes leave out the mark of their makers; absent where nobody said so, which counts as true. */
    removeNovuBranding: z.boolean().optional(),
    /** Address at which the vendor reports what became of messages; absent where Belfry reads no reports of the provider. */
    reportUrl: z.string().optional(),
    deleted: z.boolean(),
    ...dated(),
  })
  .meta({ id: "Integration" });
export type Integration = z.infer<typeof Integration>;

const INTEGRATIONS_ORDERED_MAX = 100;

const filled = (max: number) =>
  z
    .string()
    .trim()
    .min(1, { error: "should not be empty" })
    .max(max, { error: `must be at most ${max} characters` })
    .refine(...storable);

type Condition = Filter["children"][number];

/** Conditions by which an integration is chosen. Only the event's tenant is known: no webhook is asked for it. */
export const TenantConditions = z.array(Filter, { error: "must be an array" }).superRefine((groups, context) => {
  const check = (condition: Condition, path: (string | number)[]): void => {
    if ("children" in condition) {
      for (const [index, child] of condition.children.entries()) check(child, [...path, "children", index]);
      return;
    }
    if (condition.on === "tenant") return;
    const message = `must be tenant: integrations are chosen by the tenant alone. Put the condition on ${condition.on} on the step`;
    context.addIssue({ code: "custom", path: [...path, "on"], message });
  };
  for (const [index, group] of groups.entries()) check(group, [index]);
});

const settings = {
  name: filled(NAME_MAX).optional(),
  identifier: filled(IDENTIFIER_MAX).optional(),
  _environmentId: Id.optional(),
  credentials: Credentials.optional(),
  /** Whether credentials must be complete, and for email be tried, before they are stored. */
  check: z.boolean().default(true),
  conditions: TenantConditions.optional(),
  /**
   * Whether a message is sent once more when its vendor may have taken it, as the answer never came: it was lost on the way, or this server
   * was stopped before. With true, the default, it may arrive twice, with false not at all.
   */
  retryInDoubt: z.boolean().optional(),
  /**
   * How fast it sends at most: by default as fast as the vendor documents for every account, and as the vendor's refusals allow. `null`
   * removes what was set.
   */
  pace: IntegrationPace.nullable().optional(),
};

export const CreateIntegration = z
  .object({
    /** An id of the catalogue, or an alias of one. */
    providerId: filled(IDENTIFIER_MAX).overwrite(providerIdOf),
    channel: z.enum(CHANNELS),
    active: z.boolean().default(false),
    ...settings,
  })
  .meta(example({ providerId: "nodemailer", channel: "email", name: "Mail server", active: false, check: false }));
export type CreateIntegration = z.infer<typeof CreateIntegration>;

export const RankedChannel = z.enum(RANKED_CHANNELS, { error: "must be email or sms: other channels have no order" });

/** All active integrations of a channel in the order in which they are tried. The first becomes the primary one. */
export const OrderIntegrations = z
  .object({
    channel: RankedChannel,
    _environmentId: Id.optional(),
    integrationIds: z
      .array(Id, { error: "must be an array of ids" })
      .min(1, { error: "must contain at least 1 element" })
      .max(INTEGRATIONS_ORDERED_MAX, { error: `must contain no more than ${INTEGRATIONS_ORDERED_MAX} elements` })
      .refine((ids) => new Set(ids).size === ids.length, { error: "must not contain an id twice" }),
  })
  .meta(
    example({
      channel: "email",
      integrationIds: ["0b0f4f0e-2f5c-4f0e-9d55-7a1f4a3e9d10", "6f1c1f0a-3f2e-4c07-9f1e-0d7d8a5a4b11"],
    }),
  );
export type OrderIntegrations = z.infer<typeof OrderIntegrations>;

/** Messages that the demo provider of a channel carries for the environment in a month, and has carried in this one (UTC). */
export const DemoUsage = z.object({ limit: z.number().int(), count: z.number().int() });
export type DemoUsage = z.infer<typeof DemoUsage>;

/** How fast an integration sends, and may. */
export const SendingRate = z
  .object({
    /** Messages a second that the vendor took, averaged over the last seconds. */
    perSecond: z.number(),
    /** How many messages wait for their turn; 10,000 stands for as many or more. */
    waiting: z.number().int(),
    /** Until when nothing is sent, because the vendor asked for that; null when messages are sent. */
    blockedUntil: z.string().nullable(),
    /** The limit that holds; null where none is known. */
    limit: z
      .object({
        /** Messages a second, by all processes together. */
        perSecond: z.number(),
        /** `integration`: set by a member. `provider`: documented by the vendor. `learned`: from the vendor's refusals and the headers of its answers. */
        origin: z.enum(["integration", "provider", "learned"]),
      })
      .nullable(),
    /** Messages that may be sent together after a pause; null where nobody set that. */
    burst: z.number().int().nullable(),
    /** Messages under way at once at most, in each process. */
    concurrent: z.number().int(),
    /** The vendor's page about its limits; null where it documents none for every account. */
    source: z.string().nullable(),
  })
  .meta({ id: "SendingRate" });
export type SendingRate = z.infer<typeof SendingRate>;

export const UpdateIntegration = z
  .object({
    active: z.boolean().optional(),
    /** Of an in-app integration; ignored on plans without branding removal. */
    removeNovuBranding: z.boolean().optional(),
    ...settings,
  })
  .meta(example({ name: "Mail server", active: true }));
export type UpdateIntegration = z.infer<typeof UpdateIntegration>;

/** Credentials that a provider is asked about. Secrets that are masked or left out are those that the integration has stored. */
export const TestCredentials = z
  .object({
    /** An id of the catalogue, or an alias of one. */
    providerId: filled(IDENTIFIER_MAX).overwrite(providerIdOf),
    channel: z.enum(CHANNELS),
    credentials: Credentials,
    integrationId: Id.optional(),
  })
  .meta(
    example({
      providerId: "nodemailer",
      channel: "email",
      credentials: {
        host: "mail.example.com",
        port: 587,
        user: "belfry",
        password: "secret",
        from: "hello@example.com",
      },
    }),
  );
export type TestCredentials = z.infer<typeof TestCredentials>;

export const TestedCredentials = z
  .object({
    /** `unknown`: the provider cannot be asked without sending a message. */
    result: z.enum(["accepted", "refused", "unknown"]),
    /** The words with which the provider refused them; null otherwise. */
    message: z.string().nullable(),
  })
  .meta({ id: "TestedCredentials" });
export type TestedCredentials = z.infer<typeof TestedCredentials>;

export const integrationOperations = operations("integrations", {
  listIntegrations: {
    route: "GET /v1/integrations",
    client: "integrations.getAll",
    summary: "List integrations",
    access: [KEY, READER],
    answer: { 200: data(z.array(Integration)) },
  },

  listActiveIntegrations: {
    route: "GET /v1/integrations/active",
    client: "integrations.getActive",
    summary: "List active integrations",
    access: [KEY, READER],
    answer: { 200: data(z.array(Integration)) },
  },

  listProviders: {
    route: "GET /v1/integrations/providers",
    client: "integrations.listProviders",
    summary: "List the available providers and their credential fields",
    access: [KEY, READER],
    answer: { 200: data(z.array(CatalogueEntry)) },
  },

  listIntegrationHealth: {
    route: "GET /v1/integrations/health",
    client: "integrations.listHealth",
    summary: "List the health of the integrations of an environment",
    description: "All but the inbox, which has no vendor. Each process that sends stores its counts every ten seconds.",
    access: [KEY, READER],
    answer: { 200: data(z.array(IntegrationHealth)) },
  },

  getInAppStatus: {
    route: "GET /v1/integrations/in-app/status",
    client: "integrations.getInAppStatus",
    summary: "Get whether an inbox has been opened",
    access: [KEY, READER],
    answer: { 200: data(z.object({ active: z.boolean() })) },
  },

  getWebhookStatus: {
    route: "GET /v1/integrations/webhook/provider/:providerOrIntegrationId/status",
    client: "integrations.getWebhookProviderStatus",
    summary: "Get whether the reports of a provider are supported",
    access: [KEY, READER],
    params: z.object({ providerOrIntegrationId: PathReference }),
    answer: { 200: data(z.boolean()) },
    failures: ["not_found"],
  },

  getDemoUsage: {
    route: "GET /v1/integrations/:channel/limit",
    client: "integrations.getDemoUsage",
    summary: "Get the monthly limit and usage of a channel's demo provider",
    access: [KEY, READER],
    params: z.object({ channel: z.enum(CHANNELS) }),
    answer: { 200: data(DemoUsage) },
  },

  getSendingRate: {
    route: "GET /v1/integrations/:id/rate",
    client: "integrations.getRate",
    summary: "Get the sending rate of an integration, its limit and its queue",
    access: [KEY, READER],
    params: z.object({ id: PathReference }),
    answer: { 200: data(SendingRate) },
    failures: ["not_found"],
  },

  testCredentials: {
    route: "POST /v1/integrations/test-credentials",
    client: "integrations.testCredentials",
    summary: "Test credentials with their provider, without storing them",
    access: [KEY, MEMBER],
    audit: { none: "it changes nothing" },
    body: TestCredentials,
    answer: { 200: data(TestedCredentials) },
    failures: ["not_found"],
  },

  createIntegration: {
    route: "POST /v1/integrations",
    client: "integrations.create",
    arguments: ["providerId"],
    summary: "Connect a provider",
    access: [KEY, MEMBER],
    audit: "integration.created",
    body: CreateIntegration,
    answer: { 201: data(Integration) },
    failures: ["conflict"],
  },

  orderIntegrations: {
    route: "PUT /v1/integrations/order",
    client: "integrations.order",
    summary: "Set the order of a channel's integrations",
    access: [KEY, MEMBER],
    audit: "integration.ordered",
    body: OrderIntegrations,
    answer: { 200: data(z.array(Integration)) },
  },

  updateIntegration: {
    route: "PUT /v1/integrations/:id",
    client: "integrations.update",
    summary: "Update an integration; omitted fields stay",
    access: [KEY, MEMBER],
    audit: "integration.updated",
    params: z.object({ id: PathReference }),
    body: UpdateIntegration,
    answer: { 200: data(Integration) },
    failures: ["not_found", "conflict"],
  },

  setPrimaryIntegration: {
    route: "POST /v1/integrations/:integrationId/set-primary",
    client: "integrations.setIntegrationAsPrimary",
    summary: "Make an integration the primary one of its channel",
    access: [KEY, MEMBER],
    audit: "integration.updated",
    params: z.object({ integrationId: Id }),
    answer: { 200: data(Integration) },
    failures: ["not_found"],
  },

  deleteIntegration: {
    route: "DELETE /v1/integrations/:id",
    client: "integrations.delete",
    summary: "Delete an integration",
    access: [KEY, MEMBER],
    audit: "integration.deleted",
    params: z.object({ id: PathReference }),
    answer: { 200: data(z.array(Integration)) },
    failures: ["not_found"],
  },
});
