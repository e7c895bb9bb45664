import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { createPreview, type Preview } from "./core/index.ts";
import { Code } from "./demo-code.tsx";
import { overNetwork, setOffline } from "./demo-network.ts";
import { PREFERENCES, SENDABLE, type Sendable, storedFor } from "./demo-samples.ts";
import { snippets, triggerSnippet } from "./demo-snippets.ts";
import {
  BellAndPopover,
  Feed,
  type InboxProps,
  InboxProvider,
  Preferences,
  requestDesktopNotifications,
  Toaster,
  useCounts,
  useInbox,
} from "./react/index.ts";

/** The server puts the context paths of its parts into the page. */
const addressOf = (part: string): string =>
  location.origin + (document.querySelector(`meta[name="belfry-${part}-path"]`)?.getAttribute("content") ?? "");
const API_URL = addressOf("api");
const SOCKET_URL = addressOf("websocket");
const SCRIPT_URL = new URL("embed.js", location.href).href;
const query = new URLSearchParams(location.search);
const APPLICATION = query.get("applicationIdentifier") ?? "";
/** Without a session in its address, the page shows made up notifications and needs no server. */
const LIVE = APPLICATION !== "";

type Person = { id: string; name: string; role: string };
const PEOPLE: readonly [Person, Person] = LIVE
  ? [
      { id: query.get("subscriberId") || "demo-subscriber", name: "Robin", role: "First subscriber" },
      { id: `${query.get("subscriberId") || "demo-subscriber"}-2`, name: "Kim", role: "Second subscriber" },
    ]
  : [
      { id: "ada", name: "Ada", role: "Product designer" },
      { id: "grace", name: "Grace", role: "Finance" },
    ];

const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español", ar: "العربية", ja: "日本語" };
const THEMES = { system: "System", light: "Light", dark: "Dark" } as const;
const ACCENTS = { Indigo: "", Green: "light-dark(#0d7a5f, #5fd3b0)", Plum: "light-dark(#8a2f8f, #e09be4)" };
const KINDS: Readonly<Record<Sendable, string>> = {
  comment: "Comment",
  invitation: "Invitation",
  order: "Order",
  security: "Security alert",
};

type Theme = keyof typeof THEMES;
type Settings = Pick<InboxProps, "i18n" | "appearance">;

