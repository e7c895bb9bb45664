import { expect, test, vi } from "vitest";
import { createPreferences } from "./preferences.ts";
import { createPreview } from "./preview.ts";
import type { Preference } from "./types.ts";

const workflow = { id: "w", identifier: "order-shipped", name: "Order shipped", critical: false };
const stored = (): Preference[] => [
  { level: "global", enabled: true, channels: { in_app: true, email: true, sms: true, chat: true, push: true } },
  { level: "template", enabled: true, channels: { in_app: true, email: true }, workflow },
];

/** Preferences whose changes reach the server one by one, when the test says so. */
async function heldPreferences() {
  const api = createPreview({ preferences: stored() });
  const calls: { answer(): void; refuse(): void }[] = [];
  const errors: unknown[] = [];
  const preferences = createPreferences(
    {
      preferences: api.preferences,
      changePreference: (...change) =>
        new Promise((resolve, reject) => {
          calls.push({
            answer: () => resolve(api.changePreference(...change)),
            refuse: () => reject(new Error("Refused")),
          });
        }),
    },
    (error) => errors.push(error),
  );
  await preferences.load();
  const channels = () => preferences.store.getState().workflows[0]?.channels;
  const call = async (index: number) => {
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(index));
    return calls[index];
  };
  return { preferences, errors, channels, call };
}

test("a change is shown before the server has it, and is rolled back when it refuses", async () => {
  const { preferences, channels, errors, call } = await heldPreferences();
  const done = preferences.change("w", { email: false });
  expect(channels()).toEqual({ in_app: true, email: false });
  (await call(0))?.refuse();
  expect(await done).toBe(false);
  expect(channels()).toEqual({ in_app: true, email: true });
  expect(errors).toHaveLength(1);
});

test("the answer to a change does not undo a later one", async () => {
  const { preferences, channels, call } = await heldPreferences();
  const first = preferences.change("w", { email: false });
  const second = preferences.change("w", { in_app: false });
  (await call(0))?.answer();
  await first;
  expect(channels()).toEqual({ in_app: false, email: false });
  (await call(1))?.answer();
  await second;
  expect(channels()).toEqual({ in_app: false, email: false });
});

test("a refused change does not undo a later one", async () => {
  const { preferences, channels, call } = await heldPreferences();
  const first = preferences.change("w", { email: false });
  const second = preferences.change("w", { in_app: false });
  (await call(0))?.refuse();
  expect(await first).toBe(false);
  expect(channels()).toEqual({ in_app: false, email: true });
  (await call(1))?.answer();
  expect(await second).toBe(true);
  expect(channels()).toEqual({ in_app: false, email: true });
});

test("a choice for all is fetched for workflows as well, and leaves what was chosen for one", async () => {
  const { preferences, channels, call } = await heldPreferences();
  const own = preferences.change("w", { in_app: true });
  (await call(0))?.answer();
  await own;
  const all = preferences.change(undefined, { email: false, in_app: false });
  (await call(1))?.answer();
  await all;
  await vi.waitFor(() => expect(channels()).toEqual({ in_app: true, email: false }));
});
