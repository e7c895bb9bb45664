import type { Channel } from "#contract/constants/channels.ts";
import { DETAILS } from "#contract/constants/details.ts";
import { messageIdOf } from "#db/derived-ids.ts";
import type { JobOutcome, NewDetail, NewMessage } from "#db/queries/deliveries.ts";
import type { EmailMessage, SmsMessage } from "#providers/messages.ts";
import { type AdmissionContext, admit } from "./admit.ts";
import type { ChosenIntegration } from "./choose-integration.ts";
import { chooseTemplate } from "./choose-template.ts";
import { composeMessage } from "./compose-message.ts";
import type { Scene, SceneMember } from "./load-scene.ts";

/** What is to be written for one run at a channel step, and what is to be sent afterwards. */
export interface Plan {
  runId: string;
  outcome: JobOutcome;
  message?: NewMessage;
  details: NewDetail[];
  letter?: {
    messageId: string;
    subscriberId: string;
    integration: ChosenIntegration;
    email?: EmailMessage;
    sms?: SmsMessage;
  };
}

interface PlanContext {
  integration: ChosenIntegration | { none: NewDetail["raw"] };
  context: AdmissionContext;
  /** Position in the cohort: a provider with a limit serves the first ones. */
  index: number;
}

/** Decides about one run; the order of decisions is engine.md 2.4 and, per channel, 7.4 to 7.6. Writes nothing. */
export async function planDelivery(
  scene: Scene,
  channel: Channel,
  member: SceneMember,
  { integration, context, index }: PlanContext,
): Promise<Plan> {
  const { runId, jobId } = member;
  const admission = await admit(scene, member, context);
  if (admission.verdict === "filtered") {
    return { runId, outcome: { jobId, status: "canceled", started: false }, details: admission.details };
  }
  if (admission.verdict === "failed" || !member.subscriber) {
    const details = admission.verdict === "failed" ? admission.details : [];
    const message = details.at(-1)?.detail ?? DETAILS.subscriberNotFound;
    return { runId, outcome: { jobId, status: "failed", started: false, error: { message } }, details };
  }

  const details: NewDetail[] = tenantDetail(scene, member);
  const fail = (detail: NewDetail["detail"], raw: unknown, message?: NewMessage): Plan => ({
    runId,
    outcome: { jobId, status: "failed", started: true, error: { message: detail } },
    details: [...details, { runId, jobId, detail, status: "Failed", raw, messageId: message?.id }],
    ...(message && { message }),
  });

  if ("none" in integration) return fail(DETAILS.noIntegration, integration.none);
  if (index >= integration.remaining) {
    return fail(DETAILS.providerLimit, {
      message: `${integration.providerId} sends at most ${integration.limit} messages a month`,
    });
  }
  const { providerId } = integration;
  const chosen = await chooseTemplate(scene, member, context);
  if (chosen.detail) details.push(chosen.detail);
  const composed = composeMessage(scene, channel, chosen.template, member.subscriber, providerId);
  const messageId = messageIdOf(jobId);
  const base = { id: messageId, runId, jobId, subscriberId: member.subscriber._id, providerId };
  if ("problem" in composed) {
    return fail(composed.problem, composed.raw, composed.message && { ...base, ...composed.message });
  }

  const message: NewMessage = { ...base, ...composed.stored, status: "sent" };
  const about = { runId, jobId, messageId, providerId } as const;
  if (channel !== "in_app") {
    details.push({
      ...about,
      messageId: undefined,
      detail: DETAILS.integrationSelected,
      status: "Pending",
      raw: integration.summary,
    });
  }
  details.push({ ...about, detail: DETAILS.messageCreated, status: "Pending", raw: storedContent(message) });
  if (channel === "in_app") {
    details.push({ ...about, detail: DETAILS.messageSent, status: "Success" });
    return { runId, outcome: { jobId, status: "completed", started: true, providerId }, message, details };
  }
  return {
    runId,
    outcome: { jobId, status: "running", started: true, providerId },
    message,
    details,
    letter: {
      messageId,
      subscriberId: member.subscriber._id,
      integration,
      ...(composed.email && { email: { id: messageId, ...composed.email } }),
      ...(composed.sms && { sms: { id: messageId, ...composed.sms } }),
    },
  };
}

function tenantDetail(scene: Scene, { runId, jobId }: SceneMember): NewDetail[] {
  const { tenant } = scene.now;
  return tenant ? [{ runId, jobId, detail: DETAILS.tenantSelected, status: "Pending", raw: tenant }] : [];
}

/** What the history shows of the rendered message; an in-app message is itself at hand. */
const storedContent = (message: NewMessage): unknown =>
  message.email || message.phone ? { subject: message.subject, content: message.content } : undefined;
