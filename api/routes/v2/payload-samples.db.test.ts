import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { PAYLOAD_SAMPLE_MAX_BYTES, PAYLOAD_SAMPLES_MAX } from "#contract/constants/limits.ts";
import { payloadSamples } from "#db/schema/workflows/payload-samples.ts";
import { createTestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { aMember } from "#test/support/sign-in.ts";

// Payloads that members keep under a name, for previews and tests of a workflow.

const { app, db } = await testApp();

type Method = "GET" | "POST" | "PATCH" | "DELETE";

async function aSampledWorkflow() {
  const environment = await createTestEnvironment(db);
  const { id } = await aWorkflow(db, environment, [aStep("in_app")]);
  const url = `/v2/workflows/${id}/samples`;
  async function call(method: Method, path: string, payload?: object, headers = environment.headers) {
    const reply = await app.inject({ method, url: `${url}${path}`, headers, ...(payload && { payload }) });
    return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
  }
  const names = async () => {
    const { body } = await call("GET", "");
    return body.data.map(({ name }: { name: string }) => name);
  };
  return { environment, id, call, names };
}

test("a sample is kept with the order of its fields, renamed, changed and deleted, and other members see it", async () => {
  const { environment, call, names } = await aSampledWorkflow();
  const payload = { zone: "x", a: { deep: [1, "ü"] }, "": null };
  const kept = await call("POST", "", { name: "Large order", payload });
  expect(kept).toMatchObject({ status: 201, body: { data: { name: "Large order" } } });
  expect(JSON.stringify(kept.body.data.payload)).toBe(JSON.stringify(payload));
  const path = `/${kept.body.data._id}`;
  await call("POST", "", { name: "A second one", payload: {} });

  const viewer = await aMember(db, environment.organizationId, "viewer");
  const asViewer = { ...viewer.headers, "novu-environment-id": environment.environmentId };
  const seen = await call("GET", "", undefined, asViewer);
  expect(seen.body.data).toMatchObject([{ name: "A second one" }, { name: "Large order", payload }]);
  const refused = await Promise.all([
    call("POST", "", { name: "Mine", payload: {} }, asViewer),
    call("PATCH", path, { name: "Mine" }, asViewer),
    call("DELETE", path, undefined, asViewer),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);

  expect((await call("PATCH", path, { name: "Largest" })).body.data).toMatchObject({ name: "Largest", payload });
  expect((await call("PATCH", path, { payload: {} })).body.data).toMatchObject({ name: "Largest", payload: {} });
  expect((await call("DELETE", path)).status).toBe(204);
  expect((await call("DELETE", path)).status).toBe(404);
  expect(await names()).toEqual(["A second one"]);
});

test("a name belongs to one sample of a workflow, whether it is made or renamed", async () => {
  const { call } = await aSampledWorkflow();
  const { body } = await call("POST", "", { name: "One", payload: {} });
  await call("POST", "", { name: "Two", payload: {} });
  const taken = "name is that of another sample, Two: choose another one";
  const refused = { status: 409, body: { fields: { name: expect.anything() }, message: [taken] } };
  expect(await call("POST", "", { name: "Two", payload: {} })).toMatchObject(refused);
  expect(await call("PATCH", `/${body.data._id}`, { name: "Two" })).toMatchObject(refused);
  expect((await call("PATCH", `/${body.data._id}`, { name: "One" })).status).toBe(200);
});

test("a workflow has a limited number of samples, also when several are made at once", async () => {
  const { call, names } = await aSampledWorkflow();
  const made = await Promise.all(
    Array.from({ length: PAYLOAD_SAMPLES_MAX + 2 }, (_, index) =>
      call("POST", "", { name: `Sample ${index}`, payload: {} }),
    ),
  );
  const refused = made.filter(({ status }) => status !== 201);
  expect(refused.map(({ status }) => status)).toEqual([409, 409]);
  expect(refused[0]?.body.message).toBe(`A workflow has at most ${PAYLOAD_SAMPLES_MAX} samples: delete one first`);
  expect(await names()).toHaveLength(PAYLOAD_SAMPLES_MAX);
});

test("a sample that is too large, nested too deeply, no object or without a name is refused by its field", async () => {
  const { call, names } = await aSampledWorkflow();
  const message = async (sample: object) => {
    const { status, body } = await call("POST", "", sample);
    expect(status).toBe(400);
    return body.message[0];
  };
  const empty = JSON.stringify({ text: "" }).length;
  // Bytes of UTF-8 are counted, and not characters.
  const text = "ü".repeat((PAYLOAD_SAMPLE_MAX_BYTES - empty) / 2);
  expect((await call("POST", "", { name: "Just fits", payload: { text } })).status).toBe(201);
  expect(await message({ name: "Large", payload: { text: `${text}ü` } })).toMatch(/^payload must be at most 64 kB/);
  expect(await message({ name: "List", payload: [] })).toBe("payload must be an object");
  expect(await message({ name: "", payload: {} })).toMatch(/^name /);
  expect(await names()).toEqual(["Just fits"]);
});

test("nobody changes samples in Production, and a workflow takes its samples along when it is deleted", async () => {
  const { environment, id, call } = await aSampledWorkflow();
  await call("POST", "", { name: "One", payload: {} });
  const { headers } = await aMember(db, environment.organizationId, "admin");
  const inProduction = { ...headers, "novu-environment-id": environment.productionEnvironmentId };
  expect((await call("POST", "", { name: "Two", payload: {} }, inProduction)).status).toBe(403);
  await app.inject({ method: "DELETE", url: `/v2/workflows/${id}`, headers: environment.headers });
  expect((await call("GET", "")).status).toBe(404);
  expect(await db.$count(payloadSamples, eq(payloadSamples.workflowId, id))).toBe(0);
});
