import { uuid } from "#client/secure-context.ts";
import type { StepV2 } from "#contract/v2/workflows.ts";
import type { EditedStep } from "./definition.ts";

type StepKind = StepV2["type"];

/** Words and values that a new step of a type begins with. A step that would do nothing sensible has none, and says what it lacks. */
const BEGINNINGS: Record<StepKind, { name: string; values: () => Record<string, unknown> }> = {
  in_app: { name: "In-app", values: () => ({ subject: "", body: "" }) },
  email: { name: "Email", values: () => ({ subject: "", body: "", editorType: "html" }) },
  sms: { name: "SMS", values: () => ({ body: "" }) },
  chat: { name: "Chat", values: () => ({ body: "" }) },
  push: { name: "Push", values: () => ({ subject: "", body: "" }) },
  digest: { name: "Digest", values: () => ({ type: "regular", amount: 1, unit: "hours" }) },
  delay: { name: "Delay", values: () => ({ type: "regular", amount: 1, unit: "hours" }) },
  throttle: { name: "Throttle", values: () => ({ type: "fixed", threshold: 1, amount: 1, unit: "hours" }) },
  branch: {
    name: "Branch",
    values: () => ({
      branches: [{ branchId: branchId(), name: "Branch A", filters: [] }],
      defaultBranchId: branchId(),
    }),
  },
  wait_for_event: { name: "Wait for event", values: () => ({ amount: 1, unit: "days", signal: "" }) },
  http_request: { name: "HTTP request", values: () => ({ method: "POST", url: "", headers: [] }) },
  trigger: { name: "Start workflow", values: () => ({ workflowId: "" }) },
  custom: { name: "Custom code", values: () => ({}) },
};

/** Types that a member can add, in the order in which they are offered. Custom code is added by the code of a workflow. */
export const ADDABLE_STEPS = [
  { label: "Messages", types: ["in_app", "email", "sms", "push", "chat"] },
  { label: "Time", types: ["digest", "delay", "throttle", "wait_for_event"] },
  { label: "Flow", types: ["branch", "http_request", "trigger"] },
] as const satisfies readonly { label: string; types: readonly StepKind[] }[];

/** An id that no other branch of the workflow has. */
export const branchId = uuid;

/** Returns a step of a type as it is added, with a name that no other step of the workflow has. */
export function newStep(type: StepKind, others: readonly Pick<EditedStep, "name">[]): Omit<EditedStep, "key"> {
  const { name, values } = BEGINNINGS[type];
  return {
    stepId: undefined,
    name: freeName(name, others),
    type,
    controlValues: values(),
    active: true,
    shouldStopOnFail: false,
    outsideHours: "defer",
    replyCallback: {},
    filters: [],
    variants: [],
    branchId: undefined,
    expiresAfter: undefined,
    integrationIdentifier: undefined,
  };
}

/** Returns a copy of a step as it is added behind it. Branches of a copy are other ones, without steps. */
export function copyOf(
  { key: _key, ...step }: EditedStep,
  others: readonly Pick<EditedStep, "name">[],
): Omit<EditedStep, "key"> {
  const { branches, ...values } = step.controlValues;
  return {
    ...step,
    stepId: undefined,
    name: freeName(step.name, others),
    controlValues:
      step.type === "branch" && Array.isArray(branches)
        ? {
            ...values,
            branches: branches.map((branch: object) => ({ ...branch, branchId: branchId() })),
            defaultBranchId: branchId(),
          }
        : step.controlValues,
    variants: step.variants.map((variant) => ({ ...variant, key: uuid() })),
  };
}

function freeName(wanted: string, others: readonly Pick<EditedStep, "name">[]): string {
  const taken = new Set(others.map(({ name }) => name));
  const base = wanted.replace(/ \d+$/, "");
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${base} ${number}`;
  return name;
}
