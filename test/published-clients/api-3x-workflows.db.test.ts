import { Novu } from "@novu/api";
import { expect, test } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";
import { methodsOf, OF_WORKFLOWS_3X, recording } from "./methods.ts";

// Workflows and what publishes them, by the published typed client 3.x, which validates every answer.

const { api, environment, runner } = await apiWithRunner();
const { db } = api;
await api.app.listen({ host: "127.0.0.1", port: 0 });
const serverURL = api.app.listeningOrigin;
const called = new Set<string>();
const client = new Novu({ secretKey: environment.organizationApiKey, serverURL, retryConfig: { strategy: "none" } });
const novu = recording(client, called);
const { environmentId, productionEnvironmentId } = environment;
const inProduction = new Novu({
  secretKey: environment.productionApiKey,
  serverURL,
  retryConfig: { strategy: "none" },
});

const bell = { name: "Bell", type: "in_app" as const, controlValues: { body: "Hello {{subscriber.firstName}}" } };

/** A workflow that this test creates, by the identifier that it is triggered by. */
const aWorkflow = async (workflowId: string, fields: object = {}) =>
  (await novu.workflows.create({ name: workflowId, workflowId, active: true, steps: [bell], ...fields })).result;

test("a workflow of every kind of step is created, read, replaced, changed, listed and deleted", async () => {
  const steps = [
    bell,
    { name: "Mail", type: "email" as const, controlValues: { subject: "Hi", body: "<p>Hi</p>", editorType: "html" } },
    { name: "Text", type: "sms" as const, controlValues: { body: "Hi" } },
    { name: "Chat", type: "chat" as const, controlValues: { body: "Hi" } },
    { name: "Push", type: "push" as const, controlValues: { subject: "Hi", body: "Hi" } },
    { name: "Wait", type: "delay" as const, controlValues: { amount: 1, unit: "hours", type: "regular" } },
    { name: "Collect", type: "digest" as const, controlValues: { amount: 1, unit: "hours" } },
  ];
  const created = await aWorkflow("every-step", { steps, tags: ["orders"], description: "All of them" });
  expect(created).toMatchObject({ workflowId: "every-step", tags: ["orders"], severity: "none" });
  expect(created.steps.map(({ type }) => type)).toEqual(steps.map(({ type }) => type));
  for (const id of ["every-step", created.id, created.slug]) {
    expect((await novu.workflows.get(id, environmentId)).result.id).toBe(created.id);
  }
  const [first] = created.steps;
  const kept = { ...bell, id: first && "id" in first ? first.id : "", name: "Inbox" };
  const { result: replaced } = await novu.workflows.update(
    { name: "Fewer", origin: "novu-cloud", steps: [kept], preferences: { user: null } },
    "every-step",
  );
  expect(replaced).toMatchObject({ name: "Fewer", steps: [{ name: "Inbox" }] });
  const { result: patched } = await novu.workflows.patch({ active: false, tags: ["sales"] }, "every-step");
  expect(patched).toMatchObject({ active: false, tags: ["sales"], name: "Fewer" });
  const { result: listed } = await novu.workflows.list({ query: "fewer" });
  expect(listed).toMatchObject({ totalCount: 1, workflows: [{ workflowId: "every-step", steps: [{}] }] });
  await novu.workflows.delete("every-step");
  expect(await novu.workflows.get("every-step").catch((error) => error)).toMatchObject({ statusCode: 404 });
});

test("an email step without a subject, and one without anything, are answered as the client demands", async () => {
  const steps = [
    { name: "Mail", type: "email" as const, controlValues: { body: "<p>Hi</p>" } },
    { name: "Empty", type: "email" as const },
  ];
  const { steps: made } = await aWorkflow("no-subject", { steps });
  expect(made).toMatchObject([{ controls: { values: { subject: "" } } }, { controls: { values: { subject: "" } } }]);
});

