import type { TestData } from "#contract/v2/workflows.ts";

export type ExampleEvent = TestData["example"];

/** Returns a command for a shell. `key` is the API key or its placeholder. */
export function curlSnippet(url: string, key: string, event: ExampleEvent): string {
  const body = JSON.stringify(event, null, 2).replaceAll("'", "'\\''");
  return [
    `curl -X POST ${url}`,
    `  -H "Authorization: ApiKey ${key}"`,
    '  -H "Content-Type: application/json"',
    `  -d '${body}'`,
  ].join(" \\\n");
}

/** A value as a literal of JavaScript. */
export const literalOf = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/"([A-Za-z_]\w*)":/g, "$1:");

/** Returns a call by `fetch`, which is the same in JavaScript and TypeScript. */
export function typescriptSnippet(url: string, key: string, event: ExampleEvent): string {
  return `const response = await fetch("${url}", {
  method: "POST",
  headers: {
    Authorization: "ApiKey ${key}",
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${literalOf(event).replaceAll("\n", "\n  ")}),
});
if (!response.ok) throw new Error(await response.text());
const { data } = await response.json();
console.log(data.status, data.transactionId);`;
}
