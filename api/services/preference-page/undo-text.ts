import { z } from "zod";
import { CHANNELS } from "#contract/constants/channels.ts";
import { UNDO_MAX } from "#contract/inbox/preference-page.ts";
import { SubscriberHours } from "#contract/schemas/subscriber-hours.ts";
import type { StoredChoice } from "#db/queries/preferences/stored-choices.ts";
import { isUuid } from "#domain/values/uuid.ts";

/** The state before a change, by which it can be taken back. */
export interface StateBefore {
  choices: readonly StoredChoice[];
  /** Undefined where the change was about none; null where there were none. */
  hours?: SubscriberHours | null | undefined;
}

/** The switch over all channels, and each of them: on, off, or nothing stored. */
const FLAGS = /^[01-]{6}$/;
const Undo = z.object({ c: z.array(z.string()), h: SubscriberHours.nullable().optional() });
const ALL = "all";

/** Writes a state as a text for the address of a page; undefined where it would be too long for one. */
export function undoText({ choices, hours }: StateBefore): string | undefined {
  const text = Buffer.from(JSON.stringify({ c: choices.map(textOf), ...(hours !== undefined && { h: hours }) }));
  const encoded = text.toString("base64url");
  return encoded.length > UNDO_MAX || (choices.length === 0 && hours === undefined) ? undefined : encoded;
}

function textOf({ workflowId, choice }: StoredChoice): string {
  const flag = (value: boolean | null | undefined) => (value === true ? "1" : value === false ? "0" : "-");
  const flags = choice && [choice.enabled, ...CHANNELS.map((channel) => choice.channels[channel])].map(flag).join("");
  return `${workflowId?.replaceAll("-", "") ?? ALL}:${flags ?? ""}`;
}

/** Reads such a text; undefined for any other. Whoever has the link may store anything that it can say. */
export function parseUndo(text: string): StateBefore | undefined {
  try {
    const { c, h } = Undo.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return { choices: c.map(choiceOf), hours: h };
  } catch {
    // No text of ours: there is nothing to take back.
    return undefined;
  }
}

function choiceOf(text: string): StoredChoice {
  const [name = "", flags = ""] = text.split(":");
  const workflowId = name === ALL ? null : name.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  if (workflowId !== null && !isUuid(workflowId)) throw new Error("No id of a workflow");
  if (flags === "") return { workflowId, choice: null };
  if (!FLAGS.test(flags)) throw new Error("No choice");
  const [enabled = null, ...ofChannels] = [...flags].map((flag) => (flag === "-" ? null : flag === "1"));
  const named = CHANNELS.flatMap((channel, index) => {
    const value = ofChannels[index] ?? null;
    return value === null ? [] : [[channel, value] as const];
  });
  return { workflowId, choice: { enabled, channels: Object.fromEntries(named) } };
}
