import { type RefObject, useRef, useState } from "react";
import type { View } from "../../core/types.ts";
import { useInboxContext } from "../context.ts";
import { IconButton } from "../icon-button.tsx";
import { Icon } from "../icons.tsx";
import { Menu } from "../menu.tsx";
import { usePart } from "../part.ts";

const VIEWS: readonly View[] = ["all", "unread", "archived", "snoozed"];

export type FeedHeaderProps = {
  titleId: string;
  /** Unread ones of the store that is shown. */
  unread: number;
  view: View;
  onView: (view: View) => void;
  onReadAll: () => void;
  /** The notifications that can be archived together, where there are some. */
  archive: { all: () => void; read: (() => void) | undefined } | undefined;
  settingsButton: RefObject<HTMLButtonElement | null>;
  /** Shows the gear when given. */
  onSettings?: (() => void) | undefined;
  /** Shows a close button when given. */
  onClose?: (() => void) | undefined;
};

/** The heading of a feed: what is shown, and what can be done with all of it. */
export function FeedHeader(props: FeedHeaderProps) {
  const { titleId, unread, view, onView, onReadAll, archive, onSettings, onClose } = props;
  const { texts, renderers } = useInboxContext();
  const part = usePart();
  const viewButton = useRef<HTMLButtonElement>(null);
  const moreButton = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState<"view" | "more">();
  const toggle = (which: "view" | "more") => () => setMenu(menu === which ? undefined : which);
  const onCloseMenu = () => setMenu(undefined);
  const close = onClose && <IconButton icon="close" label={texts.close} onClick={onClose} />;

  if (renderers.renderHeader)
    return (
      <div {...part("header")}>
        <h2 id={titleId} className="belfry-title belfry-hidden" tabIndex={-1}>
          {texts.title}
        </h2>
        <div className="belfry-grow">{renderers.renderHeader({ title: texts.title, unread, readAll: onReadAll })}</div>
        {close}
      </div>
    );

  const leave = (
    <>
      {onSettings && (
        <IconButton icon="settings" label={texts.settings} buttonRef={props.settingsButton} onClick={onSettings} />
      )}
      {close}
    </>
  );
  const canReadAll = unread > 0 && view !== "archived" && view !== "snoozed";
  // A sheet is narrow: it has a second line.
  const isSheet = onClose !== undefined;

  return (
    <div {...part("header")}>
      <h2 id={titleId} {...part("title")} tabIndex={-1}>
        {texts.title}
      </h2>
      {isSheet && (
        <>
          <span className="belfry-grow" />
          {leave}
          <span className="belfry-break" />
        </>
      )}
      <ViewButton view={view} buttonRef={viewButton} open={menu === "view"} onClick={toggle("view")} />
      <span className="belfry-actions">
        {canReadAll && (
          <button type="button" {...part("text-button")} onClick={onReadAll}>
            {texts.markAllRead}
          </button>
        )}
        {archive && (
          <IconButton
            icon="more"
            label={texts.listActions}
            buttonRef={moreButton}
            aria-haspopup="menu"
            aria-expanded={menu === "more"}
            onClick={toggle("more")}
          />
        )}
        {!isSheet && leave}
      </span>
      {menu === "view" && <ViewMenu view={view} onView={onView} anchor={viewButton} onClose={onCloseMenu} />}
      {menu === "more" && archive && <ArchiveMenu archive={archive} anchor={moreButton} onClose={onCloseMenu} />}
    </div>
  );
}

type ViewButtonProps = {
  view: View;
  buttonRef: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onClick: () => void;
};

function ViewButton({ view, buttonRef, open, onClick }: ViewButtonProps) {
  const { texts } = useInboxContext();
  const part = usePart();
  return (
    <button
      ref={buttonRef}
      type="button"
      {...part("view-button")}
      aria-label={`${texts.view}: ${texts.views[view]}`}
      aria-haspopup="menu"
      aria-expanded={open}
      onClick={onClick}
    >
      <span>{texts.views[view]}</span>
      <Icon name="down" />
    </button>
  );
}

type MenuProps = { anchor: RefObject<HTMLButtonElement | null>; onClose: () => void };

function ViewMenu({ view, onView, ...menu }: MenuProps & Pick<FeedHeaderProps, "view" | "onView">) {
  const { texts } = useInboxContext();
  return (
    <Menu
      label={texts.view}
      placement="bottom-start"
      {...menu}
      entries={VIEWS.map((name) => ({
        name,
        label: texts.views[name],
        checked: name === view,
        run: () => onView(name),
      }))}
    />
  );
}

function ArchiveMenu({ archive, ...menu }: MenuProps & { archive: NonNullable<FeedHeaderProps["archive"]> }) {
  const { texts } = useInboxContext();
  return (
    <Menu
      label={texts.listActions}
      {...menu}
      entries={[
        ...(archive.read
          ? [{ name: "archive-read", label: texts.archiveRead, icon: "archive", run: archive.read } as const]
          : []),
        { name: "archive-all", label: texts.archiveAll, icon: "archive", run: archive.all },
      ]}
    />
  );
}
