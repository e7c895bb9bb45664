import { beforeEach, describe, expect, test, vi } from "vitest";
import { ProviderError } from "#providers/provider-error.ts";
import {
  CircuitOpenError,
  createIntegrationGates,
  type IntegrationGates,
  type SendOptions,
} from "./integration-gates.ts";

const START = new Date("2026-01-01T00:00:00Z");
const inSeconds = (seconds: number) => new Date(START.getTime() + seconds * 1_000);

const refused = () => Promise.reject(new ProviderError("RETRY", "the vendor cannot be reached: ECONNREFUSED"));
const answer = () => Promise.resolve("sent");

/** A vendor that never answers, behind an adapter that does not react to its signal. */
const silent = () => new Promise<never>(() => undefined);

/** Collects results, so that a rejection is handled from the start. */
function runAll(count: number, run: () => Promise<unknown>) {
  const settled: unknown[] = [];
  for (let i = 0; i < count; i++) {
    run().then(
      (value) => settled.push(value),
      (error) => settled.push(error),
    );
  }
  return settled;
}

const usual: SendOptions = { priority: 3 };

const run = <T>(
  gates: IntegrationGates,
  integrationId: string,
  send: (signal: AbortSignal) => Promise<T>,
  options?: Partial<SendOptions>,
) => gates.run(integrationId, (attempt) => attempt(send), { ...usual, ...options });

async function openCircuit(gates: IntegrationGates, integrationId: string) {
  for (let i = 0; i < 5; i++) await expect(run(gates, integrationId, refused)).rejects.toThrow("ECONNREFUSED");
}

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  return () => vi.useRealTimers();
});

test("sends to a silent vendor do not delay another integration", async () => {
  const gates = createIntegrationGates({ slots: { first: 20, most: 20 } });
  const stuck = runAll(40, () => run(gates, "silent", silent));
  expect(gates.isFree("silent")).toBe(false);
  expect(gates.isFree("healthy")).toBe(true);
  await expect(run(gates, "healthy", answer)).resolves.toBe("sent");
  expect(stuck).toEqual([]);
  await vi.advanceTimersByTimeAsync(30_000);
  // The slots of the first four failures went to the next four sends; the fifth failure opened the circuit.
  expect(stuck.filter((error) => error instanceof CircuitOpenError)).toHaveLength(16);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(stuck).toHaveLength(40);
});

test("as many sends run at once as there are slots, and the others follow in order", async () => {
  const gates = createIntegrationGates({ slots: { first: 2, most: 2 } });
  const begun: number[] = [];
  const finish: (() => void)[] = [];
  for (const id of [1, 2, 3, 4]) {
    void run(gates, "a", () => {
      begun.push(id);
      return new Promise<void>((resolve) => finish.push(resolve));
    });
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual([1, 2]);
  finish[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual([1, 2, 3]);
  finish[0]?.();
  finish[2]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual([1, 2, 3, 4]);
  expect(gates.isFree("a")).toBe(true);
});

test("a send without a result in time is RETRY once at most, and frees its slot", async () => {
  const gates = createIntegrationGates({ slots: { first: 1, most: 1 } });
  const [first, second] = [runAll(1, () => run(gates, "a", silent)), runAll(1, () => run(gates, "a", answer))];
  await vi.advanceTimersByTimeAsync(29_999);
  expect([first, second]).toEqual([[], []]);
  await vi.advanceTimersByTimeAsync(1);
  expect(first).toMatchObject([{ name: "ProviderError", class: "RETRY", retryLimit: 1 }]);
  expect(second).toEqual(["sent"]);
});

test("a time-out aborts the signal of the send; an error that comes earlier is kept", async () => {
  const gates = createIntegrationGates({ timeoutMs: 1_000 });
  const aborted = vi.fn();
  const results = runAll(1, () =>
    run(gates, "a", (signal) => {
      signal.addEventListener("abort", () => aborted(signal.reason));
      return silent();
    }),
  );
  await vi.advanceTimersByTimeAsync(1_000);
  expect(aborted).toHaveBeenCalledWith(results[0]);
  await expect(run(gates, "a", refused)).rejects.toThrow("ECONNREFUSED");
  expect(vi.getTimerCount()).toBe(0);
});

test("five failures in a row open the circuit, which rejects every waiting send at once", async () => {
  const gates = createIntegrationGates({ slots: { first: 1, most: 1 } });
  const send = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return refused();
  });
  const results = runAll(8, () => run(gates, "a", send));
  await vi.advanceTimersByTimeAsync(499);
  expect(results).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(results.filter((error) => error instanceof ProviderError)).toHaveLength(5);
  expect(results.filter((error) => error instanceof CircuitOpenError)).toHaveLength(3);
  expect(gates.isFree("a")).toBe(false);
  expect(gates.retryAt("a")).toEqual(inSeconds(10.5));
  await expect(run(gates, "a", send)).rejects.toMatchObject({ name: "CircuitOpenError", retryAt: inSeconds(10.5) });
  expect(send).toHaveBeenCalledTimes(5);
});

