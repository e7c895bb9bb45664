import { BelfryError } from "#client/client.ts";

/** Codes of failed calls after which the application has to be reachable first. */
const UNREACHABLE: ReadonlySet<string | undefined> = new Set([
  "BRIDGE_ENDPOINT_UNAVAILABLE",
  "BRIDGE_ENDPOINT_NOT_FOUND",
  "BRIDGE_METHOD_NOT_CONFIGURED",
  "BRIDGE_REQUEST_TIMEOUT",
  "TUNNEL_NOT_FOUND",
  "RESPONSE_READ_ERROR",
]);

/** Says what can be done about a call of a bridge that failed; undefined where the server has said it, or where it is not the bridge's failure. */
export function bridgeRemedy(error: unknown, url: string | undefined): string | undefined {
  if (!(error instanceof BelfryError) || error.status !== 400) return undefined;
  const said = error.problems.join(" ");
  if (UNREACHABLE.has(error.code)) {
    return `Start the application at ${url ?? "its address"}, and see that the server of Belfry can reach it. If it has moved, synchronise from its new address.`;
  }
  if (/answered 40[13]\b/.test(said))
    return "Give the application the API key of this environment, with which calls are signed.";
  if (error.code === "SELF_SIGNED_CERTIFICATE" || /Bridge URL not found/.test(said)) return undefined;
  return "Correct the code or the values, and try again.";
}
