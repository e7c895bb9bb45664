/** Context paths of the dashboard and of the API, such as `/apps/belfry`, as the server writes them into `index.html`; empty for none. */
export const contextPaths = { web: pathIn("belfry-web-path"), api: pathIn("belfry-api-path") };

/** A page that comes from no server of Belfry, such as Vite's own, has names in the place of the paths. */
function pathIn(name: string): string {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? "";
  return content.startsWith("/") ? content : "";
}
