/** The server puts the context paths of its parts into the page. */
const addressOf = (part: string): string =>
  location.origin + (document.querySelector(`meta[name="belfry-${part}-path"]`)?.getAttribute("content") ?? "");
export const API_URL = addressOf("api");
export const SOCKET_URL = addressOf("websocket");
export const SCRIPT_URL = new URL("embed.js", location.href).href;
export const query = new URLSearchParams(location.search);
export const APPLICATION = query.get("applicationIdentifier") ?? "";
/** Without a session in its address, the page shows made up notifications and needs no server. */
export const LIVE = APPLICATION !== "";

export type Person = { id: string; name: string; role: string };
export const PEOPLE: readonly [Person, Person] = LIVE
  ? [
      { id: query.get("subscriberId") || "demo-subscriber", name: "Robin", role: "First subscriber" },
      { id: `${query.get("subscriberId") || "demo-subscriber"}-2`, name: "Kim", role: "Second subscriber" },
    ]
  : [
      { id: "ada", name: "Ada", role: "Product designer" },
      { id: "grace", name: "Grace", role: "Finance" },
    ];
