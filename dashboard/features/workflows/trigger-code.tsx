import { type ReactNode, useState } from "react";
import type { Workflow } from "#contract/workflows.ts";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { curlSnippet, exampleEvent, typescriptSnippet } from "./trigger-example.ts";

const VALUE_KINDS = { String: "text or number", Array: "list", Boolean: "true or false" } as const;

interface TriggerCodeProps {
  workflow: Workflow;
  /** The API's address without /v1, such as "https://belfry.example.com". */
  apiUrl: string;
  /** The environment's key, when the member may see it. */
  apiKey: string | undefined;
}

/** The required variables of a workflow, and two snippets that trigger it. */
export function TriggerCode({ workflow, apiUrl, apiKey }: TriggerCodeProps) {
  const [revealed, setRevealed] = useState(false);
  const [openedAt] = useState(() => Date.now());
  const event = exampleEvent(workflow, openedAt);
  const url = `${apiUrl}/v1/events/trigger`;
  const key = apiKey ?? "YOUR_API_KEY";
  const shownKey = apiKey && !revealed ? "•".repeat(12) : key;
  const variables = workflow.triggers[0]?.variables ?? [];
  return (
    <div className="flex flex-col gap-4">
      <section className="flex flex-col gap-2">
        <h2 className="font-medium">Required variables</h2>
        {variables.length === 0 ? (
          <p className="text-muted">The templates use no variables of the payload.</p>
        ) : (
          <ul className="flex flex-wrap gap-2">
            {variables.map((variable) => (
              <li key={variable.name} className="rounded-md border bg-raised px-2 py-1">
                <code className="font-mono text-xs">payload.{variable.name}</code>{" "}
                <span className="text-xs text-muted">{VALUE_KINDS[variable.type]}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <Snippet title="curl" shown={curlSnippet(url, shownKey, event)} codeToCopy={curlSnippet(url, key, event)}>
        {apiKey && (
          <Button aria-pressed={revealed} onClick={() => setRevealed(!revealed)}>
            {revealed ? "Hide key" : "Show key"}
          </Button>
        )}
      </Snippet>
      <Snippet
        title="TypeScript"
        shown={typescriptSnippet(url, shownKey, event)}
        codeToCopy={typescriptSnippet(url, key, event)}
      />
    </div>
  );
}

function Snippet({
  title,
  shown,
  codeToCopy,
  children,
}: {
  title: string;
  shown: string;
  codeToCopy: string;
  children?: ReactNode;
}) {
  return (
    <section className="flex flex-col gap-2">
      <div className="flex min-h-8 items-center justify-between gap-2">
        <h2 className="font-medium">{title}</h2>
        {children}
      </div>
      <CodeBlock label={`${title} snippet`} code={shown} codeToCopy={codeToCopy} />
    </section>
  );
}
