/*
 * A switch that takes the network away from this page, as a tunnel does: calls fail, sockets close, and the browser says that
 * it is offline. It replaces the page's own `fetch` and `WebSocket`.
 */

let isOffline = false;
const sockets = new Set<WebSocket>();
const realFetch = globalThis.fetch.bind(globalThis);

globalThis.fetch = (...call) =>
  isOffline ? Promise.reject(new TypeError("The demo's network is switched off")) : realFetch(...call);

globalThis.WebSocket = class extends WebSocket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(isOffline ? "ws://127.0.0.1:9" : url, protocols);
    sockets.add(this);
    this.addEventListener("close", () => sockets.delete(this));
  }
};

Object.defineProperty(navigator, "onLine", { configurable: true, get: () => !isOffline });

export function setOffline(offline: boolean): void {
  isOffline = offline;
  if (offline) for (const socket of sockets) socket.close();
  dispatchEvent(new Event(offline ? "offline" : "online"));
}

/** Lets functions that stand in for a server fail while the network is switched off; what is sent then arrives afterwards. */
export function overNetwork<T extends object>(api: T): T {
  return new Proxy(api, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function" || name === "listen") return value;
      return (...given: unknown[]) => {
        const call = () => Reflect.apply(value, target, given);
        if (!isOffline) return call();
        if (name !== "receive") return Promise.reject(new TypeError("The demo's network is switched off"));
        addEventListener("online", call, { once: true });
      };
    },
  });
}
