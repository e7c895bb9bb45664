import { z } from "zod";
import { IDENTIFIER_MAX } from "./constants/limits.ts";
import { PUBLIC } from "./schemas/access.ts";
import { Id, referenceUpTo, textUpTo } from "./schemas/common.ts";
import { unparsed } from "./schemas/media.ts";
import { operations } from "./schemas/operations.ts";
import { SubscriberId } from "./subscribers.ts";

const OAUTH_CODE_MAX = 1_024;
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
  code: sentBack(OAUTH_CODE_MAX),
  state: sentBack(SENT_BACK_MAX),
  error: sentBack(SENT_BACK_MAX),
});

/** Ends a visit in a tab or window that some page has opened for it. Browsers close no others, so that it says what to do. */
export const CLOSING_SCRIPT = "window.close();";
export const CLOSING_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Connected</title></head>
<body><p>The channel is connected. You can close this tab.</p><script>${CLOSING_SCRIPT}</script></body>
</html>
`;

export const chatOauthOperations = operations("subscribers", {
  startChatOauth: {
    route: "GET /v1/subscribers/:subscriberId/credentials/:providerId/oauth",
    client: "subscribers.startChatOauth",
    summary: "Redirect to the provider to connect a channel of a subscriber",
    description:
      "Begins to connect a channel: browsers are sent to a page of the provider's. `hmacHash` is demanded where the integration's `hmac` is on.",
    access: [PUBLIC],
    limit: "connections",
    params: ChatOauthAddress,
    query: StartChatOauth,
    answer: { 302: z.null() },
    failures: ["not_found"],
  },

  completeChatOauth: {
    route: "GET /v1/subscribers/:subscriberId/credentials/:providerId/oauth/callback",
    client: "subscribers.completeChatOauth",
    summary: "Complete the connection of a subscriber's chat channel",
    description:
      "Stores the channel, and sends the browser to the integration's `redirectUrl`, or answers with a page that closes its tab.",
    access: [PUBLIC],
    limit: "connections",
    params: ChatOauthAddress,
    query: ChatOauthCallback,
    answer: {
      200: {
        description: "A page that closes its tab.",
        content: { "text/html": unparsed("string", CLOSING_PAGE) },
      },
      302: z.null(),
    },
    failures: ["not_found", "unavailable"],
  },
});
