import type { StepType } from "#contract/constants/channels.ts";
import type { Step } from "#contract/workflows/steps.ts";
import type { EmailBlock } from "#contract/workflows/templates.ts";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { flowText } from "./flow-text.ts";
import { digestText, durationText } from "./wait-text.ts";

const LONGEST = 100;

/** Returns the type of a step; a step without a template is custom code. */
export function stepTypeOf(step: Step): StepType {
  return step.template?.type ?? "custom";
}

export function stepNameOf(step: Step): string {
  return step.name || STEP_TYPE_LABELS[stepTypeOf(step)].name;
}

/** Returns one line that describes the step. */
export function stepSummary(step: Step): string {
  const { template, metadata } = step;
  switch (stepTypeOf(step)) {
    case "delay":
      if (metadata.type === "scheduled") return `Waits until the moment in payload.${metadata.delayPath}`;
      if (metadata.type !== "regular") return "Waits for a time that is not set yet";
      return `Waits ${durationText(metadata.amount, metadata.unit)}`;
    case "digest":
      return digestText(metadata);
    case "throttle":
    case "http":
    case "wait_for_event":
    case "branch":
      return flowText(metadata);
    case "trigger":
      return "Starts the run";
    case "custom":
      return "Runs your own code";
    case "email":
      return firstLine(template?.subject) ?? "No subject yet";
    case "push":
      return firstLine(template?.title) ?? firstLine(contentText(template?.content)) ?? "No content yet";
    default:
      return firstLine(template?.subject) ?? firstLine(contentText(template?.content)) ?? "No content yet";
  }
}

/** Returns content as plain text: without tags, one block a line. */
export function contentText(content: string | EmailBlock[] | undefined): string {
  if (content === undefined) return "";
  const text = typeof content === "string" ? content : content.map((block) => block.content).join("\n");
  return text
    .replace(/<(?:br|\/p|\/div|\/li|\/h\d)[^<>]*>/gi, "\n")
    .replace(/<[^<>]+>/g, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function firstLine(text: string | null | undefined): string | undefined {
  const line = text?.trim().split("\n", 1)[0]?.trim();
  if (!line) return undefined;
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
