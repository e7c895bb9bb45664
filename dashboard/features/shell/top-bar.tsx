import { Close, Content, Overlay, Portal, Root, Title, Trigger } from "@radix-ui/react-dialog";
import { Menu, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "../../components/button.tsx";
import { Logo } from "./logo.tsx";
import { Navigation } from "./navigation.tsx";

interface TopBarProps {
  environment: ReactNode;
  health: ReactNode;
  docs: ReactNode;
  account: ReactNode;
}

/** The shell of narrow screens; everything that the rail holds is behind its menu button. */
export function TopBar({ environment, health, docs, account }: TopBarProps) {
  const [open, setOpen] = useState(false);
  return (
    <header className="sticky top-0 z-30 flex items-center gap-2 border-b bg-raised p-2 lg:hidden">
      <Root open={open} onOpenChange={setOpen}>
        <Trigger asChild>
          <IconButton label="Open the menu">
            <Menu className="size-5" aria-hidden="true" />
          </IconButton>
        </Trigger>
        <Portal>
          <Overlay className="fixed inset-0 z-40 bg-veil lg:hidden" />
          <Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col gap-4 overflow-auto border-r bg-raised p-3 lg:hidden"
          >
            <div className="flex items-center justify-between">
              <Title className="text-base font-semibold">Belfry</Title>
              <Close asChild>
                <IconButton label="Close the menu">
                  <X className="size-5" aria-hidden="true" />
                </IconButton>
              </Close>
            </div>
            <Navigation onNavigate={() => setOpen(false)} />
            <div className="mt-auto flex flex-col gap-1">
              {health}
              {docs}
              {account}
            </div>
          </Content>
        </Portal>
      </Root>
      <Logo />
      <span className="flex-1 font-semibold">Belfry</span>
      <div className="w-40">{environment}</div>
    </header>
  );
}
