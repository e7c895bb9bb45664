import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { TIME_UNITS, type TimeUnit } from "#contract/constants/values/time.ts";
import {
  durationText,
  numberIn,
  pathText,
  scheduleOf,
  text,
  type Values,
} from "#dashboard/components/dates/wait-words.ts";
import type { EditedStep } from "../definition.ts";
import type { WaitType } from "./wait-sentence.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** An example of how a step passes time, with places from 0, where it begins, to 1, where it ends. */
export interface TimeLine {
  dots: { at: number; kind: "event" | "dropped" | "awaited"; label?: string }[];
  bars: { from: number; to: number; kind: "window" | "lookBack"; label: string }[];
  messages: { at: number; label: string }[];
  /** The same in words. */
  description: string;
}

/** The shares of a window at which the examples lie. */
const EXAMPLES = [0, 0.3, 0.7] as const;
/** Runs that a throttle is drawn with at most, before one that is after its window. */
const DRAWN_PASSES = 4;
/** Places of drawings leave room for labels at both ends. */
const END = 0.94;
const START = 0.06;

const place = (share: number): number => START + share * (END - START);

/** Draws a step by its values; undefined while something of it lacks. `next` is the moment at which a timed one ends, in words. */
export function timeLineOf(
  type: WaitType,
  values: EditedStep["controlValues"],
  next: string | undefined,
): TimeLine | undefined {
  switch (type) {
    case "digest":
      return digestLine(values, next);
    case "delay":
      return delayLine(values, next);
    case "throttle":
      return throttleLine(values);
    case "wait_for_event":
      return waitLine(values);
  }
}

function digestLine(values: Values, next: string | undefined): TimeLine | undefined {
  if ((values.type !== "regular" && values.cron !== undefined) || scheduleOf(values)) {
    const end = next ?? "the next of its times";
    return {
      dots: [0.1, 0.4, 0.75].map((at) => ({ at: place(at), kind: "event" })),
      bars: [{ from: place(0.1), to: place(1), kind: "window", label: "collects" }],
      messages: [{ at: place(1), label: end }],
      description: `Three events come before ${end}. One message with all three goes out then.`,
    };
  }
  const length = lengthOf(values);
  if (!length) return undefined;
  if (isJsonObject(values.lookBackWindow)) {
    const back = lengthOf(values.lookBackWindow);
    return back && backoffLine(length, back);
  }
  const times = EXAMPLES.map((share) => shareText(length, share));
  return {
    dots: EXAMPLES.map((share, index) => ({
      at: place(share),
      kind: "event",
      ...(index === 0 && { label: "first event" }),
    })),
    bars: [{ from: place(0), to: place(1), kind: "window", label: length.text }],
    messages: [{ at: place(1), label: "3 events" }],
    description: `Events come at the beginning, after ${times[1]} and after ${times[2]}. One message with all three goes out after ${length.text}.`,
  };
}

/** Two examples: an event that is sent at once, and one soon after it, which begins to collect. */
function backoffLine(length: Length, back: Length): TimeLine {
  // Half of the time that the second event looks back lies between the two, as long as both can be told apart.
  const between = Math.min(Math.max(back.ms / 2 / (back.ms / 2 + length.ms), 0.3), 0.6);
  const second = place(between);
  const soon = shareText(back, 0.5);
  return {
    dots: [
      { at: place(0), kind: "event", label: "none before" },
      { at: second, kind: "event" },
      { at: place(between + (1 - between) / 2), kind: "event" },
    ],
    bars: [
      { from: place(0), to: second, kind: "lookBack", label: `looks back ${back.text}` },
      { from: second, to: place(1), kind: "window", label: length.text },
    ],
    messages: [
      { at: place(0), label: "" },
      { at: place(1), label: "2 events" },
    ],
    description: `An event without another in the ${back.text} before it is sent at once. One that comes ${soon} later collects for ${length.text} from then, and goes out with what came meanwhile.`,
  };
}