test("a step is read and previewed, and the workflow delivers what the preview shows", async () => {
  const { steps } = await aWorkflow("preview-me");
  const [step] = steps;
  const stepId = step && "stepId" in step ? String(step.stepId) : "";
  const { result: read } = await novu.workflows.steps.retrieve("preview-me", stepId);
  // The client drops what it does not know of a step, the values of its controls among them, but not their copy.
  expect(read).toMatchObject({ stepId, type: "in_app", controlValues: bell.controlValues });
  const { result } = await novu.workflows.steps.generatePreview({
    workflowId: "preview-me",
    stepId,
    generatePreviewRequestDto: {
      controlValues: bell.controlValues,
      previewPayload: { subscriber: { firstName: "Ada" } },
    },
  });
  expect(result.result).toMatchObject({ type: "in_app", preview: { body: "Hello Ada" } });
  const { subscriberId } = await createTestSubscriber(db, environment.scope);
  const { result: accepted } = await client.trigger({ workflowId: "preview-me", to: subscriberId });
  const start = api.started.find(({ event }) => event.transactionId === accepted.transactionId);
  if (!start) throw new Error("The event was not started");
  await runner.toEnd(start.event);
  const { result: inbox } = await client.subscribers.notifications.list({ subscriberId });
  expect(inbox.data).toMatchObject([{ body: "Hello Grace", workflow: { identifier: "preview-me" } }]);
});

test("a workflow is copied to another environment, alone or with all others that differ", async () => {
  const workflowId = "to-production";
  await aWorkflow(workflowId, { tags: ["copied"] });
  await novu.workflows.sync({ targetEnvironmentId: productionEnvironmentId }, workflowId);
  expect((await inProduction.workflows.get(workflowId)).result).toMatchObject({ workflowId, tags: ["copied"] });
  const rules = { payloadSchema: { type: "object", required: ["orderId"] }, validatePayload: true };
  await aWorkflow("also-to-production", rules);
  const { result: difference } = await novu.environments.diff({}, productionEnvironmentId);
  expect(difference).toMatchObject({
    sourceEnvironmentId: environmentId,
    targetEnvironmentId: productionEnvironmentId,
    summary: { hasChanges: true },
  });
  const dry = await novu.environments.publish({ dryRun: true }, productionEnvironmentId);
  expect(dry.result.results.flatMap(({ failed }) => failed)).toEqual([]);
  const missing = await inProduction.workflows.get("also-to-production").catch((error) => error);
  expect(missing).toMatchObject({ statusCode: 404 });
  const { result: published } = await novu.environments.publish({}, productionEnvironmentId);
  expect(published.summary).toMatchObject({ failed: 0, skipped: expect.any(Number) });
  expect((await inProduction.workflows.get("also-to-production")).result).toMatchObject(rules);
  expect((await novu.environments.diff({}, productionEnvironmentId)).result.summary.hasChanges).toBe(false);
});

test("the tags of an environment are those of its workflows", async () => {
  await aWorkflow("tagged", { tags: ["a-tag", "b-tag"] });
  const { result: tags } = await novu.environments.getTags(environmentId);
  expect(tags.map(({ name }) => name)).toEqual(expect.arrayContaining(["a-tag", "b-tag"]));
});

test("an environment that was added is deleted, and the first two are not", async () => {
  const own = await createTestEnvironment(db);
  const ofOwn = recording(
    new Novu({ secretKey: own.organizationApiKey, serverURL, retryConfig: { strategy: "none" } }),
    called,
  );
  const { result: staging } = await ofOwn.environments.create({ name: "Staging", color: "#ff0000" });
  await ofOwn.environments.delete(staging.id);
  const names = (await ofOwn.environments.list()).result.map(({ name }) => name);
  expect(names).toEqual(["Development", "Production"]);
  const refused = await ofOwn.environments.delete(own.productionEnvironmentId).catch((error) => error);
  expect(refused).toMatchObject({ name: "ErrorDto", statusCode: expect.any(Number) });
  expect(refused.statusCode).toBeLessThan(500);
});

test("every method of workflows, steps, tags and publishing is called here", () => {
  const methods = methodsOf(client).filter((method) => OF_WORKFLOWS_3X.some((prefix) => method.startsWith(prefix)));
  expect(methods.length).toBeGreaterThan(OF_WORKFLOWS_3X.length);
  expect(methods.filter((method) => !called.has(method))).toEqual([]);
});
