import type { FastifyReply, FastifyRequest } from "fastify";
import { charsetOf, decodeForm, decodeText } from "#contract/constants/values/decode-text.ts";
import { preferencePageOperations, preferencesLinkOperations } from "#contract/inbox/preference-page.ts";
import {
  membersLinkExpiry,
  preferenceLinkExpiry,
  preferencesUrlOf,
  signPreferenceToken,
} from "#db/preference-token.ts";
import { getWorkflowPreference } from "#db/queries/preferences/preferences.ts";
import { readStoredChoices } from "#db/queries/preferences/stored-choices.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { DomainError } from "#domain/errors.ts";
import { handlers } from "../../handlers.ts";
import { readable, readText } from "../../read-text.ts";
import { chooserOf, type OpenedLink, openLink } from "../../services/preference-page/open-link.ts";
import { readPreferencePage } from "../../services/preference-page/read-page.ts";
import { submitForm } from "../../services/preference-page/submit-form.ts";
import { undoText } from "../../services/preference-page/undo-text.ts";
import { changeOwnPreferences } from "../../services/subscribers/change-preferences.ts";
import { type Frame, frameOf, pageHeaders } from "../../views/preference-page/document.ts";
import { languageOf } from "../../views/preference-page/language.ts";
import { preferencePage } from "../../views/preference-page/page.ts";
import {
  confirmPage,
  type Problem,
  problemPage,
  unsubscribedPage,
} from "../../views/preference-page/unsubscribe-pages.ts";

/** Links to the page of a subscriber's preferences, for the customer's own server. */
export const preferencesLinkRoutes = handlers(preferencesLinkOperations, ({ db, config }) => ({
  createPreferencesLink: async ({ scope, params, caller }) => {
    const { id: subscriberId } = await getSubscriber(db, scope, params.subscriberId);
    const isMembers = caller.kind === "member";
    const expiresAt = isMembers ? membersLinkExpiry(new Date()) : preferenceLinkExpiry(new Date());
    const token = signPreferenceToken({ ...scope, subscriberId, isMembers }, config.secret, expiresAt);
    return { data: { url: preferencesUrlOf(config, token), expiresAt: expiresAt.toISOString() } };
  },
}));

const NOTICES = ["saved", "unsubscribed", "undone"] as const;

