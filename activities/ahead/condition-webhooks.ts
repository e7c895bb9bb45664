import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import { webhookCondition } from "#engine/policies.ts";
import type { Http } from "#providers/http/http.ts";
import { jsonOf } from "#providers/http/http-reply.ts";
import { ProviderError } from "#providers/provider-error.ts";
import type { WebhookResult } from "../run/host-results.ts";
import { createCustomerHosts, HOST_PAUSE_MS, type HostCall, hostOf, SILENT_CALLS } from "./customer-hosts.ts";

/** Longest answer that is used, in characters: those of a whole slice are in memory together. */
const ANSWER_MAX = 64_000;

export interface WebhookCall extends Omit<HostCall, "host"> {
  url: string;
  body: object;
  /** Value of the header `nv-hmac-256`. */
  signature: string;
}

export interface ConditionWebhooks {
  ask(call: WebhookCall): Promise<WebhookResult>;
}

export interface ConditionWebhooksOptions {
  http: Http;
  slots?: number;
  timeoutMs?: number;
}

export function createConditionWebhooks(options: ConditionWebhooksOptions): ConditionWebhooks {
  const { http, slots, timeoutMs = webhookCondition.timeout } = options;
  const hosts = createCustomerHosts<unknown, string>({
    slots,
    paused: (name) =>
      `${name} gave no answer ${SILENT_CALLS} times in a row and is not called for ${HOST_PAUSE_MS / 1_000} s`,
  });

  async function post(name: string, call: WebhookCall) {
    try {
      const headers = { "nv-hmac-256": call.signature };
      const reply = await http.post(call.url, { json: call.body, headers, timeoutMs });
      const size = reply.text.length;
      if (size > ANSWER_MAX) {
        return { failed: `POST ${name} answered more than ${ANSWER_MAX} characters`, isSilent: false };
      }
      if (reply.undecodable) return { failed: `POST ${name} answered ${reply.undecodable}`, isSilent: false };
      return { answer: jsonOf(reply.text, parseExactJson), size };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return { failed: error.message, isSilent: error.class === "RETRY" && error.status === undefined };
    }
  }

  return {
    async ask(call) {
      const host = hostOf(call.url);
      if (host === undefined) return { failed: "webhookUrl is not an http or https address: change the condition" };
      return hosts.ask({ ...call, host }, () => post(host, call));
    },
  };
}
