import { afterAll, expect, test } from "vitest";
import { startFakeVendor } from "#test/support/fake-vendor.ts";
import { createHttp } from "../http/http.ts";
import type { ChatProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import type { SendOptions } from "../send-context.ts";
import { discord } from "./discord.ts";
import { getstream } from "./getstream.ts";
import { grafanaOnCall } from "./grafana-on-call.ts";
import { mattermost } from "./mattermost.ts";
import { msteams } from "./msteams.ts";
import { ryver } from "./ryver.ts";
import { slack } from "./slack.ts";
import { zulip } from "./zulip.ts";

// The address of a subscriber's channel is its credential: a refusal concerns this subscriber, and nobody may see it.

const vendor = await startFakeVendor();
const http = createHttp({ allowPrivateHosts: true, timeoutMs: 500 });
afterAll(async () => {
  await http.close();
  vendor.close();
});

const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };
const PATH = "/services/T0/B0/s3cret";

async function failure(provider: ChatProvider, webhookUrl = vendor.url + PATH): Promise<ProviderError> {
  const credentials = { applicationId: "A1", clientId: "1.2", secretKey: "hush", apiKey: "key", baseUrl: vendor.url };
  const session = await provider.open(credentials, { http, allowPrivateHosts: true });
  const error = await session
    .send({ id: "m-1", webhookUrl, content: "Hi" }, options)
    .catch((thrown: unknown) => thrown);
  if (error instanceof ProviderError) return error;
  throw new Error(`expected a ProviderError, got ${String(error)}`);
}

const all = [slack, discord, grafanaOnCall, msteams, mattermost, ryver, zulip, getstream];

test.each(
  all.flatMap((provider) =>
    // GetStream's key is the integration's, and so is a refusal of it.
    (provider === getstream ? [404, 410] : [401, 403, 404, 410]).map(
      (status) => [provider.id, status, provider] as const,
    ),
  ),
)("%s: an address that is answered by %i is the subscriber's to mend, and not shown", async (_, status, provider) => {
  vendor.answer = (_request, _body, response) => response.writeHead(status).end(`no service at ${PATH}`);
  const error = await failure(provider);
  expect(error).toMatchObject({ class: "CREDENTIAL", status });
  expect(error.message).toMatch(
    /^The webhook URL of this subscriber's channel is no longer accepted .*: connect the channel/,
  );
  expect(`${error.message} ${error.response} ${error.stack}`).not.toContain("s3cret");
});

test.each([401, 403])("getstream: %i is a refusal of the integration's key", async (status) => {
  vendor.answer = (_request, _body, response) => response.writeHead(status).end();
  const error = await failure(getstream);
  expect(error.class).toBe("CREDENTIAL");
  expect(error.message).not.toContain("this subscriber's channel");
});

test.each(all.map((provider) => [provider.id, provider] as const))(
  "%s: a text that is no address is refused, and not shown",
  async (_, provider) => {
    const error = await failure(provider, "s3cret");
    expect(error).toMatchObject({
      class: "CREDENTIAL",
      message: expect.stringContaining("not a valid http or https URL"),
    });
    expect(error.message).not.toContain("s3cret");
  },
);

test("an integration without a credential that is required cannot be opened", async () => {
  const opened = slack.open({ applicationId: "A1", clientId: "1.2" }, { http, allowPrivateHosts: true });
  await expect(opened).rejects.toMatchObject({
    class: "CREDENTIAL",
    message: expect.stringContaining("Client Secret"),
  });
});
