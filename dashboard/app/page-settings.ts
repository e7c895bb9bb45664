/** Context paths of the dashboard and of the API, such as `/apps/belfry`, as the server writes them into `index.html`; empty for none. */
export const contextPaths = { web: pathIn("belfry-web-path"), api: pathIn("belfry-api-path") };

/** Address at which a sign-in through GitHub begins; null where the installation has none. */
export const githubSignIn =
  contentOf("belfry-github-sign-in") === "on" ? `${contextPaths.api}/v1/auth/github/authorize` : null;

/** Who may create an account: everybody, or people with an invitation. */
export const registration = contentOf("belfry-registration") === "invited" ? "invited" : "open";

/** A page that comes from no server of Belfry, such as Vite's own, has names in the place of the paths. */
function pathIn(name: string): string {
  const content = contentOf(name);
  return content.startsWith("/") ? content : "";
}

function contentOf(name: string): string {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? "";
}
