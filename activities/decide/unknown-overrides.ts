import { CHANNELS } from "#contract/constants/channels.ts";
import { DETAILS } from "#contract/constants/details.ts";
import { providerIdOf } from "#contract/constants/provider-ids.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { namesOf, objectAt } from "#domain/overrides.ts";
import { followsOverride } from "#domain/times/waits.ts";
import { delayOverride, delayOverrideProblem } from "#domain/values/duration.ts";
import { findProvider, isProviderId } from "#providers/registry.ts";
import type { Slice } from "../run/slice.ts";
import type { StepDetail } from "../run/step-conditions.ts";

type Overrides = Slice["event"]["overrides"];
type Problems = Record<string, string>;

/** Keys of an event's overrides that are neither a channel nor a provider. */
const OF_EVENT = ["layoutIdentifier", "steps", "providers", "channels", "severity", "delay"];
const NO_PROVIDER = "is no provider: use an id of the catalogue, such as sendgrid";
const NO_CHANNEL = `is no channel: use one of ${CHANNELS.join(", ")}`;

const isChannelName = (name: string): boolean => CHANNELS.some((channel) => channel === name);
const isProviderName = (name: string): boolean => isProviderId(providerIdOf(name));
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (isJsonObject(value) && Object.keys(value).length === 0);

/** One problem for each key of an object that says something and is not known, by its path. */
function unknownKeys(given: object, at: string, isKnown: (key: string) => boolean, problem: string): Problems {
  const unknown = Object.entries(given).filter(([key, value]) => !isKnown(key) && !isEmpty(value));
  return Object.fromEntries(unknown.map(([key]) => [at + key, problem]));
}

function problemsOfStep(overrides: Overrides, name: string, { type }: StepRow): Problems {
  const at = `steps.${name}.`;
  const { layoutId } = objectAt(overrides, "steps", name);
  const channel = CHANNELS.find((known) => known === type);
  const isUsed = (id: string) => channel !== undefined && findProvider(channel, providerIdOf(id)) !== undefined;
  const given = objectAt(overrides, "steps", name, "providers");
  return {
    ...unknownKeys(given, `${at}providers.`, isUsed, `is no provider of this step, which is of type ${type}`),
    ...unknownKeys(given, `${at}providers.`, isProviderName, NO_PROVIDER),
    ...(type !== "email" && !isEmpty(layoutId) && { [`${at}layoutId`]: "is used by email steps only" }),
  };
}

/** Why a delay that could be used changes nothing. */
function unfollowedDelay(overrides: Overrides, steps: readonly StepRow[]): string | undefined {
  const isFollowed = steps.some(({ type, metadata }) => followsOverride({ template: { type }, metadata }));
  if (delayOverride(overrides) === undefined || isFollowed) return undefined;
  return "is used by no step of this workflow: it replaces amounts of time, not dates and schedules";
}

/** Why parts of an event's overrides are used nowhere in its workflow, by their paths. */
export function unknownOverrides(overrides: Overrides, steps: readonly StepRow[]): Problems {
  const byName = new Map(steps.flatMap((step) => namesOf(step).map((name) => [name, step])));
  const delay = delayOverrideProblem(overrides) ?? unfollowedDelay(overrides, steps);
  const ofSteps = Object.keys(objectAt(overrides, "steps")).map((name) => {
    const step = byName.get(name);
    return step && problemsOfStep(overrides, name, step);
  });
  const ofEvent = Object.fromEntries(Object.entries(overrides).filter(([key]) => !OF_EVENT.includes(key)));
  return {
    ...unknownKeys(
      ofEvent,
      "",
      (key) => isChannelName(key) || isProviderName(key),
      "is neither a channel nor a provider: check its name",
    ),
    ...unknownKeys(objectAt(overrides, "channels"), "channels.", isChannelName, NO_CHANNEL),
    ...unknownKeys(objectAt(overrides, "providers"), "providers.", isProviderName, NO_PROVIDER),
    ...unknownKeys(
      objectAt(overrides, "steps"),
      "steps.",
      (name) => byName.has(name),
      "is no active step of this workflow: use the stepId of one",
    ),
    ...Object.assign({}, ...ofSteps),
    ...(delay !== undefined && { delay }),
  };
}

/**
 * Notes what an event overrides that is used nowhere in its workflow. It is not refused: callers send the same overrides for
 * several workflows.
 */
export function unknownOverridesDetail({ event, steps }: Pick<Slice, "event" | "steps">): StepDetail[] {
  const overrides = unknownOverrides(event.overrides, steps);
  if (Object.keys(overrides).length === 0) return [];
  return [{ detail: DETAILS.overridesNotUsed, status: "Warning", raw: { overrides } }];
}
