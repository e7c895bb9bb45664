import { useNavigate } from "@tanstack/react-router";
import { ChevronsUpDown, Keyboard, LogOut, UserRound } from "lucide-react";
import type { Account } from "#contract/accounts/auth.ts";
import type { Organization } from "#contract/accounts/organizations.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { Menu, MenuChoices, MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { THEMES, usePreferences } from "#dashboard/preferences.ts";

const THEME_NAMES = { light: "Light", dark: "Dark", system: "System" } as const;

interface AccountMenuProps {
  account: Account;
  organization: Organization;
  /** Those that the member belongs to. */
  organizations: readonly Organization[];
  onSwitchOrganization: (organizationId: string) => void;
  onShowShortcuts: () => void;
  onSignOut: () => void;
  collapsed?: boolean;
}

export function AccountMenu({
  account,
  organization,
  organizations,
  onSwitchOrganization,
  onShowShortcuts,
  onSignOut,
  collapsed = false,
}: AccountMenuProps) {
  const { theme, set } = usePreferences();
  const navigate = useNavigate();
  const name = [account.firstName, account.lastName].filter(Boolean).join(" ");
  return (
    <Menu
      label="Account"
      placement="top start"
      trigger={
        <button
          type="button"
          title={collapsed ? name : undefined}
          className={classNames(
            "flex min-h-10 w-full min-w-0 items-center gap-2 rounded-md px-1.5 text-left hover:bg-sunken",
            collapsed && "justify-center",
          )}
        >
          <span
            aria-hidden="true"
            className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent uppercase"
          >
            {account.firstName.slice(0, 1)}
            {account.lastName?.slice(0, 1)}
          </span>
          <span className="sr-only">Account: {collapsed && name}</span>
          {!collapsed && (
            <>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium capitalize">{name}</span>
                <span className="block truncate text-xs text-muted">{organization.name}</span>
              </span>
              <ChevronsUpDown className="size-4 shrink-0 text-muted" aria-hidden="true" />
            </>
          )}
        </button>
      }
    >
      <MenuItem isDisabled textValue={account.email}>
        <span className="truncate">{account.email}</span>
      </MenuItem>
      <MenuSeparator />
      {organizations.length > 1 && (
        <>
          <MenuChoices
            label="Organisation"
            options={organizations.map(({ _id, name: text }) => ({ id: _id, text }))}
            selected={[organization._id]}
            onChange={([chosen]) => chosen && chosen !== organization._id && onSwitchOrganization(chosen)}
          />
          <MenuSeparator />
        </>
      )}
      <MenuChoices
        label="Theme"
        options={THEMES.map((id) => ({ id, text: THEME_NAMES[id] }))}
        selected={[theme]}
        onChange={([chosen]) => chosen && set({ theme: chosen })}
      />
      <MenuSeparator />
      <MenuItem textValue="Profile" onAction={() => void navigate({ to: "/settings/profile" })}>
        <UserRound className="size-4 text-muted" aria-hidden="true" /> Profile
      </MenuItem>
      <MenuItem textValue="Keyboard shortcuts" onAction={onShowShortcuts}>
        <Keyboard className="size-4 text-muted" aria-hidden="true" /> Keyboard shortcuts
      </MenuItem>
      <MenuItem textValue="Sign out" onAction={onSignOut}>
        <LogOut className="size-4 text-muted" aria-hidden="true" /> Sign out
      </MenuItem>
    </Menu>
  );
}
