import { isIP } from "node:net";
import { z } from "zod";
import { httpUrl, list } from "./kinds.ts";
import { setting } from "./setting.ts";

const ORIGIN =
  "an http or https address without a path, for example https://belfry.example.com, and a path as BELFRY_GLOBAL_CONTEXT_PATH";

const origin = httpUrl(ORIGIN).transform((value, context) => {
  const url = new URL(value);
  if (url.href === `${url.origin}/`) return url.origin;
  context.addIssue(ORIGIN);
  return z.NEVER;
});

/**
 * Begins of Belfry's own paths, and what stands beside the dashboard's page. No part of a context path is one of them, so that none hides
 * an address below another one, or without one. The dashboard's pages need no place here: whatever path they have, they are one file, and
 * the browser keeps the address.
 */
const RESERVED =
  /^(?:v\d+|docs|openapi\.json|inbox|socket\.io|assets|favicon\.svg|theme\.js|inter-license\.txt|\.{1,2})$/;

const CONTEXT_PATH =
  "a path such as apps/belfry, of letters, digits and . _ ~ - between single slashes, where no part is . or .. or a name that " +
  "Belfry's own paths begin with (v1, v2 and so on, docs, openapi.json, inbox, socket.io, assets, favicon.svg, theme.js, inter-license.txt)";

/** `/apps/belfry` for any spelling of it with or without slashes at its ends; empty for none. */
const contextPath = z
  .string()
  .regex(/^\/?(?:[\w.~-]+(?:\/[\w.~-]+)*\/?)?$/, CONTEXT_PATH)
  .transform((value) => value.replace(/^\/|\/$/g, ""))
  .refine((value) => !value.split("/").some((part) => RESERVED.test(part)), CONTEXT_PATH)
  .transform((value) => value && `/${value}`);

const proxies = list.refine(
  (parts) => parts.every(isAddressOrNetwork),
  "addresses or networks, for example 10.0.0.5,192.168.0.0/16",
);

function isAddressOrNetwork(text: string): boolean {
  const [, address = "", bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128));
}

/** Puts the global path before each path. The keys stay the same, which the compiler does not see. */
const below = <Paths extends object>(global: string, paths: Paths) =>
  Object.fromEntries(Object.entries(paths).map(([component, path]) => [component, global + path])) as Paths;

export const addresses = {
  /** Origin under which browsers and callers reach Belfry; http://localhost:BELFRY_PORT when not given. */
  publicUrl: setting("BELFRY_PUBLIC_URL", origin),
  contextPaths: z
    .object({
      /** Path before all addresses of Belfry, such as apps/belfry, where it is not at the root of its host. */
      global: setting("BELFRY_GLOBAL_CONTEXT_PATH", contextPath, ""),
      /** Path after the global one, before the addresses of the API and its page at /docs. */
      api: setting("BELFRY_API_CONTEXT_PATH", contextPath, ""),
      /** Path after the global one, before the addresses of the dashboard. */
      web: setting("BELFRY_WEB_CONTEXT_PATH", contextPath, ""),
      /** Path after the global one, before the inbox's script for other pages and its demo page. */
      widget: setting("BELFRY_WIDGET_CONTEXT_PATH", contextPath, ""),
      /** Path after the global one, before the inbox's sockets; those of socket.io are also at /socket.io without it. */
      websocket: setting("BELFRY_WS_CONTEXT_PATH", contextPath, ""),
      /** Path after the global one, before the health check for whoever watches the receiving of mail, which itself is SMTP. */
      inboundMail: setting("BELFRY_INBOUND_MAIL_CONTEXT_PATH", contextPath, ""),
      /** Path after the global one, before the addresses at which providers report what became of messages. */
      webhook: setting("BELFRY_WEBHOOK_CONTEXT_PATH", contextPath, ""),
    })
    .transform(({ global, ...own }) => below(global, own)),
  /** Proxies in front of Belfry whose X-Forwarded-For is trusted: addresses and networks, separated by commas. */
  trustedProxies: setting("BELFRY_TRUSTED_PROXIES", proxies, ""),
};
