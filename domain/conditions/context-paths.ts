/** The parts of Belfry whose addresses can have a path of their own before them. */
type Component = "web" | "api" | "widget" | "websocket" | "inboundMail" | "webhook";

/** The path before the addresses of each component, such as `/apps/belfry`, without a slash at its end; empty for none. */
export type ContextPaths = Readonly<Record<Component, string>>;

/** Returns the public address of a path of a component: of `/v1/topics` of the API, for example. */
export function addressOf(
  { publicUrl, contextPaths }: { readonly publicUrl: string; readonly contextPaths: ContextPaths },
  component: Component,
  path = "",
): string {
  return publicUrl + contextPaths[component] + path;
}

/**
 * Returns a function that removes the context path from the target of a request. A target without one is returned as it is, because
 * many proxies remove it themselves. Null when there is no context path at all.
 */
export function contextPathRemover(contextPaths: ContextPaths): ((target: string) => string) | null {
  // One may begin with another one, and then the longer one is meant.
  const prefixes = [...new Set(Object.values(contextPaths))]
    .filter((prefix) => prefix !== "")
    .sort((one, other) => other.length - one.length);
  if (prefixes.length === 0) return null;
  return (target) => {
    // A client that takes this server for a proxy sends the whole address: RFC 9112 section 3.2.2.
    const path = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "");
    const prefix = prefixes.find((one) => path.startsWith(one) && ENDS.has(path.charAt(one.length)));
    if (prefix === undefined) return target;
    const rest = path.slice(prefix.length);
    return rest.startsWith("/") ? rest : `/${rest}`;
  };
}

/** Ends a context path: the end of the target, more of its path, or its query. */
const ENDS: ReadonlySet<string> = new Set(["", "/", "?"]);
