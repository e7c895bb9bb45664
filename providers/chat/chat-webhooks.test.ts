import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { StoredCredentials } from "../credentials.ts";
import { startFakeVendor } from "../fake-vendor.ts";
import { createHttp } from "../http.ts";
import type { ChatMessage } from "../messages.ts";
import type { ChatProvider, SendOptions } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { discord } from "./discord.ts";
import { slack } from "./slack.ts";

const vendor = await startFakeVendor();
const http = createHttp({ allowPrivateHosts: true, timeoutMs: 500 });
afterAll(async () => {
  await http.close();
  vendor.close();
});

const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };
const slackApp = { applicationId: "A1", clientId: "1.2", secretKey: "hush" };
const PATH = "/services/T0/B0/s3cret";

interface Seen {
  method: string | undefined;
  url: string | undefined;
  type: string | undefined;
  body: unknown;
}
let seen: Seen[] = [];
beforeEach(() => {
  seen = [];
});

function answers(status: number, body = "", headers: Record<string, string> = {}) {
  vendor.answer = ({ method, url, headers: given }, text, response) => {
    seen.push({ method, url, type: given["content-type"], body: JSON.parse(text) });
    response.writeHead(status, { date: "Tue, 05 May 2026 10:00:00 GMT", ...headers }).end(body);
  };
}

async function send(
  provider: ChatProvider,
  message: Partial<ChatMessage> = {},
  { credentials = provider === slack ? slackApp : {}, guarded = false }: Given = {},
) {
  const own = guarded ? createHttp({ timeoutMs: 500 }) : http;
  const session = await provider.open(credentials, { http: own, allowPrivateHosts: !guarded });
  try {
    return await session.send(
      { id: "m-1", webhookUrl: `${vendor.url}${PATH}`, content: "Hi & <hello>", ...message },
      options,
    );
  } finally {
    if (guarded) await own.close();
  }
}
interface Given {
  credentials?: StoredCredentials;
  /** Whether private networks are refused. */
  guarded?: boolean;
}

async function failure(...input: Parameters<typeof send>): Promise<ProviderError> {
  const error = await send(...input).catch((thrown: unknown) => thrown);
  if (error instanceof ProviderError) return error;
  throw new Error(`expected a ProviderError, got ${String(error)}`);
}

const both = [
  ["slack", slack],
  ["discord", discord],
] as const;

describe.each(both)("%s", (_, provider) => {
  test.each([401, 403, 404, 410])(
    "an address that is answered by %i is the subscriber's to mend, and not shown",
    async (status) => {
      answers(status, `no service at ${PATH}`);
      const error = await failure(provider);
      expect(error).toMatchObject({ class: "CREDENTIAL", status });
      expect(error.message).toMatch(
        /^The webhook URL of this subscriber's channel is no longer accepted .*: connect the channel/,
      );
      expect(`${error.message} ${error.response} ${error.stack}`).not.toContain("s3cret");
    },
  );

  test("a 429 is retried after the seconds that the vendor asks for", async () => {
    answers(429, "slow down", { "retry-after": "7" });
    expect(await failure(provider)).toMatchObject({ class: "RETRY", retryAfterSeconds: 7 });
  });

  test("an address in a private network is refused before anything is sent", async () => {
    answers(200, "ok");
    const error = await failure(provider, {}, { guarded: true });
    expect(error).toMatchObject({ class: "CREDENTIAL", message: expect.stringContaining("private network") });
    expect(seen).toEqual([]);
  });

  test("a text that is no address is refused, and not shown", async () => {
    const error = await failure(provider, { webhookUrl: "s3cret" });
    expect(error).toMatchObject({
      class: "CREDENTIAL",
      message: expect.stringContaining("not a valid http or https URL"),
    });
    expect(error.message).not.toContain("s3cret");
  });
});

describe("slack", () => {
  test("content is the text, and fields of the vendor's own stand beside it", async () => {
    answers(200, "ok", { "x-slack-req-id": "r-1" });
    const sent = await send(slack, { customData: { thread_ts: "1.2", blocks: [{ type: "divider" }] } });
    expect(sent).toEqual({ id: "r-1", date: "2026-05-05T10:00:00.000Z" });
    expect(seen).toEqual([
      {
        method: "POST",
        url: PATH,
        type: "application/json",
        body: { text: "Hi & <hello>", thread_ts: "1.2", blocks: [{ type: "divider" }] },
      },
    ]);
  });

  test("without a request id, the message's own id is its identifier", async () => {
    answers(200, "ok");
    expect((await send(slack)).id).toBe("m-1");
  });

  test.each([
    [400, "invalid_payload", "PERMANENT"],
    [400, "no_team", "CREDENTIAL"],
    [500, "rollup_error", "RETRY"],
    [200, "invalid_payload", "PERMANENT"],
    [200, '{"ok":false,"error":"invalid_blocks"}', "PERMANENT"],
    [200, "no_active_hooks", "CREDENTIAL"],
  ])("%i with %j is %s", async (status, body, expected) => {
    answers(status, body);
    expect((await failure(slack)).class).toBe(expected);
  });

  test("an integration without its client secret cannot be opened", async () => {
    const error = await failure(slack, {}, { credentials: { applicationId: "A1", clientId: "1.2" } });
    expect(error).toMatchObject({ class: "CREDENTIAL", message: expect.stringContaining("Client Secret") });
  });
});

describe("discord", () => {
  test("it is asked to wait for the message, whose id and time come back", async () => {
    answers(200, JSON.stringify({ id: "99", timestamp: "2026-05-05T12:00:00.000000+02:00" }));
    const webhookUrl = `${vendor.url}/api/webhooks/1/t?thread_id=5`;
    const sent = await send(discord, { webhookUrl, customData: { username: "Belfry" } });
    expect(sent).toEqual({ id: "99", date: "2026-05-05T10:00:00.000Z" });
    expect(seen).toEqual([
      {
        method: "POST",
        url: "/api/webhooks/1/t?thread_id=5&wait=true",
        type: "application/json",
        body: { content: "Hi & <hello>", username: "Belfry" },
      },
    ]);
  });

  test("a server that does not wait has taken the message", async () => {
    answers(204);
    expect(await send(discord)).toEqual({ id: "m-1", date: "2026-05-05T10:00:00.000Z" });
  });

  test("a 200 without a message is a failure", async () => {
    answers(200, '{"code":50035,"message":"Invalid Form Body"}');
    expect((await failure(discord)).class).toBe("PERMANENT");
  });

  test("the seconds of a 429's body count, rounded up", async () => {
    answers(429, '{"message":"You are being rate limited.","retry_after":1.3,"global":false}');
    expect(await failure(discord)).toMatchObject({ class: "RETRY", retryAfterSeconds: 2 });
  });

  test("a refused body is permanent", async () => {
    answers(400, '{"code":50006,"message":"Cannot send an empty message"}');
    expect((await failure(discord)).class).toBe("PERMANENT");
  });
});
