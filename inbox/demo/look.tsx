import { useState } from "react";
import type { InboxProps } from "../react/index.ts";
import { setOffline } from "./network.ts";

const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español", ar: "العربية", ja: "日本語" };
const THEMES = { system: "System", light: "Light", dark: "Dark" } as const;
const ACCENTS = { Indigo: "", Green: "light-dark(#0d7a5f, #5fd3b0)", Plum: "light-dark(#8a2f8f, #e09be4)" };

export type Theme = keyof typeof THEMES;
export type Settings = Pick<InboxProps, "i18n" | "appearance">;
export type Look = { theme: Theme; language: string; accent: keyof typeof ACCENTS };

export function settingsOf({ theme, language, accent }: Look): Settings {
  const colour = ACCENTS[accent];
  const variables = colour === "" ? {} : { "--belfry-accent": colour, "--belfry-badge": colour };
  return { i18n: language, appearance: { theme, variables } };
}

/** Theme, accent and language of all inboxes of the page, and whether it has a network. */
export function LookForm({ look, onChange }: { look: Look; onChange: (look: Look) => void }) {
  const [offline, switchOffline] = useState(false);
  return (
    <form className="controls" aria-label="Look of the page" onSubmit={(event) => event.preventDefault()}>
      <Segments label="Theme" options={THEMES} value={look.theme} onChange={(theme) => onChange({ ...look, theme })} />
      <Segments
        label="Accent"
        options={{ Indigo: "Indigo", Green: "Green", Plum: "Plum" }}
        value={look.accent}
        onChange={(accent) => onChange({ ...look, accent })}
      />
      <label>
        <span className="hidden">Language</span>
        <select
          value={look.language}
          onChange={({ currentTarget }) => onChange({ ...look, language: currentTarget.value })}
        >
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
