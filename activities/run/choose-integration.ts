import type { Channel } from "#contract/constants/channels.ts";
import { DEMO_EMAIL_PROVIDER, DEMO_SMS_PROVIDER } from "#contract/constants/provider-ids.ts";
import { hasFinished } from "#contract/constants/templates/unfinished-conditions.ts";
import { hasPrimary } from "#db/queries/integrations/integration-priorities.ts";
import { type ActiveIntegration, pickIntegration } from "#db/queries/integrations/integration-selection.ts";
import { isProbeDue } from "#db/queries/integrations/outages.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { evaluateFilters } from "#domain/conditions/conditions.ts";
import { channelOverrides } from "#domain/overrides.ts";
import type { StoredChannel } from "#domain/subscriber-channels.ts";
import { findProvider } from "#providers/registry.ts";
import type { ChosenIntegration } from "./chosen-integration.ts";
import type { IntegrationChoice } from "./decision-trace.ts";
import { demoLimit } from "./demo-limit.ts";
import type { Member } from "./member.ts";
import { textIn } from "./override-values.ts";
import type { Slice } from "./slice.ts";

type SendingStep = Pick<StepRow, "type" | "integrationIdentifier">;

/** Names the choice of an integration in a slice: steps of a channel that ask for the same one share it. */
export const choiceKey = ({ type, integrationIdentifier }: SendingStep): string =>
  integrationIdentifier === null ? type : `${type} ${integrationIdentifier}`;

/**
 * The integration of a step on a channel, chosen once for the slice and for each that a resumption chose; or why there is none.
 */
function chooseIntegration(
  slice: Slice,
  channel: Channel,
  step: SendingStep,
  resumedBy?: ActiveIntegration,
): Promise<ChosenIntegration | { none: unknown }> {
  const key = resumedBy ? `${choiceKey(step)} by ${resumedBy.id}` : choiceKey(step);
  const known = slice.integrations.get(key) ?? choose(slice, channel, step, resumedBy);
  slice.integrations.set(key, known);
  return known;
}

async function choose(
  slice: Slice,
  channel: Channel,
  step: SendingStep,
  resumedBy?: ActiveIntegration,
): Promise<ChosenIntegration | { none: unknown }> {
  const identifier = overriddenIdentifier(slice, channel);
  const candidates = candidatesOf(slice, channel);
  const considered: IntegrationChoice["considered"] = [];
  const note = (reason: IntegrationChoice["reason"], integrationId?: string) =>
    slice.trace?.integration(choiceKey(step), { reason, integrationId, considered });
  if (resumedBy) {
    // Somebody has just chosen it, whatever was noted about it before.
    const behind = await integrationsForTenant(slice, candidates, considered);
    note("override", resumedBy.id);
    return chosen(resumedBy, limitOf(resumedBy), others(fallbacks(candidates, behind, resumedBy), resumedBy));
  }
  if (identifier !== undefined) {
    // The caller wants this one and no other.
    const named = pickIntegration(candidates, channel, identifier);
    note(named ? "override" : "none", named?.id);
    return named ? chosen(named, limitOf(named)) : { none: { integrationIdentifier: identifier } };
  }
  const ofStep = integrationOfStep(candidates, channel, step);
  const ofTenant = await integrationsForTenant(slice, candidates, considered);
  const found = ofStep ?? ofTenant[0] ?? pickIntegration(candidates, channel);
  if (!found) {
    note("none");
    return { none: undefined };
  }
  const ranked = hasPrimary(channel) ? [found, ...fallbacks(candidates, ofTenant, found)] : [found];
  const working = ranked.filter(({ outage }) => outage === null);
  const order = working.length > 0 ? [...working, ...ranked.filter(({ outage }) => outage !== null)] : ranked;
  const [first = found] = order;
  const reason =
    first !== found
      ? "fallback"
      : ofStep
        ? "step"
        : ofTenant[0]
          ? "tenant_conditions"
          : found.primary
            ? "primary"
            : "newest";
  note(reason, first.id);
  const picked = chosen(first, limitOf(first), others(order, first));
  const failed = ranked.slice(0, ranked.indexOf(first)).find(({ outage }) => outage && isProbeDue(outage, slice.now));
  if (!failed) return picked;
  const probed = { ...chosen(failed, limitOf(failed), others([failed, ...order], failed)), isProbe: true };
  return { ...picked, probe: async () => ((await slice.store.claimProbe(failed.id, slice.now)) ? probed : undefined) };

  function limitOf({ providerId }: ActiveIntegration) {
    return demoLimit(slice, providerId);
  }
}

/** The integration that the step names; undefined where the environment has none of that name that is active. */
const integrationOfStep = (
  candidates: readonly ActiveIntegration[],
  channel: Channel,
  { integrationIdentifier }: SendingStep,
): ActiveIntegration | undefined =>
  integrationIdentifier === null ? undefined : pickIntegration(candidates, channel, integrationIdentifier);

const others = (order: readonly ActiveIntegration[], first: ActiveIntegration): ChosenIntegration[] =>
  [...new Set(order)].flatMap((integration) => (integration === first ? [] : [chosen(integration)]));

