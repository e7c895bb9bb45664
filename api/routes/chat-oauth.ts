import type { FastifyReply } from "fastify";
import { z } from "zod";
import { ChatOauthAddress, ChatOauthCallback, StartChatOauth } from "#contract/chat-oauth.ts";
import { PUBLIC } from "../access.ts";
import { unparsed } from "../openapi/media.ts";
import { failures } from "../plugins/errors.ts";
import { redirectBrowser } from "../redirect-browser.ts";
import { completeConnection, readConnection, startConnection } from "../services/connect-channel.ts";
import { CLOSING_PAGE, CLOSING_PAGE_HEADERS } from "../views/closing-page.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const config = { access: [PUBLIC], limit: "connections" } as const;

/** Subscribers connect a channel of their own at a chat provider: docs/chat-oauth.md. */
export const chatOauthRoutes: ZodRoutes = async (app) => {
  app.get(
    "/subscribers/:subscriberId/credentials/:providerId/oauth",
    {
      schema: {
        description:
          "Begins to connect a channel: browsers are sent to a page of the provider's. `hmacHash` is demanded where the integration's `hmac` is on.",
        params: ChatOauthAddress,
        querystring: StartChatOauth,
        response: { 302: z.null(), ...failures("not_found") },
      },
      config,
    },
    async ({ params, query: { hmacHash, ...query } }, reply) => {
      const { url, setCookie } = await startConnection(app, { ...params, ...query }, hmacHash);
      keepOpener(reply).header("set-cookie", setCookie);
      return redirectBrowser(reply, url);
    },
  );

  app.get(
    "/subscribers/:subscriberId/credentials/:providerId/oauth/callback",
    {
      schema: {
        description:
          "Stores the channel, and sends the browser to the integration's `redirectUrl`, or answers with a page that closes its tab.",
        params: ChatOauthAddress,
        querystring: ChatOauthCallback,
        response: {
          200: {
            description: "A page that closes its tab.",
            content: { "text/html": unparsed("string", CLOSING_PAGE) },
          },
          302: z.null(),
          ...failures("not_found", "unavailable"),
        },
      },
      config,
    },
    async ({ params, query: { code, state, error, ...query }, headers, log }, reply) => {
      const sentBack = { cookies: headers.cookie, state };
      const begun = await readConnection(app, { ...params, ...query }, sentBack);
      reply.header("set-cookie", begun.setCookie);
      const services = { db: app.db, http: app.http, config: app.config, log };
      const { redirectUrl } = await completeConnection(services, begun, { code, error });
      if (redirectUrl !== null) return redirectBrowser(keepOpener(reply), redirectUrl);
      return keepOpener(reply).code(200).headers(CLOSING_PAGE_HEADERS).serializer(String).send(CLOSING_PAGE);
    },
  );
};

/** Leaves the window connected with the page that has opened it, which otherwise sees it as closed from the first redirect on. */
const keepOpener = <Reply extends FastifyReply>(reply: Reply) =>
  reply.header("cross-origin-opener-policy", "unsafe-none");
