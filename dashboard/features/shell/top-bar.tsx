import { Menu } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "../../components/button.tsx";
import { Drawer } from "../../components/drawer.tsx";
import { Logo } from "../../components/logo.tsx";
import { Navigation } from "./navigation.tsx";

interface TopBarProps {
  environment: ReactNode;
  search: ReactNode;
  health: ReactNode;
  docs: ReactNode;
  account: ReactNode;
}

/** The top bar of narrow screens. Its menu button opens a drawer with the content of the sidebar. */
export function TopBar({ environment, search, health, docs, account }: TopBarProps) {
  const [open, setOpen] = useState(false);
  return (
    <header className="sticky top-0 z-30 flex items-center gap-2 border-b bg-raised p-2 lg:hidden">
      <IconButton label="Open the menu" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
        <Menu className="size-5" aria-hidden="true" />
      </IconButton>
      <Drawer open={open} onOpenChange={setOpen} title="Belfry">
        <Navigation onNavigate={() => setOpen(false)} />
        <div className="mt-auto flex flex-col gap-1">
          {health}
          {docs}
          {account}
        </div>
      </Drawer>
      <Logo />
      <span className="font-semibold max-sm:sr-only">Belfry</span>
      <div className="ml-auto">{search}</div>
      <div className="w-40 min-w-0">{environment}</div>
    </header>
  );
}
