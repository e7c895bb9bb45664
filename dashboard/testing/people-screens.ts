import type { Handler } from "./fake-server.ts";
import { anImport, aRunningImport, IMPORT_ID, SOME_PROBLEMS } from "./imports.ts";
import { aMessage } from "./lists.ts";
import {
  aContext,
  aMembership,
  aNotification,
  anOverride,
  aSubscriber,
  aTenant,
  aTopic,
  listed,
  somePreferences,
} from "./people.ts";
import type { TestScreen } from "./screens.ts";
import { aSuppression, suppressionsOf } from "./suppressions.ts";

const answer =
  (data: unknown): Handler =>
  () => ({ body: { data } });
const pageOf =
  (...data: unknown[]): Handler =>
  () => ({ body: { data, page: 0, pageSize: 25, totalCount: data.length, hasMore: false } });

const BOB = { "GET /v2/subscribers/bob": answer(aSubscriber()) };
const GONE = { path: "/v2/subscribers/bob", says: /^No such subscriber/ };

/** The screens of subscribers, topics and tenants. */
export const PEOPLE_SCREENS: readonly TestScreen[] = [
  {
    route: "/_app/subscribers/",
    address: "/subscribers",
    handlers: { "GET /v2/subscribers": listed(aSubscriber()) },
  },
  {
    route: "/_app/subscribers/",
    address: "/subscribers?size=50",
    shows: /No subscribers yet/,
    handlers: { "GET /v2/subscribers": listed() },
  },
  {
    route: "/_app/subscribers/$subscriberId/",
    address: "/subscribers/bob",
    shows: /First name/,
    on404: GONE,
    handlers: BOB,
  },
  {
    route: "/_app/subscribers/$subscriberId/credentials",
    address: "/subscribers/bob/credentials",
    shows: /Firebase/,
    on404: GONE,
    // The names of providers, and whether the address is suppressed, which the list of suppressed addresses says as well.
    optional: ["/integrations/providers", "/suppressions"],
    handlers: {
      ...BOB,
      "GET /suppressions": () => ({ body: suppressionsOf(aSuppression({ address: "bob@example.com" })) }),
      "GET /integrations/providers": answer([
        { id: "fcm", displayName: "Firebase", channel: "push" },
        { id: "slack", displayName: "Slack", channel: "chat" },
      ]),
    },
  },
  {
    route: "/_app/subscribers/$subscriberId/preferences",
    address: "/subscribers/bob/preferences",
    shows: /Only at certain hours/,
    on404: GONE,
    handlers: { ...BOB, "GET /subscribers/bob/effective-preferences": answer(somePreferences()) },
  },
  {
    route: "/_app/subscribers/$subscriberId/topics",
    address: "/subscribers/bob/topics",
    on404: GONE,
    handlers: { ...BOB, "GET /v2/subscribers/bob/subscriptions": listed(aMembership()) },
  },
  {
    route: "/_app/subscribers/$subscriberId/inbox",
    address: "/subscribers/bob/inbox",
    shows: /Looking marks nothing/,
    on404: GONE,
    // How many each view has, beside the views.
    optional: ["/v2/subscribers/bob/notifications/count"],
    handlers: {
      ...BOB,
      "GET /v2/subscribers/bob/notifications": () => ({
        body: { data: [aNotification()], hasMore: false, filter: {} },
      }),
      "GET /v2/subscribers/bob/notifications/count": () => ({
        body: { data: [3, 2, 1, 0].map((count) => ({ count, filter: {} })) },
      }),
    },
  },
  {
    route: "/_app/subscribers/$subscriberId/activity",
    address: "/subscribers/bob/activity",
    on404: GONE,
    handlers: { ...BOB, "GET /messages": pageOf(aMessage()) },
  },
  {
    route: "/_app/subscribers/$subscriberId/explain",
    address: "/subscribers/bob/explain",
    shows: /Nothing is sent/,
    on404: GONE,
    handlers: BOB,
  },
  {
    route: "/_app/topics/",
    address: "/topics",
    handlers: { "GET /v2/topics": listed(aTopic()) },
  },
  {
    route: "/_app/topics/",
    address: "/topics?size=50",
    shows: /No topics yet/,
    handlers: { "GET /v2/topics": listed() },
  },
  {
    route: "/_app/topics/$key",
    address: "/topics/crew",
    on404: { path: "/v2/topics/crew", says: /^No such topic/ },
    handlers: { "GET /v2/topics/crew": answer(aTopic()), "GET /v2/topics/crew/subscriptions": listed(aMembership()) },
  },
  {
    route: "/_app/contexts/",
    address: "/contexts",
    handlers: { "GET /v2/contexts": listed(aContext()) },
  },
  {
    route: "/_app/contexts/",
    address: "/contexts?size=50",
    shows: /No contexts yet/,
    handlers: { "GET /v2/contexts": listed() },
  },
  {
    route: "/_app/contexts/$type/$id",
    address: "/contexts/tenant/acme",
    shows: /gold/,
    on404: { path: "/v2/contexts/tenant/acme", says: /^No such context/ },
    handlers: { "GET /v2/contexts/tenant/acme": answer(aContext()) },
  },
  {
    route: "/_app/tenants/",
    address: "/tenants",
    handlers: { "GET /tenants": pageOf(aTenant()) },
  },
  {
    route: "/_app/tenants/",
    address: "/tenants?size=50",
    shows: /No tenants yet/,
    handlers: { "GET /tenants": pageOf() },
  },
  {
    route: "/_app/tenants/$identifier",
    address: "/tenants/acme",
    shows: /Name|gold/,
    on404: { path: "/tenants/acme", says: /^No such tenant/ },
    handlers: {
      "GET /tenants/acme": answer(aTenant()),
      "GET /workflow-overrides": pageOf(anOverride()),
      "POST /organizations/branding/preview": answer({ mail: "<p>Parcel</p>", preferencesPage: "<h1>Settings</h1>" }),
    },
  },
  {
    route: "/_app/imports/",
    address: "/imports",
    handlers: {
      "GET /imports": () => ({
        body: { data: [anImport(), aRunningImport({ _id: "2" })], hasMore: false, next: null },
      }),
    },
  },
  {
    route: "/_app/imports/",
    address: "/imports?size=50",
    shows: /No imports yet/,
    handlers: { "GET /imports": () => ({ body: { data: [], hasMore: false, next: null } }) },
  },
  {
    route: "/_app/imports/new",
    address: "/imports/new",
    shows: /Nothing is written/,
    noAccess: /import files/,
    handlers: {},
  },
  {
    route: "/_app/imports/$importId",
    address: `/imports/${IMPORT_ID}`,
    shows: /must be an email/,
    on404: { path: `/imports/${IMPORT_ID}`, says: /^No such import/ },
    handlers: {
      [`GET /imports/${IMPORT_ID}`]: answer(anImport()),
      [`GET /imports/${IMPORT_ID}/problems`]: SOME_PROBLEMS,
    },
  },
];
