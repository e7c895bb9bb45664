import fc from "fast-check";
import { type Command, describe } from "./engine-model.ts";
import type { Fault } from "./stepped-database.ts";
import type { VendorAnswer } from "./vendor.ts";

/** A step of a scenario's workflow. */
export interface ModelStep {
  type: "in_app" | "email" | "delay";
  shouldStopOnFail: boolean;
  /** It applies to those of this first name only. */
  only: "Ada" | "Bob" | null;
  /** Its template fails for subscribers that are `broken`, its message is refused for those that are `refused`. */
  fragile: boolean;
  minutes: number;
}

export interface ModelSubscriber {
  subscriberId: string;
  firstName: "Ada" | "Bob";
  hasAddress: boolean;
  broken: boolean;
  refused: boolean;
  /** How it belongs to the audience, unless that is a broadcast. */
  by: "name" | "topic" | "both";
  /** Whether the trigger brings its data. */
  inline: boolean;
}

export interface Scenario {
  steps: ModelStep[];
  subscribers: ModelSubscriber[];
  broadcast: boolean;
  sizes: { slice: number; cohort: number };
  slots: number;
  skews: readonly number[];
  answers: VendorAnswer[];
  /** Whether a second integration can send what the first one cannot. */
  hasFallback: boolean;
  /** Whether Temporal is away when the event is stored. */
  isStartLost: boolean;
  commands: Command[];
  /** Resumed, and repaired before, once all is at rest. */
  isResumedAtLast: boolean;
  seed: number;
}

const seed = fc.integer({ min: 0, max: 1_000_000 });
const rarely = fc.integer({ min: 0, max: 5 }).map((n) => n === 0);

const step: fc.Arbitrary<ModelStep> = fc.record({
  type: fc.constantFrom("in_app", "email", "email", "delay"),
  shouldStopOnFail: fc.boolean(),
  only: fc.constantFrom(null, null, null, "Ada", "Bob"),
  fragile: fc.boolean(),
  minutes: fc.integer({ min: 1, max: 90 }),
});

const subscriber: fc.Arbitrary<Omit<ModelSubscriber, "subscriberId">> = fc.record({
  firstName: fc.constantFrom("Ada", "Bob"),
  hasAddress: rarely.map((is) => !is),
  broken: rarely,
  refused: rarely,
  by: fc.constantFrom("name", "name", "topic", "both"),
  inline: fc.boolean(),
});

const fault: fc.Arbitrary<Fault> = fc.record({
  after: fc.integer({ min: 0, max: 6 }),
  runs: fc.boolean(),
  statements: fc.constantFrom<Fault["statements"]>("dies", "dies", 1, 2, 5),
});

const answer: fc.Arbitrary<VendorAnswer> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ kind: "accepts" } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: "refuses" } as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("later" as const),
      afterSeconds: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("hangs" as const), delivers: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ kind: "circuit open" } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: "no credentials" } as const) },
);

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ kind: fc.constant("go on" as const), steps: fc.integer({ min: 1, max: 40 }), seed }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: "race" } as const) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("pass" as const),
      seconds: fc.constantFrom(1, 9, 12, 25, 31, 31, 31, 70, 600, 3_600),
      standstill: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("fault" as const), worker: fc.integer({ min: 0, max: 1 }), fault }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("freeze" as const),
      worker: fc.integer({ min: 0, max: 1 }),
      seconds: fc.constantFrom(12, 31, 70, 70),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("cancel" as const), fault: fc.option(fault, { freq: 2 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("resume" as const), fault: fc.option(fault, { freq: 2 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("resume runs" as const), fault: fc.option(fault, { freq: 2 }) }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: "reconcile" } as const) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("terminate" as const), pick: fc.nat(7) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("double" as const), pick: fc.nat(7), isGivenUp: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "repair" } as const) },
);

/** Workflows, audiences, vendors, and what is done to them meanwhile. */
export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    steps: fc.array(step, { minLength: 1, maxLength: 4 }),
    subscribers: fc
      .oneof(
        { weight: 3, arbitrary: fc.array(subscriber, { minLength: 1, maxLength: 4 }) },
        { weight: 2, arbitrary: fc.array(subscriber, { minLength: 5, maxLength: 25, size: "max" }) },
        { weight: 1, arbitrary: fc.array(subscriber, { minLength: 26, maxLength: 60, size: "max" }) },
      )
      .map((list) => list.map((one, index): ModelSubscriber => ({ subscriberId: `s${index}`, ...one }))),
    broadcast: rarely,
    sizes: fc.constantFrom(
      { slice: 250, cohort: 2_500 },
      { slice: 7, cohort: 2_500 },
      { slice: 250, cohort: 15 },
      { slice: 3, cohort: 9 },
    ),
    slots: fc.constantFrom(1, 3, 20),
    skews: fc.constantFrom([0, 0], [0, 2_000], [-1_500, 1_000]),
    answers: fc.array(answer, { minLength: 1, maxLength: 12 }),
    hasFallback: fc.boolean(),
    isStartLost: rarely,
    commands: fc.array(command, { minLength: 1, maxLength: 25, size: "max" }),
    isResumedAtLast: fc.boolean(),
    seed,
  })
  // Fast-check asks the value itself for the text that a failure shows.
  .map((scenario: Scenario) => ({ ...scenario, [fc.toStringMethod]: () => textOf(scenario) }));

function textOf({ steps, subscribers, answers, commands, sizes, ...rest }: Scenario): string {
  const { broadcast, slots, skews, hasFallback, isStartLost, isResumedAtLast, seed } = rest;
  const flags = { broadcast, slots, skews, hasFallback, isStartLost, isResumedAtLast, seed, ...sizes };
  return [
    JSON.stringify(flags),
    ...steps.map((one) => `step ${JSON.stringify(one)}`),
    ...subscribers.map((one) => `subscriber ${JSON.stringify(one)}`),
    `answers ${JSON.stringify(answers)}`,
    ...commands.map((one) => `command ${describe(one)}`),
  ].join("\n");
}
