import { isDeepEqual } from "../values/deep-equal.ts";

/** A step of a version, whichever way it was saved. */
interface DescribedStep {
  readonly stepId: string;
  readonly type: string;
  readonly name: string | null;
  readonly active: boolean;
  /** Null for a step whose content is its template. */
  readonly controls: Readonly<Record<string, unknown>> | null;
  readonly template: object;
  readonly [field: string]: unknown;
}

interface DescribedVersion {
  readonly steps: readonly DescribedStep[];
  readonly payloadSchema: unknown;
  readonly validatePayload: boolean;
}

/** Fields of a step that have a word of their own; those of its content are named as they are. */
const WORDS: Readonly<Record<string, string>> = {
  filters: "conditions",
  variants: "variants",
  shouldStopOnFail: "what happens when it fails",
  outsideHours: "what happens outside the subscriber's hours",
  replyCallback: "replies",
  branchId: "branch",
  expiresAfter: "expiry",
  integrationIdentifier: "integration",
  bridgeStepId: "step of the code",
  layoutId: "layout",
  feedId: "feed",
};

/**
 * Says in sentences what a version of a workflow changed, for members: "Changed subject and body of Confirmation". Names stand as they
 * are after the change.
 * @param before undefined for the first version
 */
export function describeChanges(before: DescribedVersion | undefined, after: DescribedVersion): string[] {
  if (before === undefined) return [`Created with ${counted(after.steps.length, "step")}`];
  const earlier = new Map(before.steps.map((step) => [step.stepId, step]));
  const later = new Set(after.steps.map(({ stepId }) => stepId));
  const kept = after.steps.filter(({ stepId }) => earlier.has(stepId));
  const removed = before.steps.filter(({ stepId }) => !later.has(stepId));
  const order = (steps: readonly DescribedStep[]) => steps.map(({ stepId }) => stepId);
  const isMoved = !isDeepEqual(order(kept), order(before.steps.filter(({ stepId }) => later.has(stepId))));
  return [
    ...after.steps.flatMap((step) => {
      const previous = earlier.get(step.stepId);
      return previous === undefined ? [`Added ${named(step)}`] : stepChanges(previous, step);
    }),
    ...removed.map((step) => `Removed ${named(step)}`),
    ...(isMoved ? ["Changed the order of the steps"] : []),
    ...(isDeepEqual(before.payloadSchema, after.payloadSchema) ? [] : ["Changed the payload schema"]),
    ...(before.validatePayload === after.validatePayload
      ? []
      : [after.validatePayload ? "Payloads are checked now" : "Payloads are not checked any more"]),
  ];
}

function stepChanges(before: DescribedStep, after: DescribedStep): string[] {
  const { name: oldName, active: wasActive, ...others } = comparable(before);
  const { name: newName, active: isActive, ...otherFields } = comparable(after);
  const changed = [...new Set([...Object.keys(others), ...Object.keys(otherFields)])].filter(
    (field) => !isDeepEqual(others[field], otherFields[field]),
  );
  const length = changed.every((field) => field === "amount" || field === "unit") && lengthsText(others, otherFields);
  return [
    ...(oldName === newName ? [] : [`Renamed ${named(before)} to ${named(after)}`]),
    ...(wasActive === isActive ? [] : [`Switched ${named(after)} ${isActive ? "on" : "off"}`]),
    ...(changed.length === 0
      ? []
      : [length ? `${named(after)}: ${length}` : `Changed ${listed(changed.map(inWords))} of ${named(after)}`]),
  ];
}

/** "1 hour → 2 hours", where both have a length. */
function lengthsText(before: Record<string, unknown>, after: Record<string, unknown>): string | undefined {
  const texts = [before, after].flatMap(({ amount, unit }) =>
    typeof amount === "number" && typeof unit === "string"
      ? `${amount} ${amount === 1 ? unit.replace(/s$/, "") : unit}`
      : [],
  );
  return texts.length === 2 ? texts.join(" → ") : undefined;
}

/** Returns the fields of a step side by side with those of its content. Of one with controls, what is made from these is left out. */
function comparable(step: DescribedStep): Record<string, unknown> {
  const { name, active, controls, template, metadata } = step;
  const ruled = Object.fromEntries(Object.keys(WORDS).map((field) => [field, step[field]]));
  return withoutAbsent({
    ...ruled,
    ...(controls ?? { ...withoutKind(template), ...(typeof metadata === "object" ? metadata : {}) }),
    name,
    active,
  });
}

/** Returns a template without what says of which type it is, and what each has. */
function withoutKind(template: object): Record<string, unknown> {
  const { type: _type, variables: _variables, ...fields }: Record<string, unknown> = { ...template };
  return fields;
}

const withoutAbsent = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

/** "disableOutputSanitization" becomes "disable output sanitization". */
const inWords = (field: string): string =>
  WORDS[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/_/g, " ");

const named = ({ name, type }: DescribedStep): string => name?.trim() || `the ${type.replace(/_/g, "-")} step`;

const counted = (count: number, noun: string): string => (count === 1 ? `one ${noun}` : `${count} ${noun}s`);

const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
