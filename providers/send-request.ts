import type { Channel } from "#contract/constants/channels.ts";
import type { StoredCredentials } from "./credentials.ts";
import type { EmailMessage, SendResult, SmsMessage } from "./messages.ts";
import type { SendContext } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";
import { findProvider } from "./registry.ts";

/**
 * Sends a message that was stored as JSON by the provider of that id. Throws ProviderError, or the signal's reason once
 * that has fired.
 */
export async function sendRequest(
  channel: Channel,
  providerId: string,
  request: Record<string, unknown> & { id: string },
  credentials: StoredCredentials,
  context: SendContext,
): Promise<SendResult> {
  const provider = channel === "email" || channel === "sms" ? findProvider(channel, providerId) : undefined;
  if (!provider)
    throw new ProviderError("CREDENTIAL", `No provider with id ${providerId} sends on the channel ${channel}`);
  return provider.channel === "email"
    ? provider.send(asMessage<EmailMessage>(request), credentials, context)
    : provider.send(asMessage<SmsMessage>(request), credentials, context);
}

/** The channel's module made the request of exactly this shape, and it was stored as it was. */
const asMessage = <Message>(request: Record<string, unknown>) => request as unknown as Message;
