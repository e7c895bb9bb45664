import { DEFAULT_SAFETY_CAPS } from "#contract/constants/safety-caps.ts";
import { anAuditLog } from "./audit-logs.ts";
import { FEED, GROUP, INBOUND_MAIL, RETENTION, USAGE } from "./environment-settings.ts";
import type { Handler } from "./fake-server.ts";
import { aPause, pausesOf } from "./pauses.ts";
import type { TestScreen } from "./screens.ts";
import { anApiKey, aVariable, MEMBERS, ROLES, SESSIONS, TEST_DELIVERY } from "./settings.ts";
import { SYSTEM } from "./system.ts";

const answer =
  (data: unknown): Handler =>
  () => ({ body: { data } });

const SETTINGS = {
  "GET /api-keys": answer([anApiKey()]),
  "GET /organizations/members": answer(MEMBERS),
  "GET /organizations/roles": answer(ROLES),
  "GET /auth/sessions": answer(SESSIONS),
};

const BRANDING = {
  "POST /organizations/branding/preview": answer({ mail: "<p>Parcel</p>", preferencesPage: "<h1>Settings</h1>" }),
};

/** The screens of the settings. */
export const SETTINGS_SCREENS: readonly TestScreen[] = [
  {
    route: "/_app/settings/",
    address: "/settings",
    handlers: SETTINGS,
    optional: ["/organizations/members", "/organizations/roles"],
  },
  {
    route: "/_app/settings/api-keys",
    address: "/settings/api-keys",
    noAccess: /not allow you to see API keys/,
    handlers: SETTINGS,
    optional: ["/organizations/members", "/organizations/roles"],
  },
  {
    route: "/_app/settings/environment-variables",
    address: "/settings/environment-variables",
    shows: /shopUrl/,
    handlers: { ...SETTINGS, "GET /environment-variables": answer([aVariable()]) },
  },
  {
    route: "/_app/settings/organisation",
    address: "/settings/organisation",
    shows: /Name/,
    handlers: SETTINGS,
  },
  {
    route: "/_app/settings/branding",
    address: "/settings/branding",
    shows: /Preferences page/,
    handlers: { ...SETTINGS, ...BRANDING },
  },
  { route: "/_app/settings/environments", address: "/settings/environments", handlers: SETTINGS },
  {
    route: "/_app/settings/safety-caps",
    address: "/settings/safety-caps",
    shows: /Most (events|messages)/,
    handlers: {
      ...SETTINGS,
      "GET /safety-caps": answer(DEFAULT_SAFETY_CAPS),
      "GET /pauses": () => ({ body: pausesOf(aPause()) }),
    },
  },
  {
    route: "/_app/settings/feeds",
    address: "/settings/feeds",
    handlers: { ...SETTINGS, "GET /feeds": answer([FEED]) },
  },
  {
    route: "/_app/settings/feeds",
    address: "/settings/feeds",
    shows: /No feeds yet/,
    handlers: { ...SETTINGS, "GET /feeds": answer([]) },
  },
  {
    route: "/_app/settings/groups",
    address: "/settings/groups",
    handlers: { ...SETTINGS, "GET /notification-groups": answer([GROUP]) },
  },
  {
    route: "/_app/settings/retention",
    address: "/settings/retention",
    shows: /Runs.*Messages.*Disk use/s,
    handlers: { ...SETTINGS, "GET /retention": answer(RETENTION) },
  },
  {
    route: "/_app/settings/inbound-mail",
    address: "/settings/inbound-mail",
    shows: /mail\.belfry\.test/,
    handlers: { ...SETTINGS, "GET /inbound-parse/settings": answer(INBOUND_MAIL) },
  },
  {
    route: "/_app/settings/plan",
    address: "/settings/plan",
    shows: /9,480 of 10,000 events since 1 December/,
    handlers: { ...SETTINGS, "GET /organizations/me/usage": answer(USAGE) },
  },
  {
    route: "/_app/settings/system",
    address: "/settings/system",
    shows: /Version 1/,
    handlers: { ...SETTINGS, "GET /health-check/system": answer(SYSTEM) },
  },
  {
    route: "/_app/settings/members",
    address: "/settings/members",
    handlers: SETTINGS,
    optional: ["/organizations/roles"],
  },
  { route: "/_app/settings/roles", address: "/settings/roles", handlers: SETTINGS },
  {
    route: "/_app/settings/test-delivery",
    address: "/settings/test-delivery",
    shows: /Send only to the list below|qa@example.com/,
    handlers: { ...SETTINGS, "GET /test-delivery": answer(TEST_DELIVERY) },
  },
  { route: "/_app/settings/profile", address: "/settings/profile", shows: /First name/, handlers: SETTINGS },
  { route: "/_app/settings/security", address: "/settings/security", handlers: SETTINGS },
  {
    route: "/_app/settings/audit-log",
    address: "/settings/audit-log",
    noAccess: /not allow you to read the audit log/,
    opens: { "/organizations/members": "Member" },
    handlers: { ...SETTINGS, "GET /audit-logs": () => ({ body: { data: [anAuditLog()], next: null } }) },
  },
];
