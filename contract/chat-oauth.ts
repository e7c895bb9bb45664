import { z } from "zod";
import { Id, referenceUpTo, textUpTo } from "./common.ts";
import { IDENTIFIER_MAX } from "./constants/limits.ts";
import { SubscriberId } from "./subscribers.ts";

const SENT_BACK_MAX = 2_048;

/** A subscriber, who may not exist yet, and the provider to connect at. */
export const ChatOauthAddress = z.object({ subscriberId: SubscriberId, providerId: referenceUpTo(IDENTIFIER_MAX) });

/** The integration: the newest active one of the provider, or that of an identifier. An empty text counts as none. */
const integration = { environmentId: Id, integrationIdentifier: referenceUpTo(IDENTIFIER_MAX).optional() };

export const StartChatOauth = z.object({ ...integration, hmacHash: textUpTo(IDENTIFIER_MAX).optional() });

/** With `code` or `error`, and `state`, from the provider. */
export const ChatOauthCallback = z.object({
  ...integration,
  code: textUpTo(SENT_BACK_MAX).optional(),
  state: textUpTo(SENT_BACK_MAX).optional(),
  error: textUpTo(SENT_BACK_MAX).optional(),
});
