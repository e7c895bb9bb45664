import { AwsV4Signer } from "aws4fetch";
import MimeNode from "nodemailer/lib/mime-node";
import { z } from "zod";
import { fromAddress, optional, secret, senderName, text } from "../credentials.ts";
import type { Http } from "../http/http.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import type { HttpRequest } from "../http/http-request.ts";
import { withPassthrough } from "../passthrough.ts";
import { emailProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { orNotListed } from "../reports/vendor-list.ts";
import { MESSAGE_ID_HEADER } from "../reserved-keys.ts";
import { composeMail } from "./compose-mail.ts";
import { senderOf } from "./mailbox.ts";
import { sesRefusals } from "./refusals/ses-refusals.ts";
import { sesReports } from "./reports/ses-reports.ts";
import { leftSentence, servable } from "./servable-addresses.ts";

const Answer = z.object({ MessageId: z.string().min(1) });
const Refusal = z.object({ __type: z.string() });

/** Pause after the quota of the day is used up. */
const DAILY_QUOTA_PAUSE_SECONDS = 60 * 60;

/** Amazon takes addresses in ASCII alone: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Destination.html. */
const SEVEN_BIT = { smtpUtf8: false, eightBitMime: false };

interface Account {
  apiKey: string;
  secretKey: string;
  region: string;
}

/** Amazon SES, API version 2: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html. */
export const ses = emailProvider({
  id: "ses",
  name: "SES",
  docs: "https://docs.aws.amazon.com/ses/latest/dg/send-email-concepts-credentials.html",
  mergesPassthrough: true,
  refusals: sesRefusals,
  codeIn: nameIn,
  hosts: ["*.amazonaws.com", "*.amazonaws.com.cn"],
  fields: { casing: "pascal" },
  takesMailboxes: true,
  // Its list of disallowed headers is for contents that it composes. Of one that is given, it makes this header:
  // https://docs.aws.amazon.com/ses/latest/dg/header-fields.html.
  reserved: () => [MESSAGE_ID_HEADER],
  credentials: z.object({
    apiKey: secret("Access key ID"),
    secretKey: secret("Secret access key"),
    region: text("Region", { destination: true }),
    topicArn: optional(
      text("ARN of the SNS topic of events", {
        description: "Needed for reports: those of any other topic are refused",
      }),
    ),
    from: fromAddress(),
    senderName: senderName(),
  }),
  reports: sesReports,
  // That of the account. One entry for an address, whatever the reason.
  list: {
    kinds: ["bounce", "complaint"],
    source: "https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_DeleteSuppressedDestination.html",
    lift: ({ address }, account, { http }) =>
      orNotListed(call(http, account, "DELETE", `/v2/email/suppression/addresses/${encodeURIComponent(address)}`)),
  },
  async send(given, account, { http }) {
    const { mail, left } = servable(given, SEVEN_BIT);
    const { content } = await composeMail(mail);
    const { address, name = "" } = senderOf(mail);
    const { to, cc = [], bcc = [], id, passthrough } = mail;
    const json = {
      FromEmailAddress: name === "" ? address : new MimeNode().encodeHeaderValue("From", { name, address }),
      Destination: {
        ToAddresses: to,
        ...(cc.length > 0 && { CcAddresses: cc }),
        ...(bcc.length > 0 && { BccAddresses: bcc }),
      },
      Content: { Raw: { Data: content.toString("base64") } },
      // Amazon takes letters, digits, underscores and hyphens.
      EmailTags: [{ Name: "messageId", Value: id.replace(/[^\w-]/g, "_") }],
    };
    const request = withPassthrough({ json }, passthrough);
    const reply = await call(http, account, "POST", "/v2/email/outbound-emails", request);
    return {
      id: reply.json(Answer).MessageId,
      date: reply.date,
      ...(left.length > 0 && { warning: leftSentence(left) }),
    };
  },
  async check(account, { http }) {
    await call(http, account, "GET", "/v2/email/account").catch((error: unknown) => {
      // A key that may do nothing but send is refused by name, which only a valid key is.
      if (!(error instanceof ProviderError) || !/AccessDenied/.test(error.response ?? "")) throw error;
    });
  },
});

/** Makes a signed call. The signature covers address and body, so that nothing may be added after it. */
async function call(
  http: Http,
  { apiKey, secretKey, region }: Account,
  method: string,
  path: string,
  { json, headers = {}, query = {} }: HttpRequest = {},
): Promise<HttpReply> {
  if (!/^[a-z0-9-]+$/.test(region)) {
    throw new ProviderError("CREDENTIAL", 'The region is not one, such as "eu-west-1"');
  }
  const url = new URL(`https://email.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const body = json === undefined ? undefined : JSON.stringify(json);
  const signed = await new AwsV4Signer({
    method,
    url: url.href,
    accessKeyId: apiKey,
    secretAccessKey: secretKey,
    service: "ses",
    region,
    headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body }),
  }).sign();
  return http.request(method, signed.url.href, {
    headers: Object.fromEntries(signed.headers),
    ...(body !== undefined && { body }),
    retryAfter,
  });
}

/** Its quota is that of the last 24 hours, so that some of it comes back before a day is over. */
const retryAfter = ({ status, text: answer }: HttpReply): number | undefined =>
  status >= 400 && status < 500 && /daily message quota/i.test(answer) ? DAILY_QUOTA_PAUSE_SECONDS : undefined;

/** The name of an error. The header may continue with an address, and the field begin with a namespace. */
function nameIn({ headers, text: answer }: Pick<HttpReply, "text"> & { headers?: Headers }): string | undefined {
  const given = headers?.get("x-amzn-errortype") ?? Refusal.safeParse(jsonOf(answer)).data?.__type ?? "";
  return given.split(":", 1)[0]?.split("#").at(-1);
}
