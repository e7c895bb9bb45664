/** The key of the session token in local storage. */
export const TOKEN_KEY = "widget_user_auth_token";

/** Publishes the token. The session itself works from memory. */
export function storeToken(token: string): void {
  try {
    localStorage.setItem(TOKEN_KEY, token);
  } catch {
    // Storage is full, or blocked by privacy settings.
  }
}

/** Removes the token, unless another inbox on the page has stored its own. */
export function removeToken(token: string): void {
  try {
    if (localStorage.getItem(TOKEN_KEY) === token) localStorage.removeItem(TOKEN_KEY);
  } catch {
    // As above: nothing was stored.
  }
}
