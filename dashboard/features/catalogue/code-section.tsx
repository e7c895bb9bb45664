import { useState } from "react";
import { JsonField } from "#dashboard/components/controls/json-field.tsx";
import { CodeBlock } from "#dashboard/components/display/code-block.tsx";
import { Diff } from "#dashboard/components/display/diff.tsx";
import { useTexts } from "./sample-texts.ts";
import { Section, Specimen } from "./section.tsx";

const BEFORE = `Hello {{subscriber.firstName}},
your order has been shipped.
Track it at {{payload.url}}.`;
const AFTER = `Hello {{subscriber.firstName | default: "there"}},
your order has been shipped.
Track it at {{payload.trackingUrl}}.
Thank you.`;

export function CodeSection() {
  const { label, hint, error, value } = useTexts();
  const [json, setJson] = useState('{ "orderId": 12345678901234567890, "items": ["lamp"] }');
  const [broken, setBroken] = useState('{\n  "orderId": "1"\n  "items": []\n}');
  return (
    <Section id="code">
      <Specimen name="JSON">
        <JsonField label={label} hint={hint} value={json} onChange={setJson} />
        <JsonField label="Payload" value={broken} onChange={setBroken} />
        <JsonField label={label} error={{ type: "server", message: error }} value={json} onChange={setJson} />
        <JsonField label={`${label}, disabled`} disabled value={json} onChange={setJson} />
        <JsonField label={`${label}, read only`} readOnly value={json} onChange={setJson} />
      </Specimen>
      <Specimen name="Code" wide>
        <CodeBlock
          label="curl snippet"
          code={`curl -X POST https://belfry.example.com/v1/events/trigger \\\n  -d '{"name":"${value}"}'`}
        />
      </Specimen>
      <Specimen name="Diff of texts, of JSON, and of what is the same" wide>
        <Diff label="Body, versions 3 and 4" before={BEFORE} after={AFTER} />
        <Diff
          label="Settings, versions 3 and 4"
          before={{ name: value, active: true, tags: ["billing"] }}
          after={{ tags: ["billing", "orders"], name: value, active: true }}
        />
        <Diff label="Nothing" before={BEFORE} after={BEFORE} />
      </Specimen>
    </Section>
  );
}
