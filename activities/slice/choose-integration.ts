import type { Channel } from "#contract/constants/channels.ts";
import { DEMO_EMAIL_PROVIDER, DEMO_SMS_PROVIDER } from "#contract/constants/provider-ids.ts";
import { type ActiveIntegration, pickIntegration } from "#db/queries/integrations/integration-selection.ts";
import { evaluateFilters } from "#domain/conditions.ts";
import type { StoredChannel } from "#domain/subscriber-channels.ts";
import { findProvider } from "#providers/registry.ts";
import type { IntegrationChoice } from "./decision-trace.ts";
import type { Slice } from "./slice.ts";

/** The integration that a channel step sends through. */
export interface ChosenIntegration {
  id: string;
  providerId: string;
  /** Why the next message cannot go through it; undefined when it can. Each call counts one message. */
  takeOne(): string | undefined;
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
  const considered: IntegrationChoice["considered"] = [];
  const ofTenant = identifier === undefined ? await integrationForTenant(slice, candidates, considered) : undefined;
  const found = ofTenant ?? pickIntegration(candidates, channel, identifier);
  slice.trace?.integration(channel, {
    reason: !found
      ? "none"
      : identifier !== undefined
        ? "override"
        : ofTenant
          ? "tenant_conditions"
          : found.primary
            ? "primary"
            : "newest",
    integrationId: found?.id,
    considered,
  });
  if (!found) return { none: identifier === undefined ? undefined : { integrationIdentifier: identifier } };
  return chosen(found, await demoLimit(slice, found.providerId));
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
  takeOne: ChosenIntegration["takeOne"] = () => undefined,
): ChosenIntegration => ({
  id,
  providerId,
  takeOne,
  summary: { providerId, identifier, name, _environmentId: environmentId, _id: id },
});

/** The oldest integration whose conditions the event's tenant meets; it replaces the primary one. Notes those that were asked. */
async function integrationForTenant(
  { context: { tenant }, now }: Slice,
  candidates: readonly ActiveIntegration[],
  considered: IntegrationChoice["considered"],
): Promise<ActiveIntegration | undefined> {
  if (!tenant) return undefined;
  for (const integration of candidates.filter(({ conditions }) => conditions.length > 0).reverse()) {
    const outcome = await evaluateFilters(integration.conditions, { tenant, now });
    considered.push({ identifier: integration.identifier, ...outcome });
    if (outcome.passed) return integration;
  }
  return undefined;
}

function overriddenIdentifier({ event }: Slice, channel: Channel): string | undefined {
  const identifier = event.overrides[channel]?.integrationIdentifier;
  return typeof identifier === "string" && identifier !== "" ? identifier : undefined;
}

/** Belfry's demo providers carry so many messages of an environment a month. */
async function demoLimit(
  { deps, store, event, now }: Slice,
  providerId: string,
): Promise<ChosenIntegration["takeOne"]> {
  const { demoLimits } = deps.config;
  const limits: Readonly<Record<string, number>> = {
    [DEMO_EMAIL_PROVIDER]: demoLimits.email,
    [DEMO_SMS_PROVIDER]: demoLimits.sms,
  };
  const limit = limits[providerId];
  if (limit === undefined) return () => undefined;
  const counted = await store.demoMessages(event, providerId, now);
  return () => {
    counted.used += 1;
    return counted.used > limit ? `${providerId} sends at most ${limit} messages a month` : undefined;
  };
}
