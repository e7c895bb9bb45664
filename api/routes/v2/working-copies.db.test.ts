import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { workflowSteps } from "#db/schema/workflows/workflow-steps.ts";
import { workflowVersions } from "#db/schema/workflows/workflow-versions.ts";
import { createTestEnvironment, testApp } from "#test/support/environment.ts";
import { aMember } from "#test/support/sign-in.ts";

// Working copies of workflows: the newest version, which the saves of one person change until something uses it.

const server = await testApp();
const { app, db } = server;
afterAll(() => server.close());

type Headers = Record<string, string>;

const bell = { stepId: "bell", name: "Bell", type: "in_app", controlValues: { body: "Hello" } };
const letter = { stepId: "letter", name: "Letter", type: "email", controlValues: { subject: "Hello", body: "World" } };

async function aWorkflow(steps: object[] = [bell, letter]) {
  const environment = await createTestEnvironment(db);
  const { headers } = environment;
  async function call(method: "GET" | "POST" | "PUT" | "PATCH", url: string, payload?: object, by: Headers = headers) {
    const reply = await app.inject({ method, url, headers: by, ...(payload && { payload }) });
    return { status: reply.statusCode, body: reply.json() };
  }
  const workflow = (await call("POST", "/v2/workflows", { name: "Order shipped", steps })).body.data;
  const path = `/v2/workflows/${workflow._id}`;
  /** Saves another body of the first step, and returns the workflow. */
  async function save(body: string, by: Headers = headers) {
    const { data } = (await call("GET", path)).body;
    const [first, ...others] = data.steps;
    const changed = { ...first, controlValues: { ...first.controlValues, body } };
    const reply = await call("PUT", path, { name: data.name, steps: [changed, ...others] }, by);
    expect(reply.status).toBe(200);
    return reply.body.data;
  }
  const trigger = async () =>
    (await call("POST", "/v1/events/trigger", { name: workflow.workflowId, to: "ada", payload: {} })).body.data;
  const history = async () => (await call("GET", `${path}/versions`)).body.data;
  const rows = () => db.select().from(workflowVersions).where(eq(workflowVersions.workflowId, workflow._id));
  return { environment, workflow, path, call, save, trigger, history, rows };
}

test("the saves of one person change one version, and only the rows of the steps that differ", async () => {
  const { path, call, save, history, rows, workflow } = await aWorkflow();
  const stepRows = () =>
    db
      .select({ stepId: workflowSteps.stepId, position: workflowSteps.position, template: workflowSteps.template })
      .from(workflowSteps)
      .innerJoin(workflowVersions, eq(workflowVersions.id, workflowSteps.versionId))
      .where(eq(workflowVersions.workflowId, workflow._id))
      .orderBy(workflowSteps.position);
  expect(workflow.version).toBe(1);
  for (const body of ["a", "ab", "abc"]) await save(body);
  const saved = await save("abcd");
  expect(saved).toMatchObject({ version: 5, steps: [{ controlValues: { body: "abcd" } }, {}] });
  expect(await rows()).toHaveLength(1);
  expect(await stepRows()).toHaveLength(2);
  expect(await history()).toMatchObject([
    { version: 5, isCurrent: true, isWorkingCopy: true, changes: ["Created with 2 steps"] },
  ]);
  expect((await call("GET", `${path}/versions/4`)).status).toBe(404);

  // Steps that are moved, added and removed.
  const [first, second] = saved.steps;
  const third = { ...bell, stepId: "third", name: "Third" };
  const moved = await call("PUT", path, { name: "Order shipped", steps: [third, second, first] });
  expect(moved).toMatchObject({ status: 200 });
  expect((await call("GET", path)).body.data.steps.map(({ name }: { name: string }) => name)).toEqual([
    "Third",
    "Letter",
    "Bell",
  ]);
  await call("PUT", path, { name: "Order shipped", steps: [second] });
  expect(await stepRows()).toMatchObject([{ stepId: second._id, position: 0 }]);
  expect(await rows()).toMatchObject([{ number: 7, keptAt: null }]);
});

test("a trigger keeps the version as it is, and the save after it makes the next one", async () => {
  const { save, trigger, history, rows, call, path } = await aWorkflow();
  await save("first");
  expect(await trigger()).toMatchObject({ status: "processed" });
  expect(await history()).toMatchObject([{ version: 2, isWorkingCopy: false }]);
  expect((await save("second")).version).toBe(3);
  expect((await save("third")).version).toBe(4);
  const first = (await call("GET", `${path}/versions/2`)).body.data;
  expect(first.steps[0].controlValues.body).toBe("first");
  // A second trigger, of a workflow that the first has read.
  expect(await trigger()).toMatchObject({ status: "processed" });
  expect(await rows()).toMatchObject([{ keptAt: expect.any(Date) }, { keptAt: expect.any(Date) }]);
  expect(await history()).toMatchObject([
    { version: 4, isCurrent: true, isWorkingCopy: false, changes: ["Changed body of Bell"] },
    { version: 2, isCurrent: false, changes: ["Created with 2 steps"] },
  ]);
});

test("an event that is not accepted keeps nothing", async () => {
  const { save, call, rows, workflow } = await aWorkflow();
  const refused = await call("POST", "/v1/events/trigger", { name: workflow.workflowId, to: [], payload: {} });
  expect(refused.body.data.status).toBe("invalid_recipients");
  await save("other");
  expect(await rows()).toMatchObject([{ number: 2, keptAt: null }]);
});

