import { Button } from "#dashboard/components/controls/button.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useSubscriber } from "../person/subscriber-context.ts";
import type { PreferenceRow } from "./channel-cell.tsx";

/** Says that the subscriber has switched off all channels at once, and takes that back. */
export function TurnOn({ workflow }: Pick<PreferenceRow, "workflow">) {
  const { subscriberId } = useSubscriber();
  const { may, write } = useEnvironment();
  const change = useOneMutation<unknown>({
    mutationFn: () =>
      workflow
        ? write("subscribers.updatePreference", subscriberId, workflow._id, { enabled: true })
        : write("subscribers.updateGlobalPreference", subscriberId, { enabled: true }),
    onError: (error) => showToast({ tone: "danger", text: `It is still off. ${errorText(error)}` }),
  });
  return (
    <span className="flex flex-wrap items-center gap-2 text-xs text-muted">
      Turned off by the subscriber
      {may("environment.use") && (
        <Button small pending={change.isPending} onClick={() => change.mutate()}>
          Turn on
        </Button>
      )}
    </span>
  );
}
