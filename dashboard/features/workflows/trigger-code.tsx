import { useState } from "react";
import type { Workflow } from "#contract/workflows.ts";
import { KeySnippets } from "../../components/key-snippets.tsx";
import { exampleEvent } from "./trigger-example.ts";
import { TRIGGER_SNIPPETS, triggerSnippet } from "./trigger-snippets.ts";

const VALUE_KINDS = { String: "text or number", Array: "list", Boolean: "true or false" } as const;

interface TriggerCodeProps {
  workflow: Workflow;
  /** The API's address without /v1, such as "https://belfry.example.com". */
  apiUrl: string;
  /** The environment's key, when the member may see it. */
  apiKey: string | undefined;
}

/** The required variables of a workflow, and code that triggers it. */
export function TriggerCode({ workflow, apiUrl, apiKey }: TriggerCodeProps) {
  const [openedAt] = useState(() => Date.now());
  const event = exampleEvent(workflow, openedAt);
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
      <section aria-label="Code">
        <KeySnippets
          languages={TRIGGER_SNIPPETS}
          initial="curl"
          codeOf={(language, key) => triggerSnippet(language, { apiUrl, key, event })}
          apiKey={apiKey}
        />
      </section>
    </div>
  );
}
