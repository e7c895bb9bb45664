import type { ReadWorkflow } from "./read-file.ts";
import { type ReferenceMaps, withReferences } from "./references.ts";

export type ImportChoice = "create" | "replace" | "skip";

/** One workflow of the file: what is done with it, and what came of it. */
export interface ImportItem {
  /** Its place in the file. */
  key: number;
  read: ReadWorkflow;
  /** The workflow of the environment that has its identifier. */
  existing: { _id: string; name: string; version: number } | undefined;
  choice: ImportChoice;
  /** The identifier under which it is created. */
  identifier: string;
  /** The layouts and feeds of it that the environment does not have: "the layout plain". */
  missing: readonly string[];
  result?: { kind: "done"; text: string; workflowId: string } | { kind: "failed"; text: string };
}

/** The choice for a workflow of a file, and what has come of it. */
export interface KeptChoice {
  choice: ImportChoice;
  identifier: string;
  result: ImportItem["result"] | undefined;
}

export const hasFailed = ({ result }: ImportItem): boolean => result?.kind === "failed";

/** Whether it is imported by the next run. */
export const isOutstanding = ({ choice, result }: ImportItem): boolean => choice !== "skip" && result?.kind !== "done";

/** Takes over what was chosen before, as far as it is still possible, and that it has been imported. */
export function withChoice(item: ImportItem, before: KeptChoice | undefined): ImportItem {
  if (!before || item.read.kind === "invalid" || (before.choice === "replace" && !item.existing)) return item;
  const { choice, identifier, result } = before;
  return { ...item, choice, identifier, ...(result?.kind === "done" && { result }) };
}

export function itemOf(read: ReadWorkflow, key: number, maps: ReferenceMaps): ImportItem {
  const isValid = read.kind === "valid";
  const missing = isValid ? withReferences(read.workflow.steps, maps).missing : [];
  return {
    key,
    read,
    existing: undefined,
    choice: isValid ? "create" : "skip",
    identifier: isValid ? read.workflow.workflowId : "",
    missing: missing.map(
      ({ step, reference, value }) =>
        `${reference === "layoutId" ? "the layout" : "the feed"} ${value} of the step ${step}`,
    ),
  };
}
