import { CHANNELS, type Channel, isChannel } from "#contract/constants/channels.ts";
import type { SubscriberHoursChange } from "#contract/schemas/subscriber-hours.ts";
import type { Database } from "#db/client.ts";
import { readStoredChoices } from "#db/queries/preferences/stored-choices.ts";
import { DomainError } from "#domain/errors.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Engine } from "#engine/client.ts";
import {
  changeGlobalPreference,
  changeOwnPreferences,
  restoreChoices,
  unsubscribeFromEverything,
} from "../subscribers/change-preferences.ts";
import { hoursOfForm } from "./hours-of-form.ts";
import { chooserOf, type OpenedLink } from "./open-link.ts";
import { parseUndo, type StateBefore } from "./undo-text.ts";

interface Services {
  db: Database;
  engine: Engine;
}

/** The outcome of a form, and the state before, where it can be taken back. */
export interface Submitted {
  done: "saved" | "unsubscribed" | "undone";
  before?: StateBefore;
}

const ALL = "all";
/** Workflows of one form: a page shows fewer. */
const CHANGES_MAX = 100;

/** Does what the button of a form says. Throws `invalid_input` for what no form of the page sends. */
export async function submitForm(services: Services, link: OpenedLink, form: URLSearchParams): Promise<Submitted> {
  switch (form.get("action")) {
    case "save":
      return { done: "saved", before: await saveChoices(services, link, form) };
    case "unsubscribe": {
      const { call } = link;
      const choices = await unsubscribeFromEverything(services.db, call);
      return { done: "unsubscribed", before: { choices } };
    }
    case "undo": {
      const before = parseUndo(form.get("undo") ?? "");
      if (!before) throw new DomainError("invalid_input", "undo must be what the page has sent");
      await takeBack(services, link, before);
      return { done: "undone" };
    }
    default:
      throw new DomainError("invalid_input", "action must be save, unsubscribe or undo");
  }
}

/** Stores the switches that are not as the page has shown them. Returns the state before. */
async function saveChoices({ db, engine }: Services, link: OpenedLink, form: URLSearchParams): Promise<StateBefore> {
  const { call, subscriber } = link;
  const moved = movedSwitches(form);
  const schedule = hoursOfForm(form, subscriber.hours);
  const keys = moved.map(({ workflow }) => workflow);
  const choices = await readStoredChoices(db, call.scope, chooserOf(link), keys);
  const changes = moved.map((switches, index) => changeOf(switches, choices[index]?.choice?.enabled === false));
  const workflows = changes.flatMap(({ workflow, ...change }) => (workflow === null ? [] : [{ workflow, ...change }]));
  const global = changes.find(({ workflow }) => workflow === null);
  // First, as it refuses what may not be chosen.
  if (workflows.length > 0) await changeOwnPreferences(db, call, chooserOf(link), workflows);
  if (global || schedule) {
    const preferences = CHANNELS.flatMap((type) => {
      const enabled = global?.channels[type];
      return enabled === undefined ? [] : [{ type, enabled }];
    });
    const change = { enabled: global?.enabled, preferences, schedule };
    await changeGlobalPreference({ db, engine }, call, call.caller, change);
  }
  return { choices, ...(schedule && { hours: subscriber.hours }) };
}

/**
 * The change that moved switches ask for. Where a switch over all channels is off, as keys may set it, all channels are shown as off:
 * switching one on switches that on, and leaves the others off.
 */
function changeOf({ workflow, moved, wanted }: Switches, isOffAsAWhole: boolean) {
  if (!isOffAsAWhole || !moved.some(([, isOn]) => isOn)) return { workflow, channels: Object.fromEntries(moved) };
  const off = CHANNELS.map((channel) => [channel, false] as const);
  return { workflow, enabled: true, channels: Object.fromEntries([...off, ...wanted]) };
}

async function takeBack({ db, engine }: Services, { call }: OpenedLink, before: StateBefore) {
  const { choices, hours } = before;
  await restoreChoices(db, call, choices.slice(0, CHANGES_MAX));
  if (hours === undefined) return;
  // Hours of single channels are not on the page.
  const schedule: SubscriberHoursChange | null = hours && {
    isEnabled: hours.isEnabled,
    weeklySchedule: hours.weeklySchedule ?? null,
  };
  await changeGlobalPreference({ db, engine }, call, call.caller, { schedule });
}

/** The switches of one workflow, or of all when there is none. */
interface Switches {
  workflow: string | null;
  /** Those that are not as they were shown. */
  moved: [Channel, boolean][];
  wanted: [Channel, boolean][];
}

/** The switches of a form, for all workflows and for single ones, as far as one of them was moved. */
function movedSwitches(form: URLSearchParams): Switches[] {
  const on = new Set(form.getAll("on"));
  const all = new Map<string, Switches>();
  for (const shown of form.getAll("shown")) {
    const [, key = "", channel = "", wasOn] = /^([\w-]+):(\w+)=([01])$/.exec(shown) ?? [];
    if ((key !== ALL && !isUuid(key)) || !isChannel(channel)) {
      throw new DomainError("invalid_input", "shown must be what the page has sent");
    }
    const switches = all.get(key) ?? { workflow: key === ALL ? null : key, moved: [], wanted: [] };
    all.set(key, switches);
    const isOn = on.has(`${key}:${channel}`);
    switches.wanted.push([channel, isOn]);
    if (isOn !== (wasOn === "1")) switches.moved.push([channel, isOn]);
  }
  const changed = [...all.values()].filter(({ moved }) => moved.length > 0);
  if (changed.length > CHANGES_MAX) {
    throw new DomainError("invalid_input", `A form may change ${CHANGES_MAX} workflows at most`);
  }
  return changed;
}
