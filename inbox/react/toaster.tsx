import { type MouseEvent, type RefObject, useRef } from "react";
import type { Notification } from "../core/types.ts";
import { playSound, showDesktopNotification } from "./attention.ts";
import { Avatar } from "./avatar.tsx";
import { useInboxContext } from "./context.ts";
import { rootOf } from "./floating.tsx";
import { useFollow } from "./hooks/use-follow.ts";
import { useBrowserLayoutEffect } from "./hooks/use-layout-effect.ts";
import { IconButton } from "./icon-button.tsx";
import { LinkOrButton } from "./link-or-button.tsx";
import { usePart } from "./part.ts";
import { directionOf } from "./text-direction.ts";
import { useToastStack } from "./toast-stack.ts";

export type ToasterProps = {
  /** A corner, or the middle of an edge, of the window; `bottom-end` by default. */
  position?: "top" | "bottom" | "top-start" | "top-end" | "bottom-start" | "bottom-end" | undefined;
  /** Milliseconds for which a toast stays; 6000 by default. The time stops under the pointer and the focus. */
  duration?: number | undefined;
  /** Plays two soft tones, or a file; off by default. */
  sound?: boolean | string | undefined;
  /**
   * Shows notifications of the operating system while nobody looks at the page; off by default. The page asks for the
   * permission by `requestDesktopNotifications`.
   */
  desktopNotifications?: boolean | undefined;
};

const LIMIT = 3;

/**
 * Shows notifications as they arrive, three at most. They are in the list as well, so that nothing is lost with a toast; to
 * screen readers they are announced by `Announcements`, which `Inbox` has.
 */
export function Toaster({
  position = "bottom-end",
  duration = 6_000,
  sound = false,
  desktopNotifications = false,
}: ToasterProps) {
  const { inbox, texts, callbacks } = useInboxContext();
  const follow = useFollow();
  const part = usePart();
  const region = useRef<HTMLElement>(null);
  const focus = useRegionFocus(region);

  const { toasts, dismiss, hold } = useToastStack({
    duration,
    limit: LIMIT,
    onArrive(notification) {
      if (sound) playSound(sound);
      if (desktopNotifications) showDesktopNotification(notification, () => open(notification));
    },
  });

  const isEmpty = toasts.length === 0;
  useTopLayer(region, !isEmpty);

  /** As in the list; without a click on a link, the address is followed here. */
  function open(notification: Notification, click?: MouseEvent) {
    void inbox.read(notification.id);
    callbacks.onNotificationClick?.(notification);
    follow(notification.redirect, click);
  }

  /** Removes a toast, and keeps the focus: on the next one, or where it came from. */
  function close(id: string) {
    const hadFocus = focus.isHere();
    const next = toasts.findIndex((one) => one.id === id) + 1;
    const neighbour = toasts[next] ?? toasts[next - 2];
    dismiss(id);
    if (!hadFocus) return;
    hold(false);
    setTimeout(() => focus.moveTo(neighbour?.id));
  }

  return (
    <section
      ref={region}
      popover="manual"
      {...part("toaster")}
      data-position={position}
      // A landmark is only there when it has something in it.
      aria-label={isEmpty ? undefined : texts.toast.region}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(focus.isHere())}
      onFocus={({ relatedTarget, currentTarget }) => {
        hold(true);
        if (!currentTarget.contains(relatedTarget)) focus.cameFrom(relatedTarget);
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) hold(false);
      }}
    >
      {!isEmpty && (
        <ol>
          {toasts.map((notification) => (
            <Toast
              key={notification.id}
              notification={notification}
              onOpen={(click) => {
                open(notification, click);
                close(notification.id);
              }}
              onDismiss={() => close(notification.id)}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

/** Shows an element in the browser's top layer, so that nothing of the page covers or clips it. */
function useTopLayer(element: RefObject<HTMLElement | null>, wanted: boolean): void {
  useBrowserLayoutEffect(() => {
    const shown = element.current;
    if (!wanted || shown === null) return;
    shown.showPopover?.();
    return () => shown.hidePopover?.();
  }, [element, wanted]);
}

/** The focus inside the region, and where it was before it came there. */
function useRegionFocus(region: RefObject<HTMLElement | null>) {
  const before = useRef<Element | null>(null);
  return {
    isHere: (): boolean => region.current?.contains(rootOf(region.current).activeElement) ?? false,
    cameFrom(element: Element | null): void {
      before.current = element;
    },
    /** Moves it to a toast, or back. */
    moveTo(id: string | undefined): void {
      const main = [...(region.current?.querySelectorAll<HTMLElement>("[data-id]") ?? [])];
      const there = main.find(({ dataset }) => dataset.id === id)?.querySelector<HTMLElement>("a, button");
      if (there) there.focus();
      else if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    },
  };
}

type ToastProps = { notification: Notification; onOpen: (click: MouseEvent) => void; onDismiss: () => void };

function Toast({ notification, onOpen, onDismiss }: ToastProps) {
  const { texts, renderers } = useInboxContext();
  const part = usePart();
  const { id, severity, redirect } = notification;
  const subject = notification.subject?.trim();
  const title = subject || notification.body;

  return (
    <li
      {...part("toast")}
      data-id={id}
      data-severity={severity}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onDismiss();
      }}
    >
      {renderers.renderAvatar?.({ notification }) ?? <Avatar notification={notification} />}
      <div className="belfry-toast-text">
        <LinkOrButton redirect={redirect} {...part("toast-main")} dir={directionOf(title)} onClick={onOpen}>
          {title}
        </LinkOrButton>
        {severity === "high" && <p {...part("toast-severity")}>{texts.severities.high}</p>}
        {subject && (
          <p {...part("toast-body")} dir={directionOf(notification.body)}>
            {notification.body}
          </p>
        )}
      </div>
      <IconButton
        icon="close"
        label={`${texts.toast.dismiss}: ${title}`}
        data-tip={texts.toast.dismiss}
        onClick={onDismiss}
      />
    </li>
  );
}
