import type { Integration } from "#contract/integrations.ts";
import type { Movable } from "#dashboard/components/controls/move-handle.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { type ConnectedChannel, isForAll, isRanked, movedTo } from "./connected.ts";

/** The place of an integration among those of its channel that send for everyone, and how it is moved. */
export type Order = Pick<Movable, "index" | "count" | "move">;

/** Returns the place of each integration of a channel; undefined for one that is not in an order, or cannot be moved. */
export function useIntegrationOrder(all: ConnectedChannel): (integration: Integration) => Order | undefined {
  const { channel } = all;
  const { may, write } = useEnvironment();
  const active = all.integrations.filter(isForAll);
  const count = active.length;
  const ordering = useOneMutation({
    mutationFn: async (integrationIds: string[]) => {
      if (isRanked(channel)) await write("integrations.order", { channel, integrationIds });
    },
    onError: (error) => showToast({ tone: "danger", text: `The order was not changed. ${errorText(error)}` }),
  });
  function move(id: string, to: number): void {
    const moved = active.find(({ _id }) => _id === id);
    if (!moved || active[to] === moved) return;
    const place = to === 0 ? "sends first now" : `is number ${to + 1} of ${count} now`;
    const ids = active.map(({ _id }) => _id);
    ordering.mutate(movedTo(ids, id, to), () => showToast({ tone: "success", text: `${moved.name} ${place}` }));
  }
  const isMovable = isRanked(channel) && count > 1 && may("environment.use");
  return (integration) => {
    const index = active.indexOf(integration);
    return isMovable && index !== -1 ? { index, count, move } : undefined;
  };
}
