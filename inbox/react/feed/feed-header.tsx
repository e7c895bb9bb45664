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
      <button
        ref={viewButton}
        type="button"
        {...part("view-button")}
        aria-label={`${texts.view}: ${texts.views[view]}`}
        aria-haspopup="menu"
        aria-expanded={menu === "view"}
        onClick={toggle("view")}
      >
        <span>{texts.views[view]}</span>
        <Icon name="down" />
      </button>
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
      {menu === "view" && (
        <Menu
          label={texts.view}
          anchor={viewButton}
          placement="bottom-start"
          onClose={onCloseMenu}
          entries={VIEWS.map((name) => ({
            name,
            label: texts.views[name],
            checked: name === view,
            run: () => onView(name),
          }))}
        />
      )}
      {menu === "more" && archive && (
        <Menu
          label={texts.listActions}
          anchor={moreButton}
          onClose={onCloseMenu}
          entries={[
            ...(archive.read
              ? [{ name: "archive-read", label: texts.archiveRead, icon: "archive", run: archive.read } as const]
              : []),
            { name: "archive-all", label: texts.archiveAll, icon: "archive", run: archive.all },
          ]}
        />
      )}
    </div>
  );
}
