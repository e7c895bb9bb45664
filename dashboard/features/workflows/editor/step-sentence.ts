import cronstrue from "cronstrue";
import { isJsonObject } from "#contract/constants/json-object.ts";
import type { EditedStep } from "./definition.ts";
import { branchesOf } from "./step-order.ts";

const LONGEST = 120;

type SaidStep = Pick<EditedStep, "type" | "controlValues">;

/** Returns one line that says what a step does, made of its values, and how many variants it has. */
export function stepSentence({ variants = [], ...step }: SaidStep & Partial<Pick<EditedStep, "variants">>): string {
  const sentence = ownSentence(step);
  if (variants.length === 0) return sentence;
  return variants.length === 1 ? `${sentence}, or a variant` : `${sentence}, or one of ${variants.length} variants`;
}

function ownSentence({ type, controlValues: values }: SaidStep): string {
  switch (type) {
    case "in_app":
      return firstLine(values.subject) ?? firstLine(values.body) ?? "No text yet";
    case "email":
      return firstLine(values.subject) ?? "No subject yet";
    case "push":
      return firstLine(values.subject) ?? firstLine(values.body) ?? "No text yet";
    case "sms":
    case "chat":
      return firstLine(values.body) ?? "No text yet";
    case "digest":
      return digestSentence(values);
    case "delay":
      return delaySentence(values);
    case "throttle":
      return throttleSentence(values);
    case "wait_for_event":
      return waitSentence(values);
    case "branch":
      return branchSentence({ type, controlValues: values });
    case "http_request":
      return text(values.url) ? `Sends ${text(values.method) ?? "GET"} ${firstLine(values.url)}` : "No address yet";
    case "trigger":
      return text(values.workflowId) ? `Starts the workflow ${text(values.workflowId)}` : "No workflow chosen yet";
    case "custom":
      return "Runs your own code";
  }
}

type Values = Readonly<Record<string, unknown>>;

function digestSentence(values: Values): string {
  const by = text(values.digestKey) ? `, by ${path(values.digestKey)}` : "";
  if (values.type !== "regular" && text(values.cron)) return `Collects until ${cronSentence(values)}${by}`;
  if (values.type === "timed" && isJsonObject(values.timed)) return `${daysSentence(values, values.timed)}${by}`;
  const length = durationText(values.amount, values.unit);
  if (length === undefined) return "Collects events for a time that is not set yet";
  const window = isJsonObject(values.lookBackWindow) ? values.lookBackWindow : undefined;
  const back = window && durationText(window.amount, window.unit);
  if (back) return `Sends the first event at once, and collects for ${length} if one came in the last ${back}${by}`;
  return `Collects events for ${length}${by}`;
}

function delaySentence(values: Values): string {
  if (values.type === "dynamic") {
    return text(values.dynamicKey) ? `Waits until the moment in ${path(values.dynamicKey)}` : "No moment chosen yet";
  }
  if (values.type === "timed") return text(values.cron) ? `Waits until ${cronSentence(values)}` : "No time set yet";
  const length = durationText(values.amount, values.unit);
  return length === undefined ? "Waits for a time that is not set yet" : `Waits ${length}`;
}

function throttleSentence(values: Values): string {
  const limit = typeof values.threshold === "number" ? values.threshold : 1;
  const runs = `${limit} ${limit === 1 ? "run" : "runs"} of a subscriber`;
  const by = text(values.throttleKey) ? `, by ${path(values.throttleKey)}` : "";
  if (values.type === "dynamic") {
    return text(values.dynamicKey) ? `Lets ${runs} pass until ${path(values.dynamicKey)}${by}` : "No window chosen yet";
  }
  const length = durationText(values.amount, values.unit);
  return length === undefined ? "Its window is not set yet" : `Lets ${runs} pass in ${length}${by}`;
}

function waitSentence(values: Values): string {
  const awaited = text(values.workflowIdentifier)
    ? `an event of ${text(values.workflowIdentifier)}`
    : text(values.signal)
      ? `the signal ${text(values.signal)}`
      : undefined;
  const length = durationText(values.amount, values.unit);
  if (awaited === undefined) return "Nothing chosen to wait for yet";
  const match = text(values.matchPath) ? ` with the same ${path(values.matchPath)}` : "";
  return length === undefined ? `Waits for ${awaited}${match}` : `Waits for ${awaited}${match}, ${length} at most`;
}

function branchSentence(step: Pick<EditedStep, "type" | "controlValues">): string {
  const names = branchesOf(step).flatMap(({ name, branchId, isDefault }) => (isDefault ? [] : [name ?? branchId]));
  return names.length === 0
    ? "No branches yet"
    : `Takes the first that applies: ${listText(names, "disjunction")}; else the default`;
}

/** "1 hour", "30 minutes"; undefined where one of the two lacks. */
function durationText(amount: unknown, unit: unknown): string | undefined {
  const number = typeof amount === "string" && amount.trim() !== "" ? Number(amount) : amount;
  if (typeof number !== "number" || !Number.isFinite(number) || typeof unit !== "string") return undefined;
  return `${number} ${number === 1 ? unit.replace(/s$/, "") : unit}`;
}

/** A cron expression in words, such as "at 09:00, only on Monday, Europe/Berlin". */
function cronSentence({ cron, timezone }: Values): string {
  const zone = text(timezone) ?? "UTC";
  try {
    const words = cronstrue.toString(text(cron) ?? "", { use24HourTimeFormat: true });
    return `${words.charAt(0).toLowerCase()}${words.slice(1)}, ${zone}`;
  } catch {
    return `the cron expression ${text(cron)}, ${zone}`;
  }
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

function daysSentence({ amount, unit }: Values, timed: Values): string {
  const length = durationText(amount, unit);
  if (length === undefined) return "Collects until a time that is not set yet";
  const every = `Collects until every ${Number(amount) === 1 ? length.slice(2) : length}`;
  const at = text(timed.atTime) ? ` at ${text(timed.atTime)}` : "";
  return `${every}${daysOf(unit, timed)}${at}, ${text(timed.timezone) ?? "UTC"}`;
}

function daysOf(unit: unknown, { weekDays, monthlyType, ordinal, ordinalValue, monthDays }: Values): string {
  const listed = (days: unknown): string[] => (Array.isArray(days) ? days.map(String) : []);
  if (unit === "weeks" && listed(weekDays).length > 0) return ` on ${listText(listed(weekDays).map(capitalised))}`;
  if (unit !== "months") return "";
  if (monthlyType === "on" && ordinal !== undefined) {
    const day = String(ordinalValue ?? "day");
    return ` on the ${ORDINAL_WORDS[String(ordinal)] ?? ordinal} ${DAY_WORDS[day] ?? capitalised(day)}`;
  }
  return listed(monthDays).length > 0 ? ` on day ${listText(listed(monthDays))}` : "";
}

/** A path into the payload as members know it. */
function path(value: unknown): string {
  const bare = (text(value) ?? "").replace(/^\s*\{\{|\}\}\s*$/g, "").trim();
  return /^(?:payload|subscriber|steps)\./.test(bare) ? bare : `payload.${bare}`;
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

function firstLine(value: unknown): string | undefined {
  const line = text(value)
    ?.replace(/<[^>]+>/g, " ")
    .trim()
    .split("\n", 1)[0]
    ?.replace(/\s+/g, " ")
    .trim();
  if (!line) return undefined;
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const listText = (items: string[], type: "conjunction" | "disjunction" = "conjunction"): string =>
  new Intl.ListFormat("en", { type }).format(items);
