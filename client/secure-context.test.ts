import { afterEach, expect, test, vi } from "vitest";
import { Belfry } from "./client.ts";
import { uuid } from "./secure-context.ts";
import { createSubscriberHash } from "./subscriber-hash.ts";
import { verifyWebhook } from "./verify-webhook.ts";

afterEach(() => vi.unstubAllGlobals());

/** As a page over plain http in a local network has it. */
function overPlainHttp() {
  const { crypto } = globalThis;
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
}

test("ids are UUIDs of version 4, each another one", () => {
  overPlainHttp();
  const made = Array.from({ length: 200 }, uuid);
  for (const one of made) expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(made).size).toBe(200);
});

test("calls that change something, events and large integers work over plain http", async () => {
  overPlainHttp();
  const requests: Request[] = [];
  vi.stubGlobal("fetch", async (url: string | URL | Request, init?: RequestInit) => {
    requests.push(new Request(url, init));
    return new Response(JSON.stringify({ data: { acknowledged: true, status: "processed", transactionId: "t" } }), {
      status: 201,
      headers: { "content-type": "application/json" },
    });
  });
  const belfry = new Belfry({ secretKey: "key", apiUrl: "http://belfry.test" });
  await belfry.trigger("welcome", { to: "ada", payload: { order: 9_007_199_254_740_993n } });
  const [request] = requests;
  expect(request?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
  expect(await request?.text()).toMatch(/"order":9007199254740993.*"transactionId":"[0-9a-f-]{36}"/);
});

test("what needs https says so", async () => {
  overPlainHttp();
  await expect(createSubscriberHash("ada", "key")).rejects.toThrow("over https alone");
  const headers = {
    "webhook-id": "1",
    "webhook-timestamp": String(Math.floor(Date.now() / 1_000)),
    "webhook-signature": "v1,YQ==",
  };
  await expect(verifyWebhook("{}", headers, "whsec_YQ==")).rejects.toThrow("over https alone");
});
