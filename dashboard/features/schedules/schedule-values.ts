import { z } from "zod";
import type { Body } from "#client/client.ts";
import { NAME_MAX } from "#contract/constants/limits.ts";
import { MISSED_POLICIES, RECURRENCE_UNITS } from "#contract/constants/schedules.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { WEEK_DAYS } from "#contract/constants/values/time.ts";
import type { Recurrence, Schedule } from "#contract/schedules.ts";
import { filledText, wholeNumberUpTo } from "#contract/schemas/common.ts";
import type { FormOf } from "#dashboard/forms/form.tsx";
import { JsonObjectText, jsonObjectText } from "#dashboard/forms/json-object.ts";

const chosen = z.object({ id: z.string(), text: z.string() }).nullable();

/** A schedule as its form has it. The server says which times and audiences there are. */
export const TypedSchedule = z
  .object({
    name: filledText(NAME_MAX),
    workflow: chosen,
    /** `kept` is an audience that the form cannot show, and leaves as it is. */
    audience: z.enum(["everybody", "topic", "subscribers", "kept"]),
    topic: chosen,
    subscriberIds: z.string(),
    kind: z.enum(["once", "timed", "cron"]),
    at: z.string(),
    amount: wholeNumberUpTo(10_000),
    unit: z.enum(RECURRENCE_UNITS),
    atTime: z.string(),
    weekDays: z.array(z.enum(WEEK_DAYS)),
    cron: z.string(),
    timezone: z.string(),
    inSubscriberTimezone: z.boolean(),
    endAt: z.string().nullable(),
    missed: z.enum(MISSED_POLICIES),
    payload: JsonObjectText,
  })
  .superRefine(({ workflow, audience, topic, subscriberIds, kind, at }, context) => {
    const lacks = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (!workflow) lacks("workflow", "is missing: choose one");
    if (audience === "topic" && !topic) lacks("topic", "is missing: choose one");
    if (audience === "subscribers" && linesOf(subscriberIds).length === 0)
      lacks("subscriberIds", "should not be empty");
    if (kind === "once" && at === "") lacks("at", "should not be empty");
  });
export type TypedSchedule = z.input<typeof TypedSchedule>;
export type SentSchedule = z.output<typeof TypedSchedule>;

const BLANK: TypedSchedule = {
  name: "",
  workflow: null,
  audience: "everybody",
  topic: null,
  subscriberIds: "",
  kind: "timed",
  at: "",
  amount: 1,
  unit: "days",
  atTime: "09:00",
  weekDays: [],
  cron: "",
  timezone: "UTC",
  inSubscriberTimezone: false,
  endAt: null,
  missed: "run_once",
  payload: "",
};

/** Returns the values of the form of a schedule, or of a new one in a zone. */
export function valuesOf(schedule: Schedule | undefined, zone: string): TypedSchedule {
  if (!schedule) return { ...BLANK, timezone: zone };
  const { name, workflow, to, recurrence, timezone, inSubscriberTimezone, endAt, missed, payload } = schedule;
  return {
    ...BLANK,
    name,
    workflow: { id: workflow.identifier, text: workflow.name },
    ...audienceOf(to),
    ...recurrenceOf(recurrence),
    timezone,
    inSubscriberTimezone,
    endAt: endAt ?? null,
    missed,
    payload: Object.keys(payload).length > 0 ? jsonObjectText(payload) : "",
  };
}

function audienceOf(to: unknown): Partial<TypedSchedule> {
  const all = Array.isArray(to) ? to : [to];
  const ids = all.map((one) => (isJsonObject(one) ? one.subscriberId : one));
  if (ids.every((id) => typeof id === "string")) return { audience: "subscribers", subscriberIds: ids.join("\n") };
  const [only] = all;
  if (all.length > 1 || !isJsonObject(only)) return { audience: "kept" };
  if (only.type === "Broadcast") return { audience: "everybody" };
  const key = String(only.topicKey);
  return only.exclude === undefined ? { audience: "topic", topic: { id: key, text: key } } : { audience: "kept" };
}

function recurrenceOf(recurrence: Recurrence): Partial<TypedSchedule> {
  if (recurrence.type === "once") return { kind: "once", at: recurrence.at };
  if (recurrence.type === "cron") return { kind: "cron", cron: recurrence.cronExpression };
  const { amount, unit, timed } = recurrence;
  return { kind: "timed", amount, unit, atTime: timed?.atTime ?? "", weekDays: timed?.weekDays ?? [] };
}

/** Returns a typed recurrence; of one that was monthly, the days of the month stay. */
export function typedRecurrence(
  { kind, at, amount, unit, atTime, weekDays, cron }: Omit<TypedSchedule, "payload">,
  former: Recurrence | undefined,
): Recurrence {
  if (kind === "once") return { type: "once", at };
  if (kind === "cron") return { type: "cron", cronExpression: cron };
  if (unit === "minutes" || unit === "hours") return { type: "timed", amount, unit };
  const kept = former?.type === "timed" && former.unit === unit && unit === "months" ? former.timed : undefined;
  return {
    type: "timed",
    amount,
    unit,
    timed: { ...kept, ...(atTime && { atTime }), ...(unit === "weeks" && weekDays.length > 0 && { weekDays }) },
  };
}

/** Returns what is sent to create a schedule, or to change one. */
export function bodyOf(typed: SentSchedule, former: Schedule | undefined): Body<"createSchedule"> {
  const { name, workflow, audience, topic, subscriberIds, timezone, inSubscriberTimezone, endAt, missed } = typed;
  const to =
    audience === "kept"
      ? former?.to
      : audience === "everybody"
        ? { type: "Broadcast" }
        : audience === "topic"
          ? { type: "Topic", topicKey: topic?.id }
          : linesOf(subscriberIds);
  return {
    name,
    workflow: workflow?.id ?? "",
    // An audience of the answer, or one that is made above.
    to: to as Body<"createSchedule">["to"],
    payload: typed.payload ?? {},
    recurrence: typedRecurrence(typed, former?.recurrence),
    timezone,
    inSubscriberTimezone,
    endAt,
    missed,
  };
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

export type FormOfSchedule = FormOf<TypedSchedule, SentSchedule>;
