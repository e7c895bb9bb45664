import { type Belfry, NotFoundError } from "#client/client.ts";
import type { Activity } from "#contract/notifications.ts";
import type { FoundObject } from "../../../objects.ts";

const LIMIT = 8;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the objects of an environment that a text names: workflows by name or id, runs by their id or transactionId. */
export async function searchObjects(
  api: Belfry,
  text: string,
  options: { environmentId: string | undefined; signal: AbortSignal },
): Promise<FoundObject[]> {
  const [{ workflows }, { data: runs }, run] = await Promise.all([
    api.v2.workflows.list({ query: text, limit: LIMIT }, options),
    api.notifications.list({ transactionId: text }, options),
    UUID.test(text) ? runWithId(api, text, options) : undefined,
  ]);
  return [
    ...workflows.map(({ _id, name, workflowId }) => ({
      kind: "workflow" as const,
      id: _id,
      title: name,
      subtitle: workflowId,
    })),
    ...[...(run ? [run] : []), ...runs].slice(0, LIMIT).map(foundRun),
  ];
}

/** Returns a run; undefined where the environment has none with the id. */
const runWithId = (api: Belfry, id: string, options: Parameters<typeof searchObjects>[2]) =>
  api.notifications.get(id, options).catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });

export const foundRun = (run: Activity): FoundObject => ({
  kind: "run",
  id: run._id,
  title: `${run.template?.name ?? "Deleted workflow"} for ${run.subscriber?.subscriberId ?? run._subscriberId}`,
  subtitle: run.transactionId,
});
