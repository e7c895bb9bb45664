import { Readable } from "node:stream";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import type { Lookups } from "./dns-lookups.ts";

/*
 * A mail is what a stranger sent, and the package takes all signatures and headers as they come. What is handed to it is cut down
 * here to what it works on in bounded time.
 */

/** Signatures of a mail that are verified, the topmost ones. */
export const SIGNATURES_MAX = 10;
/** Longest signature that is verified, in characters: one with an RSA key of 4,096 bits has about 1,500. */
const SIGNATURE_CHARACTERS_MAX = 8_192;
/** Lines of headers, beyond which a mail counts as not signed. */
const HEADER_LINES_MAX = 2_000;
/** Bytes of the body that are hashed before other work of the thread has its turn. */
const SIGNED_BYTES = 1024 * 1024;

/**
 * Returns the domains of the signatures that are valid by RFC 6376, in lower case. A signature has to cover the one From header and
 * the whole body, and SHA-1 does not count (RFC 8301). A key that nobody can look up counts as one that does not exist.
 */
export async function verifySignatures(raw: Buffer, lookups: Lookups): Promise<string[]> {
  const mail = signedMail(raw);
  if (!mail) return [];
  const { results } = await dkimVerify(Readable.from(portionsOf(mail)), {
    resolver: (name, type) => lookups.ask((resolver) => resolver.resolve(name, type)),
  });
  const domains = results.flatMap(({ status, signingDomain, signingHeaders, canonBodyLengthLimited }) => {
    const isValid = status.result === "pass" && !canonBodyLengthLimited && coversFrom(signingHeaders?.keys);
    return isValid && signingDomain ? [signingDomain.toLowerCase()] : [];
  });
  return [...new Set(domains)];
}

const coversFrom = (names = ""): boolean => names.toLowerCase().split(": ").includes("from");

/** Returns the headers and the body, with the signatures that are verified alone; undefined without any. */
function signedMail(raw: Buffer): { head: string; body: Buffer } | undefined {
  const mail = withWholeLineBreaks(raw);
  const end = mail.indexOf("\r\n\r\n");
  const head = mail.toString("latin1", 0, end < 0 ? mail.length : end);
  const body = mail.subarray(end < 0 ? mail.length : end + 4);
  if (head.split("\n", HEADER_LINES_MAX + 1).length > HEADER_LINES_MAX) return undefined;
  const fields = head.split(/\r\n(?!\s)/);
  // A second From could be the one that is shown, whereas the other is the one that is signed: RFC 6376 8.15.
  if (fields.filter((field) => nameOf(field) === "from").length !== 1) return undefined;
  let signatures = 0;
  const kept = fields.filter((field) => {
    const name = nameOf(field);
    // Seals of servers on the way, which the package would verify as well.
    if (name.startsWith("arc-")) return false;
    if (name !== "dkim-signature") return true;
    if (!isVerifiable(field) || signatures === SIGNATURES_MAX) return false;
    signatures += 1;
    return true;
  });
  return signatures === 0 ? undefined : { head: kept.join("\r\n"), body };
}

/** Returns the mail with the line breaks of SMTP, as it is signed: the package would take apart each one that is a mere LF. */
function withWholeLineBreaks(raw: Buffer): Buffer {
  const isBare = (at: number) => raw[at] === LF && raw[at - 1] !== CR;
  let bare = 0;
  for (let at = 0; at < raw.length; at++) if (isBare(at)) bare += 1;
  if (bare === 0) return raw;
  const mail = Buffer.allocUnsafe(raw.length + bare);
  let to = 0;
  for (let at = 0; at < raw.length; at++) {
    if (isBare(at)) mail[to++] = CR;
    mail[to++] = raw[at] ?? 0;
  }
  return mail;
}

const [CR, LF] = [13, 10];

function* portionsOf({ head, body }: { head: string; body: Buffer }): Generator<Buffer> {
  yield Buffer.from(`${head}\r\n\r\n`, "latin1");
  for (let at = 0; at < body.length; at += SIGNED_BYTES) yield body.subarray(at, at + SIGNED_BYTES);
}

const nameOf = (field: string): string => (field.split(":", 1)[0] ?? "").trim().toLowerCase();

function isVerifiable(field: string): boolean {
  if (field.length > SIGNATURE_CHARACTERS_MAX) return false;
  const tags = new Map(
    field
      .slice(field.indexOf(":") + 1)
      .split(";")
      .map((tag) => {
        const [name = "", value = ""] = tag.split("=", 2);
        return [name.trim().toLowerCase(), value.trim().toLowerCase()];
      }),
  );
  return tags.get("v") === "1" && !tags.has("l") && !tags.get("a")?.endsWith("sha1");
}