/**
 * The integrations behind the first one: others for the same tenant, then those for everybody, by their order. Belfry's demo
 * providers are never among them: they deliver to nobody.
 */
function fallbacks(
  candidates: readonly ActiveIntegration[],
  ofTenant: readonly ActiveIntegration[],
  first: ActiveIntegration,
): ActiveIntegration[] {
  const forAll = candidates.filter(({ conditions }) => conditions.length === 0);
  const ranked = forAll.sort((a, b) => Number(b.primary) - Number(a.primary) || b.priority - a.priority);
  return [...ofTenant, ...ranked].filter(
    ({ id, providerId }) => id !== first.id && providerId !== DEMO_EMAIL_PROVIDER && providerId !== DEMO_SMS_PROVIDER,
  );
}

/** The integration that one message goes through, or why there is none. */
export interface Destination {
  integration: ChosenIntegration | { none: unknown };
  /** The subscriber's credentials with it, where the channel needs them. */
  entry?: StoredChannel;
}

/** Returns the provider of a destination; empty where there is none. */
export const providerIdOf = ({ integration }: Destination): string =>
  "none" in integration ? "" : integration.providerId;

/**
 * The subscriber's entries on a channel, in stored order, each with its own integration. Where the caller or the step names an integration,
 * its entry alone. The provider that needs no stored credentials has an entry, too, where it has an active integration.
 */
export function entriesOf(
  slice: Slice,
  channel: Channel,
  step: SendingStep,
  entries: readonly StoredChannel[],
  { virtualProviderId }: { virtualProviderId?: string } = {},
): Destination[] {
  const candidates = candidatesOf(slice, channel);
  const virtual = candidates.find(({ providerId }) => providerId === virtualProviderId);
  const stored = entries.filter(({ providerId }) => providerId !== virtualProviderId);
  const own = [
    ...stored,
    ...(virtual ? [{ integrationId: virtual.id, providerId: virtual.providerId, credentials: {} }] : []),
  ].filter(({ providerId }) => findProvider(channel, providerId));
  const identifier = overriddenIdentifier(slice, channel);
  if (identifier !== undefined && own.length > 0) {
    const named = pickIntegration(candidates, channel, identifier);
    if (!named) return [{ integration: { none: { integrationIdentifier: identifier } } }];
    return own.flatMap((entry) => (isOf(named, entry) ? [{ entry, integration: chosen(named) }] : []));
  }
  const ofStep = integrationOfStep(candidates, channel, step);
  if (ofStep) return own.flatMap((entry) => (isOf(ofStep, entry) ? [{ entry, integration: chosen(ofStep) }] : []));
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
  { id, providerId, identifier, name, environmentId, credentials: { from } }: ActiveIntegration,
  limit: ChosenIntegration["limit"] = async () => undefined,
  others: readonly ChosenIntegration[] = [],
): ChosenIntegration => ({
  id,
  providerId,
  sender: typeof from === "string" && from.trim() !== "" ? from : undefined,
  limit,
  others,
  isProbe: false,
  summary: { providerId, identifier, name, _environmentId: environmentId, _id: id },
});

/**
 * The integrations whose conditions the event's tenant meets, oldest first; the first replaces the primary one. Notes those
 * that were asked.
 */
async function integrationsForTenant(
  { context: { tenant }, now }: Slice,
  candidates: readonly ActiveIntegration[],
  considered: IntegrationChoice["considered"],
): Promise<ActiveIntegration[]> {
  const met: ActiveIntegration[] = [];
  if (!tenant) return met;
  for (const integration of candidates.filter(({ conditions }) => hasFinished(conditions)).reverse()) {
    const outcome = await evaluateFilters(integration.conditions, { tenant, now });
    considered.push({ identifier: integration.identifier, ...outcome });
    if (outcome.passed) met.push(integration);
  }
  return met;
}

function overriddenIdentifier({ event }: Slice, channel: Channel): string | undefined {
  return textIn(channelOverrides(event.overrides, channel), "integrationIdentifier");
}

/** Returns the destinations of a member: the one integration of the step, or each of the subscriber's entries. */
export async function destinationsIn(
  slice: Slice,
  step: SendingStep,
  { channel, entries }: { channel: Channel; entries?: Parameters<typeof entriesOf>[4] },
): Promise<(member: Member) => readonly Destination[]> {
  if (entries) return (member) => entriesOf(slice, channel, step, member.entries, entries);
  const all = [{ integration: await chooseIntegration(slice, channel, step) }];
  /** The destinations of members for whom a resumption chose an integration that is still active, by its id. */
  const resumed = new Map<string | null, readonly Destination[]>();
  const chosenIds = new Set(slice.members.flatMap(({ integrationId }) => integrationId ?? []));
  for (const resumedBy of candidatesOf(slice, channel)) {
    if (!chosenIds.has(resumedBy.id)) continue;
    resumed.set(resumedBy.id, [{ integration: await chooseIntegration(slice, channel, step, resumedBy) }]);
  }
  return ({ integrationId }) => resumed.get(integrationId) ?? all;
}
