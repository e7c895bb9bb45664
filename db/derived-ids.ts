import { hash } from "node:crypto";

/*
 * Ids of rows that are written again when an attempt is repeated. They follow from what the row stands for, so that a repeated insert finds its own
 * row instead of making a second one.
 */

/** The variant digit of a UUID, from a digit that is random. */
const VARIANT = ["8", "9", "a", "b"];

/**
 * A UUID of version 5 in form: SHA-1 of what the row belongs to and what it is within that. A broadcast derives several for
 * each recipient, so this is one call of the native hash.
 */
function derive(owner: string, name: string): string {
  const hex = hash("sha1", `${owner}/${name}`);
  const variant = VARIANT[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const cohortIdOf = (eventId: string, number: number): string => derive(eventId, `cohort-${number}`);

export const runIdOf = (eventId: string, subscriberId: string): string => derive(eventId, subscriberId);

export const jobIdOf = (runId: string, stepId: string): string => derive(runId, stepId);

/** A job has one message for each of its destinations, numbered from 0. */
export const messageIdOf = (jobId: string, destination = 0): string => derive(jobId, `message-${destination}`);

export const deliveryIdOf = (jobId: string, destination = 0): string => derive(jobId, `delivery-${destination}`);

/** A reply to a message, by the Message-ID that its sender gave it. */
export const inboundMailIdOf = (messageId: string, mailId: string): string => derive(messageId, `reply-${mailId}`);

/** A report of a vendor. One that has no id of its own is told from others of the message by its status. */
export const deliveryReportIdOf = (
  integrationId: string,
  { identifier, status, eventId }: { identifier: string; status: string; eventId?: string | undefined },
): string => derive(integrationId, `report-${eventId === undefined ? status : `${status}-${eventId}`}\n${identifier}`);

/** Failed steps of an environment with the same fingerprint. */
export const failureGroupIdOf = (environmentId: string, fingerprint: string): string =>
  derive(environmentId, `failures-${fingerprint}`);

/** Details that stand in the row of their job and are put into words only when read. */
export const detailIdOf = (jobId: string, detail: string): string => derive(jobId, detail);

/** A call that carries an Idempotency-Key. `subscriberId` is Belfry's, of the owner of an inbox session. */
export interface KeyedCall {
  organizationId: string;
  /** Undefined for a call to an organisation as a whole. */
  environmentId?: string | undefined;
  subscriberId?: string | undefined;
  method: string;
  /** With its query, as it was sent. */
  path: string;
  key: string;
}

/** A key belongs to an environment, or to an organisation as a whole, or to one subscriber's inbox; and to one operation. */
export const idempotencyKeyIdOf = (call: KeyedCall): string =>
  derive(
    call.organizationId,
    `${call.environmentId ?? ""}/${call.subscriberId ?? ""}/${call.method} ${call.path}\n${call.key}`,
  );

/** The transactionId of an event for which the caller gave none, by its number in the call. */
export const transactionIdOf = (callId: string, index: number): string => derive(callId, `event-${index}`);

/** The import that a call with an Idempotency-Key makes, whichever of its attempts. */
export const importIdOf = (callId: string): string => derive(callId, "import");

/** The workflow that events name which bring the address of its bridge with them, by its id at bridges. */
export const bridgeWorkflowIdOf = (environmentId: string, workflowId: string): string =>
  derive(environmentId, `bridge-workflow-${workflowId}`);

/** A step of it. One that changes its type is another step. */
export const bridgeStepIdOf = (workflowId: string, type: string, stepId: string): string =>
  derive(workflowId, `${type}-step-${stepId}`);

/** A version of it, by everything in it. */
export const bridgeVersionIdOf = (workflowId: string, content: string): string =>
  derive(workflowId, `version-${content}`);

/** A step or variant of a promoted workflow, by the one that it is a copy of. */
export const promotedStepIdOf = (environmentId: string, id: string): string => derive(environmentId, `step-${id}`);

/** The transactionId of the event that a trigger step starts. */
export const startedTransactionIdOf = (jobId: string): string => derive(jobId, "event");

/** The texts of a translation group in one locale. */
export const translationIdOf = (groupId: string, locale: string): string => derive(groupId, `translation-${locale}`);
