import { Switch } from "#dashboard/components/controls/switch.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Switches whether events are kept of which no endpoint takes the type; nothing before that is known. */
export function KeptEvents() {
  const { may, write } = useEnvironment();
  const { data } = useRead("webhookEvents.getSettings");
  const switching = useOneMutation<unknown, boolean>({
    mutationFn: (all) => write("webhookEvents.setSettings", { kept: all ? "all" : "wanted" }),
    onError: (error) => showToast({ tone: "danger", text: `Nothing was changed. ${errorText(error)}` }),
  });
  if (!data || !may("webhooks.manage")) return null;
  const isAll = switching.isPending ? data.kept !== "all" : data.kept === "all";
  return (
    <Switch
      label="Keep events that no endpoint takes"
      stateText="Keep events that no endpoint takes"
      checked={isAll}
      onChange={(next) => switching.mutate(next)}
    />
  );
}
