import type { Channel } from "#contract/constants/channels.ts";
import { WHATSAPP_PROVIDER } from "#contract/constants/provider-ids.ts";
import { isEmailAddress } from "#contract/constants/values/email-address.ts";
import { isWebAddress } from "#contract/constants/values/web-address.ts";
import { type StepTest, TEST_SENDS_MAX } from "#contract/workflows/step-preview.ts";
import type { Database } from "#db/client.ts";
import { type ActiveIntegration, integrationsOfChannel } from "#db/queries/integrations/integration-selection.ts";
import { getSubscriber, type SubscriberRow } from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { integrationOf } from "../../events/send-once.ts";

/** One place that a test is sent to. */
export interface Destination {
  integration: ActiveIntegration;
  /** An address of email, a phone number, a device token, or the address of a chat's channel. */
  to: string;
  /** A chat's room behind the address. */
  room?: string;
  isPhone?: boolean;
  /** Whether the member who asks did not give the address, and may not see it. */
  isHidden?: boolean;
}

/** Returns where a test goes. Throws `invalid_input` where that is nowhere, and `not_found` for an unknown subscriber. */
export async function destinationsOf(
  db: Database,
  scope: Scope,
  channel: Channel,
  { to, subscriberId, integrationIdentifier }: Pick<StepTest, "to" | "subscriberId" | "integrationIdentifier">,
): Promise<Destination[]> {
  if (subscriberId === undefined) {
    const address = (to ?? "").trim();
    if (channel === "email" && !isEmailAddress(address))
      throw new DomainError("invalid_input", ["to must be an email"]);
    const integration = await integrationOf(db, scope, channel, integrationIdentifier);
    const isPhone = integration.providerId === WHATSAPP_PROVIDER;
    if (channel === "chat" && !isPhone && !isWebAddress(address))
      throw new DomainError("invalid_input", ["to must be the http or https address of the channel"]);
    return [{ integration, to: address, isPhone }];
  }
  const subscriber = await getSubscriber(db, scope, subscriberId);
  if (channel === "chat" || channel === "push") {
    const active = await integrationsOfChannel(db, scope, channel);
    const named = active.filter(({ identifier }) => (integrationIdentifier ?? identifier) === identifier);
    const found = named.flatMap((integration) => destinationsAt(integration, subscriber));
    if (found.length > 0) return found.slice(0, TEST_SENDS_MAX);
    throw new DomainError("invalid_input", [
      `subscriberId ${subscriberId} has no ${channel === "push" ? "device" : "channel"} with an active integration: choose somebody else, or give an address`,
    ]);
  }
  const own = channel === "email" ? subscriber.email : subscriber.phone;
  if (!own) {
    const lacks = channel === "email" ? "email address" : "phone number";
    throw new DomainError("invalid_input", [`subscriberId ${subscriberId} has no ${lacks}: choose somebody else`]);
  }
  return [{ integration: await integrationOf(db, scope, channel, integrationIdentifier), to: own }];
}

/** The subscriber's own channels or devices with one integration. */
function destinationsAt(integration: ActiveIntegration, { channels, phone }: SubscriberRow): Destination[] {
  if (integration.providerId === WHATSAPP_PROVIDER) return phone ? [{ integration, to: phone, isPhone: true }] : [];
  return channels
    .filter(
      ({ integrationId, providerId }) => integrationId === integration.id && providerId === integration.providerId,
    )
    .flatMap(({ credentials: { webhookUrl, deviceTokens = [], channel: room } }) =>
      [...(webhookUrl ? [webhookUrl] : []), ...deviceTokens].map((to) => ({
        integration,
        to,
        ...(room && { room }),
        isHidden: true,
      })),
    );
}
