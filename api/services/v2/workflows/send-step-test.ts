import { randomUUID } from "node:crypto";
import type { MjmlCompiler } from "#api/mjml/mjml-compiler.ts";
import type { StepTest, StepTestSend } from "#contract/workflows/step-preview.ts";
import { keepCurrentVersion } from "#db/queries/workflows/workflow-versions.ts";
import type { Scope } from "#db/scope.ts";
import { withoutAttachments } from "#domain/attachments.ts";
import { DomainError } from "#domain/errors.ts";
import { fieldsOfProvider } from "#domain/templates/provider-fields.ts";
import { writeValues } from "#domain/templates/value-marks.ts";
import type { Explainer } from "#explain/explainer.ts";
import type { ChatMessage, EmailMessage, PushMessage, SmsMessage } from "#providers/messages.ts";
import type { ProviderError } from "#providers/provider-error.ts";
import { redact } from "#providers/redact.ts";
import { findProvider } from "#providers/registry.ts";
import { type SendServices, sendOnce } from "../../events/send-once.ts";
import { type RenderedStep, renderStep } from "./preview-message.ts";
import { type Destination, destinationsOf } from "./test-destinations.ts";

type Rendered = Required<RenderedStep>["rendered"];

/**
 * Sends the message of a step at once, as its preview shows it, and returns what the vendor answered for each destination. Throws as
 * `renderStep`, `destinationsOf` and `sendOnce` do, and `invalid_input` for a step that sends nothing to a vendor or cannot be rendered.
 */
export async function sendStepTest(
  services: SendServices & {
    explainer: Pick<Explainer, "preview" | "previewTranslations" | "previewVariables">;
    mjml: MjmlCompiler;
  },
  scope: Scope,
  step: { workflowId: string; stepId: string },
  { controlValues, data, ...to }: StepTest,
): Promise<{ sends: StepTestSend[] }> {
  const asked = { controlValues, data };
  const { rendered, subscriber = {}, workflowId, problem } = await renderStep(services, scope, step, asked);
  if (problem) {
    const { path, message: fault } = problem;
    throw new DomainError("invalid_input", path === undefined ? fault : [`controlValues.${path}: ${fault}`]);
  }
  if (!rendered || rendered.channel === "in_app")
    throw new DomainError("invalid_input", "The step sends nothing to a vendor: choose one that does");
  const destinations = await destinationsOf(services.db, scope, rendered.channel, to);
  if (workflowId !== undefined) await keepCurrentVersion(services.db, workflowId);
  const payload = withoutAttachments(data.payload ?? {});
  return {
    sends: await Promise.all(
      destinations.map(async (destination) => {
        const message = { id: randomUUID(), ...messageTo(destination, rendered, { payload, subscriber }) };
        const once = await sendOnce(services, scope, rendered.channel, destination.integration, message);
        return sendView(rendered.channel, destination, once);
      }),
    ),
  };
}

/** The message that the integration takes. */
function messageTo(
  { integration: { providerId }, to, room, isPhone }: Destination,
  rendered: Exclude<Rendered, { channel: "in_app" }>,
  { payload, subscriber }: Pick<PushMessage, "payload" | "subscriber">,
): Record<string, unknown> {
  switch (rendered.channel) {
    case "email": {
      const { subject, html, text, senderName } = rendered;
      const email: Omit<EmailMessage, "id"> = {
        to: [to],
        subject,
        html,
        ...(text !== "" && { text }),
        ...(senderName !== "" && { senderName }),
      };
      return { ...email };
    }
    case "sms": {
      const sms: Omit<SmsMessage, "id"> = { to, content: rendered.content.trim() };
      return { ...sms };
    }
    case "chat": {
      const { content, marked, providers } = rendered;
      const escapes = findProvider("chat", providerId)?.escapes;
      const chat: Omit<ChatMessage, "id"> = {
        webhookUrl: isPhone ? "" : to,
        ...(isPhone && { phoneNumber: to }),
        ...(room !== undefined && { channel: room }),
        content: marked === undefined ? content : writeValues(marked, escapes),
        customData: fieldsOfProvider(providers, providerId, escapes),
      };
      return { ...chat };
    }
    case "push": {
      const { title, content } = rendered;
      const push: Omit<PushMessage, "id"> = { target: [to], title, content, payload, subscriber };
      return { ...push };
    }
  }
}

function sendView(
  channel: Rendered["channel"],
  destination: Destination,
  once: Awaited<ReturnType<typeof sendOnce>>,
): StepTestSend {
  const { integration, to, isHidden } = destination;
  const shown = (text: string | undefined) => text && (isHidden ? redact(text, [to]) : text);
  const [id, message, answer] = once.isAccepted
    ? [once.sent.id, once.sent.warning, once.answer]
    : [
        undefined,
        refusalText(channel, destination, once.error),
        { status: once.error.status, text: once.error.response },
      ];
  const text = shown(answer?.text?.trim());
  return {
    integration: integration.name,
    isAccepted: once.isAccepted,
    ...(id !== undefined && { id }),
    ...(message !== undefined && { message: shown(message) }),
    ...(answer?.status !== undefined && { status: answer.status }),
    ...(text && { answer: text }),
  };
}

const FORBIDDING: readonly (number | undefined)[] = [401, 403];

/** The reason of the vendor's refusal with the remedy for whoever asked: of an address of their own, no subscriber is to blame. */
function refusalText(
  channel: Rendered["channel"],
  { integration, isHidden, isPhone }: Destination,
  { class: errorClass, message, status }: ProviderError,
): string {
  if (errorClass !== "CREDENTIAL" || status === undefined) return message;
  if (channel === "chat" && !isPhone) {
    return isHidden
      ? message
      : "The address is not accepted: look whether it is complete, and whether the channel is still there";
  }
  return FORBIDDING.includes(status) ? `${message}: check the credentials of ${integration.name}` : message;
}
