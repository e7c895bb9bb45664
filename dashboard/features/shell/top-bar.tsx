import { Menu } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { Logo } from "#dashboard/components/display/logo.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { useWasOpen } from "#dashboard/components/use-was-open.ts";
import { Navigation } from "./navigation.tsx";
import { DocsLink } from "./sidebar.tsx";

// Wide screens have none, and on narrow ones it is opened by a press.
const Drawer = lazyNamed(() => import("#dashboard/components/overlays/drawer.tsx"), "Drawer");

interface TopBarProps {
  environment: ReactNode;
  search: ReactNode;
  health: ReactNode;
  account: ReactNode;
}

/** The top bar of narrow screens. Its menu button opens a drawer with the content of the sidebar. */
export function TopBar({ environment, search, health, account }: TopBarProps) {
  const [open, setOpen] = useState(false);
  const wasOpen = useWasOpen(open);
  return (
    <header className="sticky top-0 z-30 flex items-center gap-2 border-b bg-raised p-2 lg:hidden">
      <IconButton label="Open the menu" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
        <Menu className="size-5" aria-hidden="true" />
      </IconButton>
      {wasOpen && (
        <Suspense>
          <Drawer open={open} onOpenChange={setOpen} title="Belfry">
            <Navigation onNavigate={() => setOpen(false)} />
            <div className="mt-auto flex flex-col gap-1">
              {health}
              <DocsLink collapsed={false} />
              {account}
            </div>
          </Drawer>
        </Suspense>
      )}
      <Logo />
      <span className="font-semibold max-sm:sr-only">Belfry</span>
      <div className="ml-auto">{search}</div>
      <div className="w-40 min-w-0">{environment}</div>
    </header>
  );
}
