import { CHANNELS, type Channel } from "#contract/constants/channels.ts";
import { WEEK_DAYS } from "#contract/constants/values/time.ts";
import type { DayHours } from "#contract/schemas/subscriber-hours.ts";
import type { Database } from "#db/client.ts";
import {
  getGlobalPreference,
  listWorkflowPreferences,
  type PreferenceOfWorkflow,
} from "#db/queries/preferences/preferences.ts";
import { listChoosableWorkflows, usedChannels } from "#db/queries/preferences/workflow-choices.ts";
import type { SubscriberRow } from "#db/queries/subscribers/subscribers.ts";
import { mergeGlobalPreference } from "#domain/preferences.ts";
import { holdBack, zoneOf } from "#domain/times/subscriber-hours.ts";
import { inputTime } from "./hours-of-form.ts";
import { chooserOf, type OpenedLink } from "./open-link.ts";

/** Workflows of one page. */
const WORKFLOWS = 50;
const PREFERENCE_PAGES_MAX = 1_000;
const DESCRIPTION_MAX = 300;

interface Choice {
  channel: Channel;
  isOn: boolean;
}

export interface ShownWorkflow {
  id: string;
  name: string;
  description: string;
  /** Those that the workflow has an active step of. */
  channels: readonly Choice[];
}

/** Times as inputs of html have them. */
export interface ShownHours {
  isOn: boolean;
  zone: string;
  days: Readonly<
    Record<(typeof WEEK_DAYS)[number], { isEnabled: boolean; spans: readonly { start: string; end: string }[] }>
  >;
}

export interface PageOfPreferences {
  /** The person's address, mostly hidden; null without one. */
  address: string | null;
  channels: readonly Choice[];
  fromMessage: ShownWorkflow | undefined;
  workflows: readonly ShownWorkflow[];
  locked: readonly ShownWorkflow[];
  /** Null where no channel waits for hours. */
  hours: ShownHours | null;
  page: number;
  query: string;
  hasNext: boolean;
  /** Whether there is more than one page, or something was searched for. */
  isPaged: boolean;
}

/** Reads what the page shows: a bounded part of the workflows, by their names. */
export async function readPreferencePage(
  db: Database,
  link: OpenedLink,
  asked: { page?: string | undefined; q?: string | undefined },
): Promise<PageOfPreferences> {
  const { subscriber, workflowId } = link;
  const { scope } = link.call;
  const chooser = chooserOf(link);
  const page = pageNumber(asked.page);
  const query = (asked.q ?? "").replaceAll("\0", "").trim();
  const isFirst = page === 1 && query === "";
  const [ids, used, global] = await Promise.all([
    listChoosableWorkflows(db, scope, {
      query,
      offset: (page - 1) * WORKFLOWS,
      limit: WORKFLOWS + 1,
      except: workflowId,
    }),
    usedChannels(db, scope),
    getGlobalPreference(db, scope, chooser),
  ]);
  const listed = ids.slice(0, WORKFLOWS);
  const wanted = isFirst && workflowId !== undefined ? [workflowId, ...listed] : listed;
  const found = await listWorkflowPreferences(db, scope, chooser, wanted);
  const preferences = new Map(found.map((one) => [one.workflow.id, one]));
  const shown = listed.flatMap((id) => preferences.get(id) ?? []);
  const own = isFirst && workflowId !== undefined ? preferences.get(workflowId) : undefined;
  const hasOwn = own !== undefined && shownWorkflow(own).channels.length > 0;
  const isLocked = ({ isCritical }: PreferenceOfWorkflow) => isCritical;
  const { channels } = mergeGlobalPreference(global);
  const hasNext = ids.length > WORKFLOWS;
  return {
    address: maskedAddress(subscriber.email),
    channels: used.map((channel) => ({ channel, isOn: global?.enabled !== false && channels[channel] })),
    fromMessage: hasOwn && !own.isCritical ? shownWorkflow(own) : undefined,
    workflows: shown.filter((one) => !isLocked(one)).map(shownWorkflow),
    locked: [...(hasOwn && own.isCritical ? [own] : []), ...shown.filter(isLocked)].map(shownWorkflow),
    hours: used.some((channel) => channel !== "in_app") ? shownHours(subscriber) : null,
    page,
    query,
    hasNext,
    isPaged: page > 1 || hasNext || query !== "",
  };
}

function pageNumber(text: string | undefined): number {
  const page = /^\d{1,4}$/.test(text ?? "") ? Number(text) : 1;
  return Math.min(Math.max(page, 1), PREFERENCE_PAGES_MAX);
}

function shownWorkflow({ workflow, effective }: PreferenceOfWorkflow): ShownWorkflow {
  const description = (workflow.description ?? "").trim();
  return {
    id: workflow.id,
    name: workflow.name,
    description: description.length > DESCRIPTION_MAX ? `${description.slice(0, DESCRIPTION_MAX - 1)}…` : description,
    channels: CHANNELS.flatMap((channel) => {
      const decided = effective[channel];
      return decided ? [{ channel, isOn: decided.enabled }] : [];
    }),
  };
}

/** The first character and the domain: enough to tell one's own addresses apart, and not the address. */
function maskedAddress(email: string | null): string | null {
  const at = email?.lastIndexOf("@") ?? -1;
  if (!email || at < 1) return null;
  const [first = ""] = email;
  return `${first}•••${email.slice(at)}`;
}

/** Shown to somebody who has not chosen any hours, switched off. */
const SUGGESTED: DayHours = { isEnabled: true, hours: [{ start: "08:00 AM", end: "10:00 PM" }] };

function shownHours({ hours, timezone }: Pick<SubscriberRow, "hours" | "timezone">): ShownHours {
  const weekly = hours?.weeklySchedule;
  const dayOf = (day: (typeof WEEK_DAYS)[number]) => {
    const { isEnabled, hours: spans = [] } = weekly ? (weekly[day] ?? { isEnabled: false }) : SUGGESTED;
    const shown = spans.map(({ start, end }) => ({ start: inputTime(start), end: inputTime(end) }));
    return [day, { isEnabled, spans: shown.length > 0 ? shown : [{ start: "", end: "" }] }] as const;
  };
  return {
    isOn: holdBack(hours),
    zone: zoneOf(timezone),
    days: asDays(Object.fromEntries(WEEK_DAYS.map(dayOf))),
  };
}

/** The entries are those of WEEK_DAYS. */
const asDays = (days: object) => days as ShownHours["days"];
