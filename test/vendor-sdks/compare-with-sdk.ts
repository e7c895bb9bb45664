import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createHttp, type HttpClient } from "#providers/http/http.ts";
import type { ChatMessage, EmailMessage, PushMessage, SmsMessage } from "#providers/messages.ts";
import type { AnyProvider, InAppProvider } from "#providers/provider.ts";
import type { SendOptions, SessionTools } from "#providers/send-context.ts";
import type { Session } from "#providers/session.ts";
import type { StoredCredentials } from "#providers/stored-credentials.ts";
import { type FakeVendors, startFakeVendors, type VendorAnswer } from "#test/support/vendor-exchanges.ts";
import { type Difference, differencesOf, type Facts, factsOf, isNamedBy } from "./compare.ts";
import { interceptSdks } from "./intercept.ts";

type SendingProvider = Exclude<AnyProvider, InAppProvider>;
interface Messages {
  email: EmailMessage;
  sms: SmsMessage;
  chat: ChatMessage;
  push: PushMessage;
}

/** One message, sent by our adapter and by the SDK of the vendor. */
export interface SdkComparison<P extends SendingProvider = SendingProvider> {
  /** The package of the SDK. */
  sdk: string;
  provider: P;
  credentials: Record<string, unknown>;
  message: Messages[P["channel"]];
  /** Answers of the vendor by the path of the request; every other request is answered 599. */
  answers: Readonly<Record<string, VendorAnswer>>;
  /** Sends the message as the vendor's documents show it. */
  send(): Promise<unknown>;
  /**
   * Reasons for differences, by the path of a value (`header.x-client`, `body.metadata`), which also stands for all below it;
   * a star at its end stands for the rest of a name. One that does not occur fails.
   */
  differs?: Readonly<Record<string, string>>;
}

/** Writes one row of a table, so that the message has the type of the provider's channel. */
export const comparison = <P extends SendingProvider>(row: SdkComparison<P>) => row;

const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("The outbox is not for vendors")) } };
/** Signatures and tokens hold the time. */
const NOW = new Date("2026-05-05T10:00:00.000Z");

export function compareWithSdks<P extends SendingProvider>(comparisons: readonly SdkComparison<P>[]): void {
  let vendors: FakeVendors;
  let http: HttpClient;
  let endInterception: () => Promise<void>;
  beforeAll(async () => {
    vendors = await startFakeVendors();
    http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true });
    endInterception = interceptSdks(vendors);
    vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  });
  afterAll(async () => {
    vi.useRealTimers();
    await endInterception();
    await http.close();
    vendors.close();
  });

  async function requestsOf({ answers }: SdkComparison<P>, send: () => Promise<unknown>): Promise<Facts[]> {
    vendors.reset();
    vendors.answer = ({ url }) =>
      answers[new URL(url).pathname] ?? { status: 599, text: `No answer is given for ${url}` };
    await send();
    return Promise.all(vendors.requests.map(factsOf));
  }

  test.each(comparisons)("$provider.id sends what $sdk sends, but for the differences that are named", async (row) => {
    const { provider, credentials, message, send, differs = {} } = row;
    const ours = await requestsOf(row, async () => {
      const session = await opened(provider, credentials, http);
      await session.send(message, options);
      await session.close();
    });
    const sdk = await requestsOf(row, send);
    expect(ours.map(addressOf), "the addresses").toHaveLength(sdk.length);

    const found = sdk.flatMap((request, index) => differencesOf(request, ours[index] ?? new Map()));
    const named = Object.keys(differs);
    const unnamed = found.filter(({ path }) => !named.some((pattern) => isNamedBy(pattern, path)));
    expect(unnamed.map(sentenceOf), "differences without a reason").toEqual([]);
    const absent = named.filter((pattern) => !found.some(({ path }) => isNamedBy(pattern, path)));
    expect(absent, "differences that do not occur").toEqual([]);
  });
}

const addressOf = (request: Facts): unknown => request.get("url");

/** Opens a session for messages of the provider's channel, which the type of a union of providers cannot say. */
function opened<P extends SendingProvider>(provider: P, credentials: SdkComparison["credentials"], http: HttpClient) {
  const open = provider.open as unknown as (
    stored: StoredCredentials,
    tools: SessionTools<HttpClient>,
  ) => Promise<Session<Messages[P["channel"]]>>;
  return open(credentials, { http, allowPrivateHosts: true });
}

const sentenceOf = ({ path, sdk, ours }: Difference): string =>
  `${path}: the SDK sends ${JSON.stringify(sdk)}, the adapter ${JSON.stringify(ours)}`;
