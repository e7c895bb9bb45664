import { useState } from "react";
import { createRoot } from "react-dom/client";
import { CodeField } from "#dashboard/components/code/code-field.tsx";
import "#dashboard/styles.css";

// Code fields of each language, without a server: what `test/journeys/code-field.test.ts` opens.

const text = (description: string, sample: string) => ({ type: "string", description, examples: [sample] });

const variables = {
  type: "object",
  properties: {
    subscriber: {
      type: "object",
      properties: {
        firstName: text("Given name of the subscriber.", "Ada"),
        email: { type: "string", format: "email" },
      },
    },
    payload: {
      type: "object",
      properties: {
        order: {
          type: "object",
          properties: {
            id: text("Number of the order, as it is printed on the receipt.", "A-1017"),
            total: { type: "number" },
          },
        },
        items: { type: "array", items: { type: "object", properties: { name: text("Name of the item.", "Lamp") } } },
      },
    },
    steps: { type: "object", properties: {}, additionalProperties: false },
  },
  additionalProperties: false,
};

const BODY = `<h1 class="title">Your order {{ payload.order.id }}</h1>
{% for item in payload.items %}
  <p>{{ item.name | upcase | default: "An item" }}, {{ 3 | times: 2 }}</p>
{% endfor %}
<!-- the end -->
`;

function Page() {
  const [values, setValues] = useState({
    subject: "",
    body: BODY,
    data: '{\n  "order": "{{ payload.ordr }}",\n  "count": 12,\n  "paid": true\n}',
    fixed: "Hello {{ subscriber.firstName }}",
  });
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: (value: string) => setValues((last) => ({ ...last, [name]: value })),
  });
  return (
    <main className="mx-auto flex max-w-2xl flex-col gap-4 p-6">
      <h1 className="text-lg font-semibold">Code fields</h1>
      <CodeField
        label="Subject"
        hint="Shown in the list of mails."
        language="liquid-text"
        placeholder="Your order is on its way"
        variables={variables}
        {...field("subject")}
      />
      <CodeField label="Body" language="liquid-html" multiline variables={variables} {...field("body")} />
      <CodeField label="Data" language="json" multiline variables={variables} {...field("data")} />
      <CodeField label="Fixed text" language="liquid-text" readOnly {...field("fixed")} />
      <output aria-label="Value of the subject">{values.subject}</output>
    </main>
  );
}

const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
document.documentElement.dataset.theme = isDark ? "dark" : "light";
const root = document.getElementById("root");
if (root) createRoot(root).render(<Page />);
