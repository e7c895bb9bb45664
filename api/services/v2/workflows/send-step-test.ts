import { randomUUID } from "node:crypto";
import type { Explainer } from "#activities/explain/explainer.ts";
import type { StepTestEmail } from "#contract/step-preview.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import type { MjmlCompiler } from "../../../mjml/mjml-compiler.ts";
import { integrationOf, type SendServices, sendThrough } from "../../events/send-test-email.ts";
import { previewMessageOfStep } from "./preview-message.ts";

/**
 * Sends the email of a step at once, as its preview shows it, and returns the name of the integration that took it. Throws as
 * `previewMessageOfStep` and `sendThrough` do, and `invalid_input` for a step that sends no email or cannot be rendered.
 */
export async function sendStepTest(
  services: SendServices & {
    explainer: Pick<Explainer, "preview" | "previewTranslations" | "previewVariables">;
    mjml: MjmlCompiler;
  },
  scope: Scope,
  step: { workflowId: string; stepId: string },
  { to, controlValues, data, integrationIdentifier }: StepTestEmail,
): Promise<{ integration: string }> {
  const { message, problem } = await previewMessageOfStep(services, scope, step, { controlValues, data });
  if (problem) {
    const { path, message: fault } = problem;
    throw new DomainError("invalid_input", path === undefined ? fault : [`controlValues.${path}: ${fault}`]);
  }
  if (message?.channel !== "email")
    throw new DomainError("invalid_input", "The step sends no email: choose one that does");
  const integration = await integrationOf(services.db, scope, integrationIdentifier);
  const { subject, html, text, senderName } = message;
  await sendThrough(services, scope, integration, {
    id: randomUUID(),
    to: [to],
    subject,
    html,
    ...(text !== "" && { text }),
    ...(senderName !== "" && { senderName }),
  });
  return { integration: integration.name };
}
