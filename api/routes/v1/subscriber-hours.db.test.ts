import { createHmac } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { createTestEnvironment, testApp } from "#test/support/environment.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";

// Time zones and hours of subscribers as callers set them. What they do to messages: activities/subscriber-hours.db.test.ts.

const { app, db, close } = await testApp();
afterAll(close);

async function aCaller() {
  const environment = await createTestEnvironment(db);
  const call = async (
    method: "GET" | "POST" | "PUT" | "PATCH",
    url: string,
    payload?: object,
    headers = environment.headers,
  ) => {
    const reply = await app.inject({ method, url: `/v1${url}`, headers, ...(payload && { payload }) });
    return { status: reply.statusCode, body: reply.json() };
  };
  return { environment, call };
}

const office = { isEnabled: true, hours: [{ start: "09:00 AM", end: "05:00 PM" }] };
const schedule = { isEnabled: true, weeklySchedule: { monday: office, sunday: { isEnabled: false } } };

test("a time zone is stored by create, update and bulk, and an empty one erases it", async () => {
  const { call } = await aCaller();
  const zone = async () => (await call("GET", "/subscribers/ada")).body.data.timezone;
  expect((await call("POST", "/subscribers", { subscriberId: "ada", timezone: "Europe/Berlin" })).status).toBe(201);
  expect(await zone()).toBe("Europe/Berlin");
  await call("PUT", "/subscribers/ada", { firstName: "Ada" });
  await call("PUT", "/subscribers/ada", { timezone: null });
  expect(await zone()).toBe("Europe/Berlin");
  await call("PUT", "/subscribers/ada", { timezone: "Asia/Tokyo" });
  expect(await zone()).toBe("Asia/Tokyo");
  await call("POST", "/subscribers/bulk", { subscribers: [{ subscriberId: "ada", timezone: "UTC" }] });
  expect(await zone()).toBe("UTC");
  await call("PUT", "/subscribers/ada", { timezone: "" });
  expect(await zone()).toBe(undefined);
});

test.each(["Mars/Olympus", "+02:00", "Europe/Berlin\0", "x".repeat(10_000)])(
  "the zone %s is refused",
  async (timezone) => {
    const { call } = await aCaller();
    for (const [method, url, body] of [
      ["POST", "/subscribers", { subscriberId: "ada", timezone }],
      ["PUT", "/subscribers/ada", { timezone }],
      ["POST", "/subscribers/bulk", { subscribers: [{ subscriberId: "ada", timezone }] }],
    ] as const) {
      const refused = await call(method, url, body);
      expect([refused.status, [refused.body.message].flat().join()]).toEqual([
        400,
        expect.stringContaining("timezone must be"),
      ]);
    }
  },
);

test("hours are kept in the shape of the published clients, with those of channels, and a change keeps what it leaves out", async () => {
  const { call } = await aCaller();
  await call("POST", "/subscribers", { subscriberId: "ada" });
  const read = async () => (await call("GET", "/subscribers/ada/preferences/global")).body.data[0].preference;
  expect(await read()).not.toHaveProperty("schedule");
  const channels = { sms: { isEnabled: true, weeklySchedule: { saturday: office } } };
  const set = await call("PATCH", "/subscribers/ada/preferences", { schedule: { ...schedule, channels } });
  expect(set.body.data.preference.schedule).toEqual({ ...schedule, channels });
  await call("PATCH", "/subscribers/ada/preferences", { schedule: { isEnabled: false } });
  expect((await read()).schedule).toEqual({ ...schedule, isEnabled: false, channels });
  await call("PATCH", "/subscribers/ada/preferences", { preferences: [{ type: "email", enabled: false }] });
  expect(await read()).toMatchObject({ channels: { email: false }, schedule: { isEnabled: false } });
  await call("PATCH", "/subscribers/ada/preferences", { schedule: null });
  expect(await read()).not.toHaveProperty("schedule");
});

