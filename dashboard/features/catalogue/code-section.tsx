import { useState } from "react";
import { CodeField } from "../../components/code/code-field.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Diff } from "../../components/diff.tsx";
import { JsonField } from "../../components/json-field.tsx";
import { MailFrame } from "../../components/mail-frame.tsx";
import { useTexts } from "./sample-texts.ts";
import { Section, Specimen } from "./section.tsx";

const BEFORE = `Hello {{subscriber.firstName}},
your order has been shipped.
Track it at {{payload.url}}.`;
const AFTER = `Hello {{subscriber.firstName | default: "there"}},
your order has been shipped.
Track it at {{payload.trackingUrl}}.
Thank you.`;

const MAIL = `<style>@media (prefers-color-scheme: dark) { body { background: #16181d; color: #f2f3f5 } }</style>
<h1>Your order has been shipped</h1><p>Track it on our site.</p>`;

export function CodeSection() {
  const { label, hint, error, value } = useTexts();
  const [json, setJson] = useState('{ "orderId": 12345678901234567890, "items": ["lamp"] }');
  const [broken, setBroken] = useState('{\n  "orderId": "1"\n  "items": []\n}');
  const [subject, setSubject] = useState(`${value} {{ payload.number }}`);
  const [html, setHtml] = useState("<p>\n  {{ payload.number | upcas }}\n</p>");
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
      <Specimen name="Templates">
        <CodeField label={label} hint={hint} language="liquid-text" value={subject} onChange={setSubject} />
        <CodeField label="HTML" language="liquid-html" multiline value={html} onChange={setHtml} />
        <CodeField
          label={`${label}, read only`}
          language="liquid-text"
          readOnly
          value={subject}
          onChange={setSubject}
        />
      </Specimen>
      <Specimen name="Mail, on a phone and in a dark mail program" wide>
        <MailFrame title="Mail on a phone" html={MAIL} width="phone" />
        <MailFrame title="Mail in a dark program" html={MAIL} scheme="dark" />
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
