import { z } from "zod";
import { Id, referenceUpTo, textUpTo } from "./common.ts";
import { IDENTIFIER_MAX } from "./constants/limits.ts";
import { SubscriberId } from "./subscribers.ts";

const CODE_MAX = 1_024;
const SENT_BACK_MAX = 256;

/** Printable characters of ASCII: RFC 6749 appendix A. All of them together fit into the head of a request. */
const sentBack = (max: number) =>
  textUpTo(max)
    .regex(/^[\x20-\x7e]*$/, { error: "must consist of printable ASCII characters" })
    .optional();

/** A subscriber, who may not exist yet, and the provider to connect at. */
export const ChatOauthAddress = z.object({ subscriberId: SubscriberId, providerId: referenceUpTo(IDENTIFIER_MAX) });

/** The integration: the newest active one of the provider, or that of an identifier. An empty text counts as none. */
const integration = { environmentId: Id, integrationIdentifier: referenceUpTo(IDENTIFIER_MAX).optional() };

export const StartChatOauth = z.object({ ...integration, hmacHash: textUpTo(IDENTIFIER_MAX).optional() });

/** With `code` or `error`, and `state`, from the provider. */
export const ChatOauthCallback = z.object({
  ...integration,
  code: sentBack(CODE_MAX),
  state: sentBack(SENT_BACK_MAX),
  error: sentBack(SENT_BACK_MAX),
});
