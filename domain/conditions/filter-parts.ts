import type { Channel } from "#contract/constants/channels.ts";
import type {
  FilterOperator,
  FilterPartType,
  FilterTimeUnit,
  PreviousStepState,
} from "#contract/constants/conditions.ts";
import { DAY, HOUR } from "#contract/constants/values/times.ts";
import type { FilterPart } from "#contract/schemas/conditions.ts";
import type { EnvironmentValues } from "../templates/environment-values.ts";
import { getPath } from "../values/dotted-path.ts";
import type { PlainObject } from "../values/plain-object.ts";
import { compareValues, textOf } from "./filter-operators.ts";

/** The state of the message of an earlier step of the same run. */
export interface PreviousMessage {
  channel: Channel;
  seen: boolean;
  read: boolean;
  /** A delivery webhook reported that the email was opened. */
  opened?: boolean;
}

export interface ConditionContext {
  payload?: PlainObject | null | undefined;
  /** The subscriber's row; `isOnline` and `lastOnlineAt` (Date or ISO text) are unset for one never seen. */
  subscriber?: object | null | undefined;
  tenant?: object | null | undefined;
  /** Contexts of the event by their types. */
  contexts?: object | null | undefined;
  /** By `uuid` of the step. A step that is not in here made no message. */
  previousSteps?: ReadonlyMap<string, PreviousMessage> | undefined;
  /** Results of earlier steps, by `uuid` of the step. */
  stepResults?: Readonly<PlainObject> | undefined;
  /** Variables of the environment, in clear; null where the organisation has none. */
  env?: EnvironmentValues | null | undefined;
  now: Date;
  /** Renders an expected value that is a text; what it throws comes out of `evaluateFilters`. */
  renderValue?: ((template: string) => string | Promise<string>) | undefined;
  /** Renders it as records show it, where it may have secrets that they mask. */
  renderShown?: ((template: string) => string | Promise<string>) | undefined;
}

/** The JSON answer of a webhook condition. What it throws comes out of `evaluateFilters`. */
export type ResolveWebhook = (part: FilterPart & { webhookUrl: string }) => Promise<unknown>;

/** The result of one condition, for the execution detail. */
export interface ConditionRecord {
  filter: string;
  field: string;
  expected: string;
  actual: string;
  operator: string;
  passed: boolean;
}

/** Labels of the parts in condition records. */
export const PART_LABELS: Readonly<Record<FilterPartType, string>> = {
  payload: "Payload",
  tenant: "Tenant",
  context: "Context",
  env: "Environment variable",
  subscriber: "Subscriber",
  webhook: "Webhook",
  isOnline: "Is online",
  isOnlineInLast: "Last time was online",
  previousStep: "Previous step",
  stepResult: "Step result",
};

const UNIT_MS: Readonly<Record<FilterTimeUnit, number>> = { minutes: 60_000, hours: HOUR, days: DAY };

interface PartOptions {
  /** Without, the answer of a webhook is empty. */
  resolveWebhook: ResolveWebhook | undefined;
  /** Whether fields are compared as moments in time: the group's field type is `DATE`. */
  asDates: boolean;
}

/** Evaluates one condition. */
export async function evaluatePart(
  part: FilterPart,
  context: ConditionContext,
  { resolveWebhook, asDates }: PartOptions,
): Promise<ConditionRecord> {
  const { payload, subscriber, tenant } = context;
  const compare = (source: unknown) => compareField(part, source, context, asDates);
  switch (part.on) {
    case "payload":
      return compare(payload);
    case "subscriber":
      return compare(subscriber);
    case "tenant":
      return compare(tenant);
    case "context":
      return compare(context.contexts);
    case "env":
      return compareVariable(part, context, asDates);
    case "webhook":
      return compare(await askWebhook(part, resolveWebhook));
    case "isOnline":
      return checkOnline(part, context);
    case "isOnlineInLast":
      return checkLastOnline(part, context);
    case "previousStep":
      return checkPreviousStep(part, context);
    case "stepResult":
      return compare(context.stepResults?.[part.step ?? ""]);
  }
}

async function askWebhook(part: FilterPart, resolveWebhook: ResolveWebhook | undefined): Promise<unknown> {
  const { webhookUrl } = part;
  return webhookUrl && resolveWebhook ? resolveWebhook({ ...part, webhookUrl }) : undefined;
}

