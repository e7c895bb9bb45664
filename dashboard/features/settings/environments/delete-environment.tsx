import { useQuery } from "@tanstack/react-query";
import type { Environment } from "#contract/accounts/environments.ts";
import { cappedCountText, countText } from "#dashboard/components/display/count-text.ts";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Asks before an environment is deleted, with the numbers of what goes with it. */
export function DeleteEnvironment({ environment, onClose }: { environment: Environment; onClose: () => void }) {
  const { _id, name } = environment;
  const { current, environments, readIn, switchTo, write } = useEnvironment();
  const workflowsIn = useQuery(readIn(_id)("v2.workflows.list", { limit: 1 }));
  const subscribersIn = useQuery(readIn(_id)("v2.subscribers.list", { limit: 1 }));
  const keysIn = useQuery(readIn(_id)("apiKeys.list"));
  const workflows = workflowsIn.data?.totalCount;
  const found = subscribersIn.data;
  const subscribers = found && { count: found.totalCount, isMore: found.totalCountCapped };
  const keys = keysIn.data?.filter(({ _environmentId }) => _environmentId === _id).length;
  const has = [
    workflows === undefined ? "all workflows" : countText(workflows, "workflow"),
    subscribers ? cappedCountText(subscribers, "subscriber") : "all subscribers",
    keys === undefined ? "all API keys" : countText(keys, "API key"),
  ];
  return (
    <Confirmation
      onClose={onClose}
      title={`Delete ${name}?`}
      action="Delete environment"
      typedName={name}
      done={`${name} was deleted`}
      onConfirm={async () => {
        await write("environments.delete", _id);
        const other = environments.find((one) => one._id !== _id);
        if (current?._id === _id && other) switchTo(other._id);
      }}
    >
      <p>{`Deletes ${has[0]}, ${has[1]} and ${has[2]}, with all messages and activity. Keys end at once, inboxes close, and what waits is cancelled within a minute.`}</p>
      <p>This cannot be undone.</p>
      <LoadFailed what="The number of workflows" query={workflowsIn} />
      <LoadFailed what="The number of subscribers" query={subscribersIn} />
      <LoadFailed what="The number of API keys" query={keysIn} />
    </Confirmation>
  );
}
