import { createHmac } from "node:crypto";
import type { z } from "zod";
import { issueSentence } from "#contract/constants/issue-sentences.ts";
import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import { webAddressOf } from "#contract/constants/values/web-address.ts";
import { BridgeHealth, Discovered, ExecuteAnswer } from "#contract/workflows/bridge.ts";
import type { Http } from "../http/http.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { ProviderError } from "../provider-error.ts";
import { BridgeError, bridgeError } from "./bridge-error.ts";

/** Longest answers that are read, in bytes: definitions carry the schemas of all steps and providers. */
const DISCOVER_MAX = 10_000_000;
const EXECUTE_MAX = 1_000_000;
const HEALTH_MAX = 100_000;

/** The address of a bridge. */
export interface BridgeAddress {
  url: string;
  /** Whether its certificate may be signed by itself. */
  allowsSelfSigned: boolean;
}

/** A bridge, and the key that its requests are signed with. */
export interface BridgeTarget extends BridgeAddress {
  secretKey: string;
}

export interface BridgeStepCall {
  action: "execute" | "preview";
  workflowId: string;
  stepId: string;
  /** Sent as JSON. */
  body: object;
}

/**
 * Calls the http endpoint in which a customer's workflows are written, once: each call is signed for itself.
 * Throws BridgeError.
 */
export interface BridgeClient {
  /** The definitions of its workflows, unparsed: what is wrong with one need not matter for the others. */
  discover(target: BridgeTarget): Promise<unknown[]>;
  healthCheck(address: BridgeAddress): Promise<BridgeHealth>;
  /** The result of a step's code. `size` is the length of the answer in characters. */
  execute(target: BridgeTarget, call: BridgeStepCall): Promise<{ answer: ExecuteAnswer; size: number }>;
}

export function createBridgeClient({ http, timeoutMs }: { http: Http; timeoutMs: number }): BridgeClient {
  async function call(
    { url, allowsSelfSigned, secretKey }: BridgeAddress & Partial<BridgeTarget>,
    query: Record<string, string>,
    { body, maxAnswerBytes }: { body?: object; maxAnswerBytes: number },
  ): Promise<HttpReply> {
    const address = addressOf(url);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const json = JSON.stringify(body ?? {});
    const headers = {
      "content-type": "application/json",
      "bypass-tunnel-reminder": "true",
      ...(secretKey !== undefined && signatureHeaders(json, secretKey, Date.now())),
    };
    const method = body === undefined ? "GET" : "POST";
    try {
      const request = { headers, timeoutMs, maxAnswerBytes, allowsSelfSigned, ...(body && { body: json }) };
      return await http.request(method, address.href, request);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      throw bridgeError(error, address.host);
    }
  }

  return {
    async discover(target) {
      const reply = await call(target, { action: "discover" }, { maxAnswerBytes: DISCOVER_MAX });
      return parsed(reply, Discovered, target.url).workflows;
    },
    async healthCheck({ url, allowsSelfSigned }) {
      const reply = await call({ url, allowsSelfSigned }, { action: "health-check" }, { maxAnswerBytes: HEALTH_MAX });
      return parsed(reply, BridgeHealth, url);
    },
    async execute(target, { action, workflowId, stepId, body }) {
      const reply = await call(target, { action, workflowId, stepId }, { body, maxAnswerBytes: EXECUTE_MAX });
      return { answer: parsed(reply, ExecuteAnswer, target.url), size: reply.text.length };
    },
  };
}

/** The headers by which a bridge knows that a request is from here; a request without a body signs `{}`. */
function signatureHeaders(json: string, secretKey: string, now: number): Record<string, string> {
  const hmac = createHmac("sha256", secretKey).update(`${now}.${json}`).digest("hex");
  const value = `t=${now},v1=${hmac}`;
  return { "novu-signature": value, "x-novu-signature": value };
}

function addressOf(url: string): URL {
  const address = webAddressOf(url);
  if (address) return address;
  throw new BridgeError("The address of the bridge is not an http or https address", { code: "INVALID_BRIDGE_URL" });
}

function parsed<S extends z.ZodType>({ text, undecodable, status }: HttpReply, schema: S, url: string): z.output<S> {
  const json = jsonOf(text, parseExactJson);
  const result = schema.safeParse(json);
  if (result.success && undecodable === undefined) return result.data;
  const [issue] = result.error?.issues ?? [];
  const reason = json === undefined ? undefined : [...(issue?.path ?? []), issue && issueSentence(issue)].join(" ");
  const problem = undecodable ?? reason;
  const suffix = problem === undefined ? "" : `: ${problem}`;
  throw new BridgeError(`The bridge at ${new URL(url).host} answered what is not expected JSON${suffix}`, {
    code: "BRIDGE_PARSE_ERROR",
    status,
  });
}
