import { useEffect, useState } from "react";
import { createAnnouncer } from "../core/announcer.ts";
import { useInboxContext } from "./context.ts";
import { messageName } from "./texts.ts";

/** A live region that announces messages as they arrive. */
export function Announcements() {
  const { inbox, texts } = useInboxContext();
  const [text, setText] = useState("");

  useEffect(() => {
    const announcer = createAnnouncer((messages) => setText(texts.announce(messages.map(messageName))));
    const unsubscribe = inbox.onMessage(announcer.add);
    return () => {
      unsubscribe();
      announcer.stop();
    };
  }, [inbox, texts]);

  return (
    <div className="belfry-hidden" role="status" aria-live="polite">
      {text}
    </div>
  );
}
