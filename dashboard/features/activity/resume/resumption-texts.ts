import type { Channel } from "#contract/constants/channels.ts";
import type { ResumptionKind } from "#contract/constants/resumptions.ts";
import type { ResumableFilter, Resumption, ResumptionState, ResumptionVersion } from "#contract/resumptions.ts";
import { countText, numberText } from "#dashboard/components/display/count-text.ts";
import { shortTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { KIND_TEXTS, type RunsChange } from "./kind-texts.ts";

const OR = new Intl.ListFormat("en-GB", { type: "disjunction" });

export const VERSION_TEXTS: Readonly<Record<ResumptionVersion, { text: string; description: string }>> = {
  pinned: {
    text: "Original version",
    description: "Each run keeps the version it began with. Messages that were already written are sent unchanged.",
  },
  current: {
    text: "Current version",
    description: "Failed steps run again with the current content. Runs that are still in progress are left out.",
  },
};

const SPREADS = [0, 60, 600, 3_600, 21_600] as const;

const SECONDS_IN = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Returns "At once", or the time as "Over 10 minutes". */
export function spreadText(seconds: number): string {
  if (seconds === 0) return "At once";
  const [unit, length] = SECONDS_IN.find(([, each]) => seconds % each === 0) ?? SECONDS_IN[3];
  return `Over ${countText(seconds / length, unit)}`;
}

export const SPREAD_OPTIONS = SPREADS.map((seconds) => ({ id: String(seconds), text: spreadText(seconds) }));

/** Returns what a time to spread runs over means for each of them. */
export function paceText(runs: number | undefined, seconds: number): string {
  if (seconds === 0) return "As fast as your providers accept the messages";
  const perSecond = (runs ?? 0) / seconds;
  const [unit, length] = SECONDS_IN.toReversed().find(([, each]) => perSecond * each >= 1) ?? [];
  if (unit === undefined || length === undefined || unit === "day") return "The runs are resumed evenly over this time";
  return `About ${countText(Math.round(perSecond * length), "run")} per ${unit}`;
}

export const isActive = (state: ResumptionState): boolean => state === "counting" || state === "running";

/** Returns the runs that have been gone through, of all that were counted. */
export const gone = ({ done, failed, skipped }: Pick<Resumption, "done" | "failed" | "skipped">): number =>
  done + failed + skipped;

/** Returns the progress as a sentence. */
export function progressText({ state, total, ...counts }: RunsChange, kind: ResumptionKind): string {
  if (state === "counting") return `Counting: ${countText(total, "run")} found so far`;
  if (total === 0) return "No run matched";
  const { done, failed, skipped } = counts;
  const others = [
    failed > 0 && `${numberText(failed)} not ${KIND_TEXTS[kind].done}`,
    skipped > 0 && `${numberText(skipped)} ${KIND_TEXTS[kind].skipped}`,
  ].filter(Boolean);
  return [`${numberText(done)} of ${countText(total, "run")} ${KIND_TEXTS[kind].done}`, ...others].join(", ");
}

/** The names of what a filter refers to by ids, as far as they are known. */
type Names = ReadonlyMap<string, string>;

/** Returns what a filter asks for, each with its name. */
export function filterFacts(filter: ResumableFilter, workflows: Names = new Map()): { name: string; text: string }[] {
  const { templates = [], channels, subscriberIds, transactionId, statuses, reasons, providers } = filter;
  const { integrationIds, from, to, failedAfter, dryRuns } = filter;
  const named = templates.map((id) => workflows.get(id));
  const facts: [name: string, text: string | false | undefined][] = [
    [
      "Workflow",
      templates.length > 0 && (allKnown(named) ? OR.format(named) : countText(templates.length, "workflow")),
    ],
    ["Transaction id", transactionId],
    ["Subscriber id", subscriberIds && shortened(subscriberIds)],
    ["State", statuses && OR.format(statuses.map((status) => STATUS_NAMES[status]))],
    ["Channel", channels && channelsText(channels)],
    ["Reason", reasons && shortened(reasons)],
    ["Provider", providers && shortened(providers)],
    ["Integration", integrationIds && countText(integrationIds.length, "integration")],
    ["Since", from && shortTime(from)],
    ["Before", to && shortTime(to)],
    ["Failed since", failedAfter && shortTime(failedAfter)],
    ["Tests", dryRuns === "exclude" && "Dry tests left out"],
  ];
  return facts.flatMap(([name, text]) => (text ? [{ name, text }] : []));
}

const STATUS_NAMES = { failed: "Failed", stopped: "Stopped" } as const;

export const channelsText = (channels: readonly Channel[]): string =>
  OR.format(channels.map((channel) => STEP_TYPE_LABELS[channel].name));

const allKnown = (names: readonly (string | undefined)[]): names is string[] => names.every(Boolean);

const SHOWN = 3;
const shortened = (values: readonly string[]): string =>
  values.length > SHOWN ? `${values.slice(0, SHOWN).join(", ")} and ${values.length - SHOWN} more` : OR.format(values);

/** Returns the name of a resumption or a cancellation, or else the runs that it concerns. */
export function resumptionTitle({ name, runIds, filter = {} }: RunsChange, kind: ResumptionKind): string {
  if (name !== undefined) return name;
  if (runIds) return countText(runIds.length, "selected run");
  const facts = filterFacts(filter).map(({ name, text }) => `${name}: ${text}`);
  return facts.join(" · ") || KIND_TEXTS[kind].all;
}
