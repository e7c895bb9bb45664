import { Braces } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import type { EnvironmentVariable } from "#contract/accounts/environment-variables.ts";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { DeleteVariable } from "./delete-variable.tsx";
import { VariableDialog, variableEditing } from "./variable-dialog.tsx";
import { type VariableAction, VariableTable } from "./variable-table.tsx";
import { VariableUsage } from "./variable-usage.tsx";

interface VariableListProps {
  variables: readonly EnvironmentVariable[];
  /** The button that creates one. */
  create: ReactNode;
}

/** The variables of the organisation, with what can be done with each. */
export function VariableList({ variables, create }: VariableListProps) {
  const { may } = useEnvironment();
  const [asked, setAsked] = useState<{ action: VariableAction; variable: EnvironmentVariable } | undefined>(() => {
    const variable = variables.find(({ _id }) => isKept(variableEditing(_id)));
    return variable && { action: "edit", variable };
  });
  const close = () => setAsked(undefined);
  const onAction = useCallback(
    (action: VariableAction, variable: EnvironmentVariable) => setAsked({ action, variable }),
    [],
  );
  if (variables.length === 0) {
    return (
      <EmptyState icon={<Braces />} title="No environment variables" action={create}>
        A variable keeps what differs between environments out of your content: the address of a shop, the key of an
        API.
      </EmptyState>
    );
  }
  return (
    <>
      <VariableTable variables={variables} onAction={onAction} mayChange={may("environment.manage")} />
      {asked?.action === "usage" && <VariableUsage variable={asked.variable} onClose={close} />}
      {asked?.action === "edit" && <VariableDialog variable={asked.variable} onClose={close} />}
      {asked?.action === "delete" && <DeleteVariable variable={asked.variable} onClose={close} />}
    </>
  );
}
