import { verify, X509Certificate } from "node:crypto";
import { z } from "zod";
import { parseUrl } from "#contract/constants/values/parse-url.ts";
import type { Http } from "../http/http.ts";
import { jsonOf } from "../http/http-reply.ts";
import { ProviderError } from "../provider-error.ts";

/** A call of Amazon SNS to an HTTPS endpoint. */
const SnsNotification = z.object({
  Type: z.enum(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(["1", "2"]),
  Signature: z.string(),
  SigningCertURL: z.string(),
  Subject: z.string().nullish(),
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
});
export type SnsNotification = z.infer<typeof SnsNotification>;

export const readSnsNotification = (body: string): SnsNotification | undefined =>
  SnsNotification.safeParse(jsonOf(body)).data;

const OF_NOTIFICATION = ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"] as const;
const OF_CONFIRMATION = ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"] as const;

const CERTIFICATE_BYTES = 20_000;
const CERTIFICATES_MAX = 50;
/**
 * Certificates by their address, which Amazon gives another one with another certificate. They are public and the same for
 * every integration; without them, each report would cost a request.
 */
const certificates = new Map<string, X509Certificate>();

/** Returns the address when it is one of Amazon SNS itself; undefined for every other one. */
export function snsAddress(address: string | undefined): URL | undefined {
  const url = parseUrl(address ?? "");
  if (url === undefined) return undefined;
  const isSns = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(url.hostname);
  return isSns && url.protocol === "https:" && url.port === "" && url.username === "" ? url : undefined;
}

/**
 * Whether Amazon SNS has signed the call: Amazon's "Verifying the signatures of Amazon SNS messages". Throws ProviderError
 * when the certificate cannot be fetched for now, so that Amazon calls again.
 */
export async function isSignedBySns(call: SnsNotification, http: Http): Promise<boolean> {
  const certificate = await certificateAt(call.SigningCertURL, http);
  if (!certificate || Date.now() > Date.parse(certificate.validTo)) return false;
  const names = call.Type === "Notification" ? OF_NOTIFICATION : OF_CONFIRMATION;
  const signed = names.map((name) => (typeof call[name] === "string" ? `${name}\n${call[name]}\n` : "")).join("");
  const algorithm = call.SignatureVersion === "2" ? "sha256" : "sha1";
  return verify(algorithm, Buffer.from(signed), certificate.publicKey, Buffer.from(call.Signature, "base64"));
}

async function certificateAt(address: string, http: Http): Promise<X509Certificate | undefined> {
  const known = certificates.get(address);
  if (known) return known;
  const url = snsAddress(address);
  if (!url?.pathname.endsWith(".pem")) return undefined;
  try {
    const { text } = await http.get(url.href, { maxAnswerBytes: CERTIFICATE_BYTES });
    const certificate = new X509Certificate(text);
    if (certificates.size >= CERTIFICATES_MAX) certificates.clear();
    certificates.set(address, certificate);
    return certificate;
  } catch (error) {
    if (error instanceof ProviderError && error.class === "RETRY") throw error;
    // There is none at this address, so that nothing proves the signature.
    return undefined;
  }
}
