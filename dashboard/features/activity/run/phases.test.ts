import { expect, test } from "vitest";
import { DETAILS, deferredUntil } from "#contract/constants/details.ts";
import { aDetail, aJob } from "#dashboard/testing/fixtures.ts";
import { phasesOf } from "./phases.ts";

const START = Date.parse("2026-01-05T09:00:00.000Z");
const at = (seconds: number) => new Date(START + seconds * 1_000).toISOString();

/** A detail that was recorded so many seconds after the start. */
const recorded = (seconds: number, detail: string, raw?: object) =>
  aDetail(detail, { createdAt: at(seconds), ...(raw && { raw: JSON.stringify(raw) }) });

/** The call of a provider, as it is recorded with what became of it. */
const call = (seconds: number, tookMs: number, perSecond?: number) => ({
  call: { begunAt: at(seconds), tookMs, perSecond },
});

/** Returns the phases of a job, in seconds from the start. */
const shown = (job: Parameters<typeof phasesOf>[0], now = 1_000) =>
  phasesOf(job, { who: "Ada", now: START + now * 1_000 }).map(({ kind, from, until, sentence }) => [
    kind,
    (from - START) / 1_000,
    (until - START) / 1_000,
    sentence,
  ]);

const begun = (seconds: number) => [
  recorded(0, DETAILS.stepCreated),
  recorded(seconds, DETAILS.stepQueued),
  recorded(seconds, DETAILS.startSending),
];
const sent = (seconds: number, details: ReturnType<typeof aDetail>[]) =>
  aJob("completed", { finishedAt: at(seconds), startedAt: at(0), executionDetails: details });

test("a message that was sent at once waited in the queue, and then for its provider", () => {
  const details = [...begun(0), recorded(0.5, DETAILS.messageSent, { id: "m", ...call(0.2, 300) })];
  expect(shown(sent(0.5, details))).toEqual([
    ["queued", 0, 0.2, "Waited 200 ms for its turn."],
    ["sending", 0.2, 0.5, "Sent through the provider in 300 ms."],
  ]);
});

test("the wait before a send of a limited integration is for its pace, which is named", () => {
  const details = [...begun(0), recorded(14.5, DETAILS.messageSent, call(14, 500, 10))];
  expect(shown(sent(14.5, details))[0]).toEqual([
    "paced",
    0,
    14,
    "Waited 14 s for the provider's pace: 10 a second allowed.",
  ]);
});

test("a pace below one a second is said by the minute, and one that held nothing back is not", () => {
  const slow = [...begun(0), recorded(4.5, DETAILS.messageSent, call(4, 500, 0.5))];
  expect(shown(sent(4.5, slow))[0]?.[3]).toBe("Waited 4.0 s for the provider's pace: 30 a minute allowed.");
  const quick = [...begun(0), recorded(0.5, DETAILS.messageSent, call(0.1, 400, 10))];
  expect(shown(sent(0.5, quick))[0]?.[0]).toBe("queued");
});

test("between attempts a message waits as long as was planned, and then for its turn", () => {
  const details = [
    ...begun(0),
    recorded(1, DETAILS.providerRetry, { status: 503, afterMs: 30_000, ...call(0, 1_000) }),
    recorded(33, DETAILS.messageSent, { integration: { name: "Postmark" }, ...call(32, 1_000) }),
  ];
  expect(shown(sent(33, details))).toEqual([
    ["sending", 0, 1, "the provider did not take it: answered with 503 after 1.0 s."],
    ["retry-wait", 1, 31, "Waited 30 s for the next attempt."],
    ["queued", 31, 32, "Waited 1.0 s for its turn."],
    ["sending", 32, 33, "Sent through Postmark in 1.0 s."],
  ]);
});

test("a provider that took no more messages is waited for by its pace", () => {
  const details = [
    ...begun(0),
    recorded(1, DETAILS.providerRetry, { status: 429, rate: "integration", afterMs: 1_000, ...call(0, 1_000) }),
    recorded(9, DETAILS.messageSent, call(8, 1_000, 2)),
  ];
  expect(shown(sent(9, details)).map(([kind, from, until]) => [kind, from, until])).toEqual([
    ["sending", 0, 1],
    ["paced", 1, 2],
    ["paced", 2, 8],
    ["sending", 8, 9],
  ]);
});

test("another integration has its turn at once after a refusal", () => {
  const details = [
    ...begun(0),
    recorded(1, DETAILS.providerFailedOver, { status: 401, afterMs: 0, ...call(0, 1_000) }),
    recorded(3, DETAILS.messageSent, call(2, 1_000)),
  ];
  expect(shown(sent(3, details)).map(([kind]) => kind)).toEqual(["sending", "queued", "sending"]);
});

test("a message waits for the subscriber's hours, also when they were changed meanwhile", () => {
  const details = [
    recorded(0, DETAILS.stepQueued),
    recorded(0, deferredUntil(new Date(at(600))), { until: at(600) }),
    recorded(100, deferredUntil(new Date(at(300))), { until: at(300) }),
    recorded(300, DETAILS.startSending),
    recorded(301, DETAILS.messageSent, call(300, 1_000)),
  ];
  expect(shown(sent(301, details)).map(([kind, from, until]) => [kind, from, until])).toEqual([
    ["hours", 0, 100],
    ["hours", 100, 300],
    ["sending", 300, 301],
  ]);
});

test("a delay and a digest that are under way last until now, and say when they end", () => {
  const waits = (type: "delay" | "digest", detail: string) =>
    shown(aJob("delayed", { type, dueAt: at(3_600), executionDetails: [recorded(0, detail)] }), 60);
  expect(waits("delay", DETAILS.stepDelayed)).toEqual([
    ["delay", 0, 60, expect.stringMatching(/^Waits until 5 Jan.*, as the step says\.$/)],
  ]);
  expect(waits("digest", DETAILS.stepDigested)).toEqual([
    ["digest", 0, 60, expect.stringMatching(/^Collects events until 5 Jan/)],
  ]);
});

test("what passed between a failure and a resume belongs to nobody", () => {
  const details = [
    ...begun(0),
    recorded(1, DETAILS.providerError, { status: 401, ...call(0, 1_000) }),
    recorded(500, DETAILS.stepResumed),
    recorded(503, DETAILS.messageSent, call(502, 1_000)),
  ];
  expect(shown(sent(503, details)).map(([kind, from, until]) => [kind, from, until])).toEqual([
    ["sending", 0, 1],
    ["queued", 500, 502],
    ["sending", 502, 503],
  ]);
});

test("a send whose call was not recorded is one bar, and reports of the provider are none", () => {
  const details = [
    ...begun(0),
    recorded(2, DETAILS.messageSent, { id: "m" }),
    aDetail("(delivered)", { source: "Webhook", webhookStatus: "delivered", createdAt: at(60) }),
  ];
  expect(shown(sent(2, details))).toEqual([["sending", 0, 2, "Sent within 2.0 s."]]);
});

test("a step that took no time has a moment, and one that was not reached has none", () => {
  const skipped = aJob("skipped", { finishedAt: at(5), executionDetails: [recorded(5, DETAILS.stepFiltered)] });
  expect(shown(skipped)).toEqual([["work", 5, 5, "Decided at once."]]);
  expect(shown(aJob("pending", { executionDetails: [recorded(0, DETAILS.stepCreated)] }))).toEqual([]);
});
