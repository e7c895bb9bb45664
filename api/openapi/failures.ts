import type { RouteOptions } from "fastify";
import type { Grant } from "#contract/schemas/access.ts";
import { takesIdempotencyKey } from "../plugins/idempotency.ts";

/** A refusal as the document has it: one component for each status. */
interface FailureResponse {
  name: string;
  description: string;
}

/** The refusals of the API by status. The body of each is a `Failure`. */
export const FAILURES: Record<string, FailureResponse> = {
  400: {
    name: "BadRequest",
    description: "The request is not valid. The message names the fields and what they must be.",
  },
  401: {
    name: "Unauthorized",
    description: "The credentials are missing, wrong, or not those that the operation takes.",
  },
  402: { name: "PlanLimitReached", description: "The plan of the organisation allows no more of this." },
  403: {
    name: "Forbidden",
    description: "The role of the member or the API key does not allow this, or the key does not reach so far.",
  },
  404: { name: "NotFound", description: "What the path or the body names does not exist in this environment." },
  409: {
    name: "Conflict",
    description:
      "The state of the object does not allow this; or a request with the same Idempotency-Key is being processed: send it again after Retry-After.",
  },
  410: {
    name: "Gone",
    description:
      "A request with this Idempotency-Key was answered, and its answer was too long to be kept; or the link has expired.",
  },
  413: { name: "PayloadTooLarge", description: "The body, or a part of it, is too large." },
  415: { name: "UnsupportedMediaType", description: "The body is not JSON, or its content type does not say so." },
  422: {
    name: "Unprocessable",
    description: "The workflow does not exist; or the Idempotency-Key was used for another body.",
  },
  429: { name: "TooManyRequests", description: "There were too many requests: send this one again after Retry-After." },
  431: {
    name: "RequestHeaderFieldsTooLarge",
    description: "The address and the headers are longer than 16 KiB together.",
  },
  500: {
    name: "InternalError",
    description: "The API has failed. The log of the server has more under the `errorId`.",
  },
  503: {
    name: "Unavailable",
    description: "A service that the operation needs does not respond: send the request again later.",
  },
};

/** Statuses that a route answers because of its access, its limits and its body, whatever it declares itself. */
export function commonFailures(route: RouteOptions): number[] {
  const access: readonly Grant[] = route.config?.access ?? [];
  const isKnown = !access.some(({ kind }) => kind === "public" || kind === "socket");
  const hasBody = Boolean(route.schema?.body);
  return [
    ...(isKnown ? [400, 401] : []),
    ...(access.some(isLimitedToRoles) ? [403] : []),
    ...(takesIdempotencyKey(route) ? [409, 410, 422] : []),
    ...(hasBody ? [400, 413, 415] : []),
    ...(isKnown || route.config?.limit ? [429] : []),
    431,
    500,
    503,
  ];
}

/** The roles of members and keys are made of permissions. */
const isLimitedToRoles = (grant: Grant): boolean => grant.kind === "member" || grant.kind === "key";
