import type { OrganizationUsage } from "#contract/accounts/usage.ts";
import { countText } from "#dashboard/components/display/count-text.ts";

type Plan = OrganizationUsage["plan"];

export const PLAN_NAMES: Readonly<Record<Plan["serviceLevel"], string>> = {
  free: "Free",
  pro: "Pro",
  business: "Team",
  enterprise: "Enterprise",
  unlimited: "Unlimited",
};

interface LimitText {
  name: string;
  value: string;
  /** The effect at the limit. */
  effect?: string;
}

/** Limits that nothing is used up of, in words. */
export function limitTexts(plan: Plan): LimitText[] {
  const { stepsOfWorkflow, activityHours, waitDays, auditDays, callsPerSecond, features } = plan;
  return [
    {
      name: "Steps of a workflow",
      value: stepsOfWorkflow === null ? "No limit" : countText(stepsOfWorkflow, "step"),
      ...(stepsOfWorkflow !== null && { effect: "A workflow with more has an issue." }),
    },
    {
      name: "Activity is shown for",
      value: activityHours === null ? "As long as it is kept" : hoursText(activityHours),
      ...(activityHours !== null && { effect: "Older runs are not listed." }),
    },
    {
      name: "Longest delay or digest",
      value: waitDays === null ? "No limit" : countText(waitDays, "day"),
      ...(waitDays !== null && { effect: "Longer ones are refused when the workflow is saved." }),
    },
    { name: "Audit log is kept for", value: countText(auditDays, "day") },
    {
      name: "Calls of the API a second",
      value: callsPerSecond
        ? `${callsPerSecond.trigger} triggers, ${callsPerSecond.configuration} changes, ${callsPerSecond.global} others`
        : "No limit by a plan",
      ...(callsPerSecond && { effect: "Beyond that, calls are answered with 429 and Retry-After." }),
    },
    { name: "Roles of members", value: included(features.roles) },
    { name: "Own environments", value: included(features.customEnvironments) },
    { name: "Translations", value: included(features.autoTranslations) },
    { name: "Inbox without our mark", value: included(features.brandingRemoval) },
  ];
}

const included = (isIncluded: boolean): string => (isIncluded ? "Included" : "Not included");

const hoursText = (hours: number): string =>
  hours % 24 === 0 && hours > 24 ? countText(hours / 24, "day") : countText(hours, "hour");
