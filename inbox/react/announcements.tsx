import { useEffect, useState } from "react";
import { createAnnouncer } from "../core/announcer.ts";
import { useInboxContext } from "./context.ts";
import { nameOf } from "./names.ts";

/** A live region that announces notifications as they arrive, each once. */
export function Announcements() {
  const { inbox, texts } = useInboxContext();
  const [said, setSaid] = useState({ text: "", turn: 0 });

  useEffect(() => {
    const announced = new Set<string>();
    const announcer = createAnnouncer(([first, ...others]) => {
      if (first === undefined) return;
      const text = others.length === 0 ? nameOf(first) : texts.announceMany(others.length + 1);
      setSaid(({ turn }) => ({ text, turn: turn + 1 }));
    });
    const unsubscribe = inbox.onNotification((notification) => {
      if (announced.has(notification.id)) return;
      announced.add(notification.id);
      announcer.add(notification);
    });
    return () => {
      unsubscribe();
      announcer.stop();
    };
  }, [inbox, texts]);

  return (
    <div className="belfry-hidden" role="status" aria-live="polite">
      {/* The same text twice is announced twice, as another element. */}
      <span key={said.turn}>{said.text}</span>
    </div>
  );
}
