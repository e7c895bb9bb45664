import { once } from "node:events";
import { createServer as createHttp1Server } from "node:http";
import { createSecureServer, type ServerHttp2Session } from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, LookupFunction } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startRecordingProxy } from "#test/support/recording-proxy.ts";
import { TEST_CERTIFICATE, TEST_KEY, UNKNOWN_CERTIFICATE, UNKNOWN_KEY } from "#test/support/tls-certificate.ts";
import { createHttp, type HttpOptions } from "./http.ts";
import { isPrivateAddress } from "./private-addresses.ts";

// Tests reach servers on 127.0.0.1 only; one of them counts it as public.
vi.mock(import("./private-addresses.ts"), { spy: true });

const noProxy = { https: null, http: null, exceptions: "" };
const unresolvable: LookupFunction = (host, _options, callback) =>
  callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" }), []);
const resolvingTo =
  (...addresses: string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const address = addresses.shift() ?? "10.0.0.1";
    return all ? callback(null, [{ address, family: 4 }]) : callback(null, address, 4);
  };
const inPrivateNetwork = { class: "CREDENTIAL", message: expect.stringContaining("private network") };

function aClient(options: HttpOptions) {
  const http = createHttp({ ca: TEST_CERTIFICATE, timeoutMs: 2_000, ...options });
  onTestFinished(() => http.close());
  return http;
}

/** A vendor that notes from which port each request came. */
async function aVendor(scheme: "http" | "https" = "https", tls = { key: TEST_KEY, cert: TEST_CERTIFICATE }) {
  const peers: number[] = [];
  const answer: Parameters<typeof createHttp1Server>[1] = (request, response) => {
    peers.push(request.socket.remotePort ?? 0);
    request.resume().on("end", () => response.end('"here"'));
  };
  const server = scheme === "https" ? createHttpsServer(tls, answer) : createHttp1Server({}, answer);
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, peers };
}

async function proxyTo(vendor: { port: number }) {
  const proxy = await startRecordingProxy(vendor.port);
  onTestFinished(() => proxy.close());
  return proxy;
}

test("with a proxy set, requests to a vendor's host leave through it alone, over tunnels that are kept, and nothing is resolved here", async () => {
  const vendor = await aVendor();
  const proxy = await proxyTo(vendor);
  const lookup = vi.fn(unresolvable);
  const http = aClient({ lookup, proxy: { ...noProxy, https: proxy.url } }).withVendorHosts(["api.vendor.example"]);
  expect((await http.post("https://api.vendor.example/send", { json: {} })).text).toBe('"here"');
  for (let i = 0; i < 4; i++) await http.post("https://api.vendor.example/send", { json: {} });
  expect(new Set(proxy.requests)).toEqual(new Set(["CONNECT api.vendor.example:443"]));
  // A connection is free again a moment after its answer was read.
  expect(proxy.requests.length).toBeLessThanOrEqual(2);
  expect(vendor.peers.map((port) => proxy.ports.has(port))).toEqual(Array(5).fill(true));
  expect(lookup).not.toHaveBeenCalled();
});

test("HTTP_PROXY serves http addresses without a tunnel, and https ones where HTTPS_PROXY is not set", async () => {
  const plain = await aVendor("http");
  const plainProxy = await proxyTo(plain);
  const hosts = ["api.vendor.example"];
  const overHttp = aClient({ proxy: { ...noProxy, http: plainProxy.url } }).withVendorHosts(hosts);
  expect((await overHttp.post("http://api.vendor.example/send", { json: {} })).text).toBe('"here"');
  expect(plainProxy.requests).toEqual(["POST http://api.vendor.example/send"]);
  const vendor = await aVendor();
  const proxy = await proxyTo(vendor);
  const overHttps = aClient({ proxy: { ...noProxy, http: proxy.url } }).withVendorHosts(hosts);
  await overHttps.post("https://api.vendor.example/send", { json: {} });
  expect(proxy.requests).toEqual(["CONNECT api.vendor.example:443"]);
});

