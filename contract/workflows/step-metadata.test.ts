import { expect, test } from "vitest";
import { nullFieldsLeftOut } from "../schemas/null-fields.ts";
import { metadataIssues, metadataOf, StepMetadata, StepMetadataInput } from "./step-metadata.ts";

test.each([
  [{ type: "regular", amount: 5, unit: "minutes" }],
  [{ type: "regular", amount: 5, unit: "minutes", digestKey: "order.id" }],
  [{ type: "scheduled", delayPath: "sendAt" }],
  [{ type: "backoff", amount: 1, unit: "hours", backoffAmount: 10, backoffUnit: "minutes" }],
  [{ type: "timed", amount: 2, unit: "weeks", timed: { atTime: "09:00", weekDays: ["monday"] } }],
  [{ type: "timed", timed: { cronExpression: "0 9 * * 1", timezone: "Europe/Berlin" } }],
  [{}],
])("%j is read back as it was stored", (metadata) => {
  expect(StepMetadata.parse(metadata)).toEqual(metadata);
});

test.each([
  [{ type: "regular", amount: 5 }],
  [{ type: "scheduled" }],
  [{ type: "backoff", amount: 1, unit: "hours" }],
  [{ type: "sometimes" }],
])("%j is no metadata: its type needs more", (metadata) => {
  expect(StepMetadata.safeParse(metadata).success).toBe(false);
});

test("a step keeps the fields that its type needs", () => {
  expect(metadataOf("delay", { amount: 5, unit: "minutes", delayPath: "sendAt" })).toEqual({
    type: "regular",
    amount: 5,
    unit: "minutes",
  });
  expect(metadataOf("delay", { type: "scheduled", amount: 5, unit: "minutes", delayPath: "sendAt" })).toEqual({
    type: "scheduled",
    delayPath: "sendAt",
  });
  expect(metadataOf("email", { amount: 5, unit: "minutes" })).toEqual({});
});

/** The metadata of a step as it is stored, from what was sent. */
function stored(type: string, sent: object) {
  const input = StepMetadataInput.parse(nullFieldsLeftOut(StepMetadataInput)(sent));
  expect(metadataIssues(type, input)).toEqual([]);
  return metadataOf(type, input);
}

const weekly = { type: "timed", amount: 2, unit: "weeks", timed: { atTime: "09:00", weekDays: ["monday"] } };

test.each<[string, object, object]>([
  ["regular", { type: "regular", amount: "5", unit: "minutes" }, { type: "regular", amount: 5, unit: "minutes" }],
  ["without a type", { amount: 5, unit: "minutes" }, { type: "regular", amount: 5, unit: "minutes" }],
  [
    "with a key",
    { type: "regular", amount: 5, unit: "minutes", digestKey: "order.id" },
    { type: "regular", amount: 5, unit: "minutes", digestKey: "order.id" },
  ],
  [
    "with all that a client sends for fields it does not use",
    {
      type: "regular",
      amount: 5,
      unit: "minutes",
      digestKey: "",
      delayPath: null,
      updateMode: true,
      backoff: false,
      backoffAmount: null,
      backoffUnit: null,
      timed: { atTime: "", weekDays: [], monthDays: [], monthlyType: null, ordinal: null, cronExpression: null },
    },
    { type: "regular", amount: 5, unit: "minutes" },
  ],
  [
    "backoff",
    { type: "backoff", amount: 1, unit: "hours", backoffAmount: 10, backoffUnit: "minutes" },
    { type: "backoff", amount: 1, unit: "hours", backoffAmount: 10, backoffUnit: "minutes" },
  ],
  [
    "backoff in its old form",
    { type: "regular", backoff: true, amount: 1, unit: "hours", backoffAmount: 10, backoffUnit: "minutes" },
    { type: "backoff", amount: 1, unit: "hours", backoffAmount: 10, backoffUnit: "minutes" },
  ],
  ["timed", weekly, weekly],
  [
    "timed, without the fields that are null",
    { ...weekly, digestKey: null, backoff: null, timed: { ...weekly.timed, ordinal: null, timezone: null } },
    weekly,
  ],
  [
    "timed by the hour",
    { type: "timed", amount: 2, unit: "hours", timed: {} },
    { type: "timed", amount: 2, unit: "hours" },
  ],
  [
    "timed by the month",
    {
      type: "timed",
      amount: 1,
      unit: "months",
      timed: { atTime: "9:00", monthlyType: "on", ordinal: "last", ordinalValue: "weekday" },
    },
    {
      type: "timed",
      amount: 1,
      unit: "months",
      timed: { atTime: "9:00", monthlyType: "on", ordinal: "last", ordinalValue: "weekday" },
    },
  ],
  [
    "timed by a cron expression",
    { type: "timed", timed: { cronExpression: "0 9 * * 1", timezone: "America/New_York" } },
    { type: "timed", timed: { cronExpression: "0 9 * * 1", timezone: "America/New_York" } },
  ],
])("a digest %s is stored with what it needs", (_, sent, metadata) => {
  expect(stored("digest", sent)).toEqual(metadata);
  expect(StepMetadata.parse(stored("digest", sent))).toEqual(metadata);
});

