import type { ReactNode } from "react";
import { Modal } from "./modal.tsx";

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}

/** A modal dialog at the leading edge of narrow screens. */
export function Drawer(props: DrawerProps) {
  return (
    <Modal
      closeLabel="Close the menu"
      classes={{
        backdrop: "lg:hidden",
        box: "h-full w-72 max-w-[85vw] border-e border-outline",
        dialog: "h-full gap-4 overflow-auto p-3",
      }}
      {...props}
    />
  );
}
