import type { RequestDetails } from "#contract/activity/requests.ts";

/**
 * Returns a recorded call as a command for a shell, with a variable in the place of the API key. Its Idempotency-Key is left out: with it, the
 * call would only be given its former answer.
 */
export function curlOfRequest({ method, path, query, contentType, body }: RequestDetails, origin: string): string {
  const address = `${origin}${path}${query === undefined ? "" : `?${query}`}`;
  return [
    `curl -X ${method} ${quoted(address)}`,
    '  -H "Authorization: ApiKey $BELFRY_API_KEY"',
    ...(body
      ? [`  -H ${quoted(`Content-Type: ${contentType ?? "application/json"}`)}`, `  -d ${quoted(body.text)}`]
      : []),
  ].join(" \\\n");
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
