import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WorkflowInFile } from "#contract/workflows/workflow-file.ts";
import { errorText } from "#dashboard/errors.ts";
import { useKeptInput } from "#dashboard/kept-input.ts";
import { readTextFile } from "#dashboard/read-text-file.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { runAll } from "../list/run-all.ts";
import { hasFailed, type ImportItem, isOutstanding, itemOf, type KeptChoice, withChoice } from "./import-item.ts";
import { type ReadWorkflow, readFile } from "./read-file.ts";
import { namedLayouts, type ReferenceMaps, referencesIn, withReferences } from "./references.ts";

/** A file with its text, which can be read anew. */
interface ReadFileText {
  name: string;
  text: string;
}

type ImportState =
  | { kind: "choose"; issues: readonly string[] }
  | {
      kind: "preview" | "running" | "ended";
      file: ReadFileText;
      items: readonly ImportItem[];
      /** Why nothing was imported. */
      error?: string;
    };

const NO_REFERENCES: ReferenceMaps = { layoutId: new Map(), feedId: new Map() };

/**
 * The import of a file: read, shown with what it will do, and done. Until all of it is, the file and what was chosen for its workflows is kept
 * under a name.
 */
export function useImport(keptName: string) {
  const { read, write, outdate } = useEnvironment();
  const queryClient = useQueryClient();
  const [state, setState] = useState<ImportState>({ kind: "choose", issues: [] });
  const [references, setReferences] = useState(NO_REFERENCES);

  const change = (key: number, changed: Partial<ImportItem>) =>
    setState((now) =>
      now.kind === "choose"
        ? now
        : { ...now, items: now.items.map((item) => (item.key === key ? { ...item, ...changed } : item)) },
    );

  useKeptInput<{ file: ReadFileText; choices: KeptChoice[] }>(keptName, {
    typed() {
      if (state.kind === "choose" || (state.kind === "ended" && !state.items.some(hasFailed))) return undefined;
      const choices = state.items.map(({ choice, identifier, result }) => ({ choice, identifier, result }));
      return { file: state.file, choices };
    },
    onReturn: ({ file, choices }) => void open(new File([file.text], file.name), choices),
  });

  /** Reads what a file would do, with what was chosen for its workflows before. */
  async function open(chosen: File, choices: readonly KeptChoice[] = []) {
    try {
      const content = await readTextFile(chosen);
      if ("issue" in content) return setState({ kind: "choose", issues: [content.issue] });
      const file = { name: chosen.name, text: content.text };
      const read = readFile(file.text);
      if (read.kind === "refused") {
        setState({ kind: "choose", issues: read.issues });
        return;
      }
      const maps = await referencesOf(read.workflows);
      setReferences(maps);
      const items = read.workflows.map((each, key) => itemOf(each, key, maps));
      const failed = (await runAll(items, findExisting)).failed[0];
      if (failed) throw failed.error;
      setState({ kind: "preview", file, items: items.map((item, index) => withChoice(item, choices[index])) });
    } catch (error) {
      setState({ kind: "choose", issues: [errorText(error)] });
    }
  }

  async function referencesOf(workflows: readonly ReadWorkflow[]): Promise<ReferenceMaps> {
    const steps = workflows.flatMap((each) => (each.kind === "valid" ? each.workflow.steps : []));
    const layouts = await namedLayouts(steps, (name) => queryClient.fetchQuery(read("v2.layouts.named", name)));
    const feeds = referencesIn(steps, "feedId").length > 0 ? await queryClient.fetchQuery(read("feeds.get")) : [];
    return {
      layoutId: new Map([...layouts].map(([name, { layoutId }]) => [name, layoutId])),
      feedId: new Map(feeds.map(({ identifier, _id }) => [identifier, _id])),
    };
  }

  async function findExisting(item: ImportItem): Promise<void> {
    if (item.read.kind === "invalid") return;
    const { workflowId } = item.read.workflow;
    if (!(await queryClient.fetchQuery({ ...read("v2.workflows.named", workflowId), staleTime: 0 }))) return;
    const { _id, name, version } = await queryClient.fetchQuery(read("v2.workflows.definition", workflowId));
    item.existing = { _id, name, version };
    item.identifier = `${workflowId}-2`;
  }

  /** Imports what is chosen and not there yet; called again, what has failed. */
  async function run() {
    if (state.kind !== "preview" && state.kind !== "ended") return;
    const { file, items } = state;
    setState({ kind: "running", file, items });
    let groups: Map<string, string>;
    try {
      groups = new Map(
        (await queryClient.fetchQuery(read("notificationGroups.get"))).map(({ name, _id }) => [name, _id]),
      );
    } catch (error) {
      setState({ kind: "preview", file, items, error: errorText(error) });
      return;
    }
    // One after the other, in the order of the file, so that a group is made once.
    for (const item of items) {
      if (item.read.kind === "invalid" || !isOutstanding(item)) continue;
      change(item.key, { result: await importOne(item, item.read.workflow, groups) });
    }
    void outdate(["v2.workflows"]);
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
        await write("v2.workflows.update", _id, { ...definition, steps, baseVersion: version });
        return { kind: "done", text: "Replaced", workflowId: _id };
      }
      if (await queryClient.fetchQuery({ ...read("v2.workflows.named", item.identifier), staleTime: 0 })) {
        return { kind: "failed", text: `The identifier ${item.identifier} belongs to another workflow.` };
      }
      const groupId =
        group === undefined ? undefined : (groups.get(group) ?? (await write("notificationGroups.create", group))._id);
      if (group !== undefined && groupId !== undefined) groups.set(group, groupId);
      const made = await write("v2.workflows.create", {
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

  return {
    state,
    open,
    change,
    run,
    restart: () => setState({ kind: "choose", issues: [] }),
  };
}
