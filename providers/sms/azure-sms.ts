import { createHash, createHmac } from "node:crypto";
import { z } from "zod";
import { MINUTE } from "#contract/constants/values/times.ts";
import { withoutTrailingSlashes } from "#contract/constants/values/trailing-slashes.ts";
import { isWebAddress } from "#contract/constants/values/web-address.ts";
import { secret, text } from "../credentials.ts";
import { classOfStatus } from "../http/http-failures.ts";
import { withPassthrough } from "../passthrough.ts";
import { smsProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { azureSmsRefusals } from "./refusals/azure-sms-refusals.ts";
import { azureSmsReports } from "./reports/azure-sms-reports.ts";

/**
 * Azure recognises a repeated message for five minutes, and refuses one that says it was first sent earlier (412):
 * https://learn.microsoft.com/rest/api/communication/repeatable-requests. Clocks may differ by half a minute.
 */
const RECOGNISED_MS = 4.5 * MINUTE;

const Answer = z.object({
  value: z.tuple(
    [
      z.object({
        messageId: z.string().nullish(),
        httpStatusCode: z.number(),
        successful: z.boolean(),
        errorMessage: z.string().nullish(),
      }),
    ],
    z.unknown(),
  ),
});

/**
 * Azure Communication Services. Requests are signed with the access key:
 * https://learn.microsoft.com/azure/communication-services/tutorials/hmac-header-tutorial.
 */
export const azureSms = smsProvider({
  id: "azure-sms",
  name: "Azure Sms",
  docs: "https://learn.microsoft.com/en-us/azure/communication-services/quickstarts/create-communication-resource",
  logo: "azure-sms.png",
  hosts: ["*.communication.azure.com"],
  mergesPassthrough: true,
  refusals: azureSmsRefusals,
  credentials: z.object({
    accessKey: secret("Connection string", { type: "text" }),
    from: text("From"),
  }),
  reports: azureSmsReports,
  open({ accessKey: connection, from: own }) {
    const { endpoint, accessKey } = partsOf(connection);
    return {
      async send({ id, to, from, content, passthrough }, { http, firstSentAt }) {
        const recipient = { to, repeatabilityRequestId: id, repeatabilityFirstSent: recognisedMoment(firstSentAt) };
        const { json, headers, query } = withPassthrough(
          {
            query: { "api-version": "2021-03-07" },
            json: {
              from: from ?? own,
              smsRecipients: [recipient],
              message: content,
              smsSendOptions: { enableDeliveryReport: true, tag: id },
            },
          },
          passthrough,
        );
        const url = new URL(`${endpoint}/sms`);
        for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
        // What is passed through is part of what is signed.
        const body = JSON.stringify(onWire(json));
        const reply = await http.post(url.href, {
          body,
          headers: { "content-type": "application/json", ...headers, ...signatureOf(url, body, accessKey) },
        });
        const [result] = reply.json(Answer).value;
        if (result.successful) return { id: result.messageId ?? id, date: reply.date };
        const { httpStatusCode: status, errorMessage } = result;
        throw reply.refused(classOfStatus(status), { status, text: errorMessage ?? "" });
      },
    };
  },
});

/** The parts of `endpoint=https://<name>.communication.azure.com/;accesskey=<base64>`, in any order and case. */
function partsOf(connection: string): { endpoint: string; accessKey: string } {
  const parts = new Map(
    connection.split(";").map((part) => {
      const [name = "", ...value] = part.split("=");
      return [name.trim().toLowerCase(), value.join("=").trim()];
    }),
  );
  const endpoint = withoutTrailingSlashes(parts.get("endpoint") ?? "");
  const accessKey = parts.get("accesskey");
  if (isWebAddress(endpoint) && accessKey) return { endpoint, accessKey };
  throw new ProviderError(
    "CREDENTIAL",
    'The connection string is not of the form "endpoint=https://...;accesskey=..."',
  );
}

/** Further recipients that are passed through in the form of the vendor's SDK, a list `to`, in the form of its requests. */
function onWire({ to, ...body }: { to?: unknown; smsRecipients: unknown[] }) {
  const more = [to ?? []].flat().map((number) => ({ to: number }));
  return { ...body, smsRecipients: [...body.smsRecipients, ...more] };
}

/** Headers of the vendor's HMAC scheme: learn.microsoft.com/azure/communication-services/tutorials/hmac-header-tutorial. */
function signatureOf(url: URL, body: string, accessKey: string): Record<string, string> {
  const date = new Date().toUTCString();
  const hash = createHash("sha256").update(body, "utf8").digest("base64");
  const signed = `POST\n${url.pathname}${url.search}\n${date};${url.host};${hash}`;
  const signature = createHmac("sha256", Buffer.from(accessKey, "base64")).update(signed, "utf8").digest("base64");
  return {
    "x-ms-date": date,
    "x-ms-content-sha256": hash,
    authorization: `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`,
  };
}

/**
 * A repeated message is recognised by its id together with the moment at which it was first sent, so that this follows from the first
 * attempt alone, whichever process makes the next one. What Azure has forgotten counts as sent for the first time again.
 */
function recognisedMoment(firstSentAt: Date | undefined): string {
  const now = Date.now();
  const first = firstSentAt?.getTime() ?? now;
  const forgotten = Math.max(0, Math.floor((now - first) / RECOGNISED_MS));
  return new Date(first + forgotten * RECOGNISED_MS).toUTCString();
}
