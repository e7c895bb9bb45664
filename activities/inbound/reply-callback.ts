import { createHmac } from "node:crypto";
import { webAddressOf } from "#contract/constants/values/web-address.ts";
import type { InboundMail } from "#contract/inbound-mail.ts";
import { decrypt } from "#db/encryption.ts";
import { listApiKeys } from "#db/queries/environments/api-keys.ts";
import type { ReplyContext } from "#db/queries/events/inbound-mails/reply-context.ts";
import { pinnedVersion } from "#db/queries/workflows/pinned-version.ts";
import { DomainError } from "#domain/errors.ts";
import { buildContext } from "#domain/templates/context.ts";
import { replyCallback } from "#engine/policies.ts";
import type { Http } from "#providers/http/http.ts";
import type { DecisionDeps } from "../run/decision-deps.ts";
import { currentEnvironmentValues } from "../run/environment-values.ts";

/** Stands before what is signed, so that the signature opens no inbox: a hash of the id alone does. */
const CALLBACK_PURPOSE = "reply-callback.";

/** A callback that cannot be called, however often it is tried. */
export class CallbackError extends Error {}

/**
 * Posts a reply to the callback of the step that sent the email. The url is a template, and that of the version that the run
 * follows. Throws ProviderError when the receiver does not take it, CallbackError when there is nobody to call.
 */
export async function callReplyCallback(
  deps: Pick<DecisionDeps, "db" | "logger" | "renderer" | "config"> & { http: Http },
  context: ReplyContext,
  mail: InboundMail,
): Promise<void> {
  const { db, http, renderer, config } = deps;
  const { workflowVersionId, message, environmentId, subscriber, transactionId, payload, workflow } = context;
  const { steps } = await pinnedVersion(db, workflowVersionId);
  const template = steps.find(({ stepId }) => stepId === message.stepId)?.replyCallback.url;
  if (!template) {
    throw new CallbackError(
      `Missing parse webhook on template ${workflow.identifier}: give its step a replyCallback.url`,
    );
  }
  const env = template.includes("env") ? await currentEnvironmentValues(deps, context) : null;
  const variables = buildContext({ payload, subscriber: present(subscriber), env: env?.revealed });
  const url = await renderer.renderText(template, variables, { environmentId }).catch((error: unknown) => {
    if (error instanceof DomainError) throw new CallbackError(`replyCallback.url: ${error.message}`);
    throw error;
  });
  const address = url.trim();
  if (!webAddressOf(address)) {
    throw new CallbackError("replyCallback.url is not an http or https address: change the step of the workflow");
  }
  const [first] = await listApiKeys(db, context);
  if (!first) throw new CallbackError("The environment has no API key to sign the reply with: create one");
  const hmac = createHmac("sha256", decrypt(first.encryptedKey, config.encryptionKey))
    .update(`${CALLBACK_PURPOSE}${subscriber.subscriberId}`)
    .digest("hex");
  const json = {
    hmac,
    transactionId,
    payload,
    templateIdentifier: workflow.identifier,
    template: templateView(context),
    notification: notificationView(context),
    message: messageView(context),
    mail,
  };
  await http.post(address, { json, timeoutMs: replyCallback.timeout });
}

/** The subscriber without what is not set, which templates print as nothing. */
const present = (subscriber: object): object =>
  Object.fromEntries(Object.entries(subscriber).filter(([, value]) => value !== null));

const ownedBy = ({ organizationId, environmentId }: ReplyContext) => ({
  _organizationId: organizationId,
  _environmentId: environmentId,
});

function templateView(context: ReplyContext) {
  const { id, identifier, name, description, active, critical, tags } = context.workflow;
  return {
    _id: id,
    ...ownedBy(context),
    name,
    description,
    active,
    critical,
    tags,
    triggers: [{ type: "event", identifier }],
  };
}

function notificationView(context: ReplyContext) {
  const { run, subscriber, workflow, transactionId, payload } = context;
  return {
    _id: run.id,
    ...ownedBy(context),
    _templateId: workflow.id,
    _subscriberId: subscriber.id,
    transactionId,
    payload,
    createdAt: isoOf(run.createdAt),
  };
}

function messageView(context: ReplyContext) {
  const { message, run, subscriber, workflow, transactionId } = context;
  const { id, jobId, stepId, content, blocks, createdAt, ...fields } = message;
  return {
    _id: id,
    ...ownedBy(context),
    _jobId: jobId,
    _messageTemplateId: stepId,
    _notificationId: run.id,
    _subscriberId: subscriber.id,
    _templateId: workflow.id,
    templateIdentifier: workflow.identifier,
    transactionId,
    ...fields,
    content: content ?? blocks ?? "",
    createdAt: isoOf(createdAt),
  };
}

const isoOf = (moment: string): string => new Date(moment).toISOString();
