import { z } from "zod";
import { BridgeErrorBody } from "#contract/workflows/bridge.ts";
import { jsonOf } from "../http/http-reply.ts";
import type { ProviderError } from "../provider-error.ts";

/** Ways in which a bridge fails. Errors of the workflow's code have codes of its framework. */
export type BridgeErrorCode =
  | "INVALID_BRIDGE_URL"
  | "TUNNEL_NOT_FOUND"
  | "BRIDGE_ENDPOINT_NOT_FOUND"
  | "BRIDGE_ENDPOINT_UNAVAILABLE"
  | "BRIDGE_METHOD_NOT_CONFIGURED"
  | "BRIDGE_REQUEST_TIMEOUT"
  | "BRIDGE_PARSE_ERROR"
  | "RESPONSE_READ_ERROR"
  | "REQUEST_UPLOAD_ERROR"
  | "MAXIMUM_REDIRECTS_EXCEEDED"
  | "SELF_SIGNED_CERTIFICATE"
  | "UNKNOWN_BRIDGE_REQUEST_ERROR";

interface Failure {
  code: BridgeErrorCode | (string & {});
  /** Whether the same call may succeed a little later. */
  isRetryable?: boolean;
  /** HTTP status of the answer, where there was one. */
  status?: number | undefined;
  /** The bridge's own error: `{message, code, data}`. */
  body?: unknown;
}

/** A call of a bridge that failed. The message is one for operators and holds nothing secret. */
export class BridgeError extends Error {
  override readonly name = "BridgeError";
  readonly code: string;
  readonly isRetryable: boolean;
  readonly status: number | undefined;
  readonly body: unknown;

  constructor(message: string, { code, isRetryable = false, status, body }: Failure) {
    super(message);
    this.code = code;
    this.isRetryable = isRetryable;
    this.status = status;
    this.body = body;
  }
}

const RETRYABLE_STATUSES: readonly number[] = [408, 429, 500, 503, 504, 521, 522, 524];
const UNREACHABLE =
  /^(?:EAI_AGAIN|ECONNREFUSED|ECONNRESET|EADDRINUSE|EPIPE|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|UND_ERR_SOCKET)$/;
const TIMED_OUT = /^(?:TIMEOUT|ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/;
const SELF_SIGNED = /SELF_SIGNED/;

/** Classifies a failed request to a bridge. `host` names it for operators. */
export function bridgeError(error: ProviderError, host: string): BridgeError {
  if (error.status !== undefined) return ofStatus(error, error.status, host);
  const { noAnswer, message } = error;
  if (error.class === "CREDENTIAL") return new BridgeError(message, { code: "INVALID_BRIDGE_URL" });
  if (noAnswer === undefined) return new BridgeError(`${host}: ${message}`, { code: "RESPONSE_READ_ERROR" });
  if (TIMED_OUT.test(noAnswer)) {
    return new BridgeError(`The bridge at ${host} did not answer in time`, {
      code: "BRIDGE_REQUEST_TIMEOUT",
      isRetryable: true,
    });
  }
  if (SELF_SIGNED.test(noAnswer)) {
    return new BridgeError(
      `The certificate of ${host} is self-signed: give the bridge one of a known authority, or set bridge.allowsSelfSigned of a development environment`,
      {
        code: "SELF_SIGNED_CERTIFICATE",
      },
    );
  }
  return new BridgeError(`The bridge at ${host} cannot be reached: ${noAnswer}`, {
    code: "BRIDGE_ENDPOINT_UNAVAILABLE",
    isRetryable: UNREACHABLE.test(noAnswer),
  });
}

function ofStatus({ response = "" }: ProviderError, status: number, host: string): BridgeError {
  const parsed = BridgeErrorBody.safeParse(jsonOf(response));
  const body = parsed.success && (parsed.data.message ?? parsed.data.code) !== undefined ? parsed.data : undefined;
  const said = body?.message === undefined ? "" : `: ${withFaults(body.message, faultsOf(body.data))}`;
  return new BridgeError(`The bridge at ${host} answered ${status}${said}`, {
    code: body?.code ?? codeOfStatus(status, response),
    isRetryable: RETRYABLE_STATUSES.includes(status),
    status,
    body,
  });
}

/** Faults of a bridge's error that a message quotes. */
const BRIDGE_FAULTS_MAX = 3;
const Faults = z.array(z.object({ path: z.string(), message: z.string() }));

/** The faults that the framework found in controls, a payload or outputs: `subject must be string`. */
function faultsOf(data: unknown): string[] {
  const { data: faults = [] } = Faults.safeParse(data);
  return faults
    .slice(0, BRIDGE_FAULTS_MAX)
    .map(({ path, message }) => `${path.replace(/^\//, "").replaceAll("/", ".")} ${message}`.trim());
}

const withFaults = (message: string, faults: readonly string[]): string =>
  faults.length === 0 ? message : `${message.replace(/\.$/, "")}: ${faults.join("; ")}`;

function codeOfStatus(status: number, text: string): BridgeErrorCode {
  if (status >= 300 && status < 400) return "MAXIMUM_REDIRECTS_EXCEEDED";
  if (status >= 404 && /\btunnel\b/i.test(text)) return "TUNNEL_NOT_FOUND";
  switch (status) {
    case 404:
      return "BRIDGE_ENDPOINT_UNAVAILABLE";
    case 405:
      return "BRIDGE_METHOD_NOT_CONFIGURED";
    case 413:
      return "REQUEST_UPLOAD_ERROR";
    case 502:
      return "BRIDGE_ENDPOINT_NOT_FOUND";
    default:
      return "UNKNOWN_BRIDGE_REQUEST_ERROR";
  }
}
