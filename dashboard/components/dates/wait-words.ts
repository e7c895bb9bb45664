import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { cronWords } from "./cron-words.ts";

/** Control values, of which nothing is known. */
export type Values = Readonly<Record<string, unknown>>;

/** A number, which may be stored as a text. */
export function numberIn(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** "1 hour", "30 minutes"; undefined where one of the two lacks. */
export function durationText(amount: unknown, unit: unknown): string | undefined {
  const number = numberIn(amount);
  if (number === undefined || typeof unit !== "string") return undefined;
  return `${number} ${number === 1 ? unit.replace(/s$/, "") : unit}`;
}

/** A cron expression in words, such as "at 09:00, only on Monday, Europe/Berlin". */
export function cronText({ cron, timezone }: Values): string {
  const expression = text(cron) ?? "";
  return `${cronWords(expression) ?? `the cron expression ${expression}`}, ${text(timezone) ?? "UTC"}`;
}

const ORDINAL_WORDS: Readonly<Record<string, string>> = {
  1: "first",
  2: "second",
  3: "third",
  4: "fourth",
  5: "fifth",
  last: "last",
};
const DAY_WORDS: Readonly<Record<string, string>> = { day: "day", weekday: "weekday", weekend: "weekend day" };

export const ordinalWord = (ordinal: string): string => ORDINAL_WORDS[ordinal] ?? ordinal;
export const dayWord = (day: string): string => DAY_WORDS[day] ?? capitalised(day);

/** "week on Monday and Friday at 09:30, UTC", to stand after "every"; undefined where the amount or its unit lacks. */
export function daysText({ amount, unit }: Values, timed: Values): string | undefined {
  const length = durationText(amount, unit);
  if (length === undefined) return undefined;
  const at = text(timed.atTime) ? ` at ${text(timed.atTime)}` : "";
  return `${Number(amount) === 1 ? length.slice(2) : length}${daysOf(unit, timed)}${at}, ${text(timed.timezone) ?? "UTC"}`;
}

function daysOf(unit: unknown, { weekDays, monthlyType, ordinal, ordinalValue, monthDays }: Values): string {
  const listed = (days: unknown): string[] => (Array.isArray(days) ? days.map(String) : []);
  if (unit === "weeks" && listed(weekDays).length > 0) return ` on ${listText(listed(weekDays).map(capitalised))}`;
  if (unit !== "months") return "";
  if (monthlyType === "on" && ordinal !== undefined) {
    return ` on the ${ordinalWord(String(ordinal))} ${dayWord(String(ordinalValue ?? "day"))}`;
  }
  return listed(monthDays).length > 0 ? ` on day ${listText(listed(monthDays))}` : "";
}

/** A path into the payload as members know it. */
export function pathText(value: unknown): string {
  const bare = (text(value) ?? "").replace(/^\s*\{\{|\}\}\s*$/g, "").trim();
  return /^(?:payload|subscriber|steps)\./.test(bare) ? bare : `payload.${bare}`;
}

/** The schedule of a timed digest; undefined of one by a cron expression, and of other kinds. */
export const scheduleOf = ({ type, cron, timed }: Values): Values | undefined =>
  type === "timed" && cron === undefined && isJsonObject(timed) ? timed : undefined;

export const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const listText = (items: string[]): string => new Intl.ListFormat("en").format(items);
