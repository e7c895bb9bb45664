import { z } from "zod";
import { SERVICE_LEVELS } from "../constants/statuses.ts";
import { ORGANIZATION_KEY, ORGANIZATION_MEMBER } from "../schemas/access.ts";
import { data, Moment } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";

/** Null is no limit. */
const limit = z.int().nullable();

/** The limits that count for the organisation, which are those of its plan unless the installation has none. */
export const PlanLimitsOfOrganization = z.object({
  serviceLevel: z.enum(SERVICE_LEVELS),
  /** False where the installation limits nobody. */
  isLimited: z.boolean(),
  /** Dollars for a thousand events beyond those that are included; null where there are none to buy. */
  extraEventsCost: z.number().nullable(),
  stepsOfWorkflow: limit,
  /** Hours for which the activity feed shows a run. */
  activityHours: limit,
  /** Days of the longest delay or digest. */
  waitDays: limit,
  auditDays: z.int(),
  /** Calls with API keys a second. */
  callsPerSecond: z.object({ trigger: z.int(), configuration: z.int(), global: z.int() }).nullable(),
  features: z.object({
    roles: z.boolean(),
    brandingRemoval: z.boolean(),
    customEnvironments: z.boolean(),
    autoTranslations: z.boolean(),
  }),
});

const counts = { runs: z.number(), messages: z.number() };

/** The limits of an organisation, and its use of them. */
export const OrganizationUsage = z
  .object({
    plan: PlanLimitsOfOrganization,
    /** The calendar month of UTC that is going on. */
    period: z.object({ startsAt: Moment, endsAt: Moment }),
    /** Accepted events of the period; null where no plan counts them. */
    events: z.object({ used: z.number().nullable(), included: limit }),
    /** Members and invitations that wait for an answer. */
    members: z.object({ used: z.int(), included: limit }),
    environments: z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        workflows: z.object({ used: z.int(), included: limit }),
        /** Of the period. */
        ...counts,
      }),
    ),
    /** The months, newest first, of which something was counted; runs and messages are counted some minutes late. */
    periods: z.array(z.object({ startsAt: Moment, ...counts })),
  })
  .meta({ id: "OrganizationUsage" });
export type OrganizationUsage = z.infer<typeof OrganizationUsage>;

export const usageOperations = operations("organizations", {
  getOrganizationUsage: {
    route: "GET /v1/organizations/me/usage",
    client: "organizations.getUsage",
    summary: "Get the limits and usage of the organisation's plan",
    access: [ORGANIZATION_KEY, ORGANIZATION_MEMBER],
    answer: { 200: data(OrganizationUsage) },
  },
});
