import { BelfryError } from "#client/client.ts";

/** Codes of failed calls after which the application has to be reachable first. */
const UNREACHABLE: ReadonlySet<string | undefined> = new Set([
  "BRIDGE_ENDPOINT_UNAVAILABLE",
  "BRIDGE_ENDPOINT_NOT_FOUND",
  "BRIDGE_METHOD_NOT_CONFIGURED",
  "TUNNEL_NOT_FOUND",
  "RESPONSE_READ_ERROR",
]);

/** Codes of the framework for what the code that runs now has not. */
const GONE: ReadonlySet<string | undefined> = new Set(["StepNotFoundError", "WorkflowNotFoundError"]);

/** Says what can be done about a call of a bridge that failed; undefined where the server has said it, or where it is not the bridge's failure. */
export function bridgeRemedy(error: unknown, url: string | undefined): string | undefined {
  if (!(error instanceof BelfryError) || error.status !== 400) return undefined;
  const said = error.problems.join(" ");
  if (UNREACHABLE.has(error.code)) {
    return `Start the application at ${url ?? "its address"}, and see that the server of Belfry can reach it. If it has moved, synchronise from its new address.`;
  }
  if (error.code === "BRIDGE_REQUEST_TIMEOUT")
    return "It has five seconds for an answer. Check that the application is running and not overloaded, and try again.";
  if (error.code === "BRIDGE_PARSE_ERROR")
    return `See that ${url ?? "its address"} is the address of the handler of your workflows.`;
  if (GONE.has(error.code))
    return "The application has no such step any more. Deploy the code that has it, or synchronise, which removes the step here.";
  if (/answered 40[13]\b/.test(said))
    return "Give the application the API key of this environment, with which calls are signed.";
  if (error.code === "SELF_SIGNED_CERTIFICATE" || /Bridge URL not found/.test(said)) return undefined;
  return "Correct the code or the values, and try again.";
}
