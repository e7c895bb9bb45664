import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { PUBLIC } from "../access.ts";

export interface FrontEndFolders {
  /** Build of the dashboard: `index.html` and what it loads. */
  dashboard: string;
  /** Build of the inbox: `demo.html`, `embed.js` and what they load. */
  inbox: string;
}

/** Paths that the single-page application does not answer. */
const RESERVED = /^\/(?:v\d+|docs|openapi\.json|inbox)(?:[/?]|$)/;

const FOREVER = "public, max-age=31536000, immutable";
const ASK_FIRST = "no-cache";
/** The script that customers' pages load has one name for all versions: an hour-old one must not linger. */
const FIVE_MINUTES = "public, max-age=300";

/**
 * Limits what pages may load and do. Styles may be inline because dialogs lock scrolling that way, and mails in the outbox carry
 * theirs; images may come from anywhere because avatars and mails bring them.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: http: https:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join("; ");

/** The dashboard at `/`, the inbox's demo page at `/inbox/`, and beside it the script for customers' pages, `/inbox/embed.js`. */
export const frontEnd = fastifyPlugin(async (app, { dashboard, inbox }: FrontEndFolders) => {
  await app.register(fastifyStatic, { root: [dashboard, inbox], serve: false, cacheControl: false });
  // Known names only: a path that is none of them reaches no file system.
  const dashboardFiles = filesIn(dashboard);
  const inboxFiles = filesIn(inbox);
  const config = { access: [PUBLIC] } as const;

  app.get<{ Params: { "*": string } }>("/*", { config }, async (request, reply) => {
    const file = request.params["*"] || "index.html";
    if (dashboardFiles.has(file)) return sendFile(reply, file, dashboard);
    if (isNavigation(request)) return sendFile(reply, "index.html", dashboard);
    return reply.callNotFound();
  });

  // One route answers both spellings, but the page's addresses are relative: they need the slash.
  app.get("/inbox", { config }, async (request, reply) =>
    /^[^?]*\/(?:\?|$)/.test(request.url)
      ? sendFile(reply, "demo.html", inbox)
      : reply.redirect(request.url.replace("/inbox", "/inbox/")),
  );

  app.get<{ Params: { "*": string } }>("/inbox/*", { config }, async (request, reply) => {
    const file = request.params["*"];
    return inboxFiles.has(file) ? sendFile(reply, file, inbox) : reply.callNotFound();
  });

  app.get("/inbox/embed.js", { config }, async (_request, reply) => {
    if (!inboxFiles.has("embed.js")) return reply.callNotFound();
    reply.headers({ "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" });
    return sendFile(reply, "embed.js", inbox, FIVE_MINUTES);
  });
});

/** Paths of all files of a folder, relative to it, with slashes; what starts with a dot is nobody's business. */
function filesIn(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.startsWith("."),
  );
  return new Set(files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")));
}

/** Files in `assets` have their content's hash in the name. */
const cachingOf = (file: string): string => (file.startsWith("assets/") ? FOREVER : ASK_FIRST);

function sendFile(reply: FastifyReply, file: string, folder: string, caching = cachingOf(file)): FastifyReply {
  reply.headers({ "cache-control": caching });
  if (file.endsWith(".html")) {
    reply.headers({ "content-security-policy": POLICY, "x-frame-options": "SAMEORIGIN" });
  }
  return reply.sendFile(file, folder);
}

/** A person who opens an address of the dashboard, as opposed to a program that asks for something that is not there. */
const isNavigation = ({ url, headers }: FastifyRequest): boolean =>
  !RESERVED.test(url) && (headers.accept ?? "").includes("text/html");
