import type { EnvironmentVariable } from "#contract/accounts/environment-variables.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface DeleteVariableProps {
  variable: EnvironmentVariable;
  onClose: () => void;
}

/** Asks before a variable is deleted, with what reads it. */
export function DeleteVariable({ variable: { key, values, usedBy }, onClose }: DeleteVariableProps) {
  const { write, current } = useEnvironment();
  return (
    <Confirmation
      onClose={onClose}
      title={`Delete ${key}?`}
      action="Delete variable"
      onConfirm={() => write("environmentVariables.delete", key)}
      done={`${key} was deleted`}
    >
      <p>{lost(values.length)}</p>
      <p>
        {usedBy === 0
          ? `Nothing in ${current?.name ?? "this environment"} uses it.`
          : `${counted(usedBy, "workflow or layout", "workflows and layouts")} in ${current?.name ?? "this environment"} will have nothing in its place, from the next message on.`}
      </p>
    </Confirmation>
  );
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const lost = (count: number): string =>
  count === 0
    ? "No environment has a value for it."
    : `Its value in ${counted(count, "environment", "environments")} is deleted, and cannot be restored.`;
