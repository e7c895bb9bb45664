import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { elementSnippet, triggerSnippet } from "./demo-snippets.ts";

const API_URL =
  location.origin + (document.querySelector('meta[name="belfry-api-path"]')?.getAttribute("content") ?? "");
const SCRIPT_URL = new URL("embed.js", location.href).href;

function Demo() {
  const query = new URLSearchParams(location.search);
  const applicationIdentifier = query.get("applicationIdentifier") ?? "";
  const subscriberId = query.get("subscriberId") ?? "";
  const ready = applicationIdentifier !== "" && subscriberId !== "";
  const bar = useRef<HTMLElement>(null);
  const [notice, setNotice] = useState("");

  useEffect(() => {
    const inbox = document.createElement("belfry-inbox");
    inbox.setAttribute("application-identifier", applicationIdentifier);
    inbox.setAttribute("subscriber-id", subscriberId);
    const onError = (event: Event) =>
      setNotice(event instanceof CustomEvent && event.detail instanceof Error ? event.detail.message : "");
    const onUnread = (event: Event) => setNotice(event instanceof CustomEvent ? `Unread: ${event.detail}` : "");
    inbox.addEventListener("belfry:error", onError);
    inbox.addEventListener("belfry:unread", onUnread);
    bar.current?.append(inbox);
    return () => inbox.remove();
  }, [applicationIdentifier, subscriberId]);

  return (
    <>
      <header ref={bar} className="bar">
        <b>Your application</b>
      </header>
      <main>
        <div>
          <h1>Inbox demo</h1>
          <p>
            Choose a subscriber, then send the call below with a secret key and one of your workflows that has an in-app
            step. The bell at the top right shows the new message without a reload.
          </p>
        </div>
        <form>
          <label>
            Application identifier
            <input name="applicationIdentifier" defaultValue={applicationIdentifier} required autoComplete="off" />
          </label>
          <label>
            Subscriber id
            <input
              name="subscriberId"
              defaultValue={subscriberId}
              required
              pattern="[A-Za-z0-9_\-]+"
              title="Letters, digits, underscore and hyphen"
              autoComplete="off"
            />
          </label>
          <button type="submit">Use</button>
        </form>
        {ready && (
          <>
            <Snippet title="Send a notification" text={triggerSnippet(API_URL, subscriberId)} />
            <Snippet
              title="Put the bell on your own page"
              text={elementSnippet(SCRIPT_URL, applicationIdentifier, subscriberId)}
            />
          </>
        )}
        <p role="status">{notice}</p>
      </main>
    </>
  );
}

function Snippet({ title, text }: { title: string; text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <figure>
      <figcaption>
        {title}
        <button
          type="button"
          onClick={async () => {
            await navigator.clipboard.writeText(text);
            setCopied(true);
          }}
        >
          {copied ? "Copied" : "Copy"}
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways, also by keyboard. */}
      <pre tabIndex={0}>{text}</pre>
    </figure>
  );
}

const page = document.getElementById("page");
if (page !== null) createRoot(page).render(<Demo />);
