import { useState } from "react";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { THEMES, usePreferences } from "#dashboard/preferences.ts";
import { ButtonSection } from "./button-section.tsx";
import { ChoiceSection } from "./choice-section.tsx";
import { CodeSection } from "./code-section.tsx";
import { DateSection } from "./date-section.tsx";
import { FeedbackSection } from "./feedback-section.tsx";
import { OverlaySection } from "./overlay-section.tsx";
import { ENGLISH, LONG_GERMAN, TextsProvider } from "./sample-texts.ts";
import { SECTIONS } from "./section.tsx";
import { TableSection } from "./table-section.tsx";
import { TextSection } from "./text-section.tsx";

const THEME_NAMES = { light: "Light", dark: "Dark", system: "System" } as const;

/** Every component in each of its states. Only builds for development have this page. */
export function Catalogue() {
  const { theme, set } = usePreferences();
  const [isLong, setLong] = useState(false);
  const [isRightToLeft, setRightToLeft] = useState(false);
  return (
    <main dir={isRightToLeft ? "rtl" : "ltr"}>
      <Page
        title="Components"
        wide
        summary="Each with its states, for whoever builds a screen of them."
        actions={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Checkbox label="Long German texts" checked={isLong} onChange={setLong} />
            <Checkbox label="Right to left" checked={isRightToLeft} onChange={setRightToLeft} />
            <Segmented
              label="Theme"
              value={theme}
              options={THEMES.map((id) => ({ id, text: THEME_NAMES[id] }))}
              onChange={(next) => set({ theme: next })}
            />
          </div>
        }
      >
        <nav aria-label="Components" className="flex flex-wrap gap-x-4 gap-y-1">
          {SECTIONS.map(({ id, name }) => (
            <a key={id} href={`#${id}`} className="inline-flex min-h-6 items-center text-accent hover:underline">
              {name}
            </a>
          ))}
        </nav>
        <TextsProvider value={isLong ? LONG_GERMAN : ENGLISH}>
          <ButtonSection />
          <TextSection />
          <ChoiceSection />
          <DateSection />
          <CodeSection />
          <OverlaySection />
          <FeedbackSection />
          <TableSection />
        </TextsProvider>
      </Page>
    </main>
  );
}