test("steps that do not wait take no metadata, whatever a client sends", () => {
  expect(stored("email", { type: "timed", timed: {} })).toEqual({});
  expect(
    stored("delay", { amount: 5, unit: "minutes", digestKey: null, timed: { weekDays: [], monthDays: [] } }),
  ).toEqual({
    type: "regular",
    amount: 5,
    unit: "minutes",
  });
});

test.each<[string, object, [field: string, reason: string][]]>([
  [
    "digest",
    {},
    [
      ["amount", "should not be empty: a digest needs an amount and a unit, or the type timed and a cronExpression"],
      [
        "unit",
        "should not be empty: a digest needs an amount and a unit, which is one of seconds, minutes, hours, days, weeks, months",
      ],
    ],
  ],
  [
    "digest",
    { type: "backoff", amount: 1, unit: "hours" },
    [
      ["backoffAmount", "should not be empty: a backoff digest needs how far to look back for an earlier event"],
      [
        "backoffUnit",
        "should not be empty: a backoff digest needs how far to look back, in one of seconds, minutes, hours, days, weeks, months",
      ],
    ],
  ],
  [
    "digest",
    { type: "timed", amount: 1, unit: "weeks" },
    [["timed.atTime", "should not be empty: a digest of weeks needs the time of day at which it ends"]],
  ],
  [
    "digest",
    { type: "timed", amount: 1.5, unit: "months", timed: { atTime: "09:00", monthlyType: "on" } },
    [
      ["amount", "must be a whole number of months"],
      ["timed.ordinal", "should not be empty: a digest on a day of the month needs one of 1, 2, 3, 4, 5, last"],
      [
        "timed.ordinalValue",
        "should not be empty: a digest on a day of the month needs one of day, weekday, weekend, monday, tuesday, wednesday, thursday, friday, saturday, sunday",
      ],
    ],
  ],
  [
    "digest",
    { type: "scheduled", delayPath: "sendAt" },
    [["type", "must be one of the following values: regular, backoff, timed"]],
  ],
  ["delay", weekly, [["type", "must be one of the following values: regular, scheduled"]]],
])("a %s of %j is refused, each issue with its field", (type, sent, issues) => {
  expect(metadataIssues(type, StepMetadataInput.parse(sent))).toEqual(
    issues.map(([field, reason]) => ({ field, reason })),
  );
});

test.each<[object, string, string]>([
  [{ atTime: "24:00" }, "atTime", "must be a time of day such as 9:30, 17:05 or 17:05:30"],
  [{ atTime: "9:00 am" }, "atTime", "must be a time of day such as 9:30, 17:05 or 17:05:30"],
  [{ atTime: "9:00:00" }, "atTime", "must be a time of day such as 9:30, 17:05 or 17:05:30"],
  [{ weekDays: ["Montag"] }, "weekDays.0", "Invalid option"],
  [{ monthDays: [1, 0] }, "monthDays.1", "must be a day of the month from 1 to 31"],
  [{ monthDays: [32] }, "monthDays.0", "must be a day of the month from 1 to 31"],
  [{ ordinal: "6" }, "ordinal", "Invalid option"],
  [{ ordinalValue: "holiday" }, "ordinalValue", "Invalid option"],
  [{ monthlyType: "some" }, "monthlyType", "Invalid option"],
  [{ timezone: "Europe/Berln" }, "timezone", "must be the name of a time zone such as Europe/Berlin, or UTC"],
  [{ timezone: "+02:00" }, "timezone", "must be the name of a time zone such as Europe/Berlin, or UTC"],
  [{ cronExpression: "1".repeat(256) }, "cronExpression", "must be at most 255 characters"],
])("a schedule with %j is refused", (timed, field, message) => {
  const issues = StepMetadataInput.safeParse({ type: "timed", amount: 1, unit: "months", timed }).error?.issues ?? [];
  expect(issues.map(({ path }) => path.join("."))).toEqual([`timed.${field}`]);
  expect(issues[0]?.message).toContain(message);
});

