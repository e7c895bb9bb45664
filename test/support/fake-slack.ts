import { startFakeVendor } from "./fake-vendor.ts";

export const SLACK_APP = { applicationId: "A1", clientId: "1234.5678", secretKey: "hush-hush-hush" };

/** Slack's token endpoint and its webhooks, on loopback. Codes serve once. */
export async function startFakeSlack() {
  const vendor = await startFakeVendor();
  /** Redirect URIs by code. */
  const grants = new Map<string, string>();
  const exchanges: { path: string; type: string | undefined; form: Record<string, string> }[] = [];
  const posted: { path: string; body: unknown }[] = [];
  let planned: { status?: number; answer?: unknown; isSilent?: true } = {};
  let codes = 0;

  const webhookOf = (code: string) => `${vendor.url}/services/T0/B0/${code}`;

  function exchange(form: Record<string, string>): unknown {
    const { code = "", client_id: id, client_secret: secret, redirect_uri: uri } = form;
    const redirectUri = grants.get(code);
    if (redirectUri === undefined) return { ok: false, error: "invalid_code" };
    if (id !== SLACK_APP.clientId || secret !== SLACK_APP.secretKey) return { ok: false, error: "bad_client_secret" };
    if (uri !== redirectUri) return { ok: false, error: "bad_redirect_uri" };
    grants.delete(code);
    const webhook = { url: webhookOf(code), channel: "#general", channel_id: "C1", configuration_url: "https://x" };
    return { ok: true, access_token: "xoxb-token", team: { id: "T0" }, incoming_webhook: webhook };
  }

  vendor.answer = ({ url = "", headers }, text, response) => {
    if (url.startsWith("/services/")) {
      posted.push({ path: url, body: JSON.parse(text) });
      response.end("ok");
      return;
    }
    const form = Object.fromEntries(new URLSearchParams(text));
    exchanges.push({ path: url, type: headers["content-type"], form });
    if (planned.isSilent) return;
    response.writeHead(planned.status ?? 200, { "content-type": "application/json" });
    response.end(JSON.stringify(planned.answer ?? exchange(form)));
  };

  return {
    baseUrls: { "https://slack.com": vendor.url },
    /** Codes that were tried to be redeemed, in order. */
    exchanges,
    /** Calls of webhooks, in order. */
    posted,
    webhookOf,
    /** The person agrees on Slack's page. Returns the query that Slack sends the browser back with. */
    agree(authorizeUrl: string) {
      const query = new URL(authorizeUrl).searchParams;
      codes += 1;
      const code = `code-${codes}`;
      grants.set(code, query.get("redirect_uri") ?? "");
      return { code, state: query.get("state") ?? "" };
    },
    /** Has Slack answer this to codes, whatever they are; nothing has it answer as it should again. */
    answer(next: typeof planned = {}) {
      planned = next;
    },
    close: () => vendor.close(),
  };
}
