import { z } from "zod";
import { KEY, READER } from "./schemas/access.ts";
import { data } from "./schemas/common.ts";
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
export const MxStatus = z.object({ mxRecordConfigured: z.boolean() });

export const inboundParseOperations = operations("inbound-parse", {
  getMxStatus: {
    route: "GET /v1/inbound-parse/mx/status",
    client: "inboundParse.getMxStatus",
    summary: "Read whether replies by e-mail reach the installation",
    access: [KEY, READER],
    answer: { 200: data(MxStatus) },
  },
});
