import { ChevronsUpDown } from "lucide-react";
import { Suspense } from "react";
import { classNames } from "#dashboard/components/class-names.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { MenuPopover } from "#dashboard/components/overlays/menu.tsx";
import type { AccountItemsProps } from "./account-items.tsx";

// Nobody needs them before the menu is opened.
const AccountItems = lazyNamed(() => import("./account-items.tsx"), "AccountItems");

interface AccountMenuProps extends AccountItemsProps {
  collapsed?: boolean;
}

/** The button of the member, with a menu. */
export function AccountMenu({ collapsed = false, ...items }: AccountMenuProps) {
  const { account, organization } = items;
  const name = [account.firstName, account.lastName].filter(Boolean).join(" ");
  return (
    <MenuPopover
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
      <Suspense>
        <AccountItems {...items} />
      </Suspense>
    </MenuPopover>
  );
}
