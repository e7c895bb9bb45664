import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { fromAddress, secret, senderName } from "./credentials.ts";
import { createHttp } from "./http/http.ts";
import { emailProvider } from "./provider.ts";
import type { SendOptions } from "./send-context.ts";
import { createSessionCache, type IntegrationToOpen, type SessionCacheDeps } from "./session-cache.ts";
import type { StoredCredentials } from "./stored-credentials.ts";

afterEach(() => vi.useRealTimers());

const message = { id: "m-1", to: ["ann@example.net"], subject: "Hi", html: "Hi" };
const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };
const withKey = (apiKey: string, id = "i-1"): IntegrationToOpen => ({
  id,
  channel: "email",
  providerId: "vendor",
  credentials: { apiKey: `encrypted ${apiKey}`, from: "a@example.com", senderName: "A" },
});

/** A cache over a vendor that notes what becomes of its sessions, in order, and answers when the test releases it. */
function aCache(
  vendor: { open?: (key: string) => Promise<void>; close?: () => void } = {},
  deps: Partial<SessionCacheDeps> = {},
) {
  const notes: string[] = [];
  const held: (() => void)[] = [];
  let holding = false;
  const provider = emailProvider({
    id: "vendor",
    name: "Vendor",
    docs: "https://vendor.example",
    credentials: z.object({ apiKey: secret("API Key"), from: fromAddress(), senderName: senderName() }),
    async open({ apiKey }) {
      notes.push(`open ${apiKey}`);
      await vendor.open?.(apiKey);
      return {
        async send() {
          if (holding) await new Promise<void>((resolve) => held.push(resolve));
          notes.push(`sent by ${apiKey}`);
          return { id: apiKey };
        },
        close() {
          notes.push(`close ${apiKey}`);
          vendor.close?.();
        },
      };
    },
  });
  const cache = createSessionCache({
    tools: { http: createHttp(), allowPrivateHosts: false },
    decrypt: decryptTest,
    onCloseFailed: (error) => notes.push(String(error)),
    findProvider: (channel, id) => (channel === "email" && id === "vendor" ? provider : undefined),
    ...deps,
  });
  return {
    cache,
    notes,
    send: (integration = withKey("k1"), signal?: AbortSignal) =>
      cache.send(integration, message, { ...options, ...(signal && { signal }) }),
    hold: () => {
      holding = true;
    },
    release: () => {
      holding = false;
      for (const answer of held.splice(0)) answer();
    },
    held,
  };
}

const decryptTest = ({ apiKey, ...rest }: StoredCredentials) => ({
  ...rest,
  apiKey: String(apiKey).replace("encrypted ", ""),
});

test("two sends at once share one opening, and later ones its session", async () => {
  const { send, notes } = aCache({ open: () => sleep(5) });
  expect(await Promise.all([send(), send()])).toEqual([{ id: "k1" }, { id: "k1" }]);
  await send();
  expect(notes).toEqual(["open k1", "sent by k1", "sent by k1", "sent by k1"]);
});

test("each integration has a session of its own, also with equal credentials", async () => {
  const { send, notes } = aCache();
  await send(withKey("k1", "i-1"));
  await send(withKey("k1", "i-2"));
  expect(notes.filter((note) => note === "open k1")).toHaveLength(2);
});

test("credentials that change while sends are in flight: those end first, then their session, and new sends do not wait", async () => {
  const { send, notes, hold, release, held } = aCache();
  hold();
  const old = [send(), send()];
  await vi.waitFor(() => expect(held).toHaveLength(2), 10_000);
  const [first, second] = held.splice(0);
  release();
  expect(await send(withKey("k2"))).toEqual({ id: "k2" });
  first?.();
  await old[0];
  await sleep(5);
  expect(notes).not.toContain("close k1");
  second?.();
  expect(await old[1]).toEqual({ id: "k1" });
  await vi.waitFor(() => expect(notes.at(-1)).toBe("close k1"), 10_000);
  await send(withKey("k2"));
  expect(notes).toEqual(["open k1", "open k2", "sent by k2", "sent by k1", "sent by k1", "close k1", "sent by k2"]);
});

