import { useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Announcements } from "./announcements.tsx";
import { Bell, type BellProps } from "./bell.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Feed, type FeedProps } from "./feed/feed.tsx";
import { useSheet } from "./hooks/use-sheet.ts";
import { useInbox } from "./hooks.ts";
import { InboxProvider, type InboxProviderProps } from "./inbox-provider.tsx";
import { InboxRoot } from "./inbox-root.tsx";
import { Popover } from "./popover.tsx";
import type { Placement } from "./popover-position.ts";

export type BellAndPopoverProps = Pick<BellProps, "badge" | "counts"> &
  Pick<FeedProps, "storeId" | "tabs" | "preferences" | "renderPreferences"> & {
    /** The side of the bell on which the popover opens if there is room, and the edge that it is aligned with. */
    placement?: Placement | undefined;
    /** Pixels between the bell and the popover. */
    offset?: number | undefined;
    /** Whether the popover is open, where the page decides that; `onOpenChange` says when it should change. */
    open?: boolean | undefined;
    onOpenChange?: ((open: boolean) => void) | undefined;
    /** An element that the popover is put into, instead of beside the bell. */
    portal?: Element | undefined;
  };

/** With `children`, such as a `Toaster`, beside the bell. */
export type InboxProps = InboxProviderProps & BellAndPopoverProps;

/** The whole inbox: a bell that opens a subscriber's notifications. */
export function Inbox(props: InboxProps) {
  return (
    <ErrorBoundary onError={props.onError}>
      <InboxProvider {...props}>
        <InboxRoot>
          <BellAndPopover {...props} />
        </InboxRoot>
        {props.children}
      </InboxProvider>
    </ErrorBoundary>
  );
}

/** A bell that opens a feed, inside of an `InboxProvider`. */
export function BellAndPopover(props: BellAndPopoverProps) {
  const { placement = "bottom-end", offset = 8, storeId, portal, onOpenChange } = props;
  const { status: session } = useInbox();
  const bell = useRef<HTMLButtonElement>(null);
  const [ownOpen, setOwnOpen] = useState(false);
  const open = props.open ?? ownOpen;
  const sheet = useSheet();
  const id = useId();

  // A refused session is reported to the developer. The subscriber could not use the bell.
  if (session === "error") return null;

  function setOpen(next: boolean) {
    setOwnOpen(next);
    onOpenChange?.(next);
  }

  function close(refocus: boolean) {
    setOpen(false);
    if (refocus) bell.current?.focus();
  }

  const popover = open && (
    <Popover
      key={String(sheet)}
      id={id}
      anchor={bell}
      sheet={sheet}
      placement={placement}
      offset={offset}
      onClose={close}
    >
      {sheet && <Announcements />}
      <Feed
        autoFocus
        storeId={storeId}
        tabs={props.tabs}
        preferences={props.preferences}
        renderPreferences={props.renderPreferences}
        onNavigate={() => close(false)}
        onClose={sheet ? () => close(true) : undefined}
      />
    </Popover>
  );

  return (
    <>
      <Bell
        buttonRef={bell}
        open={open}
        onToggle={setOpen}
        controls={id}
        storeId={storeId ?? props.tabs?.[0]?.storeId}
        badge={props.badge}
        counts={props.counts}
      />
      {/* Content outside a modal dialog is inert, so the live region moves inside. */}
      {!(open && sheet) && <Announcements />}
      {popover && portal ? createPortal(<InboxRoot>{popover}</InboxRoot>, portal) : popover}
    </>
  );
}