function delayLine(values: Values, next: string | undefined): TimeLine | undefined {
  const line = (bar: string, end: string, description: string): TimeLine => ({
    dots: [{ at: place(0), kind: "event", label: "run arrives" }],
    bars: [{ from: place(0), to: place(1), kind: "window", label: bar }],
    messages: [{ at: place(1), label: end }],
    description,
  });
  if (values.type === "dynamic") {
    const path = text(values.dynamicKey) && pathText(values.dynamicKey);
    return path ? line("waits", path, `A run reaches the step, and goes on at the moment in ${path}.`) : undefined;
  }
  if (values.type === "timed") {
    if (text(values.cron) === undefined) return undefined;
    const end = next ?? "the next of its times";
    return line("waits", end, `A run reaches the step, and goes on at ${end}.`);
  }
  const length = lengthOf(values);
  return length && line(length.text, "goes on", `A run reaches the step, and goes on ${length.text} later.`);
}

function throttleLine(values: Values): TimeLine | undefined {
  const limit = numberIn(values.threshold ?? 1);
  const isDynamic = values.type === "dynamic";
  const path = text(values.dynamicKey) && pathText(values.dynamicKey);
  const length = isDynamic ? path && `until ${path}` : lengthOf(values)?.text;
  if (limit === undefined || !Number.isInteger(limit) || limit < 1 || !length) return undefined;
  const drawn = Math.min(limit, DRAWN_PASSES);
  const inWindow = drawn + 2;
  const end = 0.8;
  const dots = Array.from({ length: inWindow }, (_, index) => index);
  const passing = dots.filter((index) => index < drawn).map((index) => place((index / inWindow) * end));
  const after = place(0.97);
  const first = limit === 1 ? "The first run passes" : `The first ${limit} runs pass`;
  return {
    dots: [
      ...dots.map((index) => ({
        at: place((index / inWindow) * end),
        kind: index < drawn ? ("event" as const) : ("dropped" as const),
        ...(index === 0 && limit > drawn && { label: `first ${limit}` }),
      })),
      { at: after, kind: "event" },
    ],
    bars: [{ from: place(0), to: place(end), kind: "window", label: length }],
    messages: [...passing, after].map((at) => ({ at, label: "" })),
    description: `${first}, and the next two end because the window is still open. ${isDynamic ? `It is open ${length}.` : `It ends ${length} after the first run.`} A run after that passes again, and opens another one.`,
  };
}

function waitLine(values: Values): TimeLine | undefined {
  const length = lengthOf(values);
  const awaited = text(values.workflowIdentifier) ?? text(values.signal);
  if (!length || awaited === undefined) return undefined;
  return {
    dots: [
      { at: place(0), kind: "event", label: "run arrives" },
      { at: place(0.45), kind: "awaited", label: awaited },
    ],
    bars: [{ from: place(0), to: place(1), kind: "window", label: `${length.text} at most` }],
    messages: [
      { at: place(0.45), label: "" },
      { at: place(1), label: "without it" },
    ],
    description: `A run reaches the step, and goes on as soon as ${awaited} comes. Where it does not come, the run goes on without it after ${length.text}.`,
  };
}

interface Length {
  text: string;
  ms: number;
}

/** For drawings alone: a month is 30 days. */
const UNIT_MS: Readonly<Record<TimeUnit, number>> = {
  seconds: 1_000,
  minutes: 60_000,
  hours: HOUR,
  days: DAY,
  weeks: 7 * DAY,
  months: 30 * DAY,
};

function lengthOf({ amount, unit }: Values): Length | undefined {
  const number = numberIn(amount);
  const known = TIME_UNITS.find((one) => one === unit);
  const words = durationText(amount, unit);
  if (number === undefined || number <= 0 || !known || words === undefined) return undefined;
  return { text: words, ms: number * UNIT_MS[known] };
}

/** A part of a length in whole units: "18 minutes" for 0.3 of an hour. */
function shareText({ ms }: Length, share: number): string {
  const part = ms * share;
  const unit = [...TIME_UNITS].reverse().find((one) => one !== "months" && part >= UNIT_MS[one]) ?? "seconds";
  return durationText(Math.max(1, Math.round(part / UNIT_MS[unit])), unit) ?? "";
}
