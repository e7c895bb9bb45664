import { isChannel } from "#contract/constants/channels.ts";
import { WAIT_CEILINGS } from "#contract/constants/limits.ts";
import { missingPart } from "#contract/constants/templates/unfinished-conditions.ts";
import { HOURS_CHANNELS } from "#contract/constants/values/hours.ts";
import type { Filter } from "#contract/schemas/conditions.ts";
import { CONTROLS } from "#contract/workflows/step-controls.ts";
import { canExpire } from "#contract/workflows/steps.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import type { StoredStep } from "#db/queries/workflows/workflow-steps.ts";
import { partsOf, placedParts } from "#domain/conditions/conditions.ts";
import { withMissing } from "#domain/steps/step-issues.ts";
import { withReferenceIssues } from "#domain/steps/step-references.ts";
import { tierIssues } from "#domain/times/plan-waits.ts";
import { waitIssues } from "#domain/times/waits.ts";
import { flowIssues } from "../../workflows/check-flow.ts";
import { conditionIssues } from "../../workflows/check-steps.ts";
import type { Content } from "./build-content.ts";
import type { StepPlan, VariantPlan } from "./plan-steps.ts";

/** Faults of a wait's length, by control. */
export function waitFaults(step: Pick<Content, "template" | "metadata">, waitDays: number | null) {
  const now = new Date();
  const [ceiling] = waitIssues([step], { ceilings: WAIT_CEILINGS, now });
  const issues = [
    ...tierIssues([step], waitDays, now),
    ...(ceiling?.controls ?? []).map((control) => ({ control, message: ceiling?.problem ?? "" })),
  ];
  return { issues, isTooLong: (ceiling?.controls.length ?? 0) > 0 };
}

/** Something that is wrong with a step, by the path of its control or setting. */
interface Fault {
  path: string;
  message: string;
}

/** Faults of the settings of a step. */
export function settingsFaults({ settings, variants, values }: StepPlan, { type }: MessageTemplate): Fault[] {
  const { filters, expiresAfter, outsideHours, integrationIdentifier } = settings;
  const branches = (type === "branch" && CONTROLS.branch.shape.branches.safeParse(values.branches).data) || [];
  const faults = [
    ...filterFaults(filters, "filters"),
    ...branches.flatMap((branch, index) => filterFaults(branch.filters, `branches.${index}.filters`)),
    ...variants.flatMap((variant, index) => variantFaults(variant, `variants.${index}.filters`)),
  ];
  if (expiresAfter && !canExpire(type)) {
    faults.push({ path: "expiresAfter", message: "Only steps that send a message or a request expire" });
  }
  if (outsideHours !== "defer" && !HOURS_CHANNELS.some((channel) => channel === type)) {
    const message = `Only steps of type ${HOURS_CHANNELS.join(", ")} wait for the hours of subscribers`;
    faults.push({ path: "outsideHours", message });
  }
  if (integrationIdentifier !== null && !isChannel(type)) {
    faults.push({ path: "integrationIdentifier", message: "Only steps that send a message have an integration" });
  }
  if (variants.length > 0 && !isChannel(type)) {
    faults.push({ path: "variants", message: "Only steps that send a message have variants" });
  }
  return faults;
}

function variantFaults({ filters }: VariantPlan, path: string): Fault[] {
  const message = "Add at least one condition: a variant without conditions is never chosen";
  return [...filterFaults(filters, path), ...(partsOf(filters).length > 0 ? [] : [{ path, message }])];
}

const filterFaults = (filters: readonly Filter[], path: string): Fault[] => [
  ...conditionIssues(filters, path).map(faultOf),
  ...unfinishedFaults(filters, path),
];

/** Conditions that lack a field or a value; they take no part in decisions. */
const unfinishedFaults = (filters: readonly Filter[], filtersPath: string): Fault[] =>
  placedParts(filters, filtersPath).flatMap(({ path, part }) => {
    const lacking = missingPart(part);
    return lacking ? [{ path: `${path}.${lacking.field}`, message: lacking.message }] : [];
  });

/** The sentences of `/v1/workflows` begin with the path of their field. */
function faultOf(sentence: string): Fault {
  const end = sentence.indexOf(" ");
  return { path: sentence.slice(0, end), message: sentence.slice(end + 1) };
}

/** Returns the steps with issues for what is wrong about how they refer to each other. */
export function withFlowFaults(plans: readonly StepPlan[], steps: readonly StoredStep[]): StoredStep[] {
  // A branch that lacks something else is a branch of an earlier step all the same.
  const drafted = steps.map((step, index) => {
    const branches = step.type === "branch" ? CONTROLS.branch.safeParse(plans[index]?.values).data : undefined;
    return { ...step, metadata: branches ? { type: "branch" as const, ...branches } : step.metadata };
  });
  const noted = [...withReferenceIssues(steps)];
  for (const { path, message } of flowIssues(drafted).map(faultOf)) {
    const [, index, ...keys] = path.split(".");
    const step = noted[Number(index)];
    if (!step) continue;
    const control = keys.filter((key) => key !== "metadata").join(".");
    const controls = withMissing(step.issues?.controls, control, message);
    noted[Number(index)] = { ...step, issues: { ...step.issues, controls } };
  }
  return noted;
}
