import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { createStore } from "zustand/vanilla";
import { createInbox, type Inbox, type InboxOptions } from "../core/inbox.ts";
import {
  type Appearance,
  type Callbacks,
  InboxContext,
  type InboxContextValue,
  type MarkSeen,
  type OpenLists,
  type Renderers,
} from "./context.ts";
import { useBrowserLayoutEffect } from "./hooks/use-layout-effect.ts";
import { useSame } from "./hooks/use-same.ts";
import { type Language, useTexts } from "./languages/use-texts.ts";

export type InboxProviderProps = InboxOptions &
  Callbacks &
  Renderers & {
    appearance?: Appearance | undefined;
    /** A language (`"de"`), or texts: one of the languages, or changes of it. English by default. */
    i18n?: Language | undefined;
    /** Single-letter shortcuts inside the list; on by default. */
    shortcuts?: boolean | undefined;
    markSeen?: MarkSeen | undefined;
    onUnreadCountChange?: ((unread: number) => void) | undefined;
    /** Whether the parts bring their style sheet; false where the page links `@belfry/inbox/inbox.css`. */
    styles?: boolean | undefined;
    /** Whether the parts are in shadow roots, which no style of the page reaches but by `::part()`; off by default. */
    shadow?: boolean | undefined;
    children?: ReactNode;
  };

/**
 * Opens one subscriber's inbox for everything inside it. A change of application, subscriber, context, hash or address ends that
 * session and begins another; other props may change at any time.
 */
export function InboxProvider(props: InboxProviderProps) {
  const inbox = useOwnInbox(props);
  const [openLists] = useState<OpenLists>(() => createStore(() => ({ value: [] })));

  const texts = useTexts(props.i18n);
  const { appearance = NONE, shortcuts = true, markSeen = "on-view", styles = true, shadow = false } = props;
  const { onNotificationClick, onActionClick, navigate } = props;
  const { renderBell, renderItem, renderAvatar, renderBody, renderActions } = props;
  const { renderHeader, renderEmpty, renderLoading, renderError, renderFooter } = props;
  const renderers = useSame<Renderers>({
    renderBell,
    renderItem,
    renderAvatar,
    renderBody,
    renderActions,
    renderHeader,
    renderEmpty,
    renderLoading,
    renderError,
    renderFooter,
  });
  const callbacks = useSame<Callbacks>({ onNotificationClick, onActionClick, navigate });
  const value = useSame<InboxContextValue>({
    inbox,
    openLists,
    texts,
    appearance,
    renderers,
    callbacks,
    shortcuts,
    markSeen,
    styles,
    shadow,
  });

  return <InboxContext.Provider value={value}>{props.children}</InboxContext.Provider>;
}

/** Creates the inbox that the props name, and starts and ends it with the component. */
function useOwnInbox(props: InboxProviderProps): Inbox {
  const { applicationIdentifier, subscriberId, subscriberHash, contextHash, apiUrl, socketUrl, preview } = props;
  // A page may write it anew with each render.
  const contextText = JSON.stringify(props.context);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  const inbox = useMemo(
    () =>
      createInbox({
        applicationIdentifier,
        subscriberId,
        subscriberHash,
        context: contextText === undefined ? undefined : latest.current.context,
        contextHash,
        apiUrl,
        socketUrl,
        preview,
        subscriber: latest.current.subscriber,
        stores: latest.current.stores,
        onNew: (notification) => latest.current.onNew?.(notification),
        onError: (error) => latest.current.onError?.(error),
      }),
    [applicationIdentifier, subscriberId, subscriberHash, contextText, contextHash, apiUrl, socketUrl, preview],
  );

  // Before anything is painted: tabs come with their stores.
  useBrowserLayoutEffect(() => inbox.setStores(props.stores), [inbox, props.stores]);

  useEffect(() => {
    // Strict mode mounts twice: the clean-up of the first effect cancels its start.
    const timer = setTimeout(inbox.start);
    return () => {
      clearTimeout(timer);
      inbox.logout();
    };
  }, [inbox]);

  useEffect(() => {
    let before = 0;
    return inbox.counts.store.subscribe(() => {
      const unread = inbox.counts.get(inbox.UNREAD);
      if (unread === before) return;
      before = unread;
      latest.current.onUnreadCountChange?.(unread);
    });
  }, [inbox]);
  return inbox;
}

const NONE: Appearance = {};
