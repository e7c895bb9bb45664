import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { Switch } from "../../components/switch.tsx";
import { showToast } from "../../components/toast.tsx";
import { errorText } from "../../errors.ts";

interface StatusSwitchProps<T, C> {
  name: string;
  /** The cached status, which the mutation updates optimistically. */
  active: boolean;
  /** True in Production, which is changed by promotion only. */
  readOnly: boolean;
  mutation: UseMutationOptions<T, Error, boolean, C>;
}

/** Switches a workflow on and off. When the server refuses, the switch is rolled back and a toast has the reason. */
export function StatusSwitch<T, C>({ name, active, readOnly, mutation }: StatusSwitchProps<T, C>) {
  const { mutate } = useMutation(mutation);
  const change = (next: boolean) =>
    mutate(next, {
      onError: (error) =>
        showToast({ tone: "danger", text: `${name} stays ${next ? "inactive" : "active"}. ${errorText(error)}` }),
    });
  return (
    <span title={readOnly ? "Production is read-only: change the workflow in Development and promote it." : undefined}>
      <Switch
        label="Workflow status"
        stateText={active ? "Active" : "Inactive"}
        checked={active}
        disabled={readOnly}
        onChange={change}
      />
    </span>
  );
}