test("after the cool-down one probe runs while others wait, and its success closes the circuit", async () => {
  const gates = createIntegrationGates();
  await openCircuit(gates, "a");
  vi.setSystemTime(inSeconds(10));
  expect(gates.isFree("a")).toBe(true);
  let finishProbe: (result: string) => void = () => undefined;
  const probe = run(gates, "a", () => new Promise<string>((resolve) => (finishProbe = resolve)));
  const others = runAll(3, () => run(gates, "a", answer));
  await vi.advanceTimersByTimeAsync(1);
  expect(gates.isFree("a")).toBe(false);
  expect(others).toEqual([]);
  finishProbe("probed");
  await expect(probe).resolves.toBe("probed");
  await vi.advanceTimersByTimeAsync(0);
  expect(others).toEqual(["sent", "sent", "sent"]);
  expect(gates.retryAt("a")).toBe(null);
});

test("each failed probe doubles the cool-down, up to five minutes, and rejects what waits for it", async () => {
  const gates = createIntegrationGates();
  await openCircuit(gates, "a");
  const coolDowns: number[] = [];
  for (let i = 0; i < 7; i++) {
    const end = gates.retryAt("a") ?? START;
    coolDowns.push((end.getTime() - Date.now()) / 1_000);
    vi.setSystemTime(end);
    const probe = expect(run(gates, "a", refused)).rejects.toThrow("ECONNREFUSED");
    await expect(run(gates, "a", answer)).rejects.toBeInstanceOf(CircuitOpenError);
    await probe;
  }
  expect(coolDowns).toEqual([10, 20, 40, 80, 160, 300, 300]);
});

test("the cool-down is as long as the vendor asks for", async () => {
  const gates = createIntegrationGates();
  const throttled = () =>
    Promise.reject(new ProviderError("RETRY", "answered 503", { status: 503, retryAfterSeconds: 60 }));
  for (let i = 0; i < 5; i++) await expect(run(gates, "a", throttled)).rejects.toThrow("503");
  expect(gates.retryAt("a")).toEqual(inSeconds(60));
});

test.each([
  ["a refused connection or a lost answer", "RETRY", undefined, true],
  ["HTTP 429", "RETRY", 429, false],
  ["HTTP 503", "RETRY", 503, true],
  ["SMTP 421, no service", "RETRY", 421, true],
  ["SMTP 451, greylisted", "RETRY", 451, false],
  ["SMTP 552, mailbox full", "RETRY", 552, false],
  ["HTTP 400", "PERMANENT", 400, false],
  ["a wrong key", "CREDENTIAL", 401, false],
  ["an answer that cannot be read", "PERMANENT", undefined, false],
] as const)("%s (%s, %s) opens the circuit: %s", async (_, errorClass, status, opens) => {
  const gates = createIntegrationGates();
  const failing = () => Promise.reject(new ProviderError(errorClass, "failed", { status }));
  for (let i = 0; i < 10; i++) await expect(run(gates, "a", failing)).rejects.toThrow();
  expect(gates.retryAt("a") !== null).toBe(opens);
});

test.each([
  ["a success", answer],
  ["a refusal of one message", () => Promise.reject(new ProviderError("PERMANENT", "no such mailbox"))],
])("%s between failures keeps the circuit closed", async (_, other) => {
  const gates = createIntegrationGates();
  for (const send of [refused, refused, refused, refused, other, refused, refused, refused, refused]) {
    await run(gates, "a", send).catch(() => undefined);
  }
  expect(gates.retryAt("a")).toBe(null);
});

test("a slot is the task's until what became of its send is stored, however long that takes", async () => {
  const gates = createIntegrationGates({ slots: { first: 1, most: 1 } });
  let store: () => void = () => undefined;
  const stored = new Promise<void>((resolve) => (store = resolve));
  const first = gates.run(
    "a",
    async (attempt) => {
      const result = await attempt(answer);
      await stored;
      return result;
    },
    usual,
  );
  const next = vi.fn(answer);
  const second = run(gates, "a", next);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(next).not.toHaveBeenCalled();
  expect(gates.isFree("a")).toBe(false);
  expect(gates.retryAt("a")).toBe(null);
  store();
  await expect(Promise.all([first, second])).resolves.toEqual(["sent", "sent"]);
});

test("a task that was begun before the circuit opened does not send any more", async () => {
  const gates = createIntegrationGates({ slots: { first: 2, most: 2 } });
  let go: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (go = resolve));
  const send = vi.fn(answer);
  const late = gates.run("a", (attempt) => ready.then(() => attempt(send)), usual);
  await openCircuit(gates, "a");
  go();
  await expect(late).rejects.toMatchObject({ name: "CircuitOpenError", retryAt: inSeconds(10) });
  expect(send).not.toHaveBeenCalled();
});

