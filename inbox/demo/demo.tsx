import { type ReactNode, useEffect, useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import { Feed, Preferences } from "../react/index.ts";
import { Code } from "./code.tsx";
import { ElementDemo, Keys, Sample, SessionForm, STORES, ToasterDemo } from "./live-parts.tsx";
import { type Look, LookForm, type Settings, settingsOf } from "./look.tsx";
import { API_URL, APPLICATION, LIVE, PEOPLE, SCRIPT_URL } from "./session.ts";
import { snippets, triggerSnippet } from "./snippets.ts";
import { Subscriber } from "./subscriber.tsx";

function Demo() {
  const [look, setLook] = useState<Look>({ theme: "system", language: "en", accent: "Indigo" });
  const { theme } = look;

  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);

  const settings = useMemo<Settings>(() => settingsOf(look), [look]);
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

        <LookForm look={look} onChange={setLook} />

        <div className="people">
          {PEOPLE.map((person) => (
            <Subscriber key={person.id} person={person} settings={settings} />
          ))}
        </div>

        <Parts look={look} settings={settings} />
      </main>
    </>
  );
}

/** The parts of an inbox one by one, each with its code beside it. */
function Parts({ look: { theme, language }, settings }: { look: Look; settings: Settings }) {
  const codes = snippets(SCRIPT_URL, {
    applicationIdentifier: APPLICATION || "<application>",
    subscriberId: PEOPLE[0].id,
  });

  return (
    <>
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
    </>
  );
}

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
