import type { LookupFunction } from "node:net";
import { TLSSocket } from "node:tls";
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import { SEND_LIMITS } from "../send-limits.ts";
import { assertNotKnownPrivate, assertPublicLiteral, publicLookup } from "./hosts.ts";

/** Connections to one origin; further requests wait. Several integrations may share an origin. */
const HTTP_CONNECTIONS = 128;
/** A server that announces fewer streams at once gets fewer. */
const HTTP2_STREAMS = 100;

/** HTTP proxies as the environment variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY name them. */
export interface ProxySettings {
  /** For https addresses; `http` where it is null. */
  readonly https: string | null;
  readonly http: string | null;
  /** Hosts that are reached without a proxy, as NO_PROXY lists them. */
  readonly exceptions: string;
}

export interface HttpAgentOptions {
  /** Let requests to addresses that customers choose into private networks: development and tests. */
  allowPrivateHosts?: boolean;
  proxy?: ProxySettings;
  /** In place of `dns.lookup`. */
  lookup?: LookupFunction;
  /** Certificate authorities in place of the public ones. */
  ca?: string;
}

/** How far the host of an address is trusted. */
interface HostTrust {
  /** The provider's file names it; any other is one that a customer may have chosen, and is refused in private networks. */
  isVendorHost: boolean;
  /** Whether it may have signed its certificate itself. Such connections are apart from all others. */
  allowsSelfSigned: boolean;
}

/** Connections to vendors, kept open in a pool for each origin. */
export interface HttpAgents {
  /** Returns the dispatcher for an address. Throws ProviderError. */
  dispatcherFor(url: URL, host: HostTrust): Promise<Dispatcher>;
  /** Returns agents of the same options with connections of their own, over HTTP/2 where the server supports it. */
  openHttp2(): HttpAgents;
  /** Ends all connections. Requests under way fail. */
  close(): Promise<void>;
}

export function createHttpAgents(options: HttpAgentOptions = {}, http2 = false): HttpAgents {
  const { allowPrivateHosts = false, proxy, lookup } = options;
  const isProxied = Boolean(proxy?.https || proxy?.http);
  const agents = new Map<string, Dispatcher>();
  const agentFor = (kind: AgentKind): Dispatcher => {
    const key = JSON.stringify([kind.isGuarded, kind.allowsSelfSigned]);
    const agent = agents.get(key) ?? createAgent(options, http2, kind);
    agents.set(key, agent);
    return agent;
  };
  return {
    async dispatcherFor({ hostname }, { isVendorHost, allowsSelfSigned }) {
      if (allowPrivateHosts || isVendorHost) return agentFor({ isGuarded: false, allowsSelfSigned });
      const host = hostname.replace(/^\[|\]$/g, "");
      assertPublicLiteral(host);
      // The proxy resolves the name once more, for itself: this finds what is known to be private here, and no more.
      if (isProxied) await assertNotKnownPrivate(host, lookup);
      return agentFor({ isGuarded: true, allowsSelfSigned });
    },
    openHttp2: () => createHttpAgents(options, true),
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

interface AgentKind extends Pick<HostTrust, "allowsSelfSigned"> {
  isGuarded: boolean;
}

function createAgent(
  { proxy, lookup, ca }: HttpAgentOptions,
  http2: boolean,
  { isGuarded, allowsSelfSigned }: AgentKind,
): Dispatcher {
  const tls = { timeout: SEND_LIMITS.connect, allowH2: http2, ...(ca !== undefined && { ca }) };
  const resolve = isGuarded ? publicLookup(lookup) : lookup;
  const settings: Agent.Options = {
    allowH2: http2,
    headersTimeout: SEND_LIMITS.answer,
    bodyTimeout: SEND_LIMITS.answer,
    connections: HTTP_CONNECTIONS,
    // One connection carries many streams. Over HTTP/1.1 undici sends a POST only when the one before is answered.
    ...(http2 && { connections: 1, pipelining: HTTP2_STREAMS, maxConcurrentStreams: HTTP2_STREAMS }),
    connect: connectorOf({ ...tls, ...(resolve && { lookup: resolve }) }, allowsSelfSigned),
  };
  if (!proxy) return new Agent(settings);
  return new EnvHttpProxyAgent({
    ...settings,
    // An empty text keeps undici from reading the variable itself.
    httpProxy: proxy.http ?? "",
    httpsProxy: proxy.https ?? "",
    noProxy: proxy.exceptions,
    proxyTunnel: false,
    // These are the connections that ask the proxy for a tunnel; by default they wait five minutes for it.
    clientFactory: (origin, own) => new Pool(origin, { ...own, headersTimeout: SEND_LIMITS.answer }),
    proxyTls: { timeout: SEND_LIMITS.connect, ...(ca !== undefined && { ca }) },
    requestTls: tls,
  });
}

const SELF_SIGNED: readonly string[] = ["DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN"];

/** Connects as undici does; where self-signed certificates are taken, all others are still verified, but here. */
function connectorOf(options: buildConnector.BuildOptions, allowsSelfSigned: boolean): buildConnector.connector {
  if (!allowsSelfSigned) return buildConnector(options);
  const connect = buildConnector({ ...options, rejectUnauthorized: false });
  return (to, callback) =>
    connect(to, (...connected) => {
      const [error, socket] = connected;
      const code = error === null && socket instanceof TLSSocket && !socket.authorized ? codeOf(socket) : undefined;
      if (code === undefined || SELF_SIGNED.includes(code)) return callback(...connected);
      socket?.destroy();
      callback(Object.assign(new Error("The certificate cannot be verified"), { code }), null);
    });
}

/** Node gives the code as a text, and where the name does not match, an error. */
function codeOf({ authorizationError: reason }: TLSSocket): string {
  const code: unknown = reason instanceof Error && "code" in reason ? reason.code : reason;
  return typeof code === "string" ? code : "ERR_TLS_CERT_UNVERIFIED";
}
