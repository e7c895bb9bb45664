import { type Schema, schemaAt } from "#contract/constants/values/schema-path.ts";
import type { TestData } from "#contract/v2/workflows.ts";
import { variablesOf } from "#dashboard/components/code/variable-schema.ts";
import { KeySnippets, type SnippetKey } from "#dashboard/components/display/key-snippets.tsx";
import { TRIGGER_SNIPPETS, triggerSnippet } from "./trigger-snippets.ts";

interface TriggerCodeProps {
  testData: TestData;
  /** The API's address without /v1, such as "https://belfry.example.com". */
  apiUrl: string;
  snippetKey: SnippetKey;
}

/** The payload of a workflow's events, and code that triggers it. */
export function TriggerCode({ testData: { payload, example }, apiUrl, snippetKey }: TriggerCodeProps) {
  const fields = fieldsOf(payload);
  return (
    <div className="flex flex-col gap-4">
      <section className="flex flex-col gap-2">
        <h2 className="font-medium">Payload</h2>
        {fields.length === 0 ? (
          <p className="text-muted">The templates use no variables of the payload.</p>
        ) : (
          <ul className="flex flex-wrap gap-2">
            {fields.map(({ path, type }) => (
              <li key={path} className="min-w-0 rounded-md border bg-raised px-2 py-1 wrap-anywhere">
                <code translate="no" className="font-mono text-xs">
                  {path}
                </code>{" "}
                <span className="text-xs text-muted">{type}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-label="Code">
        <KeySnippets
          languages={TRIGGER_SNIPPETS}
          initial="curl"
          codeOf={(language, key) => triggerSnippet(language, { apiUrl, key, event: example })}
          snippetKey={snippetKey}
        />
      </section>
    </div>
  );
}

/** Levels of objects whose fields are listed. */
const LEVELS = 4;

/** The fields of a schema under their whole names; an object that lists its fields is them. */
function fieldsOf(schema: Schema, path: readonly string[] = []): { path: string; type: string }[] {
  return variablesOf(schema).flatMap(({ name, type, hasNames }) => {
    const whole = [...path, name];
    return hasNames && whole.length < LEVELS
      ? fieldsOf(schemaAt(schema, [name]), whole)
      : [{ path: ["payload", ...whole].join("."), type }];
  });
}
