// @vitest-environment happy-dom
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTurn } from "#test/support/in-turn.ts";
import { deferred } from "./testing/deferred.ts";
import { defineInbox } from "./testing/define-inbox.ts";
import { type Answer, failure } from "./testing/fake-server.ts";
import { alerts, FAULTS, type Fault } from "./testing/faults.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import type { TestWrite } from "./testing/test-write.ts";
import { WRITES } from "./testing/writes.ts";

// Every change that the dashboard makes is refused in every way, of which one has its turn by day: the reason is shown, what was typed
// stays, and the next try is saved.

beforeEach(defineInbox);
afterEach(cleanup);

const CONFLICT: readonly Fault[] = [
  { name: "409", answer: () => failure(409, "Somebody was quicker"), says: [/Somebody was quicker/] },
];

function open({ address, token, handlers, call, answer }: TestWrite) {
  const server = { answer: answer as (...call: Parameters<TestWrite["answer"]>) => Answer | Promise<Answer> };
  const { received } = renderDashboard(address, {
    handlers: { ...handlers, [call]: (received) => server.answer(received) },
    ...(token === null && { token }),
  });
  return { server, calls: () => received.filter(({ method, path }) => `${method} ${path}` === call).length };
}

/** Those of a row of the table: by day one of them in turn. */
const refusalsOf = ({ except = [] }: TestWrite, row: number) =>
  inTurn(
    [...FAULTS, ...CONFLICT].filter(({ name }) => !except.includes(name)),
    row,
  );

/** Expects that the typed texts are there. */
function expectKept({ kept = {} }: TestWrite, state: string) {
  for (const [label, text] of Object.entries(kept))
    expect(screen.getByLabelText<HTMLInputElement>(label).value, `${state}: ${label} stays`).toBe(text);
}

test("every write has a row in the table", () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^testing\//.test(file))
    .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"));
  const names = sources.flatMap((source) => [...source.matchAll(/\bwrite\(\s*"([\w.]+)"/g)].map(([, name]) => name));
  const rows: unknown[] = WRITES.map(({ write }) => write);
  expect(new Set(names).size).toBeGreaterThan(40);
  expect(names.filter((name) => !rows.includes(name))).toEqual([]);
});

test.each(WRITES)(
  "$name: a failure is explained where it was asked for, asked for twice it is made once, a refused field says so, and the next try succeeds",
  async (write) => {
    const form = open(write);
    await write.fill?.();
    for (const refusal of refusalsOf(write, WRITES.indexOf(write))) await expectExplained(write, form, refusal);
    if (!write.once) await expectMadeOnce(write, form);
    if (write.field) await expectRefusedField(write, form, write.field);
    form.server.answer = write.answer;
    await write.send();
    await write.done();
  },
);

type Form = ReturnType<typeof open>;

async function expectExplained(write: TestWrite, { server, calls }: Form, { name, answer, says }: Fault) {
  const before = calls();
  server.answer = answer;
  await write.send();
  await waitFor(() => {
    const said = alerts().map((alert) => alert.textContent);
    for (const text of says) expect(said.join("\n"), `${name}: says why`).toMatch(text);
  });
  expect(calls(), `${name}: one call`).toBe(before + 1);
  expectKept(write, name);
}

/** Asks twice while the server is slow. */
async function expectMadeOnce(write: TestWrite, { server, calls }: Form) {
  const before = calls();
  const slow = deferred<Answer>();
  server.answer = () => slow.promise;
  await Promise.all([write.send(), write.send()]);
  await waitFor(() => expect(calls()).toBeGreaterThan(before));
  // A second call would come as soon as the form is validated.
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(calls()).toBe(before + 1);
  slow.resolve(failure(500, "Internal server error"));
  await waitFor(() => expect(document.querySelector("[aria-disabled='true']")).toBeNull());
  expect(calls()).toBe(before + 1);
}

/** Expects that the field is marked, explained, and has the focus. */
async function expectRefusedField(
  write: TestWrite,
  { server }: Form,
  { label, path }: { label: string; path: string },
) {
  server.answer = () => failure(400, `${path} must be another one`);
  await write.send();
  await waitFor(() => {
    const field = screen.getByLabelText(label);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    const notes = (field.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent);
    expect(notes.join(" ")).toContain(`${label} must be another one`);
    expect(document.activeElement).toBe(field);
  });
  expectKept(write, "400");
}
