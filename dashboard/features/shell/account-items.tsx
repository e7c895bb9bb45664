import { useNavigate } from "@tanstack/react-router";
import { Keyboard, LogOut, UserRound } from "lucide-react";
import type { Account } from "#contract/accounts/auth.ts";
import type { Organization } from "#contract/accounts/organizations.ts";
import { MenuChoices, MenuItem, MenuList, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { THEMES, usePreferences } from "#dashboard/preferences.ts";

const THEME_NAMES = { light: "Light", dark: "Dark", system: "System" } as const;

export interface AccountItemsProps {
  account: Account;
  organization: Organization;
  /** Those that the member belongs to. */
  organizations: readonly Organization[];
  onSwitchOrganization: (organizationId: string) => void;
  onShowShortcuts: () => void;
  onSignOut: () => void;
}

/** The items of the account menu. */
export function AccountItems({
  account,
  organization,
  organizations,
  onSwitchOrganization,
  onShowShortcuts,
  onSignOut,
}: AccountItemsProps) {
  const { theme, set } = usePreferences();
  const navigate = useNavigate();
  return (
    <MenuList label="Account">
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
    </MenuList>
  );
}
