import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WorkflowInFile } from "#contract/workflow-file.ts";
import { errorText } from "../../../errors.ts";
import { useEnvironment } from "../../../use-environment.ts";
import { runAll } from "../list/run-all.ts";
import { type ReadWorkflow, readFile } from "./read-file.ts";
import { hasReference, type ReferenceMaps, withReferences } from "./references.ts";

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

type ImportState =
  | { kind: "choose"; issues: readonly string[] }
  | {
      kind: "preview" | "running" | "ended";
      fileName: string;
      items: readonly ImportItem[];
      /** Why nothing was imported. */
      error?: string;
    };

const NO_REFERENCES: ReferenceMaps = { layoutId: new Map(), feedId: new Map() };

/** The import of a file: read, shown with what it will do, and done. */
export function useImport() {
  const { queries, mutations } = useEnvironment();
  const queryClient = useQueryClient();
  const create = useMutation(mutations.createWorkflow());
  const replace = useMutation(mutations.replaceWorkflow());
  const createGroup = useMutation(mutations.createGroup());
  const [state, setState] = useState<ImportState>({ kind: "choose", issues: [] });
  const [references, setReferences] = useState(NO_REFERENCES);

  const change = (key: number, changed: Partial<ImportItem>) =>
    setState((now) =>
      now.kind === "choose"
        ? now
        : { ...now, items: now.items.map((item) => (item.key === key ? { ...item, ...changed } : item)) },
    );

  async function open(file: File) {
    try {
      const read = readFile(await file.text());
      if (read.kind === "refused") {
        setState({ kind: "choose", issues: read.issues });
        return;
      }
      const maps = await referencesOf(read.workflows);
      setReferences(maps);
      const items = read.workflows.map((each, key) => itemOf(each, key, maps));
      const failed = (await runAll(items, findExisting)).failed[0];
      if (failed) throw failed.error;
      setState({ kind: "preview", fileName: file.name, items });
    } catch (error) {
      setState({ kind: "choose", issues: [errorText(error)] });
    }
  }

  async function referencesOf(workflows: readonly ReadWorkflow[]): Promise<ReferenceMaps> {
    if (!workflows.some((each) => each.kind === "valid" && hasReference(each.workflow.steps))) return NO_REFERENCES;
    const [layouts, feeds] = await Promise.all([
      queryClient.fetchQuery(queries.layouts.list()),
      queryClient.fetchQuery(queries.feeds.list()),
    ]);
    return {
      layoutId: new Map(layouts.map(({ layoutId }) => [layoutId, layoutId])),
      feedId: new Map(feeds.map(({ identifier, _id }) => [identifier, _id])),
    };
  }

  async function findExisting(item: ImportItem): Promise<void> {
    if (item.read.kind === "invalid") return;
    const { workflowId } = item.read.workflow;
    const isTaken = await queryClient.fetchQuery({ ...queries.workflows.byIdentifier(workflowId), staleTime: 0 });
    if (!isTaken) return;
    const { _id, name, version } = await queryClient.fetchQuery(queries.workflows.definition(workflowId));
    item.existing = { _id, name, version };
    item.identifier = `${workflowId}-2`;
  }

  /** Imports what is chosen and not there yet; called again, what has failed. */
  async function run() {
    if (state.kind !== "preview" && state.kind !== "ended") return;
    const { fileName, items } = state;
    setState({ kind: "running", fileName, items });
    let groups: Map<string, string>;
    try {
      groups = new Map((await queryClient.fetchQuery(queries.groups.list())).map(({ name, _id }) => [name, _id]));
    } catch (error) {
      setState({ kind: "preview", fileName, items, error: errorText(error) });
      return;
    }
    // One after the other, in the order of the file, so that a group is made once.
    for (const item of items) {
      if (item.read.kind === "invalid" || item.choice === "skip" || item.result?.kind === "done") continue;
      change(item.key, { result: await importOne(item, item.read.workflow, groups) });
    }
    mutations.refreshWorkflows();
    setState((now) => (now.kind === "choose" ? now : { ...now, kind: "ended" }));
  }

  async function importOne(
    item: ImportItem,
    { group, ...workflow }: WorkflowInFile,
    groups: Map<string, string>,
  ): Promise<NonNullable<ImportItem["result"]>> {
    const { steps } = withReferences(workflow.steps, references);
    try {
      if (item.choice === "replace" && item.existing) {
        const { _id, version } = item.existing;
        const { origin: _origin, ...definition } = workflow;
        await replace.mutateAsync({ workflowId: _id, workflow: { ...definition, steps, baseVersion: version } });
        return { kind: "done", text: "Replaced", workflowId: _id };
      }
      if (await queryClient.fetchQuery({ ...queries.workflows.byIdentifier(item.identifier), staleTime: 0 })) {
        return { kind: "failed", text: `The identifier ${item.identifier} belongs to another workflow.` };
      }
      const groupId =
        group === undefined ? undefined : (groups.get(group) ?? (await createGroup.mutateAsync(group))._id);
      if (group !== undefined && groupId !== undefined) groups.set(group, groupId);
      const made = await create.mutateAsync({
        ...workflow,
        workflowId: item.identifier,
        steps,
        ...(groupId !== undefined && { notificationGroupId: groupId }),
      });
      const isRenamed = made.workflowId !== workflow.workflowId;
      return { kind: "done", text: isRenamed ? `Created as ${made.workflowId}` : "Created", workflowId: made._id };
    } catch (error) {
      return { kind: "failed", text: errorText(error) };
    }
  }

  return { state, open, change, run, restart: () => setState({ kind: "choose", issues: [] }) };
}

function itemOf(read: ReadWorkflow, key: number, maps: ReferenceMaps): ImportItem {
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
