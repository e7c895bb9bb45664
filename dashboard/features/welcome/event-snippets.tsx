import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Segmented } from "../../components/segmented.tsx";
import type { demoEvent } from "./demo-event.ts";
import { maskedKey } from "./welcome-snippets.ts";

const LANGUAGES = [
  { id: "curl", text: "curl" },
  { id: "TypeScript", text: "TypeScript" },
] as const;

/** Returns the code that triggers the demo event at an address by an API key, in each language. */
export type EventSnippet = Readonly<
  Record<(typeof LANGUAGES)[number]["id"], (url: string, apiKey: string, event: ReturnType<typeof demoEvent>) => string>
>;

interface EventSnippetsProps {
  event: ReturnType<typeof demoEvent>;
  snippets: EventSnippet;
  /** The API's address without /v1, such as "https://belfry.example.com". */
  apiUrl: string;
  /** The environment's key, when the member may see it. */
  apiKey: string | undefined;
}

/** The event as code in one of two languages. The key in it is masked until it is shown, and copied as it is. */
export function EventSnippets({ event, snippets, apiUrl, apiKey }: EventSnippetsProps) {
  const [language, setLanguage] = useState<keyof EventSnippet>("curl");
  const [revealed, setRevealed] = useState(false);
  const url = `${apiUrl}/v1/events/trigger`;
  const { shown, copied } = maskedKey(apiKey);
  const snippet = snippets[language];
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented label="Language" value={language} options={LANGUAGES} onChange={setLanguage} />
        {apiKey && (
          <Button aria-pressed={revealed} onClick={() => setRevealed(!revealed)}>
            {revealed ? "Hide key" : "Show key"}
          </Button>
        )}
      </div>
      <CodeBlock
        label={`${language} snippet`}
        code={snippet(url, revealed ? copied : shown, event)}
        codeToCopy={snippet(url, copied, event)}
      />
    </div>
  );
}
