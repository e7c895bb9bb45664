import { useId, useRef, useState } from "react";
import { DEFAULT_STORE_ID } from "../core/inbox.ts";
import { Announcements } from "./announcements.tsx";
import { Bell } from "./bell.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Feed } from "./feed.tsx";
import { useInbox } from "./hooks.ts";
import { InboxProvider, type InboxProviderProps } from "./inbox-provider.tsx";
import { Popover } from "./popover.tsx";
import type { Placement } from "./popover-position.ts";
import { useSheet } from "./use-sheet.ts";

export type InboxProps = Omit<InboxProviderProps, "children"> & {
  /** The edge of the bell that the popover is aligned with; the end by default. */
  placement?: Placement | undefined;
};

/** The whole inbox: a bell that opens a subscriber's messages. Needs inbox.css on the page. */
export function Inbox({ placement = "bottom-end", ...session }: InboxProps) {
  return (
    <ErrorBoundary onError={session.onError}>
      <InboxProvider {...session}>
        <BellAndPopover placement={placement} storeId={session.stores?.[0]?.storeId ?? DEFAULT_STORE_ID} />
      </InboxProvider>
    </ErrorBoundary>
  );
}

function BellAndPopover({ placement, storeId }: { placement: Placement; storeId: string }) {
  const { status: session } = useInbox();
  const bell = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const sheet = useSheet();
  const id = useId();
  const titleId = useId();

  // A refused session is reported to the developer. The subscriber could not use the bell.
  if (session === "error") return null;

  function close(refocus: boolean) {
    setOpen(false);
    if (refocus) bell.current?.focus();
  }

  return (
    <>
      <Bell buttonRef={bell} open={open} onToggle={setOpen} controls={id} storeId={storeId} />
      {/* Content outside a modal dialog is inert, so the live region moves inside. */}
      {!(open && sheet) && <Announcements />}
      {open && (
        <Popover
          key={String(sheet)}
          id={id}
          titleId={titleId}
          anchor={bell}
          sheet={sheet}
          placement={placement}
          onClose={close}
        >
          {sheet && <Announcements />}
          <Feed autoFocus storeId={storeId} titleId={titleId} onClose={sheet ? () => close(true) : undefined} />
        </Popover>
      )}
    </>
  );
}
