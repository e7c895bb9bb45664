import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { createPreview } from "../core/index.ts";
import { type InboxProps, InboxProvider, requestDesktopNotifications, Toaster } from "../react/index.ts";
import type { Settings, Theme } from "./look.tsx";
import { overNetwork } from "./network.ts";
import { PREFERENCES, SENDABLE, storedFor } from "./samples.ts";
import { APPLICATION, LIVE, query } from "./session.ts";

type SampleProps = { settings: Settings; className: string; stores?: InboxProps["stores"]; children: ReactNode };

export const STORES = [
  { storeId: "all", label: "All" },
  { storeId: "team", label: "Team", query: { tags: ["team"] } },
  { storeId: "orders", label: "Orders", query: { tags: ["orders"] } },
];

/** Parts of an inbox of its own, with made up notifications whatever the page's session is. */
export function Sample({ settings, className, stores, children }: SampleProps) {
  const preview = useMemo(
    () => overNetwork(createPreview({ notifications: storedFor("ada"), preferences: PREFERENCES })),
    [],
  );
  return (
    <div className={className}>
      <InboxProvider
        applicationIdentifier="sample"
        subscriberId="sample"
        preview={preview}
        stores={stores}
        {...settings}
        navigate={ignore}
      >
        {children}
      </InboxProvider>
    </div>
  );
}

const ignore = () => undefined;

/** The custom element, as a page without React has it. */
export function ElementDemo({ language, theme }: { language: string; theme: Theme }) {
  const place = useRef<HTMLDivElement>(null);
  const [unread, setUnread] = useState(0);
  useEffect(() => {
    const element = document.createElement("belfry-inbox");
    const preview = overNetwork(createPreview({ notifications: storedFor("ada"), preferences: PREFERENCES }));
    Object.assign(element, { preview });
    element.addEventListener("belfry:navigate", (event) => event.preventDefault());
    element.addEventListener("belfry:unread", (event) => setUnread(event instanceof CustomEvent ? event.detail : 0));
    place.current?.append(element);
    return () => element.remove();
  }, []);
  useEffect(() => {
    const element = place.current?.querySelector("belfry-inbox");
    element?.setAttribute("language", language);
    element?.setAttribute("theme", theme);
  }, [language, theme]);
  return (
    <div className="frame element">
      <code className="element-name">&lt;belfry-inbox&gt;</code>
      <span>{unread} unread</span>
      <div ref={place} />
    </div>
  );
}

export function ToasterDemo({ settings }: { settings: Settings }) {
  const [desktop, setDesktop] = useState("");
  const [sound, setSound] = useState(false);
  const preview = useMemo(() => createPreview(), []);
  const kinds = Object.values(SENDABLE);
  const next = useRef(0);
  return (
    <div className="frame choices">
      <button
        type="button"
        onClick={() => {
          const kind = kinds[next.current % kinds.length];
          next.current += 1;
          if (kind !== undefined) preview.receive(kind);
        }}
      >
        Show a toast
      </button>
      <button type="button" role="switch" aria-checked={sound} onClick={() => setSound(!sound)}>
        Sound
      </button>
      <button
        type="button"
        onClick={() => {
          void requestDesktopNotifications().then((allowed) => setDesktop(allowed ? "Allowed" : "Not allowed"));
        }}
      >
        Allow desktop notifications
      </button>
      <p role="status">{desktop}</p>
      <InboxProvider
        applicationIdentifier="toasts"
        subscriberId="toasts"
        preview={preview}
        {...settings}
        navigate={ignore}
      >
        <Toaster position="top-end" sound={sound} desktopNotifications />
      </InboxProvider>
    </div>
  );
}

const KEYS: readonly [keys: string, does: string][] = [
  ["↓  ↑", "Next and previous notification"],
  ["Enter", "Open"],
  ["U", "Read or unread"],
  ["E", "Archive"],
  ["S", "Snooze"],
  ["Delete", "Delete"],
  ["Z", "Undo"],
  ["Esc", "Close, and back to the bell"],
];

export function Keys() {
  return (
    <div className="frame">
      <table>
        <caption>Keys in the list</caption>
        <tbody>
          {KEYS.map(([keys, does]) => (
            <tr key={keys}>
              <th scope="row">
                <kbd>{keys}</kbd>
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Chooses whose inbox the page shows. */
export function SessionForm() {
  return (
    <form className="frame session">
      <label>
        Application identifier
        <input name="applicationIdentifier" defaultValue={APPLICATION} required autoComplete="off" />
      </label>
      <label>
        Subscriber id
        <input
          name="subscriberId"
          defaultValue={query.get("subscriberId") ?? ""}
          required
          pattern="[A-Za-z0-9_\-]+"
          title="Letters, digits, underscore and hyphen"
          autoComplete="off"
        />
      </label>
      <button type="submit">Show this inbox</button>
      {LIVE && <a href="./">Back to the preview</a>}
    </form>
  );
}
