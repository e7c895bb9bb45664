import { z } from "zod";
import { fromAddress, optional, secret, senderName, text, webUrl } from "../credentials.ts";
import { basicAuth } from "../http/http.ts";
import type { HttpReply } from "../http/http-reply.ts";
import type { Attachment, EmailMessage, WithSender } from "../messages.ts";
import { withPassthrough } from "../passthrough.ts";
import { emailProvider } from "../provider.ts";
import type { ErrorClass } from "../provider-error.ts";
import { mailgunList } from "./lists/mailgun-list.ts";
import { formatMailbox, senderOf } from "./mailbox.ts";
import { mailgunAddress } from "./mailgun-address.ts";
import { mailgunReports } from "./reports/mailgun-reports.ts";

const Answer = z.object({ id: z.string().min(1) });
type Fields = Record<string, string | readonly string[]>;

/** Mailgun's messages: https://documentation.mailgun.com/docs/mailgun/api-reference/openapi-final/tag/Messages/. */
export const mailgun = emailProvider({
  id: "mailgun",
  name: "Mailgun",
  docs: "https://help.mailgun.com/hc/en-us/articles/203380100-Where-can-I-find-my-API-keys-and-SMTP-credentials",
  // A form with files is encoded here, because the HTTP client merges into JSON and urlencoded forms only.
  mergesPassthrough: true,
  hosts: ["api.mailgun.net", "api.eu.mailgun.net"],
  fields: {
    casing: "camel",
    names: {
      ampHtml: "amp-html",
      tVersion: "t:version",
      tText: "t:text",
      oTag: "o:tag",
      oDkim: "o:dkim",
      oDeliverytime: "o:deliverytime",
      oDeliverytimeOptimizePeriod: "o:deliverytime-optimize-period",
      oTimeZoneLocalize: "o:time-zone-localize",
      oTestmode: "o:testmode",
      oTracking: "o:tracking",
      oTrackingClicks: "o:tracking-clicks",
      oTrackingOpens: "o:tracking-opens",
      oRequireTls: "o:require-tls",
      oSkipVerification: "o:skip-verification",
      recipientVariables: "recipient-variables",
    },
  },
  takesMailboxes: true,
  uncoded: "Mailgun answers sentences",
  credentials: z.object({
    apiKey: secret("API Key"),
    baseUrl: optional(webUrl("Base URL", { destination: true })),
    user: text("User name"),
    domain: text("Domain"),
    webhookSigningKey: optional(
      secret("HTTP webhook signing key", { description: "With it, only reports that Mailgun has signed are taken" }),
    ),
    from: fromAddress(),
    senderName: senderName(),
  }),
  reports: mailgunReports,
  list: mailgunList,
  async send(mail, credentials, { http }) {
    const { form, ...request } = withPassthrough(
      { headers: { authorization: basicAuth(credentials.user, credentials.apiKey) }, form: fieldsOf(mail) },
      mail.passthrough,
    );
    const { attachments: files = [] } = mail;
    const reply = await http.post(`${mailgunAddress(credentials)}/messages`, {
      ...request,
      ...(files.length > 0 ? { body: withFiles(form, files) } : { form }),
      classify,
    });
    // Its reports name the message without the angle brackets.
    return { id: reply.json(Answer).id.replace(/^<(.+)>$/, "$1"), date: reply.date };
  },
  async check(credentials, { http }) {
    await http.get(mailgunAddress(credentials, "domains/"), {
      headers: { authorization: basicAuth(credentials.user, credentials.apiKey) },
      classify,
    });
  },
});

function fieldsOf(mail: WithSender<EmailMessage>): Fields {
  const { id, to, cc = [], bcc = [], subject, html, text: plain, replyTo, headers = {} } = mail;
  return {
    from: formatMailbox(senderOf(mail)),
    to: to.join(","),
    ...(cc.length > 0 && { cc: cc.join(",") }),
    ...(bcc.length > 0 && { bcc: bcc.join(",") }),
    subject,
    ...(html && { html }),
    ...(plain && { text: plain }),
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [`h:${name}`, value])),
    ...(replyTo !== undefined && { "h:Reply-To": mail.replyTos?.join(", ") ?? replyTo }),
    "v:messageId": id,
  };
}

/** The content id of an inline image is the name of its file. */
function withFiles(form: Fields, files: readonly Attachment[]): FormData {
  const body = new FormData();
  for (const [name, values] of Object.entries(form)) for (const value of [values].flat()) body.append(name, value);
  for (const { file, mime, name = "attachment", cid } of files) {
    const content = new Blob([new Uint8Array(file)], { type: mime });
    body.append(cid === undefined ? "attachment" : "inline", content, cid ?? name);
  }
  return body;
}

/** An unknown domain is one of another region, or of another account. */
function classify({ status }: HttpReply): ErrorClass | undefined {
  if (status === 402) return "FUNDS";
  return status === 404 ? "CREDENTIAL" : undefined;
}
