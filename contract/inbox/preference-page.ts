import { z } from "zod";
import { TOKEN_PATTERN } from "../constants/values/patterns.ts";
import { KEY, MEMBER, PUBLIC } from "../schemas/access.ts";
import { data, Moment, textUpTo } from "../schemas/common.ts";
import { unparsed } from "../schemas/media.ts";
import { operations } from "../schemas/operations.ts";
import { BySubscriber } from "../subscribers.ts";

/* The page on which subscribers choose what they get, behind a signed link: docs/preferences-page.md. */

/** A token has some 230 characters; one of five contexts with long keys has thousands. */
const TOKEN_MAX = 4_096;
const QUERY_MAX = 100;
/** Changes of one form, as the address of the page afterwards carries them for taking them back. */
export const UNDO_MAX = 4_000;
/** In bytes: a form has some dozens of workflows. */
const FORM_BYTES = 128 * 1024;

export const ByPreferenceToken = z.object({ token: textUpTo(TOKEN_MAX).regex(TOKEN_PATTERN) });

/** `done` and `undo` are written by the page itself. */
export const ShowPreferencePage = z.object({
  page: textUpTo(6).optional(),
  q: textUpTo(QUERY_MAX).optional(),
  done: textUpTo(QUERY_MAX).optional(),
  undo: textUpTo(UNDO_MAX).optional(),
});
export type ShowPreferencePage = z.infer<typeof ShowPreferencePage>;

export const PreferencesLink = z.object({
  /** Opens the subscriber's preferences for everybody who has it. */
  url: z.string(),
  expiresAt: Moment,
});

const FORM = "application/x-www-form-urlencoded";
const page = (description: string) => ({
  description,
  content: { "text/html": unparsed("string", "<!doctype html><title>Notification settings</title>") },
});
const oneClick = unparsed("object", { "List-Unsubscribe": "One-Click" });

const PUBLIC_PAGE = {
  access: [PUBLIC],
  limit: "preferences",
  params: ByPreferenceToken,
  failures: ["invalid_input", "not_found", "link_expired", "conflict"],
} as const;
const NOT_NOTED = { none: "subscribers choose for themselves: the log has what members and keys do" } as const;

export const preferencesLinkOperations = operations("subscribers", {
  createPreferencesLink: {
    route: "POST /v1/subscribers/:subscriberId/preferences/link",
    client: "subscribers.preferencesLink",
    summary: "Create a link to a subscriber's preferences page",
    description:
      "The link works without a login, for 365 days, or for an hour where a member makes it. It is meant for the subscriber only: do not share it.",
    access: [KEY, MEMBER],
    audit: { none: "a link stores nothing" },
    params: BySubscriber,
    answer: { 200: data(PreferencesLink) },
    failures: ["not_found"],
  },
});

export const preferencePageOperations = operations("preferences-page", {
  showPreferencePage: {
    route: "GET /v1/preferences-page/:token",
    client: "preferencesPage.show",
    summary: "Show a subscriber's preferences page",
    description: "Refusals are pages, too, for clients that accept text/html.",
    ...PUBLIC_PAGE,
    query: ShowPreferencePage,
    answer: { 200: page("The page, in the language of the subscriber or the browser.") },
  },

  submitPreferencePage: {
    route: "POST /v1/preferences-page/:token",
    client: "preferencesPage.submit",
    summary: "Save the choices of a subscriber's preferences page",
    description: "Takes the forms of the page alone, and leads back to it.",
    ...PUBLIC_PAGE,
    audit: NOT_NOTED,
    bodyLimit: FORM_BYTES,
    body: { content: { [FORM]: unparsed("object", { action: "save" }) } },
    answer: { 303: z.null() },
  },

  showUnsubscribePage: {
    route: "GET /v1/preferences-page/:token/one-click",
    client: "preferencesPage.showUnsubscribe",
    summary: "Show the page that confirms unsubscribing from a workflow's emails",
    description: "Changes nothing: mail scanners open every link of a mail.",
    ...PUBLIC_PAGE,
    answer: { 200: page("The question, with a button.") },
  },

  unsubscribe: {
    route: "POST /v1/preferences-page/:token/one-click",
    client: "preferencesPage.unsubscribe",
    summary: "Unsubscribe from the emails of a workflow: the one-click POST of RFC 8058",
    ...PUBLIC_PAGE,
    audit: NOT_NOTED,
    bodyLimit: FORM_BYTES,
    // The address takes multipart/form-data as well (RFC 8058, section 3.1); generators for Python know one form.
    body: { content: { [FORM]: oneClick } },
    answer: { 200: page("The subscriber gets no emails of the workflow any more.") },
  },
});
