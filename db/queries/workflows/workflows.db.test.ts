import { afterAll, expect, test } from "vitest";
import { draftSteps } from "#api/services/workflows/draft-steps.ts";
import { CreateWorkflow, UpdateWorkflow } from "#contract/workflows/workflows.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { closeDatabase, openDatabase } from "../../client.ts";
import { insertNotificationGroup } from "../notification-groups/notification-groups.ts";
import { deleteWorkflow, insertWorkflow, newWorkflow, updateWorkflow } from "./save-workflow.ts";
import { nextSteps } from "./workflow-steps.ts";
import { keepCurrentVersion, loadVersion } from "./workflow-versions.ts";
import { findWorkflowByTrigger, getWorkflow, lockWorkflow, touchWorkflow } from "./workflows.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 4 });
afterAll(() => closeDatabase(db));

const sms = (content: string) => ({ template: { type: "sms", content } });

async function storeWorkflow({ scope, userId }: TestEnvironment, fields: object = {}) {
  const group = await db.transaction((transaction) => insertNotificationGroup(transaction, scope, "Orders"));
  const input = { name: "Order shipped", notificationGroupId: group.id, steps: [sms("Hi {{ name }}")], ...fields };
  return db.transaction((transaction) =>
    insertWorkflow(transaction, scope, newWorkflow(userId, CreateWorkflow.parse(input))),
  );
}

type Fields = Parameters<typeof updateWorkflow>[3]["fields"];

function change({ scope, userId }: TestEnvironment, id: string, given: object, fields?: Fields) {
  const { steps } = UpdateWorkflow.parse(given);
  return db.transaction(async (transaction) => {
    const current = await lockWorkflow(transaction, scope, id);
    const next = steps && nextSteps(draftSteps(steps), current.steps);
    return updateWorkflow(transaction, current, userId, { ...(fields && { fields }), steps: next });
  });
}

const remove = ({ scope }: TestEnvironment, id: string) =>
  db.transaction((transaction) => deleteWorkflow(transaction, scope, id));

test("a trigger finds the workflow with its current version", async () => {
  const environment = await createTestEnvironment(db);
  const { id, versionId } = await storeWorkflow(environment);
  expect(await findWorkflowByTrigger(db, environment.scope, "order-shipped")).toMatchObject({
    id,
    versionId,
    active: false,
  });
  await keepCurrentVersion(db, id);
  await change(environment, id, { steps: [sms("Bye")] });
  const found = await findWorkflowByTrigger(db, environment.scope, "order-shipped");
  expect(found?.versionId).toBe((await getWorkflow(db, environment.scope, id)).version.id);
  expect(found?.versionId).not.toBe(versionId);
});

test("a trigger finds neither another environment's workflow nor a deleted one", async () => {
  const environment = await createTestEnvironment(db);
  const { id } = await storeWorkflow(environment);
  expect(await findWorkflowByTrigger(db, environment.productionScope, "order-shipped")).toBeUndefined();
  await remove(environment, id);
  expect(await findWorkflowByTrigger(db, environment.scope, "order-shipped")).toBeUndefined();
});

test("a version that is kept stays as it was when the workflow is changed and deleted", async () => {
  const environment = await createTestEnvironment(db);
  const { id, versionId } = await storeWorkflow(environment, { steps: [sms("One {{ a }}"), sms("Two")] });
  await keepCurrentVersion(db, id);
  const before = await loadVersion(db, versionId);
  expect(before?.steps.map(({ position, template }) => [position, template.content])).toEqual([
    [0, "One {{ a }}"],
    [1, "Two"],
  ]);
  await change(environment, id, { steps: [sms("Three")] });
  await remove(environment, id);
  const after = await loadVersion(db, versionId);
  expect(after?.version).toEqual(before?.version);
  expect(after?.steps).toEqual(before?.steps);
  expect(after?.version.variables.variables).toEqual([{ name: "a", type: "String" }]);
});

