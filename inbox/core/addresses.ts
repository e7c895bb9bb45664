/** Addresses of an inbox's server, both without a trailing slash and with the context path, if there is one. */
export type Addresses = { apiUrl: string; socketUrl: string };

/**
 * @param apiUrl address that `/v1` is appended to, absolute or relative to the page; the page's own origin by default
 * @param socketUrl likewise for the socket; by default the API's
 */
export function resolveAddresses(apiUrl = "", socketUrl = ""): Addresses {
  const api = absolute(apiUrl === "" ? "/" : apiUrl);
  return { apiUrl: api, socketUrl: (socketUrl === "" ? api : absolute(socketUrl)).replace(/^http/, "ws") };
}

function absolute(address: string): string {
  // On a server there is no page, and nothing is fetched.
  const page = typeof location === "undefined" ? "http://localhost" : location.href;
  let { href } = new URL(address, page);
  // Not `/\/+$/`, whose time is quadratic.
  while (href.endsWith("/")) href = href.slice(0, -1);
  return href;
}
