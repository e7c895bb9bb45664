import { DETAILS, type DetailText } from "#contract/constants/details.ts";
import { jobIdOf, messageIdOf } from "#db/derived-ids.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { replyAddressOf } from "#domain/reply-address.ts";
import { NO_DIGEST, type StepVariables } from "#domain/templates/context.ts";
import type { Member } from "./member.ts";
import type { Slice } from "./slice.ts";

/** Says where replies to a member's email go, or why they go nowhere; undefined when the step asks for none. */
export function replyAddress(
  { context: { replies } }: Pick<Slice, "context">,
  { type, stepId, replyCallback }: StepRow,
  { runId }: Pick<Member, "runId">,
): { address: string } | { gap: DetailText } | undefined {
  if (type !== "email" || replyCallback.active !== true) return undefined;
  const gap = replyGap(replyCallback.url, replies);
  if (gap !== undefined) return { gap };
  // An email step has one message.
  return { address: replyAddressOf(messageIdOf(jobIdOf(runId, stepId)), replies?.domain ?? "") };
}

/** The first thing that is missing for replies to arrive. */
function replyGap(url: string | undefined, replies: Slice["context"]["replies"]): DetailText | undefined {
  if (!url) return DETAILS.noReplyUrl;
  const { domain, mxRecordConfigured } = replies ?? { domain: null, mxRecordConfigured: false };
  if (!domain) return mxRecordConfigured ? DETAILS.noReplyDomain : DETAILS.noReplyConfiguration;
  return mxRecordConfigured ? undefined : DETAILS.noReplyMx;
}

/** The variables of a step as a member's email sees them, with the address that replies to it go to. */
export function stepVariables(slice: Slice, step: StepRow, member: Member): StepVariables | undefined {
  const reply = replyAddress(slice, step, member);
  if (!reply || !("address" in reply)) return member.digest ?? undefined;
  return { ...(member.digest ?? NO_DIGEST), reply_to_address: reply.address };
}
