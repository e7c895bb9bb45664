import { DETAILS } from "#contract/constants/details.ts";
import { hostOf } from "#contract/constants/values/parse-url.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { partsOf } from "#domain/conditions/conditions.ts";
import type { Member } from "./member.ts";
import { renderRequest } from "./render-request.ts";
import type { Slice } from "./slice.ts";
import { filtersOf, type StepDetail } from "./step-conditions.ts";
import type { StepOutcome } from "./step-type.ts";

// A dry run calls nothing of the customer's. What a call would decide is left out, and the step says so.

/** The outcome of a step whose conditions ask a webhook, where nothing else decides. */
export function webhookLeftOut(step: StepRow): StepOutcome {
  const urls = partsOf(filtersOf(step)).flatMap(({ on, webhookUrl }) =>
    on === "webhook" && webhookUrl ? [webhookUrl] : [],
  );
  return leftOut({
    detail: DETAILS.webhookNotAsked,
    status: "Warning",
    raw: { hosts: [...new Set(urls.map(hostOf))] },
  });
}

/** The outcome of an HTTP step: method and host of the request, as its history has them, and whether it can be rendered. */
export async function requestLeftOut(slice: Slice, { metadata }: StepRow, member: Member): Promise<StepOutcome> {
  if (metadata.type !== "http") return leftOut({ detail: DETAILS.requestNotSent, status: "Warning" });
  const rendered = await renderRequest(slice, member, metadata);
  if ("problem" in rendered) {
    const { problem: error } = rendered;
    const detail: StepDetail = { detail: DETAILS.httpFailed, status: "Failed", raw: { error } };
    return { kind: "ended", status: "failed", started: true, error, details: [detail], output: { error } };
  }
  const { method, url, body } = rendered;
  const raw = { request: `${method} ${hostOf(url)}`, ...(body !== undefined && { bodyLength: body.length }) };
  return leftOut({ detail: DETAILS.requestNotSent, status: "Warning", raw });
}

/** The outcome of a step whose code is at a bridge and sends nothing. */
export const codeLeftOut = (): StepOutcome => leftOut({ detail: DETAILS.codeNotExecuted, status: "Warning" });

const leftOut = (detail: StepDetail): StepOutcome => ({
  kind: "ended",
  status: "skipped",
  started: false,
  details: [detail],
});

/** The detail of a message that does not wait for the subscriber's hours, because the test skips that. */
export const hoursSkipped = (opensAt: Date | null): StepDetail => ({
  detail: DETAILS.hoursSkipped,
  status: "Success",
  raw: { ...(opensAt && { until: opensAt.toISOString() }) },
});
