import { useEffect, useState } from "react";
import { createAnnouncer } from "../core/announcer.ts";
import { useInboxContext } from "./context.ts";
import { messageName } from "./texts.ts";

/** Tells screen readers of messages that arrive while the page is open. */
export function Announcements() {
  const { inbox, texts } = useInboxContext();
  const [text, setText] = useState("");

  useEffect(() => {
    const announcer = createAnnouncer((messages) => setText(texts.announce(messages.map(messageName))));
    const stopListening = inbox.onMessage(announcer.add);
    return () => {
      stopListening();
      announcer.stop();
    };
  }, [inbox, texts]);

  return (
    <div className="belfry-hidden" role="status" aria-live="polite">
      {text}
    </div>
  );
}
