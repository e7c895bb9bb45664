import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Matches ids that stand in logs and headers as they are. */
const GIVEN = /^[\w.:-]{1,128}$/;

/** The id of a request in answers, logs and the audit log: that of a proxy or caller in `x-request-id`, or a new one. */
export function newRequestId(request?: Pick<IncomingMessage, "headers">): string {
  const given = request?.headers["x-request-id"];
  return typeof given === "string" && GIVEN.test(given) ? given : randomUUID();
}
