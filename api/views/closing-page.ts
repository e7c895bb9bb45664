import { createHash } from "node:crypto";

const SCRIPT = "window.close();";

/** Ends a visit in a tab or window that some page has opened for it. Browsers close no others, so that it says what to do. */
export const CLOSING_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Connected</title></head>
<body><p>The channel is connected. You can close this tab.</p><script>${SCRIPT}</script></body>
</html>
`;

/** Headers of that page: it may do nothing but run its own script. */
export const CLOSING_PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `script-src 'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cache-control": "no-store",
};