test.each<[string, object, string]>([
  [
    "a time that is none",
    { weeklySchedule: { monday: { isEnabled: true, hours: [{ start: "25:00", end: "05:00 PM" }] } } },
    "schedule.weeklySchedule.monday.hours.0.start must be a time of day",
  ],
  [
    "too many spans",
    { weeklySchedule: { monday: { isEnabled: true, hours: Array(25).fill(office.hours[0]) } } },
    "must contain no more than 24 elements",
  ],
  ["hours of the inbox", { channels: { in_app: schedule } }, "messages of the inbox never wait"],
  ["a list for a week", { weeklySchedule: [office] }, "schedule.weeklySchedule"],
  [
    "a day of another name, without which the week would be closed",
    { weeklySchedule: { Monday: office } },
    "schedule.weeklySchedule must be an object of days, from monday to sunday",
  ],
])("%s is refused by its name", async (_, given, message) => {
  const { call } = await aCaller();
  await call("POST", "/subscribers", { subscriberId: "ada" });
  const refused = await call("PATCH", "/subscribers/ada/preferences", { schedule: given });
  expect([refused.status, [refused.body.message].flat().join()]).toEqual([400, expect.stringContaining(message)]);
});

const hashOf = (subscriberId: string, key: string) => createHmac("sha256", key).update(subscriberId).digest("hex");

test("a session gives hours to a subscriber who has none, without a proof only to one who is new", async () => {
  const { environment, call } = await aCaller();
  const open = (subscriberId: string, given: object) =>
    call("POST", "/widgets/session/initialize", {
      applicationIdentifier: environment.applicationIdentifier,
      subscriberId,
      ...given,
    });
  const stored = async (subscriberId: string) => {
    const [row] = await db.$client`
      select timezone, hours from subscribers where environment_id = ${environment.environmentId} and subscriber_id = ${subscriberId}`;
    return row;
  };
  const given = { timezone: "Asia/Tokyo", defaultSchedule: schedule };
  expect((await open("new", given)).status).toBe(201);
  expect(await stored("new")).toEqual({ timezone: "Asia/Tokyo", hours: schedule });
  await open("new", { timezone: "UTC", defaultSchedule: { isEnabled: false } });
  expect(await stored("new")).toEqual({ timezone: "Asia/Tokyo", hours: schedule });
  await call("POST", "/subscribers", { subscriberId: "known", timezone: "UTC" });
  await open("known", given);
  expect(await stored("known")).toEqual({ timezone: "UTC", hours: null });
  await open("known", { ...given, timezone: undefined, hmacHash: hashOf("known", environment.apiKey) });
  expect(await stored("known")).toEqual({ timezone: "UTC", hours: schedule });
  // A browser's zone that is unknown here does not keep the inbox from opening.
  expect((await open("other", { timezone: "Mars/Olympus" })).status).toBe(201);
  expect(await stored("other")).toEqual({ timezone: null, hours: null });
});

test("the inbox reads and changes hours as the published clients do", async () => {
  const { environment, call } = await aCaller();
  const { headers } = await createTestSubscriber(db, environment.scope);
  const on = { in_app: true, email: true, sms: true, chat: true, push: true };
  expect(await call("GET", "/inbox/preferences/global", undefined, headers)).toEqual({
    status: 200,
    body: { data: { level: "global", enabled: true, channels: on } },
  });
  const set = await call("PATCH", "/inbox/preferences", { schedule }, headers);
  expect(set.body.data).toEqual({ level: "global", enabled: true, channels: on, schedule });
  const off = await call("PATCH", "/inbox/preferences", { schedule: { isEnabled: false }, email: false }, headers);
  expect(off.body.data).toEqual({
    level: "global",
    enabled: true,
    channels: { ...on, email: false },
    schedule: { ...schedule, isEnabled: false },
  });
  expect((await call("GET", "/inbox/preferences/global", undefined, headers)).body).toEqual(off.body);
});