test("hosts of NO_PROXY are reached directly", async () => {
  const vendor = await aVendor();
  const proxy = await proxyTo(vendor);
  const http = aClient({
    lookup: resolvingTo("127.0.0.1"),
    proxy: { https: proxy.url, http: proxy.url, exceptions: "other.example, .vendor.example" },
  }).withVendorHosts(["api.vendor.example"]);
  await http.get(`https://api.vendor.example:${vendor.port}/`);
  expect([proxy.requests, vendor.peers.length]).toEqual([[], 1]);
});

test("without a proxy in the settings, variables of the environment change nothing", async () => {
  const vendor = await aVendor();
  const proxy = await proxyTo(vendor);
  vi.stubEnv("HTTPS_PROXY", proxy.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const http = aClient({ proxy: noProxy, allowPrivateHosts: true });
  await http.get(`https://localhost:${vendor.port}/`);
  expect([proxy.requests, vendor.peers.length]).toEqual([[], 1]);
});

test("a proxy that refuses is RETRY without doubt, and its password is not shown", async () => {
  const proxy = await proxyTo(await aVendor());
  const url = proxy.url.replace("//", "//me:pa55@");
  const http = aClient({ proxy: { ...noProxy, https: url } }).withVendorHosts(["api.vendor.example"]);
  proxy.refuseWith = 407;
  const refused = await http.post("https://api.vendor.example/").catch((error: unknown) => error);
  expect(refused).toMatchObject({
    class: "RETRY",
    retryLimit: undefined,
    message: "POST api.vendor.example gave no answer: PROXY_ANSWERED_407",
  });
  expect(proxy.authorizations).toEqual([`Basic ${btoa("me:pa55")}`]);
  expect(`${refused instanceof Error && refused.stack}`).not.toContain("pa55");
  proxy.close();
  const gone = await http.post("https://api.vendor.example/").catch((error: unknown) => error);
  expect(gone).toMatchObject({ class: "RETRY", retryLimit: undefined, message: expect.not.stringContaining("pa55") });
});

test("behind a proxy, an address that a customer chose is refused where it is known here to be private", async () => {
  const vendor = await aVendor();
  const proxy = await proxyTo(vendor);
  const through = (lookup: LookupFunction) =>
    aClient({ lookup, proxy: { https: proxy.url, http: proxy.url, exceptions: "" } });
  for (const host of ["127.0.0.1", "[::1]", "[::ffff:10.0.0.1]", "2130706433", "0x7f.1", "169.254.169.254"]) {
    await expect(through(unresolvable).post(`https://${host}/hook`)).rejects.toMatchObject(inPrivateNetwork);
  }
  await expect(through(resolvingTo("10.0.0.1")).post("https://api.vendor.example/hook")).rejects.toMatchObject(
    inPrivateNetwork,
  );
  // Public at the first look, private at the second.
  const rebound = through(resolvingTo("1.1.1.1", "10.0.0.1"));
  await rebound.post("https://api.vendor.example/hook");
  await expect(rebound.post("https://api.vendor.example/hook")).rejects.toMatchObject(inPrivateNetwork);
  // Resolved by the proxy alone.
  expect((await through(unresolvable).post("https://api.vendor.example/hook")).text).toBe('"here"');
  expect(proxy.requests).toEqual(["CONNECT api.vendor.example:443", "CONNECT api.vendor.example:443"]);
});

test.each([
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "127.0.0.1.",
  "０x7f.1",
  "0",
  "[::]",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "localhost",
  "LOCALHOST",
])("a customer's address at %s is refused, and nothing reaches it", async (host) => {
  const vendor = await aVendor("http");
  await expect(aClient({}).post(`http://${host}:${vendor.port}/`)).rejects.toMatchObject(inPrivateNetwork);
  expect(vendor.peers).toEqual([]);
});

test("a connection goes to the address that was checked; a name that is private at the next look-up is refused", async () => {
  vi.mocked(isPrivateAddress).mockImplementation((address) => address !== "127.0.0.1");
  onTestFinished(() => void vi.mocked(isPrivateAddress).mockReset());
  const vendor = await aVendor("http");
  const lookup = vi.fn(resolvingTo("127.0.0.1", "10.0.0.1"));
  const http = aClient({ lookup });
  const address = `http://customer.example:${vendor.port}/hook`;
  const headers = { connection: "close" };
  expect((await http.post(address, { headers })).text).toBe('"here"');
  expect(lookup).toHaveBeenCalledTimes(1);
  await expect(http.post(address, { headers })).rejects.toMatchObject(inPrivateNetwork);
  expect(vendor.peers).toHaveLength(1);
});

test("only hosts that the provider's file names may be private; what a credential makes of the address is none of them", async () => {
  const vendor = await aVendor("http");
  const http = aClient({ lookup: resolvingTo("127.0.0.1", "127.0.0.1") }).withVendorHosts(["*.vendor.example"]);
  expect((await http.get(`http://eu.vendor.example:${vendor.port}/`)).text).toBe('"here"');
  for (const region of [`127.0.0.1:${vendor.port}/?`, `x@127.0.0.1:${vendor.port}#`]) {
    await expect(http.get(`http://${region}.vendor.example/`)).rejects.toMatchObject(inPrivateNetwork);
  }
  await expect(aClient({ lookup: resolvingTo() }).get("http://eu.vendor.example.evil/")).rejects.toMatchObject(
    inPrivateNetwork,
  );
  expect(vendor.peers).toHaveLength(1);
});

/** A vendor that supports HTTP/2 only, like Apple's push service. */
async function anHttp2Vendor() {
  const sessions: ServerHttp2Session[] = [];
  const server = createSecureServer({ key: TEST_KEY, cert: TEST_CERTIFICATE });
  server.on("session", (session) => sessions.push(session));
  server.on("stream", (stream, headers) => {
    let body = "";
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    stream.on("end", () => {
      stream.respond({ ":status": headers[":path"] === "/gone" ? 410 : 200, "apns-id": String(headers["apns-id"]) });
      stream.end(JSON.stringify({ path: headers[":path"], body }));
    });
    stream.on("error", () => {});
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { url: `https://localhost:${(server.address() as AddressInfo).port}`, sessions };
}

test("an HTTP/2 client sends many requests at once over one connection", async () => {
  const vendor = await anHttp2Vendor();
  const http2 = aClient({}).withVendorHosts(["localhost"]).openHttp2();
  onTestFinished(() => http2.close());
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      http2.post(`${vendor.url}/3/device/${i}`, { json: { i }, headers: { "apns-id": `id-${i}` } }),
    ),
  );
  expect(replies.map(({ text }) => JSON.parse(text))).toEqual(
    replies.map((_, i) => ({ path: `/3/device/${i}`, body: JSON.stringify({ i }) })),
  );
  expect(replies.map(({ headers }) => headers.get("apns-id"))).toEqual(replies.map((_, i) => `id-${i}`));
  expect(vendor.sessions).toHaveLength(1);
});

test("each HTTP/2 client has a connection of its own, which ends with it", async () => {
  const vendor = await anHttp2Vendor();
  const http = aClient({}).withVendorHosts(["localhost"]);
  const [one, two] = [http.openHttp2(), http.openHttp2()];
  await Promise.all([one.post(`${vendor.url}/`), two.post(`${vendor.url}/`)]);
  expect(vendor.sessions).toHaveLength(2);
  await Promise.all([one.close(), two.close()]);
  await vi.waitFor(() => expect(vendor.sessions.map(({ closed }) => closed)).toEqual([true, true]), 10_000);
});

test("an HTTP/2 connection that the vendor ends is replaced", async () => {
  const vendor = await anHttp2Vendor();
  const http2 = aClient({}).withVendorHosts(["localhost"]).openHttp2();
  onTestFinished(() => http2.close());
  await http2.post(`${vendor.url}/`);
  const [first] = vendor.sessions;
  first?.close();
  // A request that crosses the end of its connection fails as RETRY; none after it does.
  await vi.waitFor(() => http2.post(`${vendor.url}/`), 10_000);
  expect(vendor.sessions).toHaveLength(2);
  expect(first?.destroyed).toBe(true);
});

test("an answer over HTTP/2 is classified, and a signal ends the request", async () => {
  const vendor = await anHttp2Vendor();
  const http2 = aClient({}).withVendorHosts(["localhost"]).openHttp2();
  onTestFinished(() => http2.close());
  const classify = ({ status }: { status: number }) => (status === 410 ? ("TOKEN" as const) : undefined);
  await expect(http2.post(`${vendor.url}/gone`, { classify })).rejects.toMatchObject({ class: "TOKEN", status: 410 });
  const reason = new Error("given up");
  await expect(http2.withSignal(AbortSignal.abort(reason)).post(`${vendor.url}/`)).rejects.toBe(reason);
});

test("HTTP/2 goes through a proxy's tunnel, too, and keeps customers' addresses out of private networks", async () => {
  const vendor = await anHttp2Vendor();
  const proxy = await proxyTo({ port: Number(new URL(vendor.url).port) });
  const http = aClient({ proxy: { ...noProxy, https: proxy.url } });
  const http2 = http.withVendorHosts(["api.vendor.example"]).openHttp2();
  onTestFinished(() => http2.close());
  await http2.post("https://api.vendor.example/");
  expect(proxy.requests).toEqual(["CONNECT api.vendor.example:443"]);
  expect(vendor.sessions).toHaveLength(1);
  await expect(http2.post(vendor.url)).rejects.toMatchObject(inPrivateNetwork);
});

describe("a self-signed certificate", () => {
  const allowed = { allowsSelfSigned: true };
  const refused = (code: string) => ({ class: "RETRY", noAnswer: code, mayBeSent: false });

  function aStrictClient(options: HttpOptions = {}) {
    const http = createHttp({ timeoutMs: 2_000, allowPrivateHosts: true, ...options });
    onTestFinished(() => http.close());
    return http;
  }

  test("is taken by the requests that allow it alone, also when another one has a connection", async () => {
    const vendor = await aVendor();
    const http = aStrictClient();
    const url = `https://localhost:${vendor.port}/`;
    await expect(http.get(url)).rejects.toMatchObject(refused("DEPTH_ZERO_SELF_SIGNED_CERT"));
    expect((await http.get(url, allowed)).text).toBe('"here"');
    await expect(http.get(url)).rejects.toMatchObject(refused("DEPTH_ZERO_SELF_SIGNED_CERT"));
    expect(vendor.peers).toHaveLength(1);
  });

  test("is all that they take: one of an unknown authority, or of another host, is refused", async () => {
    const unknown = await aVendor("https", { key: UNKNOWN_KEY, cert: UNKNOWN_CERTIFICATE });
    const url = `https://localhost:${unknown.port}/`;
    await expect(aStrictClient().get(url, allowed)).rejects.toMatchObject(refused("UNABLE_TO_VERIFY_LEAF_SIGNATURE"));
    const other = await aVendor();
    const verified = aStrictClient({ ca: TEST_CERTIFICATE, lookup: resolvingTo("127.0.0.1", "127.0.0.1") });
    const elsewhere = `https://other.example:${other.port}/`;
    await expect(verified.get(elsewhere, allowed)).rejects.toMatchObject(refused("ERR_TLS_CERT_ALTNAME_INVALID"));
    expect([unknown.peers, other.peers]).toEqual([[], []]);
  });

  test("opens no private network", async () => {
    const vendor = await aVendor();
    const http = aStrictClient({ allowPrivateHosts: false, lookup: resolvingTo("127.0.0.1") });
    for (const host of ["127.0.0.1", "bridge.example"]) {
      await expect(http.get(`https://${host}:${vendor.port}/`, allowed)).rejects.toMatchObject(inPrivateNetwork);
    }
    expect(vendor.peers).toEqual([]);
  });
});
