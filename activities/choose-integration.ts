import type { Channel } from "#contract/constants/channels.ts";
import { DEMO_EMAIL_PROVIDER, DEMO_SMS_PROVIDER } from "#contract/constants/provider-ids.ts";
import { decryptCredentials } from "#db/encryption.ts";
import { countDemoMessages } from "#db/queries/demo-messages.ts";
import { type ActiveIntegration, pickIntegration } from "#db/queries/integration-selection.ts";
import { evaluateFilters } from "#domain/conditions.ts";
import type { Deps } from "./deps.ts";
import type { Scene } from "./load-scene.ts";

/** The integration that a step sends through, ready to use. */
export interface ChosenIntegration {
  providerId: string;
  credentials: Record<string, unknown>;
  /** How many more messages it may carry this month, of how many; endless for all but the demo providers. */
  remaining: number;
  limit: number;
  /** What the history shows of the choice. */
  summary: { providerId: string; identifier: string; name: string; _environmentId: string; _id: string };
}

/** The channel's integration by engine.md 7.2, or why there is none. */
export async function chooseIntegration(
  deps: Deps,
  scene: Scene,
  channel: Channel,
): Promise<ChosenIntegration | { none: unknown }> {
  const identifier = overriddenIdentifier(scene, channel);
  const found =
    (identifier === undefined && (await integrationForTenant(scene))) ||
    pickIntegration(scene.now.integrations, channel, identifier);
  if (!found) return { none: identifier === undefined ? undefined : { integrationIdentifier: identifier } };
  const limit = demoLimit(deps, found.providerId);
  const used = Number.isFinite(limit) ? await countDemoMessages(deps.db, scene.event, found.providerId, new Date()) : 0;
  return {
    providerId: found.providerId,
    credentials: decryptCredentials(found.credentials, deps.config.encryptionKey),
    remaining: limit - used,
    limit,
    summary: {
      providerId: found.providerId,
      identifier: found.identifier,
      name: found.name,
      _environmentId: found.environmentId,
      _id: found.id,
    },
  };
}

/** The oldest integration whose conditions the event's tenant meets; it replaces the primary one. */
async function integrationForTenant({ now: { tenant, integrations } }: Scene): Promise<ActiveIntegration | undefined> {
  if (!tenant) return undefined;
  for (const integration of integrations.filter(({ conditions }) => conditions.length > 0).reverse()) {
    const { passed } = await evaluateFilters(integration.conditions, { tenant, now: new Date() });
    if (passed) return integration;
  }
  return undefined;
}

function overriddenIdentifier({ event }: Scene, channel: Channel): string | undefined {
  const identifier = event.overrides[channel]?.integrationIdentifier;
  return typeof identifier === "string" && identifier !== "" ? identifier : undefined;
}

function demoLimit({ config }: Deps, providerId: string): number {
  if (providerId === DEMO_EMAIL_PROVIDER) return config.demoLimits.email;
  if (providerId === DEMO_SMS_PROVIDER) return config.demoLimits.sms;
  return Number.POSITIVE_INFINITY;
}
