import { z } from "zod";
import { KEY, READER } from "./schemas/access.ts";
import { data, Moment } from "./schemas/common.ts";
import { operations } from "./schemas/operations.ts";

const Mailbox = z.looseObject({ address: z.string(), name: z.string().optional() });

/** A mail as it was received and parsed. What a mail may have besides is passed on as it is. Files are base64. */
export const InboundMail = z.looseObject({
  from: z.array(Mailbox),
  to: z.array(Mailbox),
  cc: z.array(Mailbox).default([]),
  subject: z.string().default(""),
  text: z.string().default(""),
  html: z.string().default(""),
  headers: z.record(z.string(), z.unknown()).default({}),
  attachments: z.array(z.record(z.string(), z.unknown())).default([]),
  dkim: z.enum(["pass", "failed"]).default("failed"),
  /** Domains whose signatures are valid. */
  dkimDomains: z.array(z.string()).optional(),
  spf: z.enum(["pass", "failed"]).default("failed"),
  spamScore: z.number().default(0),
  language: z.string().default(""),
  connection: z.record(z.string(), z.unknown()).default({}),
  envelopeFrom: Mailbox.nullish(),
  envelopeTo: z.array(Mailbox).default([]),
});
export type InboundMail = z.infer<typeof InboundMail>;

/** Whether the mail of the environment's domain comes to Belfry. */
export const MxStatus = z.object({
  mxRecordConfigured: z.boolean(),
  /** The mail servers that the domain names; left out where it names none, and where the environment has no domain. */
  servers: z.array(z.string()).optional(),
});
export type MxStatus = z.infer<typeof MxStatus>;

/** States of a reply: it waits for a call of the callback, or the history of its run says how that ended. */
const REPLY_STATES = ["waiting", "passed-on", "failed", "ended"] as const;

/** How replies to emails come to the environment. */
export const InboundMailSettings = z
  .object({
    /** Name of the installation's mail server, which MX records have to name; null where its operator has set none. */
    mailHost: z.string().nullable(),
    /** Whether this installation listens for mail. */
    isListening: z.boolean(),
    /** The domain whose mail comes to the environment; null without one. */
    domain: z.string().nullable(),
    /** The result of the last look-up of the record. */
    mxRecordConfigured: z.boolean(),
    /** The reply that came last, which is known for a week after it was passed on; null without one. */
    lastMail: z
      .object({
        receivedAt: Moment,
        /** Left out once its content is gone. */
        from: z.string().optional(),
        state: z.enum(REPLY_STATES),
        /** Calls of the callback that have begun. */
        attempts: z.int(),
        /** The run whose email was replied to, and the name of its workflow; left out where they are gone. */
        runId: z.string().optional(),
        workflow: z.string().optional(),
      })
      .nullable(),
  })
  .meta({ id: "InboundMailSettings" });
export type InboundMailSettings = z.infer<typeof InboundMailSettings>;

export const inboundParseOperations = operations("inbound-parse", {
  getMxStatus: {
    route: "GET /v1/inbound-parse/mx/status",
    client: "inboundParse.getMxStatus",
    summary: "Get whether replies by e-mail reach the installation",
    access: [KEY, READER],
    answer: { 200: data(MxStatus) },
  },

  getInboundMailSettings: {
    route: "GET /v1/inbound-parse/settings",
    client: "inboundParse.getSettings",
    summary: "Get the settings of inbound email and the outcome of the last reply",
    access: [KEY, READER],
    answer: { 200: data(InboundMailSettings) },
  },
});
