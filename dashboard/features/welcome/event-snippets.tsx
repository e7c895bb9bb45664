import { KeySnippets, type SnippetKey } from "#dashboard/components/display/key-snippets.tsx";
import type { demoEvent } from "./demo-event.ts";

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
  snippetKey: SnippetKey;
}

/** The event as code in one of two languages. */
export function EventSnippets({ event, snippets, apiUrl, snippetKey }: EventSnippetsProps) {
  const url = `${apiUrl}/v1/events/trigger`;
  return (
    <KeySnippets
      languages={LANGUAGES}
      initial="curl"
      codeOf={(language, key) => snippets[language](url, key, event)}
      snippetKey={snippetKey}
    />
  );
}
