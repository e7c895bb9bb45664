import { randomUUID } from "node:crypto";
import { StepOutputs } from "#contract/workflows/bridge.ts";
import type { TestEmail } from "#contract/workflows/test-email.ts";
import { readLayoutByReference } from "#db/queries/layouts/find-layout.ts";
import { findOrganization } from "#db/queries/organizations/organizations.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { emailText } from "#domain/templates/email/email-text.ts";
import { isPlainObject } from "#domain/values/plain-object.ts";
import type { Bridge } from "#events/bridge.ts";
import type { Explainer } from "#explain/explainer.ts";
import type { EmailMessage } from "#providers/messages.ts";
import type { AuthoredCall } from "../../caller.ts";
import { compileTemplate, isUncompiled } from "../../mjml/compile-template.ts";
import type { MjmlCompiler } from "../../mjml/mjml-compiler.ts";
import { previewBridgeStep } from "../bridge/preview-bridge-step.ts";
import { integrationOf, type SendServices, sendOnce } from "./send-once.ts";

type Content = Required<Pick<EmailMessage, "subject" | "html" | "text">>;

interface Services extends SendServices {
  bridge: Bridge;
  explainer: Pick<Explainer, "preview">;
  mjml: MjmlCompiler;
}

/**
 * Renders an email and sends it at once, without a run. Throws `invalid_input` when it cannot be rendered, when there is
 * no integration for it, and with the provider's words when that refuses it; `not_found` for an unknown step of a bridge; and `conflict`
 * when the demo provider has carried all messages of its month.
 */
export async function sendTestEmail(services: Services, call: AuthoredCall, email: TestEmail): Promise<void> {
  const { scope } = call;
  const integration = await integrationOf(services.db, scope, "email", email.integrationIdentifier);
  const { subject, html, text } = email.bridge
    ? await contentOfBridge(services, call, email)
    : await renderContent(services, scope, email);
  const from = email.payload.$sender_email;
  const message: EmailMessage = {
    id: randomUUID(),
    to: email.to,
    subject,
    html,
    ...(text !== "" && { text }),
    ...(typeof from === "string" && from !== "" && { from }),
  };
  const once = await sendOnce(services, scope, "email", integration, { ...message });
  if (once.isAccepted) return;
  throw new DomainError("invalid_input", `${integration.name} could not send the email: ${once.error.message}`);
}

async function contentOfBridge(
  services: Services,
  call: AuthoredCall,
  { workflowId, stepId, payload, controls }: TestEmail,
): Promise<Content> {
  const step = { workflowId: workflowId ?? "", stepId: stepId ?? "" };
  const { subscriber, $sender_email: _, ...data } = payload;
  const { outputs } = await previewBridgeStep(services, call, step, {
    payload: data,
    ...(controls && { controls }),
    ...(isPlainObject(subscriber) && { subscriber }),
  });
  const parsed = StepOutputs.email.safeParse(outputs);
  if (!parsed.success) {
    throw new DomainError(
      "invalid_input",
      `The step ${step.stepId} of the bridge returned no subject and body of an email`,
    );
  }
  const { subject, body } = parsed.data;
  return { subject, html: body, text: emailText(body) };
}

async function renderContent(
  { db, explainer, mjml }: Services,
  scope: Scope,
  { contentType, content, subject, preheader, layoutId, payload, to }: TestEmail,
): Promise<Content> {
  const layout = layoutId ? await readLayoutByReference(db, scope, layoutId) : undefined;
  if (layoutId && !layout) throw new DomainError("invalid_input", `layoutId ${layoutId} names no layout`);
  const given = { type: "email" as const, contentType, content, subject, ...(preheader && { preheader }) };
  const { template, faults } = await compileTemplate(mjml, given);
  if (isUncompiled(template)) {
    throw new DomainError(
      "invalid_input",
      faults.map((fault) => `content ${fault}`),
    );
  }
  const rendered = await explainer.preview({
    channel: "email",
    layout,
    payload,
    environmentId: scope.environmentId,
    template,
    branding: (await findOrganization(db, scope.organizationId))?.branding,
    subscriber: { email: to[0], ...(isPlainObject(payload.subscriber) && payload.subscriber) },
  });
  if ("error" in rendered) throw new DomainError("invalid_input", rendered.error);
  if (rendered.channel !== "email") throw new Error(`An email was rendered for ${rendered.channel}`);
  return { subject: rendered.subject, html: rendered.html, text: rendered.text };
}
