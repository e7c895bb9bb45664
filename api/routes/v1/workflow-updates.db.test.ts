import { describe, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { delay, email, inApp, onPlan, sms, UNKNOWN, workflowsApi } from "#test/support/workflows-api.ts";

const { db, call, created } = await workflowsApi();

describe("updating", () => {
  const update = (environment: TestEnvironment, id: string, body: object) =>
    call("PUT", environment, { path: `/${id}`, body });

  test("an empty name keeps the old one, an empty description is one, and active is not changed here", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment, { description: "Old" });
    const { status, body } = await update(environment, _id, { name: "", description: "", active: true, tags: ["a"] });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ name: "Order shipped", description: "", active: false, tags: ["a"], version: 1 });
  });

  test("preference settings change by channel", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment, { preferenceSettings: { sms: false } });
    const { body } = await update(environment, _id, { preferenceSettings: { email: false } });
    expect(body.data.preferenceSettings).toEqual({ in_app: true, email: false, sms: false, chat: true, push: true });
  });

  test("nothing to update is refused", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment);
    for (const body of [{}, { active: true }, { name: "" }]) {
      const answer = await update(environment, _id, body);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toMatch(/^Nothing to update: send name/);
    }
  });

  test("the identifier can be changed, but not to one that another workflow has", async () => {
    const environment = await createTestEnvironment(db);
    await created(environment, { name: "Taken" });
    const { _id } = await created(environment);
    const renamed = await update(environment, _id, { identifier: "shipped" });
    expect(renamed.body.data.triggers[0].identifier).toBe("shipped");
    const { status, body } = await update(environment, _id, { identifier: "taken" });
    expect(status).toBe(400);
    expect(body.message).toBe("identifier taken belongs to another workflow of this environment: choose another one");
    expect((await update(environment, _id, { identifier: "shipped" })).status).toBe(200);
  });

  test("a step that names its id keeps it and what is not sent of its template; others are added and removed", async () => {
    const environment = await createTestEnvironment(db);
    const { _id, steps } = await created(environment, { steps: [inApp, email] });
    const kept = {
      _templateId: steps[1]._id,
      template: { type: "email", content: "Bye {{ reason }}", contentType: "customHtml" },
    };
    const { body } = await update(environment, _id, { steps: [kept, sms] });
    expect(body.data.version).toBe(2);
    expect(body.data.steps).toHaveLength(2);
    expect(body.data.steps[0]).toMatchObject({
      _id: steps[1]._id,
      uuid: steps[1].uuid,
      template: { subject: email.template.subject, content: "Bye {{ reason }}", contentType: "customHtml" },
    });
    expect(body.data.steps[1]._parentId).toBe(steps[1]._id);
    expect(body.data.triggers[0].variables.map(({ name }: { name: string }) => name)).toEqual(["reason", "code"]);
  });

  test("variants keep their ids too, and are chained", async () => {
    const environment = await createTestEnvironment(db);
    const variants = ["a", "b"].map((plan) => ({ ...sms, filters: onPlan(plan) }));
    const { _id, steps } = await created(environment, { steps: [{ ...sms, variants }] });
    const before = steps[0].variants;
    const { body } = await update(environment, _id, {
      steps: [{ ...steps[0], variants: [before[1], { ...sms, filters: onPlan("c") }] }],
    });
    const after = body.data.steps[0].variants;
    expect(after[0]).toMatchObject({ _id: before[1]._id, filters: onPlan("b"), _parentId: null });
    expect(after[1]._parentId).toBe(before[1]._id);
  });

  test("sending back what was read makes no new version", async () => {
    const environment = await createTestEnvironment(db);
    const variants = [{ ...email, filters: onPlan("pro") }];
    const { _id, steps } = await created(environment, { steps: [inApp, delay, { ...email, variants }] });
    const { body } = await update(environment, _id, { steps });
    expect(body.data.version).toBe(1);
    expect(body.data.steps).toEqual(steps);
  });

  test("an absent cta clears the stored one", async () => {
    const environment = await createTestEnvironment(db);
    const cta = { type: "redirect", data: { url: "/orders" } };
    const { _id, steps } = await created(environment, { steps: [{ template: { ...inApp.template, cta } }] });
    expect(steps[0].template.cta).toEqual(cta);
    const { body } = await update(environment, _id, { steps: [{ ...inApp, _templateId: steps[0]._id }] });
    expect(body.data.steps[0].template.cta).toBeUndefined();
  });

  test("a step id of another workflow is refused, as is one given twice", async () => {
    const environment = await createTestEnvironment(db);
    const other = await created(environment);
    const { _id, steps } = await created(environment);
    const foreign = other.steps[0]._id;
    const own = steps[0]._id;
    const { status, body } = await update(environment, _id, {
      steps: [
        { ...inApp, _id: foreign },
        { ...inApp, _id: own },
        { ...inApp, _id: own },
      ],
    });
    expect(status).toBe(400);
    expect(body.message).toEqual([
      `steps.0._templateId ${foreign} is not part of this workflow: leave it out to add it as new`,
      `steps.2._templateId ${own} is given twice: leave it out to add a copy`,
    ]);
  });

  test("changes at the same moment build upon each other", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => update(environment, _id, { steps: [{ ...sms, name: `${n}` }] })),
    );
    expect(answers.map(({ body }) => body.data.version).every((version: number) => version >= 2)).toBe(true);
    expect((await call("GET", environment, { path: `/${_id}` })).body.data.version).toBe(5);
  });

  test("unknown and malformed ids are 404", async () => {
    const environment = await createTestEnvironment(db);
    await created(environment);
    for (const id of [UNKNOWN, "order-shipped"]) {
      expect((await update(environment, id, { name: "B" })).status).toBe(404);
    }
  });
});

describe("switching", () => {
  const setStatus = (environment: TestEnvironment, id: string, active?: unknown) =>
    call("PUT", environment, { path: `/${id}/status`, body: { active } });

  test("an active workflow is no draft", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment);
    expect((await setStatus(environment, _id, true)).body.data).toMatchObject({ active: true, draft: false });
    expect((await setStatus(environment, _id, false)).body.data).toMatchObject({ active: false, draft: true });
  });

  test("setting what is set already, or nothing, is refused", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment);
    const again = await setStatus(environment, _id, false);
    expect(again.status).toBe(400);
    expect(again.body.message).toBe("The workflow is inactive already: send the other state");
    expect((await setStatus(environment, _id)).status).toBe(400);
  });

  test("an unknown workflow is 404", async () => {
    const environment = await createTestEnvironment(db);
    expect((await setStatus(environment, UNKNOWN, true)).status).toBe(404);
  });
});

describe("deleting", () => {
  test("a deleted workflow is gone, and its identifier is free again", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment);
    expect(await call("DELETE", environment, { path: `/${_id}` })).toEqual({ status: 200, body: { data: true } });
    expect((await call("GET", environment, { path: `/${_id}` })).status).toBe(404);
    expect((await call("GET", environment)).body.totalCount).toBe(0);
    expect((await created(environment)).triggers[0].identifier).toBe("order-shipped");
  });

  test("deleting what is not there is 400, as clients of this wire expect", async () => {
    const environment = await createTestEnvironment(db);
    for (const id of [UNKNOWN, "nothing"]) {
      const { status, body } = await call("DELETE", environment, { path: `/${id}` });
      expect(status).toBe(400);
      expect(body.message).toContain("Could not find workflow with id");
    }
  });
});
