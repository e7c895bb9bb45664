import { SECRET_PREFIX } from "#contract/constants/values/secret-prefix.ts";
import type { IntegrationHealth } from "#contract/integration-health.ts";
import type { Integration, SendingRate } from "#contract/integrations.ts";
import type { CatalogueEntry } from "#contract/providers.ts";
import { DEVELOPMENT, organization } from "./fixtures.ts";
import { data } from "./test-write.ts";

export const INTEGRATION_ID = "00000000-0000-4000-8000-0000000000d1";
export const OTHER_INTEGRATION_ID = "00000000-0000-4000-8000-0000000000d2";

const logoFileName = { light: "mail.svg", dark: "mail.svg" };

/** Two providers of the catalogue; the second asks for one credential of each kind. */
const CATALOGUE: readonly CatalogueEntry[] = [
  {
    id: "nodemailer",
    displayName: "SMTP server",
    channel: "email",
    logoFileName,
    credentials: [
      { key: "host", displayName: "Host", type: "string", required: true, destination: true },
      { key: "password", displayName: "Password", type: "password", required: false, secret: true },
    ],
  },
  {
    id: "sendgrid",
    displayName: "SendGrid",
    channel: "email",
    logoFileName,
    docReference: "https://example.com/keys",
    reports: {
      steps: ["In Mail Settings, open Event Webhooks.", "Paste the address for reports."],
      docReference: "https://example.com/reports",
    },
    credentials: [
      { key: "apiKey", displayName: "API key", type: "string", required: true, secret: true },
      { key: "port", displayName: "Port", type: "number", required: false, value: 587 },
      { key: "secure", displayName: "Encrypted from the start", type: "switch", required: false },
      { key: "tlsOptions", displayName: "Options of TLS", type: "object", required: false },
      {
        key: "region",
        displayName: "Region",
        description: "Where the account is",
        type: "dropdown",
        required: false,
        dropdown: [
          { name: "Let SendGrid decide", value: null },
          { name: "Europe", value: "eu" },
        ],
      },
    ],
  },
];

/** An integration that sends emails by an SMTP server, whose password is stored. */
export const anIntegration = (more: Partial<Integration> = {}): Integration => ({
  _id: INTEGRATION_ID,
  id: INTEGRATION_ID,
  _environmentId: DEVELOPMENT,
  _organizationId: organization._id,
  name: "Mail server",
  identifier: "mail-server",
  providerId: "nodemailer",
  channel: "email",
  credentials: { host: "mail.example.com", password: `${SECRET_PREFIX}1234` },
  secretsSet: { password: { at: "2026-05-03T12:00:00.000Z", by: "member", name: "Ada Lovelace" } },
  active: true,
  primary: true,
  priority: 2,
  conditions: [],
  retryInDoubt: true,
  pace: null,
  reportUrl: "https://belfry.example.com/v1/reports/mail-server",
  deleted: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  ...more,
});

const OTHER_INTEGRATION = anIntegration({
  _id: OTHER_INTEGRATION_ID,
  id: OTHER_INTEGRATION_ID,
  name: "Second server",
  identifier: "second-server",
  primary: false,
  priority: 1,
});

export const A_RATE: SendingRate = {
  perSecond: 2.5,
  waiting: 120,
  blockedUntil: null,
  limit: { perSecond: 14, origin: "provider" },
  burst: null,
  concurrent: 20,
  source: "https://example.com/limits",
};

/** An integration that sends well. */
export const aHealth = (more: Partial<IntegrationHealth> = {}): IntegrationHealth => ({
  _id: INTEGRATION_ID,
  state: "healthy",
  since: null,
  awayUntil: null,
  lastHour: { sent: 1_200, failed: 4, successShare: 1_200 / 1_204, medianMs: 180 },
  sentToday: 5_310,
  lastError: null,
  reports: { receivedAt: null, refused: null },
  ...more,
});

const NOTHING_SENT = { sent: 0, failed: 0, successShare: null, medianMs: null };

/** An integration of another channel in each of the other states, after the two that send emails. */
const OF_STATES = [
  {
    ...anIntegration({ name: "Text sender", identifier: "texts", channel: "sms", providerId: "twilio" }),
    health: aHealth({
      state: "failing",
      since: "2026-01-05T14:05:00.000Z",
      lastHour: { sent: 0, failed: 31, successShare: 0, medianMs: null },
      sentToday: 812,
      lastError: {
        at: "2026-01-05T14:29:00.000Z",
        message: "The account has no credit left (Twilio 20005: Account not active)",
        code: "20005",
      },
    }),
  },
  {
    ...anIntegration({ name: "Phones", identifier: "phones", channel: "push", providerId: "fcm" }),
    health: aHealth({
      state: "away",
      since: "2026-01-05T14:05:00.000Z",
      awayUntil: "2026-01-05T14:40:00.000Z",
      lastError: {
        at: "2026-01-05T14:05:00.000Z",
        message: "fcm.googleapis.com gave no answer: TIMEOUT",
        code: "TIMEOUT",
      },
    }),
  },
  {
    ...anIntegration({ name: "Team chat", identifier: "team-chat", channel: "chat", providerId: "slack" }),
    health: aHealth({ state: "idle", lastHour: NOTHING_SENT, sentToday: 0 }),
  },
  {
    ...anIntegration({
      name: "Former chat",
      identifier: "former-chat",
      channel: "chat",
      providerId: "zulip",
      active: false,
    }),
    health: aHealth({ state: "inactive", lastHour: NOTHING_SENT, sentToday: 0 }),
  },
].map(({ health, ...integration }, index) => {
  const _id = `00000000-0000-4000-8000-0000000000e${index}`;
  return { integration: { ...integration, _id, id: _id, primary: false }, health: { ...health, _id } };
});

/** Answers to the reads of the screens of integrations. */
export const INTEGRATIONS = {
  "GET /integrations": data([anIntegration(), OTHER_INTEGRATION, ...OF_STATES.map(({ integration }) => integration)]),
  "GET /integrations/health": data([
    aHealth(),
    aHealth({
      _id: OTHER_INTEGRATION_ID,
      state: "degraded",
      lastHour: { sent: 90, failed: 10, successShare: 0.9, medianMs: 1_440 },
      lastError: {
        at: "2026-01-05T14:20:00.000Z",
        message: "Mail server refused the mail: 550 Relaying denied",
        code: "550",
      },
    }),
    ...OF_STATES.map(({ health }) => health),
  ]),
  "GET /integrations/providers": data(CATALOGUE),
};
