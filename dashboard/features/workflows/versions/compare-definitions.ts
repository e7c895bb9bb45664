import { hashKey } from "@tanstack/react-query";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { conditionText } from "#dashboard/components/conditions/condition-text.ts";
import { jsonText } from "#dashboard/components/display/diff-lines.ts";
import { stepSentence } from "../editor/canvas/step-sentence.ts";
import type { Definition, EditedStep } from "../editor/definition.ts";
import { OUTSIDE_HOURS_TEXTS, STEP_FIELD_NAMES, type StepField, stepFieldLabel, valueLabel } from "./field-labels.ts";

/** The content of a version; a definition that is edited has fields of the workflow besides. */
export type ComparedDefinition = Pick<Definition, "steps" | "payloadSchema" | "validatePayload"> & Partial<Definition>;

/** A field before and after, as texts; empty where it is not set. */
export interface FieldDifference {
  label: string;
  before: string;
  after: string;
}

export interface StepDifference {
  kind: "added" | "removed" | "changed";
  /** The step after the change, or before it where it was removed. */
  step: EditedStep;
  before: EditedStep | undefined;
  after: EditedStep | undefined;
  fields: FieldDifference[];
}

export interface DefinitionDifference {
  /** In the order of the later version, then those that were removed. Steps without a difference are left out. */
  steps: StepDifference[];
  /** The order of the steps that both have, by name, where it differs. */
  order: FieldDifference | undefined;
  fields: FieldDifference[];
}

/** Compares two definitions by steps and their fields. */
export function compareDefinitions(before: ComparedDefinition, after: ComparedDefinition): DefinitionDifference {
  const pairs = after.steps.map((step) => ({ step, earlier: sameStepIn(before.steps, step) }));
  const removed = before.steps.filter((step) => !pairs.some(({ earlier }) => earlier === step));
  const kept = pairs.flatMap(({ step, earlier }) => (earlier ? [{ step, earlier }] : []));
  const order = (steps: readonly EditedStep[]) => steps.map(({ name }) => name).join("\n");
  const earlierOrder = before.steps.filter((step) => !removed.includes(step));
  const isReordered = kept.some(({ earlier }, index) => earlierOrder[index] !== earlier);
  return {
    steps: [
      ...pairs.flatMap(({ step, earlier }) => stepDifference(earlier, step) ?? []),
      ...removed.flatMap((step) => stepDifference(step, undefined) ?? []),
    ],
    order: isReordered
      ? { label: "Order of the steps", before: order(earlierOrder), after: order(kept.map(({ step }) => step)) }
      : undefined,
    fields: WORKFLOW_FIELDS.flatMap(([field, label]) => fieldDifference(label, before[field], after[field])),
  };
}

/** Whether nothing differs. */
export const isNoDifference = ({ steps, order, fields }: DefinitionDifference): boolean =>
  steps.length === 0 && order === undefined && fields.length === 0;

const WORKFLOW_FIELDS = [
  ["name", "Name"],
  ["description", "Description"],
  ["tags", "Tags"],
  ["active", "Workflow status"],
  ["preferences", "Preferences"],
  ["payloadSchema", "Payload schema"],
  ["validatePayload", "Refuse events with a payload that does not match the schema"],
] as const satisfies (readonly [keyof Definition, string])[];

/** The same step by its id, or by its identifier where one of the definitions does not know the id yet. */
const sameStepIn = (steps: readonly EditedStep[], { key, type, stepId }: EditedStep): EditedStep | undefined =>
  steps.find((step) => step.key === key) ??
  steps.find((step) => step.type === type && stepId !== undefined && step.stepId === stepId);

function stepDifference(before: EditedStep | undefined, after: EditedStep | undefined): StepDifference | undefined {
  const step = after ?? before;
  if (step === undefined) return undefined;
  const kind = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  const fields = [
    ...sentenceDifference(before, after),
    ...STEP_FIELD_NAMES.flatMap((field) =>
      // A step that is new or gone has its name as the heading, and only what is not the usual is said of it.
      kind === "changed" || !isUsual(field, step) ? settingDifference(field, before, after) : [],
    ),
    ...contentDifferences(step, before, after),
  ];
  return fields.length === 0 ? undefined : { kind, step, before, after, fields };
}

const isUsual = (field: StepField, step: EditedStep): boolean =>
  field === "name" ||
  field === "stepId" ||
  (field === "active" && step.active) ||
  (field === "shouldStopOnFail" && !step.shouldStopOnFail) ||
  (field === "outsideHours" && step.outsideHours === "defer");

/** Of a step that sends nothing, the line on its card: "Waits 1 hour" and "Waits 2 hours". */
function sentenceDifference(before: EditedStep | undefined, after: EditedStep | undefined): FieldDifference[] {
  const step = after ?? before;
  if (step === undefined || MESSAGES.has(step.type)) return [];
  return fieldDifference("In words", before && stepSentence(before), after && stepSentence(after));
}
const MESSAGES: ReadonlySet<string> = new Set(["in_app", "email", "sms", "push", "chat"]);

function settingDifference(
  field: StepField,
  before: EditedStep | undefined,
  after: EditedStep | undefined,
): FieldDifference[] {
  return fieldDifference(
    stepFieldLabel(field),
    before && settingText(field, before),
    after && settingText(field, after),
  );
}

function contentDifferences(
  { type }: EditedStep,
  before: EditedStep | undefined,
  after: EditedStep | undefined,
): FieldDifference[] {
  const names = [...new Set([before, after].flatMap((step) => Object.keys(step?.controlValues ?? {})))];
  const ordered = [...names.filter((name) => name === "subject"), ...names.filter((name) => name !== "subject")];
  return ordered.flatMap((name) =>
    fieldDifference(
      valueLabel(name, type),
      contentText(before?.controlValues[name]),
      contentText(after?.controlValues[name]),
    ),
  );
}

function fieldDifference(label: string, before: unknown, after: unknown): FieldDifference[] {
  if (hashKey([before ?? null]) === hashKey([after ?? null])) return [];
  const texts = { before: valueText(before), after: valueText(after) };
  return texts.before === texts.after ? [] : [{ label, ...texts }];
}

function settingText(field: StepField, step: EditedStep): unknown {
  switch (field) {
    case "filters":
      return conditionText(step.filters);
    case "variants":
      return step.variants.map(({ key: _key, ...variant }) => variant);
    case "outsideHours":
      return OUTSIDE_HOURS_TEXTS[step.outsideHours];
    default:
      return step[field];
  }
}

/** Returns a button, an address or a sender as its form shows it; other values as they are. */
function contentText(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const { label, redirect, url, name, email, ...others } = value;
  if (Object.keys(others).some((field) => field !== "target")) return value;
  const address = isJsonObject(redirect) ? redirect.url : url;
  const opens = label !== undefined && address !== undefined ? `opens ${address}` : address;
  return [label ?? name, email, opens].filter((part) => part !== undefined && part !== "").join(", ");
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "On" : "Off";
  if (["string", "number", "bigint"].includes(typeof value)) return String(value);
  return Object.keys(value).length === 0 ? "" : jsonText(value);
}
