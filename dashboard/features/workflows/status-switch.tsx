import { startTransition, useOptimistic } from "react";
import { Switch } from "../../components/switch.tsx";
import { showToast } from "../../components/toast.tsx";
import { errorText } from "../../http.ts";

interface StatusSwitchProps {
  name: string;
  active: boolean;
  /** Production is changed by promotion only. */
  readOnly: boolean;
  /** Resolves once the change is stored and read back. */
  onChange: (active: boolean) => Promise<void>;
}

/** Turns a workflow on and off at once; goes back, and says why, when the server refuses. */
export function StatusSwitch({ name, active, readOnly, onChange }: StatusSwitchProps) {
  const [shown, showAhead] = useOptimistic(active);

  function change(next: boolean) {
    startTransition(async () => {
      showAhead(next);
      try {
        await onChange(next);
      } catch (error) {
        showToast({ tone: "danger", text: `${name} stays ${next ? "inactive" : "active"}. ${errorText(error)}` });
      }
    });
  }

  return (
    <span title={readOnly ? "Production is read-only: change the workflow in Development and promote it." : undefined}>
      <Switch
        label="Workflow status"
        word={shown ? "Active" : "Inactive"}
        checked={shown}
        disabled={readOnly}
        onChange={change}
      />
    </span>
  );
}
