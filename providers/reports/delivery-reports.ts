import type { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { charsetOf, decodeForm, UndecodableError } from "#contract/constants/values/decode-text.ts";
import type { CredentialsSchema } from "../credentials.ts";
import type { Http, HttpClient } from "../http/http.ts";
import type { SetUpProblem } from "../refusals.ts";
import { parseCredentials, type StoredCredentials } from "../stored-credentials.ts";
import { REPORT_TOKEN } from "./report-url.ts";
import { isSameSecret } from "./signatures.ts";

/** A call by which a vendor reports what became of messages. */
export interface ReportCall {
  /** `POST`, or `GET` of vendors that report in the query or ask whether the address is right. */
  method: string;
  /** The public address that the vendor called, with its query. */
  url: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it came. */
  body: string;
  query: Readonly<Record<string, unknown>>;
}

/** One event of one message. */
export interface DeliveryReport {
  /** The id of the message, as a send has returned it. */
  identifier: string;
  status: ReportStatus;
  /** Whether the mailbox will never take a mail: of a bounce alone. Absent where the vendor does not say. */
  isPermanent?: boolean | undefined;
  /** When it happened; null when the vendor does not say. */
  at: Date | null;
  /** Tells the events of a message apart which have the same status; without it, a status is reported once. */
  eventId?: string | undefined;
  /** The vendor's words about it. */
  response?: string | undefined;
  /** The problem of the integration, where the message failed for it. */
  problem?: SetUpProblem | undefined;
  /** Tries that the vendor has made. */
  attempts?: number | undefined;
  /** The event as the vendor sent it. */
  raw: unknown;
}

/** A report that does not come from the vendor. */
export class ForgedReportError extends Error {}

/** The integration lacks credentials without which its reports are not read. */
export class NotSetUpError extends Error {}

/** A report that is not in the vendor's form. */
export class UnreadableReportError extends Error {}

/** Text by which an address proves to a vendor that it is the right one. */
export interface ChallengeAnswer {
  type: "text/plain" | "application/json";
  text: string;
  /** For a vendor that looks for a header, and not for a text. */
  headers?: Readonly<Record<string, string>>;
}

/** Describes what a member does at a vendor so that it reports to the address of an integration. */
export interface ReportSetUp {
  /** One instruction each, with the vendor's own words for its pages, fields and events. */
  steps: readonly [string, ...string[]];
  /** The vendor's page about it; absent where there is none, as for one's own server. */
  source?: `https://${string}`;
}

/** How a provider reads the reports of its vendor. Events that say nothing about a delivery are left out. */
export interface ReportDefinition<Credentials> {
  /** `message`: each message that is sent names the address, and there is nothing to set up. */
  setUp: ReportSetUp | "message";
  /**
   * Whether the vendor signed the call; `unsigned` where nothing that it signs with is known: the vendor signs nothing, or the
   * integration has no key for it. Then the secret in the address counts. `http` is for vendors that publish their keys.
   */
  isGenuine(
    call: ReportCall,
    credentials: Credentials,
    tools: { http: Http },
  ): boolean | "unsigned" | Promise<boolean | "unsigned">;
  /** Answers a call by which the vendor only asks whether the address is right; undefined for every other call. */
  challenge?(
    call: ReportCall,
    credentials: Credentials,
    tools: { http: Http },
  ): ChallengeAnswer | undefined | Promise<ChallengeAnswer | undefined>;
  /** Throws `UnreadableReportError`. */
  parse(call: ReportCall): DeliveryReport[];
}

/** The reports of a call, or what a vendor that only asked is answered. */
export type ReadCall = { reports: DeliveryReport[] } | { challenge: ChallengeAnswer };

/**
 * Reads a call of a vendor. Throws `ForgedReportError`, `UnreadableReportError` and `NotSetUpError`, and ProviderError when the vendor does
 * not give what its signatures are verified with.
 */
export type ReadReports = (
  call: ReportCall,
  stored: StoredCredentials,
  tools: {
    http: HttpClient;
    /** Ends the address that is set up at the vendor. */
    token: string;
  },
) => Promise<ReadCall>;

export function readReportsBy<S extends CredentialsSchema>(
  { isGenuine, challenge, parse }: ReportDefinition<z.output<S>>,
  provider: { name: string; hosts: readonly string[]; credentials: S },
): ReadReports {
  return async ({ query, ...call }, stored, { http, token }) => {
    const parsed = parseCredentials(provider, stored);
    if (!parsed.ok) throw new NotSetUpError(`The ${provider.name} integration is not set up`);
    const tools = { http: http.withVendorHosts(provider.hosts) };
    const { given, ofVendor } = withoutToken(query);
    // Vendors that sign the query may leave out of it what was in the address before.
    const proof =
      (await isGenuine({ ...call, query }, parsed.credentials, tools)) ||
      (given !== undefined && (await isGenuine({ ...call, query: ofVendor }, parsed.credentials, tools)));
    const isProven = proof === "unsigned" ? isSameSecret(given, token) : proof;
    if (!isProven) throw new ForgedReportError(proof === "unsigned" ? UNSIGNED : "The signature is missing or wrong");
    const answer = await challenge?.({ ...call, query: ofVendor }, parsed.credentials, tools);
    // What is kept of a report does not have the secret.
    return answer ? { challenge: answer } : { reports: parse({ ...call, query: ofVendor }) };
  };
}

/** The secret of the address, and the query that the vendor has added to it. */
function withoutToken({ [REPORT_TOKEN]: token, ...query }: ReportCall["query"]) {
  if (typeof token !== "string") return { given: undefined, ofVendor: query };
  // Some vendors add a query of their own behind a question mark, whatever the address has already.
  const [given, ...added] = token.split("?");
  if (added.length === 0) return { given, ofVendor: query };
  // It was decoded with the rest of the query, at whose next sign it ends.
  const [name = "", ...value] = added.join("?").split("=");
  return { given, ofVendor: { [name]: value.join("="), ...query } };
}

const UNSIGNED =
  "The address has no valid token, and the report no signature that can be verified: set up the whole reportUrl of the integration at the vendor";

/** One header; undefined when it was not sent, or several times. */
export function headerOf({ headers }: ReportCall, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

/** The fields of a body that is a form, by the charset that its content type names. Throws `UnreadableReportError`. */
export const formBody = (call: ReportCall): URLSearchParams =>
  formFields(call.body, charsetOf(headerOf(call, "content-type")));

/** The fields of a form or a query, in the charset that is named, else in UTF-8. Throws `UnreadableReportError`. */
export function formFields(text: string, charset?: string): URLSearchParams {
  try {
    return decodeForm(text, charset);
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error;
    throw new UnreadableReportError(`Its fields are ${error.message}`);
  }
}

/** The body as JSON. Throws `UnreadableReportError`. */
export function jsonBody({ body }: ReportCall): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new UnreadableReportError("The body is not valid JSON");
  }
}