test("a probe that is not sent after all leaves the circuit as it was", async () => {
  const gates = createIntegrationGates();
  await openCircuit(gates, "a");
  vi.setSystemTime(inSeconds(10));
  const reason = new Error("its lease was lost");
  await expect(gates.run("a", () => Promise.reject(reason), usual)).rejects.toBe(reason);
  expect(gates.isFree("a")).toBe(true);
  await expect(run(gates, "a", answer)).resolves.toBe("sent");
  expect(gates.retryAt("a")).toBe(null);
});

test("gates that stand idle are forgotten, the longest idle first", async () => {
  const gates = createIntegrationGates();
  await openCircuit(gates, "old");
  await openCircuit(gates, "new");
  for (let i = 0; i < 999; i++) await run(gates, `other-${i}`, answer);
  expect([gates.isFree("old"), gates.isFree("new")]).toEqual([true, false]);
});

describe("addresses that subscribers choose", () => {
  const hook = (name: string, host = "chat.example") => ({ address: `https://${host}/${name}` });

  test("one subscriber's dead address does not open the circuit for the others, however often it fails", async () => {
    const gates = createIntegrationGates();
    for (let i = 0; i < 20; i++) await expect(run(gates, "a", refused, hook("dead"))).rejects.toThrow("ECONNREFUSED");
    await expect(run(gates, "a", answer, hook("alive"))).resolves.toBe("sent");
    for (let i = 0; i < 20; i++) await expect(run(gates, "a", refused, hook("dead"))).rejects.toThrow("ECONNREFUSED");
    await expect(run(gates, "a", answer)).resolves.toBe("sent");
  });

  test("a host at which five addresses fail in a row is left alone, and other hosts are not", async () => {
    const onOpen = vi.fn();
    const gates = createIntegrationGates({ onOpen });
    for (let i = 0; i < 5; i++) await expect(run(gates, "a", refused, hook(`${i}`))).rejects.toThrow("ECONNREFUSED");
    await expect(run(gates, "a", answer, hook("6"))).rejects.toBeInstanceOf(CircuitOpenError);
    await expect(run(gates, "a", answer, hook("0", "other.example"))).resolves.toBe("sent");
    expect(onOpen).not.toHaveBeenCalled();
    // The probe of an address that has failed before keeps it closed to the others.
    vi.setSystemTime(inSeconds(10));
    await expect(run(gates, "a", refused, hook("0"))).rejects.toThrow("ECONNREFUSED");
    await expect(run(gates, "a", answer, hook("6"))).rejects.toBeInstanceOf(CircuitOpenError);
  });

  test("sends to a silent address take no slots from another host", async () => {
    const gates = createIntegrationGates({ slots: { first: 1, most: 1 } });
    runAll(3, () => run(gates, "a", silent, hook("x", "silent.example")));
    await expect(run(gates, "a", answer, hook("y"))).resolves.toBe("sent");
  });
});

describe("an integration with another one behind it", () => {
  const noFunds = () => Promise.reject(new ProviderError("FUNDS", "no credit left", { status: 402 }));
  const next = { hasNext: true };

  test("is left alone after five refusals of its credentials or for missing funds", async () => {
    const onOpen = vi.fn();
    const gates = createIntegrationGates({ onOpen });
    for (let i = 0; i < 5; i++) await expect(run(gates, "a", noFunds, next)).rejects.toThrow("no credit");
    await expect(run(gates, "a", answer, next)).rejects.toBeInstanceOf(CircuitOpenError);
    expect(onOpen).toHaveBeenCalledExactlyOnceWith("a", inSeconds(10), expect.objectContaining({ class: "FUNDS" }));
  });

  test("is probed with one message after its cool-down; the others do not wait for the result", async () => {
    const onClose = vi.fn();
    const gates = createIntegrationGates({ onClose });
    await openCircuit(gates, "a");
    vi.setSystemTime(inSeconds(10));
    let finishProbe: (result: string) => void = () => undefined;
    const probe = run(gates, "a", () => new Promise<string>((resolve) => (finishProbe = resolve)), next);
    await expect(run(gates, "a", answer, next)).rejects.toBeInstanceOf(CircuitOpenError);
    await vi.advanceTimersByTimeAsync(0);
    finishProbe("probed");
    await expect(probe).resolves.toBe("probed");
    expect(onClose).toHaveBeenCalledExactlyOnceWith("a");
    await expect(run(gates, "a", answer, next)).resolves.toBe("sent");
  });

  test("is used at once when its credentials were changed", async () => {
    const gates = createIntegrationGates();
    await openCircuit(gates, "a");
    gates.forget("a");
    await expect(run(gates, "a", answer, next)).resolves.toBe("sent");
  });
});
