import { createHash } from "node:crypto";
import { CLOSING_SCRIPT } from "#contract/chat-oauth.ts";

/** Headers of the page that closes its tab: it may do nothing but run its own script. */
export const CLOSING_PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `script-src 'sha256-${createHash("sha256").update(CLOSING_SCRIPT).digest("base64")}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cache-control": "no-store",
};