test.each<[string, string, object, object]>([
  [
    "throttle",
    "a throttle of a fixed window",
    { type: null, limit: "3", amount: 1, unit: "hours", throttleKey: "", url: null },
    { type: "throttle", limit: 3, amount: 1, unit: "hours" },
  ],
  [
    "throttle",
    "a throttle of a window in the payload",
    { limit: 1, windowPath: "until", throttleKey: "post.id" },
    { type: "throttle", limit: 1, windowPath: "until", throttleKey: "post.id" },
  ],
  [
    "http",
    "an HTTP request",
    {
      method: "POST",
      url: "https://example.com/{{ id }}",
      headers: { "x-a": "{{ a }}" },
      body: { a: [1, null] },
      timeoutSeconds: 30,
    },
    {
      type: "http",
      method: "POST",
      url: "https://example.com/{{ id }}",
      headers: { "x-a": "{{ a }}" },
      body: { a: [1, null] },
      timeoutSeconds: 30,
    },
  ],
  [
    "wait_for_event",
    "a wait for a signal",
    { signal: "order.paid", amount: 2, unit: "days", matchPath: "order.id" },
    { type: "wait_for_event", signal: "order.paid", amount: 2, unit: "days", matchPath: "order.id" },
  ],
  [
    "branch",
    "a branch step",
    {
      branches: [{ branchId: "vip", name: "", filters: [{ children: [{ on: "payload", field: "a" }] }] }],
      defaultBranchId: "others",
    },
    {
      type: "branch",
      branches: [{ branchId: "vip", filters: [{ children: [{ on: "payload", field: "a" }] }] }],
      defaultBranchId: "others",
    },
  ],
])("a %s step: %s is stored and read back", (type, _, sent, expected) => {
  expect(stored(type, sent)).toEqual(expected);
  expect(StepMetadata.parse(expected)).toEqual(expected);
});

const reasons = (type: string, sent: object) =>
  metadataIssues(type, StepMetadataInput.parse(sent)).map(({ field, reason }) => `${field} ${reason}`);

test("what a step of these types lacks is named with its field and the remedy", () => {
  expect(reasons("throttle", {})).toEqual([
    "limit should not be empty: a throttle needs how many runs may pass in one window, such as 3",
    "amount should not be empty: a throttle needs how long its window is: an amount and a unit, or a windowPath",
    "unit should not be empty: a throttle needs how long its window is, in one of seconds, minutes, hours, days, weeks, months",
  ]);
  expect(reasons("throttle", { limit: 1, windowPath: "a", amount: 1, unit: "days" })).toEqual([
    "windowPath must be left out where amount and unit say how long a window is",
  ]);
  expect(reasons("http", {})).toEqual([
    "method should not be empty: an HTTP step needs a method, which is one of GET, POST, PUT, PATCH, DELETE",
    "url should not be empty: an HTTP step needs an address, such as https://example.com/orders",
  ]);
  expect(reasons("http", { method: "GET", url: "file:///etc/passwd", body: {} })).toEqual([
    "url must be an http or https address, such as https://example.com/orders",
    "body must be left out: a GET request has none",
  ]);
  expect(reasons("wait_for_event", { amount: 1, unit: "days" })).toEqual([
    "signal should not be empty: a wait needs the name of a signal, or the workflowIdentifier of a workflow",
  ]);
  expect(reasons("wait_for_event", { amount: 1, unit: "days", signal: "a", workflowIdentifier: "b" })).toEqual([
    "workflowIdentifier must be left out where a signal is awaited",
  ]);
  expect(reasons("branch", { branches: [{ branchId: "a" }], type: "throttle" })).toEqual([
    "type must be branch, as the step is, or left out",
  ]);
  expect(reasons("branch", { branches: [{ branchId: "a" }] })).toEqual([
    "defaultBranchId should not be empty: a branch step needs a default branch, for when no conditions pass",
    "branches.0.filters should not be empty: a branch needs conditions; the default branch is the one without",
  ]);
});

test.each([
  [{ limit: 0 }],
  [{ limit: 1.5 }],
  [{ timeoutSeconds: 31 }],
  [{ headers: { "bad name": "x" } }],
  [{ headers: { Host: "example.com" } }],
  [{ headers: { "x-a": "x".repeat(9_000) } }],
  [{ headers: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`x-${i}`, ""])) }],
  [{ body: "x".repeat(70_000) }],
  [{ body: Array.from({ length: 60 }).reduce((inner) => [inner], 1) }],
  [{ branches: Array.from({ length: 21 }, (_, i) => ({ branchId: `b${i}` })) }],
  [{ branches: [{ branchId: "" }] }],
  [{ method: "TRACE" }],
])("%j is refused", (sent) => {
  expect(StepMetadataInput.safeParse(sent).success).toBe(false);
});
