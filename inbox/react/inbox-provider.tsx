import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import type { InAppMessage } from "#contract/messages.ts";
import { createInbox, type InboxOptions } from "../core/inbox.ts";
import { InboxContext, type InboxContextValue } from "./context.ts";
import { englishTexts, type InboxTexts } from "./texts.ts";

export type InboxProviderProps = InboxOptions & {
  /** `system` follows the operating system. */
  theme?: "light" | "dark" | "system" | undefined;
  /** Values for the custom properties of inbox.css, such as `{ "--belfry-accent": "#0a7" }`. */
  variables?: Record<`--belfry-${string}`, string> | undefined;
  texts?: Partial<InboxTexts> | undefined;
  locale?: string | undefined;
  /** Single-letter shortcuts inside the list; on by default. */
  shortcuts?: boolean | undefined;
  onNotificationClick?: ((message: InAppMessage) => void) | undefined;
  onUnreadCountChange?: ((unread: number) => void) | undefined;
  navigate?: ((url: string) => void) | undefined;
  children?: ReactNode;
};

/**
 * Opens one subscriber's inbox for everything inside it. A change of application, subscriber, hash or address ends that
 * session and begins another; other props may change at any time, except `stores`, which is read when a session begins.
 */
export function InboxProvider(props: InboxProviderProps) {
  const { applicationIdentifier, subscriberId, subscriberHash, apiUrl, socketUrl } = props;
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
        apiUrl,
        socketUrl,
        stores: latest.current.stores,
        onNew: (message) => latest.current.onNew?.(message),
        onError: (error) => latest.current.onError?.(error),
      }),
    [applicationIdentifier, subscriberId, subscriberHash, apiUrl, socketUrl],
  );

  useEffect(() => {
    // Strict mode mounts twice: the clean-up of the first effect cancels its start.
    const timer = setTimeout(inbox.start);
    return () => {
      clearTimeout(timer);
      inbox.stop();
    };
  }, [inbox]);

  useEffect(
    () =>
      inbox.counts.subscribe(({ unread }, before) => {
        if (unread !== before.unread) latest.current.onUnreadCountChange?.(unread);
      }),
    [inbox],
  );

  const { texts, locale, shortcuts = true, onNotificationClick, navigate } = props;
  const value = useMemo<InboxContextValue>(
    () => ({ inbox, texts: { ...englishTexts, ...texts }, locale, shortcuts, onNotificationClick, navigate }),
    [inbox, texts, locale, shortcuts, onNotificationClick, navigate],
  );
  const direction = useStore(inbox.organization, ({ value: organization }) => organization?.branding?.direction);

  return (
    <InboxContext.Provider value={value}>
      <div
        className="belfry"
        data-theme={props.theme ?? "system"}
        style={asStyle(props.variables)}
        {...(direction ? { dir: direction } : {})}
      >
        {props.children}
      </div>
    </InboxContext.Provider>
  );
}

/** React's `style` prop accepts custom properties, but its type does not have them. */
function asStyle(variables: Record<string, string> | undefined): CSSProperties | undefined {
  return variables as CSSProperties | undefined;
}