test("what an event is pinned to stays as it was, while saves and triggers come at once", async () => {
  const { save, trigger, rows, call, path } = await aWorkflow();
  const pinned = new Map<number, string>();
  for (let round = 0; round < 8; round += 1) {
    await Promise.all([save(`Round ${round}`), trigger(), trigger(), save(`Round ${round}, again`)]);
    for (const { number, keptAt } of await rows()) {
      if (keptAt === null) continue;
      const { body } = (await call("GET", `${path}/versions/${number}`)).body.data.steps[0].controlValues;
      expect(body, `version ${number}`).toBe(pinned.get(number) ?? body);
      pinned.set(number, body);
    }
  }
  expect(pinned.size).toBeGreaterThan(1);
  const events = await db.$client<{ pinned: boolean; kept: boolean }[]>`
    select v.id is not null as pinned, v.kept_at is not null as kept
    from events e left join workflow_versions v on v.id = e.workflow_version_id
    where e.workflow_id = ${(await rows())[0]?.workflowId ?? ""}`;
  expect(events).toHaveLength(16);
  expect(events.every((event) => event.pinned && event.kept)).toBe(true);
});

test("another person's save makes a version, and so does one's own after an hour", async () => {
  const { environment, save, history, rows } = await aWorkflow();
  const { headers } = await aMember(db, environment.organizationId, "member");
  const grace = { ...headers, "novu-environment-id": environment.environmentId };
  expect(await save("Grace's", grace)).toMatchObject({ version: 2 });
  await save("Grace's, again", grace);
  await save("Ada's");
  expect(await history()).toMatchObject([
    { version: 4, isWorkingCopy: true, createdBy: { firstName: "Ada" } },
    { version: 3, isWorkingCopy: false, createdBy: { firstName: "Grace" } },
    { version: 1, isWorkingCopy: false },
  ]);
  const hourAgo = new Date(Date.now() - 3_601_000);
  for (const { id } of await rows()) {
    await db.update(workflowVersions).set({ createdAt: hourAgo }).where(eq(workflowVersions.id, id));
  }
  await save("Ada's, the next day");
  expect(await rows()).toHaveLength(4);
});

test("a version with a name stays, and the name can be changed and taken away", async () => {
  const { save, history, call, path } = await aWorkflow();
  const name = (version: number, given: unknown) => call("PATCH", `${path}/versions/${version}`, { name: given });
  expect((await name(1, "Before the sale")).body.data).toMatchObject({
    version: 1,
    name: "Before the sale",
    isWorkingCopy: false,
  });
  expect(await save("other")).toMatchObject({ version: 2 });
  expect(await history()).toMatchObject([{ version: 2 }, { version: 1, name: "Before the sale" }]);
  expect((await name(1, "Spring")).body.data.name).toBe("Spring");
  expect((await name(1, null)).body.data).not.toHaveProperty("name");
  expect((await name(3, "No such version")).status).toBe(404);
  await name(1, "Summer");
  expect((await name(1, " ")).body.data).not.toHaveProperty("name");
  expect(await name(1, 7)).toMatchObject({ status: 400, body: { message: [expect.stringMatching(/^name /)] } });
  const { body } = await call("GET", "/v1/audit-logs?action=workflow.updated");
  expect(body.data.map(({ changes }: { changes: object }) => changes)).toContainEqual({
    "versions.1.name": { before: "Before the sale", after: "Spring" },
  });
});

test("what is restored, and what was there before it, stays", async () => {
  const { save, history, call, path, trigger } = await aWorkflow();
  await trigger();
  await save("typed for an hour");
  expect((await call("POST", `${path}/versions/1/restore`)).body.data).toMatchObject({ version: 3 });
  await save("and on");
  expect(await history()).toMatchObject([
    { version: 4, isWorkingCopy: true },
    { version: 3, restoredFrom: 1, isWorkingCopy: false },
    { version: 2, isWorkingCopy: false },
    { version: 1 },
  ]);
});

test("what is published stays, here and there", async () => {
  const { save, history, call, path, environment } = await aWorkflow();
  const organization = { ...environment.organizationHeaders, "novu-environment-id": environment.environmentId };
  const targetEnvironmentId = environment.productionScope.environmentId;
  const sync = () => call("PUT", `${path}/sync`, { targetEnvironmentId }, organization);
  const there = await sync();
  expect(there.status).toBe(200);
  expect(await save("second")).toMatchObject({ version: 2 });
  expect((await sync()).body.data.version).toBe(2);
  await save("third");
  const usage = (await call("GET", `${path}/version-usage`)).body.data;
  expect(usage.environments).toMatchObject([{ version: 3 }, { version: 2, originalVersion: 2 }]);
  expect(await history()).toHaveLength(3);
});

test("a change that began before the last save is refused, with who saved", async () => {
  const { save, call, path, workflow } = await aWorkflow();
  await save("in the other tab");
  const put = (baseVersion: number) => call("PUT", path, { name: "Order shipped", steps: workflow.steps, baseVersion });
  const refused = await put(1);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toBe(
    "baseVersion is 1, but Ada Lovelace has saved version 2 since. Read the workflow, and change that",
  );
  expect((await put(9)).status).toBe(400);
  expect((await put(2)).body.data.version).toBe(3);
});
