import type { Feed } from "#contract/inbox/feeds.ts";
import type { LayoutV2 } from "#contract/v2/layouts.ts";
import type { ListedWorkflowV2, WorkflowV2 } from "#contract/v2/workflows.ts";
import type { WorkflowFile, WorkflowInFile } from "#contract/workflows/workflow-file.ts";
import { download } from "#dashboard/download.ts";
import { definitionOf } from "./copy-workflow.ts";
import { namedLayouts, referencesIn, withReferences } from "./references.ts";

interface Reads {
  definition: (id: string) => Promise<WorkflowV2>;
  /** The layout that an id, a slug or an identifier names; null for none. */
  layout: (reference: string) => Promise<Pick<LayoutV2, "layoutId"> | null>;
  feeds: () => Promise<readonly Feed[]>;
}

/** How many definitions are read at the same time. */
const AT_ONCE = 8;

/** Downloads a file with the workflows. Rejects when one of them cannot be read. */
export async function exportWorkflows(workflows: readonly ListedWorkflowV2[], reads: Reads): Promise<void> {
  const file = await workflowFile(workflows, reads, new Date());
  const [first] = workflows;
  const name = workflows.length === 1 && first ? first.workflowId : "workflows";
  download(`${name.replace(/[^\w.-]+/g, "-")}.belfry.json`, `${JSON.stringify(file, null, 2)}\n`);
}

/** Returns the file of workflows, in their order. */
export async function workflowFile(
  workflows: readonly ListedWorkflowV2[],
  { definition, layout, feeds }: Reads,
  now: Date,
): Promise<WorkflowFile> {
  const written: WorkflowInFile[] = [];
  for (let at = 0; at < workflows.length; at += AT_ONCE) {
    const some = workflows.slice(at, at + AT_ONCE);
    const definitions = await Promise.all(some.map(({ _id }) => definition(_id)));
    definitions.forEach((each, index) => {
      const group = some[index]?.notificationGroup?.name;
      written.push({ ...definitionOf(each), ...(group && { group }) });
    });
  }
  const steps = written.flatMap((workflow) => workflow.steps);
  const named = await namedLayouts(steps, layout);
  const ofFeeds = referencesIn(steps, "feedId").length > 0 ? await feeds() : [];
  const maps = {
    layoutId: new Map([...named].map(([reference, { layoutId }]) => [reference, layoutId])),
    feedId: new Map(ofFeeds.map(({ _id, identifier }) => [_id, identifier])),
  };
  return {
    format: "belfry-workflows",
    version: 1,
    exportedAt: now.toISOString(),
    workflows: written.map((workflow) => ({ ...workflow, steps: withReferences(workflow.steps, maps).steps })),
  };
}
