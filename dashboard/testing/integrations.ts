import { SECRET_PREFIX } from "#contract/constants/values/secret-prefix.ts";
import type { Integration, SendingRate } from "#contract/integrations.ts";
import type { CatalogueEntry } from "#contract/providers.ts";
import { DEVELOPMENT, organization } from "./fixtures.ts";
import { data } from "./test-write.ts";

export const INTEGRATION_ID = "00000000-0000-4000-8000-0000000000d1";
export const OTHER_INTEGRATION_ID = "00000000-0000-4000-8000-0000000000d2";

const logoFileName = { light: "mail.svg", dark: "mail.svg" };

/** Two providers of the catalogue; the second asks for one credential of each kind. */
export const CATALOGUE: readonly CatalogueEntry[] = [
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

export const OTHER_INTEGRATION = anIntegration({
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

/** Answers to the reads of the screens of integrations. */
export const INTEGRATIONS = {
  "GET /integrations": data([anIntegration(), OTHER_INTEGRATION]),
  "GET /integrations/providers": data(CATALOGUE),
};
