import { useCallback, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Notification } from "../core/types.ts";
import { useInboxContext } from "./context.ts";
import { useBrowserLayoutEffect } from "./hooks/use-layout-effect.ts";

export type ToastStackOptions = {
  /** Milliseconds for which a toast stays. */
  duration: number;
  /** How many there are at once; a new one takes the place of the oldest. */
  limit: number;
  onArrive: (notification: Notification) => void;
};

/**
 * The notifications that have just arrived, the newest first, without those that an open list shows. The time stops while they are held, and
 * while the page is hidden.
 */
export function useToastStack({ duration, limit, onArrive }: ToastStackOptions) {
  const { inbox, openLists } = useInboxContext();
  const [toasts, setToasts] = useState<Notification[]>([]);
  const [held, hold] = useState(false);
  const left = useRef(new Map<string, number>());
  const arrive = useRef(onArrive);
  useEffect(() => {
    arrive.current = onArrive;
  });

  const dismiss = useCallback((id: string) => {
    left.current.delete(id);
    setToasts((before) => before.filter((one) => one.id !== id));
  }, []);

  useEffect(() => {
    setToasts([]);
    return inbox.onNotification((notification) => {
      left.current.set(notification.id, duration);
      setToasts((before) => [notification, ...before.filter(({ id }) => id !== notification.id)].slice(0, limit));
      arrive.current(notification);
    });
  }, [inbox, duration, limit]);

  const listed = useStore(openLists, ({ value }) => value);
  useBrowserLayoutEffect(() => {
    for (const { id } of toasts) if (listed.some((list) => list.some((one) => one.id === id))) dismiss(id);
  }, [toasts, listed, dismiss]);

  const isEmpty = toasts.length === 0;
  useEffect(() => {
    if (isEmpty || held) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "hidden") return;
      for (const [id, time] of [...left.current]) {
        if (time > TICK_MS) left.current.set(id, time - TICK_MS);
        else dismiss(id);
      }
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isEmpty, held, dismiss]);

  return { toasts, dismiss, hold };
}

const TICK_MS = 250;
