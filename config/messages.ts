import { z } from "zod";
import { flag, httpUrl, wholeNumber } from "./kinds.ts";
import { setting } from "./setting.ts";

/** As other programs do, takes `proxy:3128` for `http://proxy:3128`. */
const proxyUrl = z
  .string()
  .transform((value) => (value.includes("://") ? value : `http://${value}`))
  .pipe(httpUrl("the http or https address of a proxy, for example http://proxy:3128"));

/** At most a week: deliveries are not kept for long after that. */
const minutes = wholeNumber(1, 7 * 24 * 60);

export const messages = {
  /** Whether messages are stored with their content; that of in-app ones always is, and any until it has been sent. */
  storesContent: setting("BELFRY_STORE_CONTENT", flag, "true"),
  retryMinutes: z.object({
    /** Minutes for which an email is tried whose vendor cannot take it yet, where its step does not say until when it is of use. */
    email: setting("BELFRY_RETRY_MINUTES_EMAIL", minutes, "1440"),
    /** The same for text messages. */
    sms: setting("BELFRY_RETRY_MINUTES_SMS", minutes, "1440"),
    /** The same for chat messages. */
    chat: setting("BELFRY_RETRY_MINUTES_CHAT", minutes, "1440"),
    /** The same for push messages. */
    push: setting("BELFRY_RETRY_MINUTES_PUSH", minutes, "1440"),
  }),
  /** Id of the organization whose workflows in Production everybody may begin with, as blueprints; without it, Belfry's own. */
  blueprintCreator: setting("BELFRY_BLUEPRINT_CREATOR", z.uuid("the id of an organization, or leave it out")),
  /** Whether integrations may name hosts in private networks. */
  allowPrivateHosts: setting("BELFRY_ALLOW_PRIVATE_HOSTS", flag, { development: "true", production: "false" }),
  proxy: z.object({
    /** HTTP proxy for requests of providers to https addresses; HTTP_PROXY when not given. SMTP does not use it. */
    https: setting("HTTPS_PROXY", proxyUrl),
    /** HTTP proxy for requests of providers to http addresses. */
    http: setting("HTTP_PROXY", proxyUrl),
    /** Hosts that providers reach without a proxy: names (with those below them) separated by commas, or an asterisk. */
    exceptions: setting("NO_PROXY", z.string(), ""),
  }),
};
