import { BatchInterceptor } from "@mswjs/interceptors";
import { ClientRequestInterceptor } from "@mswjs/interceptors/ClientRequest";
import { FetchInterceptor } from "@mswjs/interceptors/fetch";
import { XMLHttpRequestInterceptor } from "@mswjs/interceptors/XMLHttpRequest";
import { Agent, type Dispatcher, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import type { FakeVendors } from "#test/support/vendor-exchanges.ts";

/**
 * Takes every request of the SDKs to the fake vendors, whether it is made by Node's `http`, by `fetch`, or by the package
 * undici. Belfry's own client has connections of its own, which this leaves alone. Returns a function that ends it.
 */
export function interceptSdks(vendors: FakeVendors): () => Promise<void> {
  const interceptor = new BatchInterceptor({
    name: "vendor-sdks",
    interceptors: [new ClientRequestInterceptor(), new XMLHttpRequestInterceptor(), new FetchInterceptor()],
  });
  interceptor.on("request", async ({ request, controller }) => {
    const body = Buffer.from(await request.clone().arrayBuffer());
    const received = { method: request.method, url: request.url, headers: Object.fromEntries(request.headers), body };
    vendors.requests.push(received);
    const answer = vendors.answer(received);
    if (answer === undefined || answer === "close") return controller.respondWith(Response.error());
    const { status = 200, headers = {}, json, text = json === undefined ? "" : JSON.stringify(json) } = answer;
    const type = json === undefined ? {} : { "content-type": "application/json" };
    // Without its length, an answer does not end for clients that keep connections alive.
    const length = { "content-length": String(Buffer.byteLength(text)) };
    controller.respondWith(new Response(text, { status, headers: { ...type, ...length, ...headers } }));
  });
  interceptor.apply();

  const before = getGlobalDispatcher();
  const agent = new Agent();
  setGlobalDispatcher(agent.compose(toFakeVendors(vendors.baseUrls["https://"] ?? "")));
  return async () => {
    interceptor.dispose();
    setGlobalDispatcher(before);
    await agent.destroy();
  };
}

/** @param prefix Stands for `https://` at the beginning of an address. */
function toFakeVendors(prefix: string): Dispatcher.DispatcherComposeInterceptor {
  const { origin, pathname } = new URL(prefix);
  return (dispatch) => (options, handler) =>
    dispatch(
      { ...options, origin, path: `${pathname}${new URL(String(options.origin)).host}${options.path}` },
      handler,
    );
}
