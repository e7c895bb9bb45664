import { useState } from "react";
import type { Integration } from "#contract/integrations.ts";
import { Switch } from "#dashboard/components/controls/switch.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { DeleteIntegration } from "./delete-integration.tsx";
import { IntegrationMenu } from "./integration-menu.tsx";
import { LostChannel } from "./lost-channel.tsx";
import type { Order } from "./use-integration-order.ts";

interface IntegrationActionsProps {
  integration: Integration;
  /** How it is moved; undefined where it has no place in an order. */
  order: Order | undefined;
  /** Whether the channel sends nothing without it: it is switched off only once somebody has read what that does. */
  isLast: boolean;
}

/** The switch of an integration, and its menu. */
export function IntegrationActions({ integration, order, isLast }: IntegrationActionsProps) {
  const { _id, name, channel, active } = integration;
  const { write } = useEnvironment();
  const [asks, setAsks] = useState<"delete" | "switch off" | null>(null);
  const switching = useOneMutation({
    mutationFn: (on: boolean) => write("integrations.update", _id, { active: on }),
    onSuccess: (_, on) => showToast({ tone: "success", text: switchedText(name, on) }),
    onError: (error) => showToast({ tone: "danger", text: `${name} was not changed. ${errorText(error)}` }),
  });
  const isOn = switching.isPending ? !active : active;
  const close = () => setAsks(null);
  return (
    <span className="relative z-10 flex items-center gap-1">
      <Switch
        checked={isOn}
        onChange={(on) => (isLast && !on ? setAsks("switch off") : switching.mutate(on))}
        label={`${name} is active`}
        stateText={isOn ? "On" : "Off"}
      />
      <IntegrationMenu integration={integration} order={order} onDelete={() => setAsks("delete")} />
      {asks === "switch off" && (
        <Confirmation
          onClose={close}
          title={`Switch ${name} off?`}
          action="Switch off"
          onConfirm={() => write("integrations.update", _id, { active: false })}
          done={switchedText(name, false)}
        >
          <LostChannel channel={channel} />
        </Confirmation>
      )}
      {asks === "delete" && <DeleteIntegration integration={integration} onClose={close} />}
    </span>
  );
}

const switchedText = (name: string, on: boolean): string =>
  on ? `${name} sends again` : `${name} sends nothing until it is on again`;
