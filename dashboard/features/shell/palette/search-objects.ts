import { type Belfry, NotFoundError } from "#client/client.ts";
import type { Activity } from "#contract/notifications.ts";
import type { FoundObject } from "../../../objects.ts";

const LIMIT = 8;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface SearchOptions {
  environmentId: string | undefined;
  signal: AbortSignal;
}

/** Returns the objects of an environment that a text names: workflows by name or id, runs by their id or transactionId. */
export async function searchObjects(api: Belfry, text: string, options: SearchOptions): Promise<FoundObject[]> {
  if (UUID.test(text)) {
    const [workflow, run] = await Promise.all([
      ifFound(api.v2.workflows.get(text, {}, options)),
      ifFound(api.notifications.get(text, options)),
    ]);
    return [...(workflow ? [foundWorkflow(workflow)] : []), ...(run ? [foundRun(run)] : [])];
  }
  const [{ workflows }, { data: runs }] = await Promise.all([
    api.v2.workflows.list({ query: text, limit: LIMIT }, options),
    api.notifications.list({ transactionId: text }, options),
  ]);
  return [...workflows.map(foundWorkflow), ...runs.slice(0, LIMIT).map(foundRun)];
}

/** Returns undefined for an object that the environment does not have. */
const ifFound = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });

const foundWorkflow = (workflow: { _id: string; name: string; workflowId: string }): FoundObject => ({
  kind: "workflow",
  id: workflow._id,
  title: workflow.name,
  subtitle: workflow.workflowId,
});

const foundRun = (run: Activity): FoundObject => ({
  kind: "run",
  id: run._id,
  title: `${run.template?.name ?? "Deleted workflow"} for ${run.subscriber?.subscriberId ?? run._subscriberId}`,
  subtitle: run.transactionId,
});
