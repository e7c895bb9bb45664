import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { curlSnippet, type ExampleEvent, typescriptSnippet } from "./trigger-example.ts";

interface TriggerSnippetsProps {
  event: ExampleEvent;
  /** The API's address without /v1, such as "https://belfry.example.com". */
  apiUrl: string;
  /** The environment's key, when the member may see it. */
  apiKey: string | undefined;
  /** The level of the titles. */
  headingLevel?: 2 | 3;
}

/** Two snippets that trigger an event. The key in them is masked until it is shown, and copied as it is. */
export function TriggerSnippets({ event, apiUrl, apiKey, headingLevel = 2 }: TriggerSnippetsProps) {
  const [revealed, setRevealed] = useState(false);
  const url = `${apiUrl}/v1/events/trigger`;
  const key = apiKey ?? "YOUR_API_KEY";
  const shownKey = apiKey && !revealed ? "•".repeat(12) : key;
  return (
    <>
      <Snippet
        title="curl"
        headingLevel={headingLevel}
        shown={curlSnippet(url, shownKey, event)}
        codeToCopy={curlSnippet(url, key, event)}
      >
        {apiKey && (
          <Button aria-pressed={revealed} onClick={() => setRevealed(!revealed)}>
            {revealed ? "Hide key" : "Show key"}
          </Button>
        )}
      </Snippet>
      <Snippet
        title="TypeScript"
        headingLevel={headingLevel}
        shown={typescriptSnippet(url, shownKey, event)}
        codeToCopy={typescriptSnippet(url, key, event)}
      />
    </>
  );
}

interface SnippetProps {
  title: string;
  headingLevel: 2 | 3;
  shown: string;
  codeToCopy: string;
  children?: ReactNode;
}

function Snippet({ title, headingLevel, shown, codeToCopy, children }: SnippetProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-8 items-center justify-between gap-2">
        <Heading className="font-medium">{title}</Heading>
        {children}
      </div>
      <CodeBlock label={`${title} snippet`} code={shown} codeToCopy={codeToCopy} />
    </section>
  );
}
