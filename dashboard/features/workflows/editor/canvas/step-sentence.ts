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

function digestSentence(values: Values): string {
  const by = text(values.digestKey) ? `, by ${pathText(values.digestKey)}` : "";
  if (values.type !== "regular" && text(values.cron)) return `Collects and sends ${cronText(values)}${by}`;
  const schedule = scheduleOf(values);
  if (schedule) {
    const days = daysText(values, schedule);
    return days === undefined ? "Collects until a time that is not set yet" : `Collects and sends every ${days}${by}`;
  }
  const length = durationText(values.amount, values.unit);
  if (length === undefined) return "Collects events for a time that is not set yet";
  const window = isJsonObject(values.lookBackWindow) ? values.lookBackWindow : undefined;
  const back = window && durationText(window.amount, window.unit);
  if (back)
    return `Sends the first event at once; collects for ${length} when another came within the last ${back.replace(/^1 /, "")}${by}`;
  return `Collects events for ${length}${by}`;
}

function delaySentence(values: Values): string {
  if (values.type === "dynamic") {
    return text(values.dynamicKey)
      ? `Waits until the moment in ${pathText(values.dynamicKey)}`
      : "No moment chosen yet";
  }
  if (values.type === "timed") return text(values.cron) ? `Waits and goes on ${cronText(values)}` : "No time set yet";
  const length = durationText(values.amount, values.unit);
  return length === undefined ? "Waits for a time that is not set yet" : `Waits ${length}`;
}

function throttleSentence(values: Values): string {
  const limit = typeof values.threshold === "number" ? values.threshold : 1;
  const runs = `${limit} ${limit === 1 ? "run" : "runs"} of a subscriber`;
  const by = text(values.throttleKey) ? `, by ${pathText(values.throttleKey)}` : "";
  if (values.type === "dynamic") {
    return text(values.dynamicKey)
      ? `Lets ${runs} pass until ${pathText(values.dynamicKey)}${by}`
      : "No window chosen yet";
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
  const match = text(values.matchPath) ? ` with the same ${pathText(values.matchPath)}` : "";
  return length === undefined ? `Waits for ${awaited}${match}` : `Waits for ${awaited}${match}, ${length} at most`;
}

function branchSentence(step: Pick<EditedStep, "type" | "controlValues">): string {
  const names = branchesOf(step).flatMap(({ name, branchId, isDefault }) => (isDefault ? [] : [name ?? branchId]));
  return names.length === 0 ? "No branches yet" : `First match: ${names.join(", ")}, otherwise Default`;
}

function firstLine(value: unknown): string | undefined {
  const line = text(value)
    ?.replace(/<[^<>]+>/g, " ")
    .trim()
    .split("\n", 1)[0]
    ?.replace(/\s+/g, " ")
    .trim();
  if (!line) return undefined;
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
