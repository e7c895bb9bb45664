import type { ServiceLevel } from "./statuses.ts";

/** How an installation treats plans: `off` gives everybody what `unlimited` has; `2025-q1` widens the free plan. */
export type PlanLimits = "off" | "standard" | "2025-q1";

/** Kinds of calls that are counted apart. */
export const RATE_CATEGORIES = ["trigger", "configuration", "global"] as const;
export type RateCategory = (typeof RATE_CATEGORIES)[number];
/** How much of a rate limit a call takes. */
export type CallCost = "single" | "bulk";

/** Calls a second, by category, and how they are counted. */
export interface RateLimits extends Readonly<Record<RateCategory, number>> {
  /** Part of the limit that may be used at once besides it, and how long the window is in which calls are counted. */
  readonly burstAllowance: number;
  readonly windowSeconds: number;
  /** Calls that one counts for, and one that stands for many. */
  readonly cost: { readonly single: number; readonly bulk: number };
}

/**
 * The limits of an organisation by its service level. In every field `null` is no limit, and there is no number that
 * means it.
 */
export interface Plan {
  /** Dollars; null where the price is agreed on. */
  readonly monthlyCost: number | null;
  readonly annualCost: number | null;
  readonly eventsPerMonth: number | null;
  /** Dollars for a thousand events beyond those; null where there are none to buy. */
  readonly extraEventsCost: number | null;
  readonly rateLimits: RateLimits;
  /** Workflows of an environment. */
  readonly workflows: number | null;
  /** Steps of a workflow: one with more has an issue. */
  readonly steps: number | null;
  /** For how long the activity feed shows a run. */
  readonly activityHours: number | null;
  /** Longest delay or digest window, in days. Months count 30 days. */
  readonly waitDays: number | null;
  /** For how long entries of the audit log are kept. */
  readonly auditDays: number;
  readonly teamMembers: number | null;
  /** Hours until support answers; null without such a promise. */
  readonly supportHours: number | null;
  readonly features: {
    readonly roles: boolean;
    readonly singleSignOn: boolean;
    readonly hipaaAgreement: boolean;
    readonly brandingRemoval: boolean;
    readonly customEnvironments: boolean;
    readonly autoTranslations: boolean;
  };
}

const counted = { burstAllowance: 0.1, windowSeconds: 5, cost: { single: 1, bulk: 100 } };

const free: Plan = {
  monthlyCost: 0,
  annualCost: 0,
  eventsPerMonth: 10_000,
  extraEventsCost: null,
  rateLimits: { ...counted, trigger: 60, configuration: 20, global: 30 },
  workflows: 20,
  steps: 20,
  activityHours: 24,
  waitDays: 1,
  auditDays: 30,
  teamMembers: 3,
  supportHours: null,
  features: {
    roles: false,
    singleSignOn: false,
    hipaaAgreement: false,
    brandingRemoval: false,
    customEnvironments: false,
    autoTranslations: false,
  },
};

const pro: Plan = {
  ...free,
  monthlyCost: 30,
  annualCost: 330,
  eventsPerMonth: 30_000,
  extraEventsCost: 1.2,
  rateLimits: { ...counted, trigger: 240, configuration: 80, global: 120 },
  activityHours: 7 * 24,
  waitDays: 7,
  auditDays: 90,
  features: { ...free.features, brandingRemoval: true },
};

const business: Plan = {
  ...pro,
  monthlyCost: 250,
  annualCost: 2_700,
  eventsPerMonth: 250_000,
  rateLimits: { ...counted, trigger: 600, configuration: 200, global: 300 },
  workflows: null,
  activityHours: 90 * 24,
  waitDays: 30,
  auditDays: 365,
  teamMembers: null,
  supportHours: 48,
  features: { ...pro.features, roles: true, customEnvironments: true, autoTranslations: true },
};

const enterprise: Plan = {
  ...business,
  monthlyCost: null,
  annualCost: null,
  eventsPerMonth: 5_000_000,
  extraEventsCost: null,
  rateLimits: { ...counted, trigger: 6_000, configuration: 2_000, global: 3_000 },
  activityHours: null,
  waitDays: null,
  supportHours: 24,
  features: { ...business.features, singleSignOn: true, hipaaAgreement: true },
};

export const PLANS: Readonly<Record<ServiceLevel, Plan>> = {
  free,
  pro,
  business,
  enterprise,
  unlimited: { ...enterprise, eventsPerMonth: null, steps: null },
};

/** The free plan since the first quarter of 2025. */
const FREE_2025: Plan = { ...free, eventsPerMonth: 30_000, workflows: null, activityHours: 30 * 24, waitDays: 7 };

/** Returns the plan that counts for organisations of a service level. */
export function planOf(serviceLevel: ServiceLevel, limits: PlanLimits): Plan {
  if (limits === "off") return PLANS.unlimited;
  return limits === "2025-q1" && serviceLevel === "free" ? FREE_2025 : PLANS[serviceLevel];
}
