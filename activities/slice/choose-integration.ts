import type { Channel } from "#contract/constants/channels.ts";
import { type ActiveIntegration, pickIntegration } from "#db/queries/integrations/integration-selection.ts";
import { evaluateFilters } from "#domain/conditions.ts";
import type { StoredChannel } from "#domain/subscriber-channels.ts";
import { findProvider } from "#providers/registry.ts";
import { demoLimit } from "./demo-limit.ts";
import type { Slice } from "./slice.ts";

/** The integration that a channel step sends through. */
export interface ChosenIntegration {
  id: string;
  providerId: string;
  /**
   * Why no message can go through it; undefined when one can. With the job that sends it, the message is counted, once
   * however often the job is decided.
   */
  limit(jobId?: string): Promise<string | undefined>;
  /** The integration as the history shows it. */
  summary: { providerId: string; identifier: string; name: string; _environmentId: string; _id: string };
}

/** The channel's integration by engine.md 7.2, once for the slice; or why there is none. */
export function chooseIntegration(slice: Slice, channel: Channel): Promise<ChosenIntegration | { none: unknown }> {
  const known = slice.integrations.get(channel) ?? choose(slice, channel);
  slice.integrations.set(channel, known);
  return known;
}

async function choose(slice: Slice, channel: Channel): Promise<ChosenIntegration | { none: unknown }> {
  const identifier = overriddenIdentifier(slice, channel);
  const candidates = candidatesOf(slice, channel);
  const found =
    (identifier === undefined && (await integrationForTenant(slice, candidates))) ||
    pickIntegration(candidates, channel, identifier);
  if (!found) return { none: identifier === undefined ? undefined : { integrationIdentifier: identifier } };
  return chosen(found, demoLimit(slice, found.providerId));
}

/** The integration that one message goes through, or why there is none. */
export interface Destination {
  integration: ChosenIntegration | { none: unknown };
  /** The subscriber's credentials with it, where the channel needs them. */
  entry?: StoredChannel;
}

/**
 * The subscriber's entries on a channel, in stored order, each with its own integration (engine.md 7.7, 7.8). Where the
 * caller names an integration, its entry alone.
 */
export function entriesOf(slice: Slice, channel: Channel, entries: readonly StoredChannel[]): Destination[] {
  const own = entries.filter(({ providerId }) => findProvider(channel, providerId));
  const candidates = candidatesOf(slice, channel);
  const identifier = overriddenIdentifier(slice, channel);
  if (identifier !== undefined && own.length > 0) {
    const named = pickIntegration(candidates, channel, identifier);
    if (!named) return [{ integration: { none: { integrationIdentifier: identifier } } }];
    return own.flatMap((entry) => (isOf(named, entry) ? [{ entry, integration: chosen(named) }] : []));
  }
  return own.map((entry) => {
    const found = candidates.find((candidate) => isOf(candidate, entry));
    const name = entry.integrationIdentifier ?? entry.integrationId;
    const reason = `The integration ${name} of ${entry.providerId} was switched off or deleted`;
    return { entry, integration: found ? chosen(found) : { none: { reason } } };
  });
}

const isOf = ({ id, providerId }: ActiveIntegration, entry: StoredChannel): boolean =>
  id === entry.integrationId && providerId === entry.providerId;

const candidatesOf = ({ context }: Slice, channel: Channel) =>
  context.integrations.filter((integration) => integration.channel === channel);

const chosen = (
  { id, providerId, identifier, name, environmentId }: ActiveIntegration,
  limit: ChosenIntegration["limit"] = async () => undefined,
): ChosenIntegration => ({
  id,
  providerId,
  limit,
  summary: { providerId, identifier, name, _environmentId: environmentId, _id: id },
});

/** The oldest integration whose conditions the event's tenant meets; it replaces the primary one. */
async function integrationForTenant(
  { context: { tenant }, now }: Slice,
  candidates: readonly ActiveIntegration[],
): Promise<ActiveIntegration | undefined> {
  if (!tenant) return undefined;
  for (const integration of candidates.filter(({ conditions }) => conditions.length > 0).reverse()) {
    const { passed } = await evaluateFilters(integration.conditions, { tenant, now });
    if (passed) return integration;
  }
  return undefined;
}

function overriddenIdentifier({ event }: Slice, channel: Channel): string | undefined {
  const identifier = event.overrides[channel]?.integrationIdentifier;
  return typeof identifier === "string" && identifier !== "" ? identifier : undefined;
}