test("a version that does not exist is undefined", async () => {
  expect(await loadVersion(db, "00000000-0000-4000-8000-000000000000")).toBeUndefined();
});

test("steps are read in their order, however they were moved", async () => {
  const environment = await createTestEnvironment(db);
  const { id, versionId } = await storeWorkflow(environment, { steps: [sms("1"), sms("2"), sms("3")] });
  const steps = (await loadVersion(db, versionId))?.steps ?? [];
  const moved = [2, 0, 1].map((index) => ({ ...sms(`${index + 1}`), _templateId: steps[index]?.stepId }));
  await change(environment, id, { steps: moved });
  const workflow = await getWorkflow(db, environment.scope, id);
  expect(workflow.version.number).toBe(2);
  expect(workflow.steps.map(({ template }) => template.content)).toEqual(["3", "1", "2"]);
  expect(new Set(workflow.steps.map(({ stepId }) => stepId))).toEqual(new Set(steps.map(({ stepId }) => stepId)));
});

test("a change of anything but the steps makes no version", async () => {
  const environment = await createTestEnvironment(db);
  const { id, versionId } = await storeWorkflow(environment);
  await change(environment, id, {}, { name: "Sent", critical: true, data: { team: "a" }, active: true });
  expect((await getWorkflow(db, environment.scope, id)).workflow).toMatchObject({
    versionId,
    name: "Sent",
    active: true,
  });
});

test("a refused change leaves nothing behind", async () => {
  const environment = await createTestEnvironment(db);
  await storeWorkflow(environment, { name: "Taken" });
  const { id, versionId } = await storeWorkflow(environment);
  const taking = change(environment, id, { steps: [sms("New")] }, { identifier: "taken" });
  await expect(taking).rejects.toMatchObject({ cause: { constraint_name: "workflows_environment_identifier" } });
  const { workflow, version } = await getWorkflow(db, environment.scope, id);
  expect([workflow.versionId, version.number]).toEqual([versionId, 1]);
});

test("another environment's workflow can be neither changed nor deleted", async () => {
  const environment = await createTestEnvironment(db);
  const stranger = await createTestEnvironment(db);
  const { id } = await storeWorkflow(environment);
  await expect(change(stranger, id, {}, { name: "Mine" })).rejects.toThrow("No workflow with id");
  expect(await remove(stranger, id)).toBe(false);
  expect((await getWorkflow(db, environment.scope, id)).workflow).toMatchObject({
    name: "Order shipped",
    active: false,
  });
});

test("a trigger notes when it came, without counting as a change of the workflow", async () => {
  const environment = await createTestEnvironment(db);
  const { id, updatedAt } = await storeWorkflow(environment);
  await touchWorkflow(db, environment.productionScope, id);
  expect((await getWorkflow(db, environment.scope, id)).workflow.lastTriggeredAt).toBeNull();
  await touchWorkflow(db, environment.scope, id);
  const first = (await getWorkflow(db, environment.scope, id)).workflow;
  expect(first.lastTriggeredAt).toBeInstanceOf(Date);
  expect(first.updatedAt).toEqual(updatedAt);
});

test("triggers in quick succession note only the first, so that they do not wait for each other", async () => {
  const environment = await createTestEnvironment(db);
  const { id } = await storeWorkflow(environment);
  const at = async () => (await getWorkflow(db, environment.scope, id)).workflow.lastTriggeredAt;
  await touchWorkflow(db, environment.scope, id);
  const first = await at();
  await touchWorkflow(db, environment.scope, id);
  expect(await at()).toEqual(first);
  await db.$client`update workflows set last_triggered_at = now() - interval '1 minute' where id = ${id}`;
  await touchWorkflow(db, environment.scope, id);
  expect((await at())?.getTime()).toBeGreaterThan((first?.getTime() ?? 0) - 5_000);
});
