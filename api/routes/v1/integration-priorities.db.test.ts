import { describe, expect, test } from "vitest";
import type { Integration } from "#contract/integrations.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { integrationsApi, onTenant, smtp, UNKNOWN } from "#test/support/integrations-api.ts";

const { db, call, created, update, listed, environmentWithoutEmail, prioritiesOf } = await integrationsApi();

describe("primary and priority of email", () => {
  test("an inactive one has neither", async () => {
    const environment = await environmentWithoutEmail();
    await created(environment, smtp({ name: "a" }));
    expect(await prioritiesOf(environment)).toEqual({ a: "0" });
  });

  test("the first active one becomes primary, later ones stand right below it", async () => {
    const environment = await environmentWithoutEmail();
    for (const name of ["a", "b", "c"]) await created(environment, smtp({ name, active: true }));
    expect(await prioritiesOf(environment)).toEqual({ a: "3*", b: "1", c: "2" });
  });

  test("the built-in one stays active and primary when another is added or activated", async () => {
    const environment = await createTestEnvironment(db);
    await created(environment, smtp({ name: "a", active: true }));
    const { _id } = await created(environment, smtp({ name: "b" }));
    await update(environment, _id, { active: true });
    expect(await prioritiesOf(environment)).toEqual({ "Belfry Email": "3*", a: "1", b: "2" });
  });

  test("a channel other than email and sms has neither", async () => {
    const environment = await createTestEnvironment(db);
    const inbox = (await listed(environment)).find(({ channel }) => channel === "in_app");
    expect(inbox).toMatchObject({ active: true, primary: false, priority: 0 });
  });

  test("one with conditions does not become primary", async () => {
    const environment = await environmentWithoutEmail();
    await created(environment, smtp({ name: "a", active: true, conditions: onTenant }));
    expect(await prioritiesOf(environment)).toEqual({ a: "1" });
  });

  test("a new active one becomes primary when the top one is not", async () => {
    const environment = await environmentWithoutEmail();
    const { _id } = await created(environment, smtp({ name: "a", active: true }));
    await update(environment, _id, { conditions: onTenant });
    await created(environment, smtp({ name: "b", active: true }));
    expect(await prioritiesOf(environment)).toEqual({ a: "1", b: "2*" });
  });

  test("activating gives a place but never makes primary", async () => {
    const environment = await environmentWithoutEmail();
    const { _id } = await created(environment, smtp({ name: "a" }));
    await update(environment, _id, { active: true });
    expect(await prioritiesOf(environment)).toEqual({ a: "1" });
  });

  test("deactivating renumbers the rest and chooses no new primary", async () => {
    const environment = await environmentWithoutEmail();
    const first = await created(environment, smtp({ name: "a", active: true }));
    await created(environment, smtp({ name: "b", active: true }));
    const third = await created(environment, smtp({ name: "c", active: true }));
    await update(environment, third._id, { active: false });
    expect(await prioritiesOf(environment)).toEqual({ a: "2*", b: "1", c: "0" });
    await update(environment, first._id, { active: false });
    expect(await prioritiesOf(environment)).toEqual({ a: "0", b: "1", c: "0" });
  });

  test("conditions take the primary flag away", async () => {
    const environment = await environmentWithoutEmail();
    const { _id } = await created(environment, smtp({ name: "a", active: true }));
    expect(await update(environment, _id, { conditions: onTenant })).toMatchObject({
      primary: false,
      conditions: onTenant,
    });
  });

  test("set-primary activates, drops conditions and demotes the old one, which stays active", async () => {
    const environment = await environmentWithoutEmail();
    for (const name of ["a", "b"]) await created(environment, smtp({ name, active: true }));
    const idle = await created(environment, smtp({ name: "c", conditions: onTenant }));
    await created(environment, smtp({ name: "d" }));
    const { status, body } = await call("POST", environment, `/${idle._id}/set-primary`, {});
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ active: true, primary: true, conditions: [], priority: 3 });
    expect(await prioritiesOf(environment)).toEqual({ a: "2", b: "1", c: "3*", d: "0" });
  });

  test("setting the primary one primary changes nothing", async () => {
    const environment = await environmentWithoutEmail();
    const { _id } = await created(environment, smtp({ name: "a", active: true }));
    const { status, body } = await call("POST", environment, `/${_id}/set-primary`);
    expect(status).toBe(200);
    expect(body.data.primary).toBe(true);
    expect(await prioritiesOf(environment)).toEqual({ a: "1*" });
  });

  test("set-primary refuses malformed ids, unknown ones, and channels without a primary", async () => {
    const environment = await createTestEnvironment(db);
    const inbox = (await listed(environment)).find(({ channel }) => channel === "in_app");
    const malformed = await call("POST", environment, "/abc/set-primary", {});
    expect(malformed).toMatchObject({ status: 400, body: { message: ["integrationId must be a UUID"] } });
    expect((await call("POST", environment, `/${UNKNOWN}/set-primary`, {})).status).toBe(404);
    const refused = await call("POST", environment, `/${inbox?._id}/set-primary`, {});
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain("Channel in_app has no primary integration");
  });

  test("deleting renumbers the rest, chooses no new primary and answers what the environment has left", async () => {
    const environment = await environmentWithoutEmail();
    const first = await created(environment, smtp({ name: "a", active: true }));
    await created(environment, smtp({ name: "b", active: true }));
    const third = await created(environment, smtp({ name: "c", active: true }));
    const { status, body } = await call("DELETE", environment, `/${third._id}`);
    expect(status).toBe(200);
    expect(body.data.map(({ name }: Integration) => name).sort()).toEqual(["Belfry Inbox", "Belfry SMS", "a", "b"]);
    expect(await prioritiesOf(environment)).toEqual({ a: "2*", b: "1" });
    await call("DELETE", environment, `/${first._id}`);
    expect(await prioritiesOf(environment)).toEqual({ b: "1" });
  });

  test("an integration that moves to another environment leaves its rank behind and gets one there", async () => {
    const environment = await environmentWithoutEmail();
    const first = await created(environment, smtp({ name: "a", active: true }));
    const second = await created(environment, smtp({ name: "b", active: true }));
    const there = { _environmentId: environment.productionEnvironmentId };
    expect(await update(environment, second._id, there)).toMatchObject({ ...there, primary: false, priority: 1 });
    expect(await prioritiesOf(environment)).toEqual({ a: "1*" });
    expect(await update(environment, first._id, there)).toMatchObject({ ...there, primary: false, priority: 2 });
    expect(await prioritiesOf(environment)).toEqual({});
  });

  test("many at the same moment leave one primary and an order without gaps", async () => {
    const environment = await environmentWithoutEmail();
    const names = ["a", "b", "c", "d", "e"];
    const made = await Promise.all(names.map((name) => created(environment, smtp({ name, active: true }))));
    await Promise.all(made.slice(0, 3).map(({ _id }) => call("POST", environment, `/${_id}/set-primary`, {})));
    const places = Object.values(await prioritiesOf(environment)).sort();
    expect(places).toEqual(["1", "2", "3", "4", "5*"]);
  });
});

