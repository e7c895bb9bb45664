import type { FastifyReply } from "fastify";
import { CLOSING_PAGE, chatOauthOperations } from "#contract/chat-oauth.ts";
import { handlers } from "../../handlers.ts";
import { redirectBrowser } from "../../redirect-browser.ts";
import { completeConnection, readConnection, startConnection } from "../../services/subscribers/connect-channel.ts";
import { CLOSING_PAGE_HEADERS } from "../../views/closing-page.ts";

/** Subscribers connect a channel of their own at a chat provider: docs/chat-oauth.md. */
export const chatOauthRoutes = handlers(chatOauthOperations, (app) => ({
  startChatOauth: async ({ params, query: { hmacHash, ...query } }, reply) => {
    const { url, setCookie } = await startConnection(app, { ...params, ...query }, hmacHash);
    keepOpener(reply).header("set-cookie", setCookie);
    return redirectBrowser(reply, url);
  },

  completeChatOauth: async ({ params, query: { code, state, error, ...query }, headers, log }, reply) => {
    const sentBack = { cookies: headers.cookie, state };
    const begun = await readConnection(app, { ...params, ...query }, sentBack);
    reply.header("set-cookie", begun.setCookie);
    const services = { db: app.db, http: app.http, config: app.config, log };
    const { redirectUrl } = await completeConnection(services, begun, { code, error });
    if (redirectUrl !== null) return redirectBrowser(keepOpener(reply), redirectUrl);
    return keepOpener(reply).code(200).headers(CLOSING_PAGE_HEADERS).serializer(String).send(CLOSING_PAGE);
  },
}));

/** Leaves the window connected with the page that has opened it, which otherwise sees it as closed from the first redirect on. */
const keepOpener = <Reply extends FastifyReply>(reply: Reply) =>
  reply.header("cross-origin-opener-policy", "unsafe-none");
