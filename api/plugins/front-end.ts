import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import fastifyStatic from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { PUBLIC } from "#contract/schemas/access.ts";
import type { AppConfig } from "../app-config.ts";

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

/** Pages of any origin may load it. */
const EVERYWHERE = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };

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
export const frontEnd = fastifyPlugin(
  async (app, { dashboard, inbox }: FrontEndFolders) => {
    await app.register(fastifyStatic, {
      root: [dashboard, inbox],
      serve: false,
      cacheControl: false,
      preCompressed: true,
    });
    // `npm run dev` builds the files again while this process runs.
    const cached = app.config.mode === "production" ? once : <T>(read: () => T) => read;
    // Known names only: a path that is none of them reaches no file system.
    const dashboardFiles = cached(() => filesIn(dashboard));
    const inboxFiles = cached(() => filesIn(inbox));
    const settings = settingsOf(app.config);
    const indexPage = cached(() => fileWith(settings, join(dashboard, "index.html")));
    const demoPage = cached(() => fileWith(settings, join(inbox, "demo.html")));
    const embedScript = cached(() => fileWith(settings, join(inbox, "embed.js")));
    const config = { access: [PUBLIC] } as const;

    app.get<{ Params: { "*": string } }>("/*", { config }, async (request, reply) => {
      const file = request.params["*"] || "index.html";
      if (file === "index.html") return sendPage(request, reply, indexPage());
      if (dashboardFiles().has(file)) return sendFile(reply, file, dashboard);
      return isNavigation(request) ? sendPage(request, reply, indexPage()) : reply.callNotFound();
    });

    // One route answers both spellings, but the page's addresses are relative: they need the slash. So is the redirect, as the browser may
    // know the page by a context path that a proxy has removed.
    app.get("/inbox", { config }, async (request, reply) => {
      const [path = "", query] = request.url.split(/\?(.*)/s);
      if (path.endsWith("/")) return sendPage(request, reply, demoPage());
      return reply.redirect(query === undefined ? "inbox/" : `inbox/?${query}`);
    });

    app.get<{ Params: { "*": string } }>("/inbox/*", { config }, async (request, reply) => {
      const file = request.params["*"];
      if (file === "demo.html") return sendPage(request, reply, demoPage());
      if (!inboxFiles().has(file)) return reply.callNotFound();
      // What the script for customers' pages loads.
      if (file.startsWith("languages/")) reply.headers(EVERYWHERE);
      return sendFile(reply, file, inbox);
    });

    app.get("/inbox/embed.js", { config }, async (request, reply) => {
      reply.headers(EVERYWHERE);
      return sendContent(request, reply.type("text/javascript; charset=utf-8"), embedScript(), FIVE_MINUTES);
    });
  },
  { name: "front-end", dependencies: ["declared-access"] },
);

/** Returns a function that returns the result of one call, made now. */
function once<T>(read: () => T): () => T {
  const result = read();
  return () => result;
}

/**
 * Paths of all files of a folder, relative to it, with slashes; what starts with a dot is nobody's business, and a compressed file is
 * sent by the name of the one that it was made of.
 */
function filesIn(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.startsWith(".") && !entry.name.endsWith(".gz"),
  );
  return new Set(files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")));
}

/** A file that is sent from memory, with the tag by which browsers ask whether it has changed. */
interface Content {
  body: Buffer;
  gzip: Buffer;
  etag: string;
}

type PageConfig = Pick<AppConfig, "contextPaths" | "github" | "registration">;

/** Settings by the names that stand for them in the files of a build, so that one build serves all of them. */
const settingsOf = ({ contextPaths, github, registration }: PageConfig) => ({
  __BELFRY_WEB_PATH__: contextPaths.web,
  __BELFRY_API_PATH__: contextPaths.api,
  __BELFRY_WEBSOCKET_PATH__: contextPaths.websocket,
  __BELFRY_GITHUB_SIGN_IN__: github ? "on" : "off",
  __BELFRY_REGISTRATION__: registration,
});

/** Reads a file of a build, with the settings in the place of their names. */
function fileWith(settings: Readonly<Record<string, string>>, file: string): Content {
  const text = Object.entries(settings).reduce(
    (result, [name, value]) => result.replaceAll(name, value),
    readFileSync(file, "utf8"),
  );
  const etag = `W/"${createHash("sha256").update(text).digest("base64url")}"`;
  return { body: Buffer.from(text), gzip: gzipSync(text), etag };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Content): FastifyReply {
  reply.type("text/html; charset=utf-8");
  reply.headers({ "content-security-policy": POLICY, "x-frame-options": "SAMEORIGIN" });
  return sendContent(request, reply, page, ASK_FIRST);
}

function sendContent(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, gzip, etag }: Content,
  caching: string,
): FastifyReply {
  reply.headers({ "cache-control": caching, etag });
  variesByEncoding(reply);
  const known = (headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim());
  if (known.includes(etag)) return reply.code(304).send();
  if (negotiate((headers["accept-encoding"] ?? "").toLowerCase(), ["gzip"]) === null) return reply.send(body);
  return reply.header("content-encoding", "gzip").send(gzip);
}

/** Files in `assets` have their content's hash in the name. */
function sendFile(reply: FastifyReply, file: string, folder: string): FastifyReply {
  reply.header("cache-control", file.startsWith("assets/") ? FOREVER : ASK_FIRST);
  return variesByEncoding(reply).sendFile(file, folder);
}

/** Says that caches shall keep what is compressed apart from what is not. */
const variesByEncoding = (reply: FastifyReply): FastifyReply =>
  reply.header("vary", [reply.getHeader("vary") ?? [], "Accept-Encoding"].flat().join(", "));

/** A person who opens an address of the dashboard, as opposed to a program that asks for something that is not there. */
const isNavigation = ({ url, headers }: FastifyRequest): boolean =>
  !RESERVED.test(url) && (headers.accept ?? "").includes("text/html");