describe("the order of a channel's integrations", () => {
  test("the first becomes the primary one, and those that are not named follow as they were", async () => {
    const environment = await createTestEnvironment(db);
    const [a, b, c] = [
      await created(environment, smtp({ active: true, name: "a" })),
      await created(environment, smtp({ active: true, name: "b" })),
      await created(environment, smtp({ active: true, name: "c" })),
    ];
    const order = { channel: "email", integrationIds: [c._id, a._id] };
    const { status, body } = await call("PUT", environment, "/order", order);
    expect(status, JSON.stringify(body)).toBe(200);
    const names = body.data.map(({ name }: Integration) => name);
    expect(names.slice(0, 2)).toEqual(["c", "a"]);
    expect(names).toContain("b");
    const priorities = body.data.map(({ priority }: Integration) => priority);
    expect(priorities).toEqual([...priorities].sort((x, y) => y - x));
    expect(body.data.map(({ primary }: Integration) => primary).filter(Boolean)).toHaveLength(1);
    expect(body.data[0]).toMatchObject({ _id: c._id, primary: true });
    expect(body.data.some(({ _id }: Integration) => _id === b._id)).toBe(true);
  });

  test("an id that is not an active one's, one twice, conditions at the top and another channel are refused by name", async () => {
    const [environment, other] = [await createTestEnvironment(db), await createTestEnvironment(db)];
    const active = await created(environment, smtp({ active: true }));
    const inactive = await created(environment, smtp());
    const foreign = await created(other, smtp({ active: true }));
    const conditional = await created(environment, smtp({ active: true, conditions: onTenant }));
    const refusal = async (integrationIds: unknown, channel = "email") => {
      const { status, body } = await call("PUT", environment, "/order", { channel, integrationIds });
      return [status, JSON.stringify(body.message)];
    };
    expect(await refusal([inactive._id])).toEqual([400, expect.stringContaining("is no active email integration")]);
    expect(await refusal([foreign._id])).toEqual([400, expect.stringContaining(foreign._id)]);
    expect(await refusal([UNKNOWN])).toEqual([400, expect.stringContaining("integrationIds")]);
    expect(await refusal([active._id, active._id])).toEqual([400, expect.stringContaining("twice")]);
    expect(await refusal([conditional._id])).toEqual([400, expect.stringContaining("has conditions")]);
    expect(await refusal([active._id], "push")).toEqual([400, expect.stringContaining("email or sms")]);
    expect(await refusal("all")).toEqual([400, expect.stringContaining("array")]);
    expect(await refusal([])).toEqual([400, expect.stringContaining("at least 1")]);
  });
});
