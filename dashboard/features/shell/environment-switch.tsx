import { ChevronsUpDown } from "lucide-react";
import type { Environment } from "#contract/accounts/environments.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { EnvironmentDot } from "#dashboard/components/display/environment-dot.tsx";
import { Menu, MenuChoices } from "#dashboard/components/overlays/menu.tsx";

interface EnvironmentSwitchProps {
  environments: Environment[];
  current: Environment | undefined;
  onSwitch: (environmentId: string) => void;
  collapsed?: boolean;
}

export function EnvironmentSwitch({ environments, current, onSwitch, collapsed = false }: EnvironmentSwitchProps) {
  const name = current?.name ?? "No environment";
  return (
    <Menu
      label="Environment"
      trigger={
        <button
          type="button"
          aria-label={`Environment: ${name}`}
          title={collapsed ? `Environment: ${name}` : undefined}
          className={classNames(
            "flex min-h-9 w-full min-w-0 items-center gap-2 rounded-md border border-outline bg-raised px-2.5 hover:bg-sunken",
            collapsed && "justify-center",
          )}
        >
          <EnvironmentDot environment={current} />
          {!collapsed && (
            <>
              <span className="truncate font-medium">{name}</span>
              <ChevronsUpDown className="ml-auto size-4 shrink-0 text-muted" aria-hidden="true" />
            </>
          )}
        </button>
      }
    >
      <MenuChoices
        label="Environment"
        options={environments.map((environment) => ({
          id: environment._id,
          text: environment.name,
          icon: <EnvironmentDot environment={environment} />,
        }))}
        selected={current ? [current._id] : []}
        onChange={([chosen]) => chosen && onSwitch(chosen)}
      />
    </Menu>
  );
}