function Demo() {
  const [theme, setTheme] = useState<Theme>("system");
  const [language, setLanguage] = useState("en");
  const [accent, setAccent] = useState<keyof typeof ACCENTS>("Indigo");
  const [offline, switchOffline] = useState(false);

  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);

  const settings = useMemo<Settings>(
    () => ({
      i18n: language,
      appearance: {
        theme,
        variables:
          ACCENTS[accent] === "" ? {} : { "--belfry-accent": ACCENTS[accent], "--belfry-badge": ACCENTS[accent] },
      },
    }),
    [theme, language, accent],
  );
  const codes = snippets(SCRIPT_URL, {
    applicationIdentifier: APPLICATION || "<application>",
    subscriberId: PEOPLE[0].id,
  });

  return (
    <>
      <header className="bar">
        <b>
          Belfry <span>Inbox</span>
        </b>
        <span className="mode" data-live={LIVE}>
          {LIVE ? "Live: this server" : "Preview: no server"}
        </span>
      </header>
      <main>
        <section className="hero" aria-labelledby="hero">
          <h1 id="hero">An inbox in your product, with one line</h1>
          <p>
            Bell, list, settings and toasts. Live and offline, by mouse, touch or keyboard, in six languages, under a
            strict content policy. Try it: send something to one of the two people below.
          </p>
        </section>

        <form className="controls" aria-label="Look of the page" onSubmit={(event) => event.preventDefault()}>
          <Segments label="Theme" options={THEMES} value={theme} onChange={setTheme} />
          <Segments
            label="Accent"
            options={{ Indigo: "Indigo", Green: "Green", Plum: "Plum" }}
            value={accent}
            onChange={setAccent}
          />
          <label>
            <span className="hidden">Language</span>
            <select value={language} onChange={({ currentTarget }) => setLanguage(currentTarget.value)}>
              {Object.entries(LANGUAGES).map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            role="switch"
            aria-checked={offline}
            className="network"
            onClick={() => {
              setOffline(!offline);
              switchOffline(!offline);
            }}
          >
            Simulate offline
          </button>
        </form>

        <div className="people">
          {PEOPLE.map((person) => (
            <Subscriber key={person.id} person={person} settings={settings} />
          ))}
        </div>

        <Part
          id="bell"
          title="Bell and popover"
          text="The whole inbox. A full-screen sheet on a phone, a popover elsewhere; cached, so that it opens at once."
          code={<Code title="Bell and popover" variants={codes.bell} />}
        >
          <ElementDemo language={language} theme={theme} />
        </Part>
        <Part
          id="feed"
          title="List"
          text="The same list inside of a page: unread, archive, snooze, undo for six seconds, windowed and grouped by day."
          code={<Code title="List" variants={codes.feed} />}
        >
          <Sample settings={settings} className="frame tall" stores={STORES}>
            <Feed />
          </Sample>
        </Part>
        <Part
          id="preferences"
          title="Settings"
          text="What arrives on which channel, and when. Saved at once, and rolled back with a message when that fails."
          code={<Code title="Settings" variants={codes.preferences} />}
        >
          <Sample settings={settings} className="frame tall">
            <Preferences />
          </Sample>
        </Part>
        <Part
          id="toaster"
          title="Toasts"
          text="Three at most, for six seconds; the time stops under the pointer and the focus. Sound and desktop notifications only on request."
          code={<Code title="Toasts" variants={codes.toaster} />}
        >
          <ToasterDemo settings={settings} />
        </Part>
        <Part
          id="look"
          title="Look and language"
          text="Theme, custom properties, a class for each part, functions that render a part; texts as a code or an object."
          code={<Code title="Look and language" variants={codes.look} />}
        >
          <Keys />
        </Part>
        <Part
          id="trigger"
          title="Send from your server"
          text="A workflow with an in-app step reaches the bell of a subscriber in a moment, wherever it is open."
          code={<Code title="Send from your server" variants={{ curl: triggerSnippet(API_URL, PEOPLE[0].id) }} />}
        >
          <SessionForm />
        </Part>
      </main>
    </>
  );
}

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
function Subscriber({ person, settings }: { person: Person; settings: Settings }) {
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

type SampleProps = { settings: Settings; className: string; stores?: InboxProps["stores"]; children: ReactNode };

const STORES = [
  { storeId: "all", label: "All" },
  { storeId: "team", label: "Team", query: { tags: ["team"] } },
  { storeId: "orders", label: "Orders", query: { tags: ["orders"] } },
];

/** Parts of an inbox of its own, with made up notifications whatever the page's session is. */
function Sample({ settings, className, stores, children }: SampleProps) {
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
function ElementDemo({ language, theme }: { language: string; theme: Theme }) {
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

function ToasterDemo({ settings }: { settings: Settings }) {
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

function Keys() {
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
function SessionForm() {
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

type SegmentsProps<T extends string> = {
  label: string;
  options: Readonly<Record<T, string>>;
  value: T;
  onChange: (value: T) => void;
};

function Segments<T extends string>({ label, options, value, onChange }: SegmentsProps<T>) {
  return (
    <fieldset className="segments" aria-label={label}>
      {keysOf(options).map((option) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {options[option]}
        </button>
      ))}
    </fieldset>
  );
}

/** The keys of an object literal are those of its type. */
const keysOf = <T extends string>(options: Readonly<Record<T, string>>) => Object.keys(options) as T[];

type PartProps = { id: string; title: string; text: string; code: ReactNode; children: ReactNode };

function Part({ id, title, text, code, children }: PartProps) {
  return (
    <section className="part" aria-labelledby={id}>
      <div className="part-words">
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
      </div>
      <div className="part-live">{children}</div>
      {code}
    </section>
  );
}

const page = document.getElementById("page");
if (page !== null) createRoot(page).render(<Demo />);
