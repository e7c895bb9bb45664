import { useMemo, useState } from "react";
import { createPreview, type Preview } from "../core/index.ts";
import { BellAndPopover, Feed, InboxProvider, Preferences, Toaster, useCounts, useInbox } from "../react/index.ts";
import type { Settings } from "./look.tsx";
import { overNetwork } from "./network.ts";
import { PREFERENCES, SENDABLE, type Sendable, storedFor } from "./samples.ts";
import { API_URL, APPLICATION, LIVE, PEOPLE, type Person, SOCKET_URL } from "./session.ts";

const KINDS: Readonly<Record<Sendable, string>> = {
  comment: "Comment",
  invitation: "Invitation",
  order: "Order",
  security: "Security alert",
};

/** A subscriber's inbox on this page: a session with the server, or made up notifications. */
function useInboxOf(person: Person) {
  const preview = useMemo<Preview | undefined>(
    () =>
      LIVE ? undefined : overNetwork(createPreview({ notifications: storedFor(person.id), preferences: PREFERENCES })),
    [person.id],
  );
  return {
    preview,
    session: {
      applicationIdentifier: APPLICATION || "preview",
      subscriberId: person.id,
      apiUrl: API_URL,
      socketUrl: SOCKET_URL,
      preview,
      // The first one has a name of its own, which is not to be changed.
      subscriber: person === PEOPLE[0] ? undefined : { firstName: person.name },
    },
  };
}

/** A small application of its own, whose inbox is the person's. */
export function Subscriber({ person, settings }: { person: Person; settings: Settings }) {
  const { preview, session } = useInboxOf(person);
  const [notice, setNotice] = useState("");
  return (
    <section className="app" aria-labelledby={`app-${person.id}`}>
      <InboxProvider
        {...session}
        {...settings}
        navigate={(url) => setNotice(`Opens ${url}`)}
        onActionClick={({ subject }, button) =>
          setNotice(`${button === "primary" ? "Accepted" : "Declined"}: ${subject ?? ""}`)
        }
        onError={(error) => setNotice(navigator.onLine && error instanceof Error ? error.message : "")}
      >
        <header>
          <span className="face" aria-hidden="true">
            {person.name[0]}
          </span>
          <span className="who">
            <b id={`app-${person.id}`}>{person.name}</b>
            <span>{person.role}</span>
          </span>
          <OwnBell />
        </header>
        <div className="app-body">
          <Send preview={preview} name={person.name} onFailure={setNotice} />
          <p role="status" className="notice" dir="auto">
            {notice || <Unread />}
          </p>
        </div>
        <div className="app-list">
          <Feed />
        </div>
        <Toaster position={person === PEOPLE[0] ? "bottom-start" : "bottom-end"} />
      </InboxProvider>
    </section>
  );
}

function OwnBell() {
  return <BellAndPopover renderPreferences={({ onBack }) => <Preferences onBack={onBack} />} />;
}

function Unread() {
  const { unread } = useCounts();
  const { status } = useInbox();
  const words =
    unread === 0 ? "Nothing unread" : unread === 1 ? "1 unread notification" : `${unread} unread notifications`;
  return status === "ready" ? words : status === "offline" ? "Offline" : "Connecting";
}

type SendProps = { preview: Preview | undefined; name: string; onFailure: (text: string) => void };

/** Lets a notification arrive: from the server's demo workflow, or a made up one. */
function Send({ preview, name, onFailure }: SendProps) {
  const { token } = useInbox();
  if (preview === undefined)
    return (
      <div className="send">
        <button
          type="button"
          disabled={token === null}
          onClick={() => {
            if (token !== null) triggerDemo(token).then(onFailure, () => onFailure("The server could not be reached."));
          }}
        >
          Trigger the welcome workflow
        </button>
      </div>
    );
  return (
    <fieldset className="send" aria-label={`Send to ${name}`}>
      {Object.entries(KINDS).map(([kind, label]) => (
        <button
          key={kind}
          type="button"
          onClick={() => {
            if (isSendable(kind)) preview.receive(SENDABLE[kind]);
          }}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

const isSendable = (kind: string): kind is Sendable => kind in SENDABLE;

/** Returns what went wrong, in words. */
async function triggerDemo(token: string): Promise<string> {
  const reply = await fetch(`${API_URL}/v1/inbox/demo`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: "{}",
  });
  const { data }: { data?: { acknowledged?: boolean } } = await reply.json();
  if (data?.acknowledged) return "";
  if (reply.ok || reply.status === 404)
    return "This server has no demo workflow: send the call at the end of the page.";
  return reply.status === 429 ? "That was a lot. Wait a little." : "The workflow could not be triggered.";
}