async function compareField(
  part: FilterPart,
  source: unknown,
  { renderValue, renderShown }: ConditionContext,
  asDates: boolean,
): Promise<ConditionRecord> {
  const actual = getPath(source, part.field ?? "");
  const expected = await renderExpected(part.value, renderValue);
  const passed = compareValues(part.operator, actual, expected, { asDates });
  const shown = renderShown ? await renderExpected(part.value, renderShown) : expected;
  return record(part, { passed, actual, expected: shown });
}

/** Compares a variable of the environment by its value, and records it as it is shown. */
async function compareVariable(
  part: FilterPart,
  context: ConditionContext,
  asDates: boolean,
): Promise<ConditionRecord> {
  const compared = await compareField(part, context.env?.revealed, context, asDates);
  return { ...compared, actual: textOf(getPath(context.env?.masked, part.field ?? "")) };
}

async function renderExpected(value: unknown, render: ConditionContext["renderValue"]): Promise<unknown> {
  if (typeof value === "string") return render ? render(value) : value;
  return Array.isArray(value) ? Promise.all(value.map((item) => renderExpected(item, render))) : value;
}

function checkOnline(part: FilterPart, { subscriber }: ConditionContext): ConditionRecord {
  const { isOnline, lastOnlineAt } = presence(subscriber);
  const wasEverSeen = isOnline !== undefined || lastOnlineAt !== undefined;
  const passed = wasEverSeen && (isOnline ?? false) === (part.value === true || part.value === "true");
  return record({ ...part, field: "isOnline", operator: "EQUAL" }, { passed, actual: isOnline });
}

function checkLastOnline(part: FilterPart, { subscriber, now }: ConditionContext): ConditionRecord {
  const { isOnline, lastOnlineAt } = presence(subscriber);
  const unit = part.timeOperator && UNIT_MS[part.timeOperator];
  const field = { ...part, field: "isOnlineInLast", operator: part.timeOperator };
  if (isOnline) return record(field, { passed: true, actual: 0 });
  const lastSeen = lastOnlineAt ?? (isOnline === undefined ? undefined : now);
  if (!lastSeen || unit === undefined) return record(field, { passed: false, actual: undefined });
  const units = Math.trunc((now.getTime() - lastSeen.getTime()) / unit);
  return record(field, { passed: units >= 0 && units <= Number(part.value), actual: units });
}

function checkPreviousStep(part: FilterPart, { previousSteps }: ConditionContext): ConditionRecord {
  const message = previousSteps?.get(part.step ?? "");
  const field = { ...part, field: part.stepType, operator: "EQUAL" as const, value: true };
  if (!message) return record(field, { passed: true, actual: undefined });
  const passed = isInState(message, part.stepType);
  return record(field, { passed, actual: passed });
}

/** Email is seen and read when it was opened; what a phone or a chat shows is never reported back. */
function isInState(
  { channel, seen, read, opened = false }: PreviousMessage,
  state: PreviousStepState | undefined,
): boolean {
  const flags = channel === "email" ? { seen: opened, read: opened } : { seen, read };
  switch (state) {
    case "seen":
      return flags.seen;
    case "unseen":
      return !flags.seen;
    case "read":
      return flags.read;
    case "unread":
      return !flags.read;
    case undefined:
      return false;
  }
}

function presence(subscriber: unknown): { isOnline: boolean | undefined; lastOnlineAt: Date | undefined } {
  const isOnline = getPath(subscriber, "isOnline");
  const since = getPath(subscriber, "lastOnlineAt");
  const date = since instanceof Date || typeof since === "string" ? new Date(since) : undefined;
  return {
    isOnline: typeof isOnline === "boolean" ? isOnline : undefined,
    lastOnlineAt: date && !Number.isNaN(date.getTime()) ? date : undefined,
  };
}

interface Compared extends Pick<FilterPart, "on" | "field" | "value"> {
  operator?: FilterOperator | FilterTimeUnit | undefined;
}

function record(
  { on, field, value, operator }: Compared,
  { passed, actual, expected = value }: { passed: boolean; actual: unknown; expected?: unknown },
): ConditionRecord {
  return {
    filter: PART_LABELS[on],
    field: field ?? "",
    expected: textOf(expected),
    actual: textOf(actual),
    operator: operator ?? "",
    passed,
  };
}
