import { isJsonObject } from "#contract/constants/values/json-object.ts";
import {
  cronText,
  daysText,
  durationText,
  pathText,
  scheduleOf,
  text,
  type Values,
} from "#dashboard/components/dates/wait-words.ts";
import type { EditedStep } from "../definition.ts";

export type WaitType = "digest" | "delay" | "throttle" | "wait_for_event";

/** Reads a whole step that waits or counts back; undefined while something of it lacks. */
export function wholeSentence(type: WaitType, values: EditedStep["controlValues"]): string | undefined {
  switch (type) {
    case "digest":
      return digestSentence(values);
    case "delay":
      return delaySentence(values);
    case "throttle":
      return throttleSentence(values);
    case "wait_for_event":
      return waitSentence(values);
  }
}

function digestSentence(values: Values): string | undefined {
  const events = text(values.digestKey)
    ? `a subscriber's events of one ${pathText(values.digestKey)}`
    : "a subscriber's events";
  if (values.type !== "regular" && values.cron !== undefined) {
    return (
      text(values.cron) &&
      `Collects ${events} until the next scheduled time (${cronText(values)}), then sends one message`
    );
  }
  const schedule = scheduleOf(values);
  if (schedule) {
    const days = text(schedule.atTime) && daysText(values, schedule);
    return days && `Collects ${events} until the next scheduled time (every ${days}), then sends one message`;
  }
  const length = durationText(values.amount, values.unit);
  if (length === undefined) return undefined;
  if (!isJsonObject(values.lookBackWindow)) {
    return `Collects ${events} from the first one for ${length}; sends them as one at the end`;
  }
  const back = durationText(values.lookBackWindow.amount, values.lookBackWindow.unit);
  const apart = text(values.digestKey) ? ` of the same ${pathText(values.digestKey)}` : "";
  return (
    back &&
    `Sends an event at once when none${apart} came within ${back} before it; else collects ${events} from it for ${length}, and sends them as one at the end`
  );
}

function delaySentence(values: Values): string | undefined {
  if (values.type === "dynamic") {
    const path = text(values.dynamicKey) && pathText(values.dynamicKey);
    return path && `Waits until the moment in ${path}; a run without one, or with one that has passed, ends here`;
  }
  if (values.type === "timed")
    return text(values.cron) && `Waits until the next of its times (${cronText(values)}), then goes on`;
  const length = durationText(values.amount, values.unit);
  return length && `Waits ${length} from when a run reaches the step, then goes on`;
}

function throttleSentence(values: Values): string | undefined {
  const limit = Number(values.threshold ?? 1);
  if (!Number.isInteger(limit) || limit < 1) return undefined;
  const runs = limit === 1 ? "one run" : `${limit} runs`;
  const each = text(values.throttleKey) ? `subscriber and ${pathText(values.throttleKey)}` : "subscriber";
  const others = "further runs stop here";
  if (values.type === "dynamic") {
    const path = text(values.dynamicKey) && pathText(values.dynamicKey);
    return path && `Lets ${runs} per ${each} through until the moment in ${path}; ${others}`;
  }
  const length = durationText(values.amount, values.unit);
  const window = length?.replace(/^1 /, "");
  return window && `Lets ${runs} per ${each} through each ${window}; ${others}`;
}

function waitSentence(values: Values): string | undefined {
  const awaited = text(values.workflowIdentifier)
    ? `an event of ${text(values.workflowIdentifier)}`
    : text(values.signal) && `the signal ${text(values.signal)}`;
  const length = durationText(values.amount, values.unit);
  if (awaited === undefined || length === undefined) return undefined;
  const match = text(values.matchPath) ? ` with the same ${pathText(values.matchPath)}` : "";
  return `Waits for ${awaited} of the same subscriber${match}; goes on as soon as it comes, or without it after ${length}`;
}
