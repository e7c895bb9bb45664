import { AwsV4Signer } from "aws4fetch";
import { z } from "zod";
import { secret, text } from "../credentials.ts";
import type { Http } from "../http/http.ts";
import type { HttpReply } from "../http/http-reply.ts";
import type { HttpRequest } from "../http/http-request.ts";
import { withPassthrough } from "../passthrough.ts";
import { phoneNumberOf } from "../phone-number.ts";
import { smsProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { snsRefusals } from "./refusals/sns-refusals.ts";

const Attributes = z.record(z.string(), z.object({ DataType: z.string(), StringValue: z.string() }));

interface Account {
  apiKey: string;
  secretKey: string;
  region: string;
}

/** Amazon SNS, which sends texts by its Publish call. */
export const sns = smsProvider({
  id: "sns",
  name: "SNS",
  docs: "https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html",
  pace: { perSecond: 20, source: "https://docs.aws.amazon.com/general/latest/gr/sns.html" },
  mergesPassthrough: true,
  hosts: ["*.amazonaws.com", "*.amazonaws.com.cn"],
  fields: { casing: "pascal" },
  refusals: snsRefusals,
  codeIn: ({ text: answer }) => /<Code>\s*(\w+?)(?:Exception)?\s*<\/Code>/.exec(answer)?.[1],
  credentials: z.object({
    apiKey: secret("Access key ID"),
    secretKey: secret("Secret access key"),
    region: text("AWS region", { destination: true }),
  }),
  // Numbers that opted out. Each can be opted in once in 30 days, and SNS does not say whether it was opted out.
  list: {
    kinds: ["unsubscribe"],
    source: "https://docs.aws.amazon.com/sns/latest/api/API_OptInPhoneNumber.html",
    async lift({ address }, account, { http }) {
      await call(http, account, { Action: "OptInPhoneNumber", phoneNumber: phoneNumberOf(address) });
      return "lifted";
    },
  },
  async send({ to, from, content, passthrough }, account, { http }) {
    const sender = { "AWS.SNS.SMS.SenderID": { DataType: "String", StringValue: from } };
    const { json, headers, query } = withPassthrough(
      {
        json: { PhoneNumber: to, Message: content, ...(from !== undefined && { MessageAttributes: sender }) },
      },
      passthrough,
    );
    const reply = await call(http, account, { Action: "Publish", ...flattened(json) }, { headers, query });
    const [, messageId] = /<MessageId>\s*([^<\s]+)\s*<\/MessageId>/.exec(reply.text) ?? [];
    if (messageId === undefined) throw reply.refused("PERMANENT");
    return { id: messageId, date: reply.date };
  },
});

/** Makes a signed call. The signature covers address, headers and body, so that nothing may be added after it. */
async function call(
  http: Http,
  { apiKey, secretKey, region }: Account,
  fields: Record<string, string>,
  { headers = {}, query = {} }: Pick<HttpRequest, "headers" | "query"> = {},
): Promise<HttpReply> {
  const url = new URL(`https://${hostOf(region)}/`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const body = new URLSearchParams({ Version: "2010-03-31", ...fields }).toString();
  const signed = await new AwsV4Signer({
    method: "POST",
    url: url.href,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body,
    accessKeyId: apiKey,
    secretAccessKey: secretKey,
    service: "sns",
    region,
  }).sign();
  return http.post(signed.url.href, { headers: Object.fromEntries(signed.headers), body });
}

/** Throws ProviderError for a region that would make another host of the address. */
function hostOf(region: string): string {
  if (!/^[a-z0-9-]+$/.test(region)) throw new ProviderError("CREDENTIAL", "The AWS region is not one, as eu-west-1 is");
  return `sns.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
}

/** Fields of the Query protocol. Attributes have the form that AWS's own clients take. */
function flattened({ MessageAttributes, ...fields }: Record<string, unknown>): Record<string, string> {
  const attributes = Object.entries(Attributes.safeParse(MessageAttributes).data ?? {}).flatMap(
    ([name, { DataType, StringValue }], index) => {
      const entry = `MessageAttributes.entry.${index + 1}`;
      return [
        [`${entry}.Name`, name],
        [`${entry}.Value.DataType`, DataType],
        [`${entry}.Value.StringValue`, StringValue],
      ];
    },
  );
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
  ]);
  return Object.fromEntries([...texts, ...attributes]);
}
