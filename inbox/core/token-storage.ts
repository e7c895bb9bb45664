/** The name under which the session token stands in local storage: product.md section 4. */
export const TOKEN_KEY = "widget_user_auth_token";

/** Publishes the token. Storage may be blocked or full; the session works from memory all the same. */
export function keepToken(token: string): void {
  try {
    localStorage.setItem(TOKEN_KEY, token);
  } catch {
    // Storage refused by the browser's privacy settings: nothing of ours depends on it.
  }
}

/** Removes the token unless a second inbox on the page has put its own there. */
export function forgetToken(token: string): void {
  try {
    if (localStorage.getItem(TOKEN_KEY) === token) localStorage.removeItem(TOKEN_KEY);
  } catch {
    // As above: where nothing could be kept, nothing is left to forget.
  }
}
