import { afterAll, beforeAll, vi } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { addTopicSubscribers } from "#db/queries/topics/topics.ts";
import { createRenderer, type Renderer } from "#rendering/renderer.ts";
import { createTestEnvironment, type TestEnvironment } from "../environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "../event.ts";
import { guardTransitions } from "../guard-transitions.ts";
import { addIntegration, addSmtpServer } from "../integrations.ts";
import { testDatabaseUrl } from "../postgres.ts";
import { storeSubscribers } from "../subscribers.ts";
import { createEngineModel, type EngineModel } from "./engine-model.ts";
import { createInvariants } from "./invariants.ts";
import type { ModelStep, ModelSubscriber, Scenario } from "./scenario.ts";
import { createVirtualTime, type VirtualTime, type VirtualTimer } from "./virtual-time.ts";

// Random workflows, audiences, vendors, callers and faults, against what has to hold whatever happens: each recipient is
// served once, nothing that was accepted is lost, nothing that was cancelled wakes, and every run says how it ended.
// A test imports this file before anything of ours, as it replaces modules.

/** Last lines of what happened that a failure shows. */
const SHOWN_LINES = 400;

const shared = vi.hoisted(() => ({ time: null as unknown, slice: 250, cohort: 2_500 }));
const time = (): VirtualTime => shared.time as VirtualTime;

vi.mock("#engine/policies.ts", async (original) =>
  Object.defineProperties(
    { ...(await original<object>()) },
    {
      SLICE_SIZE: { get: () => shared.slice, enumerable: true },
      COHORT_RECIPIENTS: { get: () => shared.cohort, enumerable: true },
    },
  ),
);
vi.mock("node:timers/promises", async (original) => ({
  ...(await original<object>()),
  setTimeout: (...input: Parameters<VirtualTime["sleep"]>) => time().sleep(...input),
}));

let db: Database;
let renderer: Renderer;
const real = { setInterval: globalThis.setInterval, clearInterval: globalThis.clearInterval };
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 20 });
  renderer = createRenderer();
  await guardTransitions(db);
  await db.$client`alter table messages add constraint refused check (content not like '%refused%')`;
  // Leases are renewed on virtual time.
  Object.assign(globalThis, {
    setInterval: (call: () => void, milliseconds: number) => time().every(milliseconds, call),
    clearInterval: (timer: VirtualTimer | undefined) => timer && time().cancel(timer),
  });
});
afterAll(async () => {
  Object.assign(globalThis, real);
  await renderer.close();
  await closeDatabase(db);
});

const PATTERN_MAX = 600;

const dataOf = ({ subscriberId, firstName, hasAddress, broken, refused }: ModelSubscriber) => ({
  subscriberId,
  firstName,
  lastName: refused ? "refused" : "Lovelace",
  ...(hasAddress && { email: `${subscriberId}@example.com` }),
  data: { pattern: broken ? "y".repeat(PATTERN_MAX) : "yyyy" },
});

function stepOf({ type, shouldStopOnFail, only, fragile, minutes }: ModelStep): object {
  const filters = only
    ? [{ value: "AND", children: [{ on: "subscriber", field: "firstName", operator: "EQUAL", value: only }] }]
    : [];
  if (type === "delay") {
    return { ...aStep("delay"), filters, metadata: { type: "regular", amount: minutes, unit: "minutes" } };
  }
  const content = fragile
    ? "{{ subscriber.lastName }} {{ '2030-01-31' | dateFormat: subscriber.data.pattern }}"
    : "Hello {{ subscriber.firstName }}";
  const template = type === "email" ? { subject: "Hi", contentType: "customHtml" as const, content } : { content };
  return { ...aStep(type, template), filters, shouldStopOnFail };
}

async function prepare(scenario: Scenario) {
  // One scenario at a time: the reconciler looks at all events, and its time goes on with each one's own clock.
  await db.$client`delete from cohorts`;
  await db.$client`delete from events`;
  await db.$client`delete from watermarks`;
  const environment: TestEnvironment = await createTestEnvironment(db);
  const { scope } = environment;
  await addSmtpServer(db, scope, 1);
  if (scenario.hasFallback) {
    const fallback = { channel: "email", providerId: "nodemailer", identifier: crypto.randomUUID() } as const;
    await addIntegration(db, scope, fallback);
  }
  const { subscribers, broadcast } = scenario;
  const isInline = (one: ModelSubscriber) => one.inline && one.by === "name" && !broadcast;
  await storeSubscribers(db, scope, subscribers.filter((one) => !isInline(one)).map(dataOf));
  const members = subscribers.filter(({ by }) => by !== "name").map(({ subscriberId }) => subscriberId);
  if (members.length > 0)
    await db.transaction((transaction) => addTopicSubscribers(transaction, scope, "topic", members));
  const to = [
    ...subscribers.filter(({ by }) => by !== "topic").map((one) => (one.inline ? dataOf(one) : one.subscriberId)),
    ...(members.length > 0 ? [{ type: "Topic", topicKey: "topic" }] : []),
  ];
  const workflow = await aWorkflow(db, environment, scenario.steps.map(stepOf));
  const { ref } = await anAcceptedEvent(db, environment, workflow, broadcast ? { audience: "broadcast" } : { to });
  const [row] = await db.$client<{ executionId: string }[]>`
    select execution_id as "executionId" from events where id = ${ref.eventId}`;
  const repair = async () => {
    const sound = subscribers.map((one) => dataOf({ ...one, hasAddress: true, broken: false, refused: false }));
    await storeSubscribers(db, scope, sound);
  };
  return { event: ref, executionId: row?.executionId ?? "", repair };
}

/** Carries the scenario out in virtual time. @throws Error that says what did not hold, and what had happened */
export async function runScenario(scenario: Scenario): Promise<void> {
  shared.slice = scenario.sizes.slice;
  shared.cohort = scenario.sizes.cohort;
  shared.time = createVirtualTime(Date.now());
  const { event, executionId, repair } = await prepare(scenario);
  const { answers, slots, skews, seed } = scenario;
  const options = { db, renderer, time: time(), event, executionId, answers, slots, skews, seed, repair };
  const model = createEngineModel(options);
  const invariants = createInvariants(db, event.eventId, scenario, model);
  try {
    if (!scenario.isStartLost) model.start();
    for (const command of scenario.commands) {
      await model.execute(command);
      await invariants.always();
      report(model);
    }
    await model.rest();
    await invariants.atRest();
    report(model);
    if (scenario.isResumedAtLast) await resumeAtLast(model, invariants);
  } finally {
    await model.close();
  }
}

/** A resume serves runs that failed or were stopped, once their cause is corrected. */
async function resumeAtLast(model: EngineModel, invariants: ReturnType<typeof createInvariants>): Promise<void> {
  model.vendor.heal();
  await model.execute({ kind: "repair" });
  await model.execute({ kind: "resume", fault: null });
  await model.rest();
  await invariants.atRest();
  if (!model.history.isCancelAsked) await invariants.nothingStopped();
  report(model);
}

function report({ violations, driver }: EngineModel): void {
  if (violations.length === 0) return;
  const shown = violations.slice(0, 10).join("\n");
  const lines = driver.log.slice(-SHOWN_LINES).join("\n");
  // Also at the end, for who sees the end of a long output only.
  throw new Error(`${shown}\nWhat happened:\n${lines}\nand so:\n${shown}`);
}
