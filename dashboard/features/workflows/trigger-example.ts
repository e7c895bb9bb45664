import { isJsonObject } from "#contract/constants/json-object.ts";
import type { Workflow } from "#contract/workflows.ts";

export interface ExampleEvent {
  name: string;
  to: { subscriberId: string; email?: string; phone?: string };
  payload: Record<string, unknown>;
  tenant?: { identifier: string };
  actor?: { subscriberId: string };
}

const HOUR_MS = 3_600_000;

/**
 * Returns an event that the workflow accepts, with a value of the right type for each variable of its templates. The times of
 * scheduled delays are an hour after `now`, in milliseconds.
 */
export function exampleEvent(workflow: Workflow, now: number): ExampleEvent {
  const trigger = workflow.triggers[0];
  const reserved = new Set(trigger?.reservedVariables.map((variable) => variable.type));
  const addresses = new Set(trigger?.subscriberVariables.map((variable) => variable.name));
  const moments = new Set(
    workflow.steps.flatMap(({ metadata }) => (metadata.type === "scheduled" ? [metadata.delayPath] : [])),
  );
  const payload: Record<string, unknown> = {};
  // Parents come before their children, so that a child is added to its parent's list.
  const variables = [...(trigger?.variables ?? [])].sort((a, b) => a.name.length - b.name.length);
  for (const { name, type } of variables) {
    const path = name.split(".");
    const moment = moments.has(name) ? new Date(now + HOUR_MS).toISOString() : undefined;
    setPath(payload, path, type === "Array" ? [] : type === "Boolean" ? true : (moment ?? path.at(-1)));
  }
  return {
    name: trigger?.identifier ?? workflow.name,
    to: {
      subscriberId: "subscriber-1",
      ...(addresses.has("email") ? { email: "subscriber@example.com" } : {}),
      ...(addresses.has("phone") ? { phone: "+15555550100" } : {}),
    },
    payload,
    ...(reserved.has("tenant") ? { tenant: { identifier: "tenant-1" } } : {}),
    ...(reserved.has("actor") ? { actor: { subscriberId: "subscriber-2" } } : {}),
  };
}

function setPath(into: Record<string, unknown>, [head, ...rest]: string[], value: unknown): void {
  if (head === undefined) return;
  if (rest.length === 0) {
    into[head] ??= value;
    return;
  }
  const held = into[head];
  if (Array.isArray(held)) {
    if (!isJsonObject(held[0])) held[0] = {};
    setPath(held[0], rest, value);
    return;
  }
  const child = isJsonObject(held) ? held : {};
  into[head] = child;
  setPath(child, rest, value);
}

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
