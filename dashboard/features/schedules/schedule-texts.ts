import type { ScheduleStatus } from "#contract/constants/schedules.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { Schedule } from "#contract/schedules.ts";
import { wallDate } from "#dashboard/components/dates/date-words.ts";
import { capitalised, cronText, daysText, durationText } from "#dashboard/components/dates/wait-words.ts";
import type { Tone } from "#dashboard/components/display/badge.tsx";
import { countText } from "#dashboard/components/display/count-text.ts";

export const STATUSES = {
  active: { text: "Active", tone: "success" },
  paused: { text: "Paused", tone: "warning" },
  ended: { text: "Ended", tone: "neutral" },
} as const satisfies Record<ScheduleStatus, { text: string; tone: Tone }>;

/** Reads a recurrence in words: "Every week on Monday at 09:00, Europe/Berlin". */
export function recurrenceText({ recurrence, timezone }: Pick<Schedule, "recurrence" | "timezone">): string {
  switch (recurrence.type) {
    case "once":
      return `Once: ${wallDate(recurrence.at)}, ${timezone}`;
    case "cron":
      return capitalised(cronText({ cron: recurrence.cronExpression, timezone }));
    case "timed": {
      const { amount, unit, timed } = recurrence;
      return unit === "minutes" || unit === "hours"
        ? `Every ${durationText(amount, unit)?.replace(/^1 /, "")}`
        : `Every ${daysText({ amount, unit }, { ...timed, timezone })}`;
    }
  }
}

/** Says whom a schedule is for, in a few words. */
export function audienceText(to: unknown): string {
  if (Array.isArray(to)) {
    const topics = to.filter(isTopic).length;
    const people = to.length - topics;
    return [topics > 0 && countText(topics, "topic"), people > 0 && countText(people, "subscriber")]
      .filter(Boolean)
      .join(", ");
  }
  if (typeof to === "string") return to;
  if (!isJsonObject(to)) return "Nobody";
  if (to.type === "Broadcast") return "Everybody";
  return isTopic(to) ? `Topic ${String(to.topicKey)}` : String(to.subscriberId);
}

const isTopic = (to: unknown): boolean => isJsonObject(to) && to.type === "Topic";