test("the session of an integration that was switched off is closed, and opened again when it sends again", async () => {
  const { cache, send, notes } = aCache();
  await send();
  cache.retire("i-1");
  cache.retire("i-1");
  cache.retire("never opened");
  await vi.waitFor(() => expect(notes).toContain("close k1"), 10_000);
  await send();
  expect(notes).toEqual(["open k1", "sent by k1", "close k1", "open k1", "sent by k1"]);
});

test("a session is closed when it was unused for minutes, and not while it sends", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { send, notes, hold, release, held } = aCache({}, { idleMs: 300_000 });
  await send();
  vi.advanceTimersByTime(200_000);
  await send();
  vi.advanceTimersByTime(200_000);
  expect(notes).not.toContain("close k1");
  hold();
  const slow = send();
  await vi.waitFor(() => expect(held).toHaveLength(1), 10_000);
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(notes).not.toContain("close k1");
  release();
  await slow;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(notes.filter((note) => note === "close k1")).toHaveLength(1);
});

test("closing waits for the sends under way, closes every session once, and lets no send follow", async () => {
  const { cache, send, notes, hold, release, held } = aCache();
  hold();
  const sending = [send(), send(withKey("k2", "i-2"))];
  await vi.waitFor(() => expect(held).toHaveLength(2), 10_000);
  // Replaced, and not closed yet either.
  const replaced = send(withKey("k3"));
  await vi.waitFor(() => expect(held).toHaveLength(3), 10_000);
  const closed = cache.close().then(() => notes.push("closed"));
  await sleep(5);
  expect(notes.filter((note) => note.startsWith("close"))).toEqual([]);
  release();
  await Promise.all([...sending, replaced, closed]);
  expect(notes.at(-1)).toBe("closed");
  expect(notes.filter((note) => note.startsWith("close ")).sort()).toEqual(["close k1", "close k2", "close k3"]);
  await expect(send()).rejects.toThrow("closed");
});

test("an opening that fails fails every send that shares it as CREDENTIAL, and is not kept", async () => {
  let failures = 1;
  const { send, notes } = aCache({
    open: async () => {
      await sleep(5);
      if (failures-- > 0) throw new TypeError("k1 is not a key");
    },
  });
  const outcomes = await Promise.allSettled([send(), send()]);
  expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason)).toEqual(
    Array(2).fill(expect.objectContaining({ class: "CREDENTIAL", message: expect.not.stringContaining("k1") })),
  );
  expect(await send()).toEqual({ id: "k1" });
  expect(notes).toEqual(["open k1", "open k1", "sent by k1"]);
});

test("a caller that gives up while the session opens does not end the opening for others", async () => {
  const { send, notes } = aCache({ open: () => sleep(20) });
  const controller = new AbortController();
  const [given, other] = [send(undefined, controller.signal), send()];
  const reason = new Error("run cancelled");
  controller.abort(reason);
  await expect(given).rejects.toBe(reason);
  expect(await other).toEqual({ id: "k1" });
  expect(notes).toEqual(["open k1", "sent by k1"]);
});

test("a cache that closes while a session opens closes that session, too", async () => {
  const { cache, send, notes } = aCache({ open: () => sleep(20) });
  const sending = send();
  await cache.close();
  expect(await sending).toEqual({ id: "k1" });
  expect(notes).toEqual(["open k1", "sent by k1", "close k1"]);
});

test("a session that fails to close is reported and holds nothing up", async () => {
  const { cache, send, notes } = aCache({
    close: () => {
      throw new Error("already gone");
    },
  });
  await send();
  await cache.close();
  expect(notes.at(-1)).toBe("Error: already gone");
});

test("credentials that cannot be decrypted and providers that do not exist are CREDENTIAL", async () => {
  const { send } = aCache(
    {},
    {
      decrypt: () => {
        throw new Error("unable to authenticate data");
      },
    },
  );
  await expect(send()).rejects.toMatchObject({
    class: "CREDENTIAL",
    message: expect.stringContaining("BELFRY_ENCRYPTION_KEY"),
  });
  await expect(send({ ...withKey("k1"), providerId: "unknown" })).rejects.toMatchObject({
    class: "CREDENTIAL",
    message: "No provider with id unknown sends on the channel email",
  });
});
