import { z } from "zod";
import { count, list, oneOf, wholeNumber } from "./kinds.ts";
import { setting } from "./setting.ts";

const cost = wholeNumber(1, 1_000_000);

const BURST = "a number from 0 to 10, for example 0.1";
const burstAllowance = z.coerce.number(BURST).min(0, BURST).max(10, BURST);

const MAXIMUM = /^(?:free|pro|business|enterprise|unlimited)\.(?:trigger|configuration|global)=[1-9]\d{0,6}$/;
const maximums = list
  .refine(
    (parts) => parts.every((part) => MAXIMUM.test(part)),
    "a list such as free.trigger=120,business.global=500, with numbers from 1 to 9999999",
  )
  .transform(
    (parts) => new Map(parts.map((part) => part.split("=")).map(([name = "", value]) => [name, Number(value)])),
  );

export const limits = {
  /** Limits of plans (events, waits, workflows): off for nobody, standard, or 2025-q1 with a wider free plan. */
  planLimits: setting("BELFRY_PLAN_LIMITS", oneOf("off", "standard", "2025-q1"), "off"),
  // What is null, or not among the maximums, is as plans say (contract/constants/plans.ts).
  apiRateLimits: z.object({
    /** Rate limits of calls with API keys, by plan, for all processes together: off, dry-run for the headers only, or on. */
    mode: setting("BELFRY_API_RATE_LIMITS", oneOf("off", "dry-run", "on"), "off"),
    /** Part of a rate limit that may be used at once besides it; 0.1 as in all plans. */
    burstAllowance: setting("BELFRY_API_RATE_LIMIT_BURST_ALLOWANCE", burstAllowance),
    /** Seconds of the window that rate limits count in; 5 as in all plans. */
    windowSeconds: setting("BELFRY_API_RATE_LIMIT_WINDOW", wholeNumber(1, 3600)),
    cost: z.object({
      /** Calls that a call counts for; 1 as in all plans. */
      single: setting("BELFRY_API_RATE_LIMIT_COST_SINGLE", cost),
      /** Calls that a bulk call or a broadcast counts for; 100 as in all plans. */
      bulk: setting("BELFRY_API_RATE_LIMIT_COST_BULK", cost),
    }),
    /** Calls a second in place of those of plans, by plan and category (trigger, configuration, global), separated by commas. */
    maximums: setting("BELFRY_API_RATE_LIMIT_MAXIMUMS", maximums, ""),
  }),
  limits: z.object({
    /** Inbox sessions and connections of an address at one environment, and its calls of preference pages, in a minute at one API process; 0 is no limit. */
    sessionsPerMinute: setting("BELFRY_LIMIT_SESSIONS", count, "1000"),
    /** Sign-ins, registrations, resets, and steps of chat OAuth, by an address in a minute at one API process; 0 is no limit. */
    loginsPerMinute: setting("BELFRY_LIMIT_LOGINS", count, "60"),
    /** Requests without valid credentials that one address may send in a minute to one API process; 0 is no limit. */
    refusalsPerMinute: setting("BELFRY_LIMIT_REFUSALS", count, "600"),
    /** Calls that take no credentials, such as the health check, that an address may make in a minute to one API process; 0 is no limit. */
    publicPerMinute: setting("BELFRY_LIMIT_PUBLIC", count, "1200"),
    /** Subscribers that sessions of an inbox without a proof may create from one address in a minute by one API process; 0 is no limit. */
    newcomersPerMinute: setting("BELFRY_LIMIT_NEWCOMERS", count, "300"),
    /** Inbox sessions without a proof that one environment may have in a minute at one API process; 0 is no limit. */
    environmentSessionsPerMinute: setting("BELFRY_LIMIT_ENVIRONMENT_SESSIONS", count, "20000"),
    /** Calls by which an address may report deliveries of one integration in a minute to one API process; 0 is no limit. */
    reportsPerMinute: setting("BELFRY_LIMIT_REPORTS", count, "6000"),
    /** Trigger requests that one API key may send in a second to one API process; 0 is no limit. */
    triggersPerSecond: setting("BELFRY_LIMIT_TRIGGERS", count, "5000"),
    /** Other requests that one API key, member or subscriber may send in a second to one API process; 0 is no limit. */
    callsPerSecond: setting("BELFRY_LIMIT_CALLS", count, "2000"),
  }),
  demoLimits: z.object({
    /** E-mails that one environment may send by Belfry's demo provider in a month. */
    email: setting("BELFRY_DEMO_EMAIL_LIMIT", count, "300"),
    /** Text messages that one environment may send by Belfry's demo provider in a month. */
    sms: setting("BELFRY_DEMO_SMS_LIMIT", count, "20"),
  }),
};
