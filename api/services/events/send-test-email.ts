import { randomUUID } from "node:crypto";
import type { Explainer } from "#activities/explain/explainer.ts";
import { StepOutputs } from "#contract/bridge.ts";
import type { TestEmail } from "#contract/test-email.ts";
import type { Database } from "#db/client.ts";
import { decryptCredentials } from "#db/encryption.ts";
import { type ActiveIntegration, selectIntegration } from "#db/queries/integrations/integration-selection.ts";
import { readLayoutByReference } from "#db/queries/layouts/find-layout.ts";
import { demoMonth, takeDemoMessage } from "#db/queries/messages/demo-messages.ts";
import { findOrganization } from "#db/queries/organizations/organizations.ts";
import { insertOutboxMessage } from "#db/queries/outbox/outbox.ts";
import type { Scope } from "#db/scope.ts";
import { inHotTransaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { isPlainObject } from "#domain/plain-object.ts";
import { emailText } from "#domain/templates/email-text.ts";
import type { HttpClient } from "#providers/http.ts";
import type { EmailMessage } from "#providers/messages.ts";
import { ProviderError } from "#providers/provider-error.ts";
import { findProvider } from "#providers/registry.ts";
import type { AppConfig } from "../../app.ts";
import type { Bridge } from "../../bridge.ts";
import type { AuthoredCall } from "../../caller.ts";
import { compileTemplate, isUncompiled } from "../../mjml/compile-template.ts";
import type { MjmlCompiler } from "../../mjml/mjml-compiler.ts";
import { previewBridgeStep } from "../bridge/preview-bridge-step.ts";

/** The caller waits for it. */
const SEND_MS = 20_000;

type Content = Required<Pick<EmailMessage, "subject" | "html" | "text">>;

export interface SendServices {
  db: Database;
  http: HttpClient;
  config: Pick<AppConfig, "allowPrivateHosts" | "demoLimits" | "encryptionKey">;
}

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
  const integration = await integrationOf(services.db, scope, email.integrationIdentifier);
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
  await sendThrough(services, scope, integration, message);
}

/** Sends a mail at once. Throws `invalid_input` with the provider's words, and `conflict` when the demo provider's month is used up. */
export async function sendThrough(
  services: SendServices,
  scope: Scope,
  integration: ActiveIntegration,
  message: EmailMessage,
): Promise<void> {
  await takeDemoShare(services, scope, integration, message.id);
  await send(services, scope, integration, message);
}

/** Returns the integration that emails are sent through. Throws `invalid_input` where there is none. */
export async function integrationOf(
  db: Database,
  scope: Scope,
  identifier: string | undefined,
): Promise<ActiveIntegration> {
  const integration = await selectIntegration(db, scope, "email", identifier);
  if (integration) return integration;
  throw new DomainError(
    "invalid_input",
    identifier
      ? `The environment has no active email integration ${identifier}`
      : "The environment has no active email integration: connect one, and make it the primary one",
  );
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

/** Belfry's demo provider carries so many messages of an environment in a calendar month (UTC). */
async function takeDemoShare(
  { db, config }: SendServices,
  scope: Scope,
  { providerId }: ActiveIntegration,
  messageId: string,
): Promise<void> {
  const month = demoMonth(config.demoLimits, providerId, new Date());
  if (!month) return;
  if (await inHotTransaction(db, (sql) => takeDemoMessage(sql, scope, { ...month, jobId: messageId }))) return;
  throw new DomainError(
    "conflict",
    `${providerId} sends at most ${month.limit} messages a month: connect a provider of your own`,
  );
}

async function send(
  { db, http, config }: SendServices,
  scope: Scope,
  { providerId, name, credentials }: ActiveIntegration,
  message: EmailMessage,
): Promise<void> {
  const provider = findProvider("email", providerId);
  if (provider?.channel !== "email") throw new DomainError("invalid_input", `No provider ${providerId} sends emails`);
  const signal = AbortSignal.timeout(SEND_MS);
  try {
    const stored = decryptCredentials(credentials, config.encryptionKey);
    const session = await provider.open(stored, { http, allowPrivateHosts: config.allowPrivateHosts });
    const outbox = {
      deliver: (taken: Parameters<typeof insertOutboxMessage>[2]) => insertOutboxMessage(db, scope, taken),
    };
    await session.send(message, { signal, outbox }).finally(() => session.close());
  } catch (error) {
    if (signal.aborted) {
      throw new DomainError("invalid_input", `${name} did not take the email within ${SEND_MS / 1000} seconds`);
    }
    if (!(error instanceof ProviderError)) throw error;
    throw new DomainError("invalid_input", `${name} could not send the email: ${error.message}`);
  }
}
