import { createHash } from "node:crypto";
import { SERVER_ID_BYTES } from "./ids.ts";

export interface ExecutionName {
  workflow: string;
  /** As `environmentLabel` of domain/values/environment-label.ts makes it. */
  environment: string;
  transactionId: string;
}

/** Bytes that are left of an id for the number of a cohort. */
const COHORT_BYTES = 16;
/** Bytes of each part of an id that is too long as a whole; together with the hash they are what an id may have. */
const PART_BYTES = { workflow: 70, environment: 60, transactionId: 80 } as const;

/**
 * Id of the execution that carries an event: the customer's names first, so that a list of executions reads by itself. Names that
 * are too long together are cut, and a hash of all of them keeps events apart. Postgres decides what is a duplicate.
 */
export function executionId({ workflow, environment, transactionId }: ExecutionName): string {
  const whole = `${workflow}/${environment}/${transactionId}`;
  if (Buffer.byteLength(whole) <= SERVER_ID_BYTES - COHORT_BYTES) return whole;
  const cut = [
    firstBytes(workflow, PART_BYTES.workflow),
    firstBytes(environment, PART_BYTES.environment),
    firstBytes(transactionId, PART_BYTES.transactionId),
  ].join("/");
  return `${cut}~${hashOf(whole)}`;
}

export const environmentOf = (executionId: string): string | undefined => executionId.split("/")[1];

/** Names of the workflow functions, which are types of executions that do not carry an event. */
const FUNCTION_NAMES: readonly string[] = [
  "triggerRun",
  "cohortRun",
  "housekeepingRun",
  "resumptionRun",
  "importRun",
  "erasureRun",
  "inboundMailRun",
  "snoozeRun",
  "receiptRun",
  "upkeepRun",
  "webhookRun",
  "laneRun",
  "default",
];

/**
 * The type of an execution that carries an event: the identifier of the customer's workflow, which operators filter by. The
 * worker runs every type that it does not know as a trigger.
 */
export function executionType(workflow: string): string {
  if (FUNCTION_NAMES.includes(workflow) || workflow in Object.prototype) return "triggerRun";
  if (Buffer.byteLength(workflow) <= SERVER_ID_BYTES) return workflow;
  const hash = hashOf(workflow);
  return `${firstBytes(workflow, SERVER_ID_BYTES - hash.length - 1)}~${hash}`;
}

export const firstBytes = (text: string, bytes: number): string =>
  // What is left of a last character that was cut is left out.
  new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);