/** The page itself: docs/preferences-page.md. Its link is the credential, so that no cookie is read, and a form of another site has nothing to use. */
export const preferencePageRoutes = handlers(preferencePageOperations, (app) => {
  const { db, engine, config } = app;

  app.removeContentTypeParser("application/x-www-form-urlencoded");
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) =>
      readable(() => decodeForm(readText(request, body), charsetOf(request.headers["content-type"]))),
  );
  app.addContentTypeParser("multipart/form-data", { parseAs: "buffer" }, readMultipart);

  // People get a page where programs get JSON.
  app.setErrorHandler((error: PageError, request, reply) => {
    if (!acceptsHtml(request)) throw error;
    const { status, problem } = problemOf(error);
    if (status >= 500) request.log.error({ err: error }, "a page of preferences failed");
    const frame = frameOf(languageOf(null, request.headers["accept-language"]), null, config);
    return sendPage(reply.code(status), frame, problemPage(frame, problem));
  });

  const frameFor = ({ subscriber, organization }: OpenedLink, request: FastifyRequest): Frame =>
    frameOf(
      languageOf(subscriber.locale, request.headers["accept-language"], organization.defaultLocale),
      organization,
      config,
    );

  /** The workflow of a one-click link; undefined when there is none any more. */
  async function unsubscribing(link: OpenedLink) {
    const { workflowId } = link;
    if (workflowId === undefined) throw new DomainError("not_found", "The link is not one of a workflow's mail");
    return getWorkflowPreference(db, link.call.scope, workflowId, chooserOf(link)).catch((error: unknown) => {
      // A workflow that was deleted sends nothing.
      if (error instanceof DomainError && error.code === "not_found") return undefined;
      throw error;
    });
  }

  return {
    showPreferencePage: async (request, reply) => {
      const link = await openLink(app, request.params.token);
      const frame = frameFor(link, request);
      const { done, undo, ...asked } = request.query;
      const text = NOTICES.find((notice) => notice === done);
      const shown = await readPreferencePage(db, link, asked);
      return sendPage(reply.code(200), frame, preferencePage(frame, shown, text && { text, undo }));
    },

    submitPreferencePage: async (request, reply) => {
      const link = await openLink(app, request.params.token);
      const form = formOf(request);
      const { done, before } = await submitForm({ db, engine }, link, form);
      const undo = before && undoText(before);
      const page = form.get("page");
      const q = form.get("q");
      const query = new URLSearchParams({
        done,
        ...(undo !== undefined && { undo }),
        ...(page && page !== "1" && { page }),
        ...(q && { q }),
      });
      // Relative: the browser may know the page by a context path that a proxy has removed.
      return reply.header("cache-control", "no-store").header("location", `?${query}`).code(303).send(null);
    },

    showUnsubscribePage: async (request, reply) => {
      const link = await openLink(app, request.params.token);
      const frame = frameFor(link, request);
      const found = await unsubscribing(link);
      const about = { workflow: found?.workflow.name ?? "", home: homeOf(request) };
      if (!found) return sendPage(reply.code(200), frame, unsubscribedPage(frame, about));
      if (found.isCritical) return sendPage(reply.code(200), frame, problemPage(frame, "noChoice"));
      return sendPage(reply.code(200), frame, confirmPage(frame, about));
    },

    unsubscribe: async (request, reply) => {
      const link = await openLink(app, request.params.token);
      if (formOf(request).get("List-Unsubscribe") !== "One-Click") {
        throw new DomainError("invalid_input", "The body must be List-Unsubscribe=One-Click: RFC 8058");
      }
      const frame = frameFor(link, request);
      const found = await unsubscribing(link);
      const about = { workflow: found?.workflow.name ?? "", home: homeOf(request) };
      if (!found) return sendPage(reply.code(200), frame, unsubscribedPage(frame, about));
      if (found.isCritical)
        throw new DomainError("conflict", "The workflow is critical: no one can unsubscribe from it");
      const { call } = link;
      const { id } = found.workflow;
      const choices = await readStoredChoices(db, call.scope, chooserOf(link), [id]);
      await changeOwnPreferences(db, { ...call, place: "one-click" }, chooserOf(link), [
        { workflow: id, channels: { email: false } },
      ]);
      const undo = found.effective.email?.enabled ? undoText({ choices }) : undefined;
      return sendPage(reply.code(200), frame, unsubscribedPage(frame, { ...about, undo }));
    },
  };
});

type PageError = Error & { statusCode?: number; validationContext?: string };

const sendPage = <Reply extends FastifyReply>(reply: Reply, frame: Frame, page: string) =>
  reply.headers(pageHeaders(frame)).serializer(String).send(page);

const acceptsHtml = ({ headers }: FastifyRequest): boolean => (headers.accept ?? "").includes("text/html");

/** The path of the page of all preferences, relative to that of one click, which may end in a slash. */
function homeOf({ originalUrl, params }: { originalUrl: string; params: { token: string } }): string {
  const [path = ""] = originalUrl.split("?");
  return `${path.endsWith("/") ? "../" : ""}../${params.token}`;
}

const formOf = ({ body }: { body: unknown }): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/** Reads the texts of a multipart form. One that is malformed has none. */
async function readMultipart(request: FastifyRequest, body: Buffer): Promise<URLSearchParams> {
  readable(() => decodeText(body));
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => new FormData());
  return new URLSearchParams([...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function problemOf(error: PageError): { status: number; problem: Problem } {
  // Of a token that is too long to be one.
  if (error.validationContext === "params") return { status: 404, problem: "notFound" };
  if (error instanceof DomainError) {
    switch (error.code) {
      case "not_found":
        return { status: 404, problem: "notFound" };
      case "link_expired":
        return { status: 410, problem: "expired" };
      case "conflict":
        return { status: 409, problem: "noChoice" };
      case "too_many_requests":
        return { status: 429, problem: "tooMany" };
      default:
        return { status: 400, problem: "invalid" };
    }
  }
  const { statusCode = 500 } = error;
  return statusCode < 500 ? { status: statusCode, problem: "invalid" } : { status: 500, problem: "failed" };
}
