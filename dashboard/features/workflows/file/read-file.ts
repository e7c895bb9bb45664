import type { z } from "zod";
import { issueSentence } from "#contract/constants/issue-sentences.ts";
import { WorkflowFileHeader, WorkflowInFile } from "#contract/workflows/workflow-file.ts";
import { jsonFault } from "#dashboard/components/controls/json-fault.ts";
import { parseExactJson } from "#dashboard/exact-json.ts";

/** A workflow of a file, or why it cannot be one: the name that it seems to have, and its issues with their places. */
export type ReadWorkflow =
  | { kind: "valid"; workflow: WorkflowInFile }
  | { kind: "invalid"; name: string; issues: readonly string[] };

type ReadFile = { kind: "read"; workflows: ReadWorkflow[] } | { kind: "refused"; issues: readonly string[] };

/** Most issues of one workflow that are shown. */
const ISSUES_SHOWN = 5;

/** Reads a file of workflows: it is refused as a whole when it is none, and each of its workflows is checked for itself. */
export function readFile(text: string): ReadFile {
  const fault = jsonFault(text);
  if (fault) return { kind: "refused", issues: [`The file ${fault.message}.`] };
  const header = WorkflowFileHeader.safeParse(parseExactJson(text));
  if (!header.success) return { kind: "refused", issues: issuesOf(header.error.issues, "") };
  const taken = new Set<string>();
  return {
    kind: "read",
    workflows: header.data.workflows.map((given, index) => {
      const place = `workflows.${index}`;
      const result = WorkflowInFile.safeParse(given);
      if (!result.success)
        return { kind: "invalid", name: nameOf(given, place), issues: issuesOf(result.error.issues, place) };
      const { workflowId } = result.data;
      if (taken.has(workflowId)) {
        const issues = [`${place}.workflowId ${workflowId} is that of an earlier workflow of the file`];
        return { kind: "invalid", name: result.data.name, issues };
      }
      taken.add(workflowId);
      return { kind: "valid", workflow: result.data };
    }),
  };
}

function issuesOf(issues: readonly z.core.$ZodIssue[], place: string): string[] {
  const shown = issues.slice(0, ISSUES_SHOWN).map((issue) => {
    const at = [place, ...issue.path.map(String)].filter(Boolean).join(".");
    return at ? `${at} ${issueSentence(issue)}` : "The file has to be an object, as an export writes it.";
  });
  const others = issues.length - shown.length;
  return others > 0 ? [...shown, `and ${others} more`] : shown;
}

function nameOf(given: unknown, place: string): string {
  const { name } = Object(given);
  return typeof name === "string" && name !== "" ? name : place;
}
