import type { StepMetadata } from "#contract/workflows/step-metadata.ts";

type TimedMetadata = Extract<StepMetadata, { type: "timed" }>;
type Schedule = NonNullable<TimedMetadata["timed"]>;

/** "1 hour", "30 minutes". */
export function durationText(amount: number, unit: string): string {
  return `${amount} ${amount === 1 ? unit.replace(/s$/, "") : unit}`;
}

/** A digest's metadata in words, such as "Every week on Monday and Wednesday at 09:00, Europe/Berlin, by payload.postId". */
export function digestText(metadata: StepMetadata): string {
  switch (metadata.type) {
    case "regular":
      return `Collects events for ${durationText(metadata.amount, metadata.unit)}${keyText(metadata.digestKey)}`;
    case "backoff": {
      const lookBack = durationText(metadata.backoffAmount, metadata.backoffUnit);
      const length = durationText(metadata.amount, metadata.unit);
      return `Sends the first event at once; collects for ${length} when another came within the last ${lookBack.replace(/^1 /, "")}${keyText(metadata.digestKey)}`;
    }
    case "timed":
      return `${timedText(metadata)}${keyText(metadata.digestKey)}`;
    default:
      return "Collects events for a time that is not set yet";
  }
}

const keyText = (digestKey: string | undefined): string => (digestKey ? `, by payload.${digestKey}` : "");

function timedText({ amount, unit, timed = {} }: TimedMetadata): string {
  const zone = `, ${timed.timezone ?? "UTC"}`;
  if (timed.cronExpression) return `By the cron expression ${timed.cronExpression}${zone}`;
  if (amount === undefined || unit === undefined) return "At a time that is not set yet";
  const every = `Every ${amount === 1 ? durationText(1, unit).slice(2) : durationText(amount, unit)}`;
  if (unit === "seconds" || unit === "minutes" || unit === "hours") return `${every}, from the first event`;
  const days = unit === "weeks" ? weekDaysText(timed) : unit === "months" ? monthText(timed) : "";
  return `${every}${days}${timed.atTime ? ` at ${timed.atTime}` : ""}${zone}`;
}

const AS_FIRST_EVENT = " on the day of the first event";

function weekDaysText({ weekDays = [] }: Schedule): string {
  return weekDays.length > 0 ? ` on ${listText(weekDays.map(capitalised))}` : AS_FIRST_EVENT;
}

const ORDINAL_WORDS = { 1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", last: "last" } as const;
const DAY_WORDS: Readonly<Record<string, string>> = { day: "day", weekday: "weekday", weekend: "weekend day" };

function monthText({ monthlyType, monthDays = [], ordinal, ordinalValue }: Schedule): string {
  if (monthlyType === "on") {
    if (ordinal === undefined || ordinalValue === undefined) return " on a day that is not set yet";
    return ` on the ${ORDINAL_WORDS[ordinal]} ${DAY_WORDS[ordinalValue] ?? capitalised(ordinalValue)}`;
  }
  if (monthDays.length === 0) return AS_FIRST_EVENT;
  return ` on day ${listText([...monthDays].sort((a, b) => a - b).map(String))}`;
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const listText = (items: string[]): string => new Intl.ListFormat("en", { type: "conjunction" }).format(items);
