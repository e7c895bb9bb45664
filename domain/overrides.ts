import type { Channel } from "#contract/constants/channels.ts";
import { providerNames } from "#contract/constants/provider-ids.ts";
import { SEVERITIES, type Severity } from "#contract/constants/severities.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";

/** Overrides of an event, as they were sent, in the older and the newer forms. */
type EventOverrides = Readonly<Record<string, unknown>>;

/** The names by which callers may mean a step. */
interface NamedStep {
  stepId: string;
  uuid: string | null;
}

/** The severity of an event's messages: the event's own word, else its workflow's. */
export function severityOf({ severity }: EventOverrides, workflow: { severity: Severity }): Severity {
  return SEVERITIES.find((known) => known === severity) ?? workflow.severity;
}

/** Those for a channel: `overrides.<channel>`, with `overrides.channels.<channel>` over it. */
export function channelOverrides(overrides: EventOverrides, channel: Channel): Record<string, unknown> {
  return { ...objectAt(overrides, channel), ...objectAt(overrides, "channels", channel) };
}

/**
 * Those for a provider, the narrower over the wider: `overrides.<providerId>`, `overrides.providers.<providerId>`, and
 * `overrides.steps.<stepId>.providers.<providerId>`, where the step is named by its id or its uuid, and the provider by its id
 * or, less specific, its alias. What is not usable leaves the place to the wider one.
 */
export function providerOverrides(
  overrides: EventOverrides,
  step: NamedStep,
  providerId: string,
  isUsable: (field: string, value: unknown) => boolean = () => true,
): Record<string, unknown> {
  const names = providerNames(providerId);
  const places = [[], ["providers"], ...namesOf(step).map((name) => ["steps", name, "providers"])];
  const given = places.flatMap((place) => names.flatMap((name) => Object.entries(objectAt(overrides, ...place, name))));
  return Object.fromEntries(given.filter(([field, value]) => isUsable(field, value)));
}

/** Identifier or id of the layout that an event asks for at a step, the narrowest one; undefined when it asks for none. */
export function layoutOverride(overrides: EventOverrides, step: NamedStep): string | undefined {
  const ofStep = namesOf(step).map((name) => textAt(objectAt(overrides, "steps", name), "layoutId"));
  return (
    ofStep.find((layout) => layout !== undefined) ??
    textAt(channelOverrides(overrides, "email"), "layoutId") ??
    textAt(overrides, "layoutIdentifier")
  );
}

/** Every layout that an event asks for at any step. */
export function layoutOverrides(overrides: EventOverrides): string[] {
  const ofSteps = Object.keys(objectAt(overrides, "steps")).map((name) =>
    textAt(objectAt(overrides, "steps", name), "layoutId"),
  );
  const ofEvent = [textAt(channelOverrides(overrides, "email"), "layoutId"), textAt(overrides, "layoutIdentifier")];
  return [...new Set([...ofSteps, ...ofEvent].filter((name) => name !== undefined))];
}

/** The uuid is what people see, and the narrower name. */
export const namesOf = ({ stepId, uuid }: NamedStep): string[] => [stepId, ...(uuid === null ? [] : [uuid])];

/** The object at a path; an empty one when something else is there, or nothing. */
export function objectAt(source: EventOverrides, ...path: readonly string[]): Record<string, unknown> {
  let place: unknown = source;
  for (const key of path) {
    if (!isJsonObject(place) || !Object.hasOwn(place, key)) return {};
    place = place[key];
  }
  return isJsonObject(place) ? place : {};
}

function textAt(source: EventOverrides, key: string): string | undefined {
  const value = Object.hasOwn(source, key) ? source[key] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}
