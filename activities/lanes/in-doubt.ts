import type { LeasedDelivery } from "#db/queries/deliveries/lease-deliveries.ts";
import { messageIdOf, senderAddress } from "#providers/email/compose-mail.ts";
import { ProviderError } from "#providers/provider-error.ts";
import { findProvider } from "#providers/registry.ts";

// A message is in doubt when its vendor may have taken it, as the answer never came.

type InDoubt = Pick<LeasedDelivery, "channel" | "providerId" | "messageId" | "request">;

/**
 * Returns what became of a send that had no answer yet when its process had to end. It names the Message-ID of a mail, by which the mail
 * server's log says whether it was taken.
 */
export function stoppedInDoubt(
  delivery: InDoubt,
  integration: { credentials: Readonly<Record<string, unknown>> } | undefined,
  installation?: string,
): ProviderError {
  const messageId = messageIdIn(delivery, integration?.credentials.from, installation);
  const named = messageId === undefined ? "" : ` (Message-ID ${messageId})`;
  const sentence = `Belfry was stopped before the provider answered: it may have taken the message${named}`;
  return new ProviderError("RETRY", sentence, { retryLimit: 1 });
}

function messageIdIn(
  { channel, providerId, messageId, request }: InDoubt,
  ownFrom: unknown,
  installation: string | undefined,
): string | undefined {
  if (!findProvider(channel, providerId)?.keepsMessageId) return undefined;
  const from = request.from ?? ownFrom;
  return typeof from === "string" ? messageIdOf(messageId, senderAddress(from), installation) : undefined;
}

/** Whether a message that failed so is left as it is, because its integration prefers a lost message to a doubled one. */
export const isLeftInDoubt = (error: ProviderError, integration: { retryInDoubt: boolean } | undefined): boolean =>
  error.mayBeSent && integration?.retryInDoubt === false;
