import { afterAll, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { aMember } from "#test/support/sign-in.ts";

// Versions of workflows: what they changed and who made them, and saves that name the version that they began from.

const server = await testApp();
const { app, db } = server;
afterAll(() => server.close());

type Headers = Record<string, string>;

async function call(method: "GET" | "POST" | "PUT" | "PATCH", url: string, headers: Headers, payload?: object) {
  const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json() };
}

const bell = { stepId: "bell", name: "Bell", type: "in_app", controlValues: { body: "Hello" } };
const letter = { stepId: "letter", name: "Letter", type: "email", controlValues: { subject: "Hello", body: "World" } };

/** A workflow, and a member besides the one whom the key is of. */
async function aWorkflowWithAuthors(steps: object[] = [bell]) {
  const environment = await createTestEnvironment(db);
  const { headers } = environment;
  const { body } = await call("POST", "/v2/workflows", headers, { name: "Order shipped", steps });
  const member = await aMember(db, environment.organizationId, "member");
  return {
    environment,
    headers,
    grace: { ...member.headers, "novu-environment-id": environment.environmentId },
    path: `/v2/workflows/${body.data._id}`,
    workflow: body.data,
  };
}

/** Keeps a version, whose author's next save would change it. */
const keep = (path: string, headers: Headers, version: number) =>
  call("PATCH", `${path}/versions/${version}`, headers, { name: null });

const versionsOf = async (path: string, { headers }: Pick<TestEnvironment, "headers">, query = "") =>
  (await call("GET", `${path}/versions${query}`, headers)).body;

test("each person's save of other steps is a version, with its author and its changes in words; other saves are none", async () => {
  const { environment, headers, grace, path, workflow } = await aWorkflowWithAuthors();
  expect(workflow.version).toBe(1);
  const saved = await call("PUT", path, grace, { name: "Order shipped", steps: [...workflow.steps, letter] });
  expect(saved.body.data.version).toBe(2);
  const [first, second] = saved.body.data.steps;
  const changed = { ...first, controlValues: { body: "Hello again", subject: "Order" } };
  await call("PUT", path, headers, { name: "Order shipped", steps: [second, changed] });
  const renamed = await call("PATCH", path, headers, { name: "Shipped" });
  expect(renamed.body.data.version).toBe(3);

  const { data, next } = await versionsOf(path, environment);
  expect(next).toBeNull();
  expect(data).toEqual([
    {
      version: 3,
      isCurrent: true,
      isWorkingCopy: true,
      createdAt: expect.stringMatching(/Z$/),
      createdBy: { _id: environment.userId, firstName: "Ada", lastName: "Lovelace" },
      changes: ["Changed body and subject of Bell", "Changed the order of the steps"],
    },
    expect.objectContaining({ version: 2, isCurrent: false, changes: ["Added Letter"] }),
    expect.objectContaining({ version: 1, changes: ["Created with one step"] }),
  ]);
  expect(data[1].createdBy.firstName).toBe("Grace");
});

test("versions are paged, and the oldest one of a page is compared with the one before", async () => {
  const { environment, headers, path, workflow } = await aWorkflowWithAuthors();
  const [step] = workflow.steps;
  for (const [index, body] of ["b", "c", "d"].entries()) {
    await keep(path, headers, index + 1);
    await call("PUT", path, headers, { name: "Order shipped", steps: [{ ...step, controlValues: { body } }] });
  }
  const seen: number[] = [];
  let query = "?limit=2";
  for (let page = 0; page < 3 && query !== ""; page += 1) {
    const { data, next } = await versionsOf(path, environment, query);
    for (const { version, changes } of data) {
      seen.push(version);
      expect(changes).toEqual([version === 1 ? "Created with one step" : "Changed body of Bell"]);
    }
    query = next === null ? "" : `?limit=2&cursor=${next}`;
  }
  expect(seen).toEqual([4, 3, 2, 1]);
  const refused = await call("GET", `${path}/versions?cursor=nonsense`, headers);
  expect(refused).toMatchObject({ status: 400, body: { fields: { cursor: [expect.stringMatching(/^cursor /)] } } });
});

test("a version is read as it was, and restored as a new one, with steps that were removed since", async () => {
  const { environment, headers, path, workflow } = await aWorkflowWithAuthors([bell, letter]);
  const [bellStep, letterStep] = workflow.steps;
  await keep(path, headers, 1);
  await call("PUT", path, headers, {
    name: "Order shipped",
    steps: [{ ...bellStep, controlValues: { body: "Other" } }],
    payloadSchema: { type: "object" },
  });

  const read = await call("GET", `${path}/versions/1`, headers);
  expect(read.status).toBe(200);
  expect(read.body.data).toMatchObject({ version: 1, isCurrent: false, validatePayload: false });
  expect(read.body.data).not.toHaveProperty("payloadSchema");
  expect(read.body.data.steps).toMatchObject([
    { _id: bellStep._id, controlValues: { body: "Hello" } },
    { _id: letterStep._id, controlValues: { subject: "Hello", body: "World" } },
  ]);

  const restored = await call("POST", `${path}/versions/1/restore`, headers);
  expect(restored.status).toBe(201);
  expect(restored.body.data).toMatchObject({ version: 3, steps: read.body.data.steps });
  expect(restored.body.data).not.toHaveProperty("payloadSchema");
  const [newest] = (await versionsOf(path, environment)).data;
  expect(newest.changes).toEqual(["Changed body of Bell", "Added Letter", "Changed the payload schema"]);
  expect(newest.restoredFrom).toBe(1);
  expect(read.body.data).not.toHaveProperty("restoredFrom");

  // Restoring the current one changes nothing.
  const again = await call("POST", `${path}/versions/3/restore`, headers);
  expect(again.body.data.version).toBe(3);
});

test("a restored version names the layouts that are gone, and takes one that was made again", async () => {
  const { headers, path, workflow } = await aWorkflowWithAuthors([letter]);
  const [step] = workflow.steps;
  const layout = { name: "Brand", layoutId: "brand" };
  await call("POST", "/v2/layouts", headers, layout);
  const save = (layoutId: string | null) =>
    call("PUT", path, headers, {
      name: "Order shipped",
      steps: [{ ...step, controlValues: { ...letter.controlValues, layoutId } }],
    });
  await save("brand");
  await keep(path, headers, 2);
  await save(null);
  await app.inject({ method: "DELETE", url: "/v2/layouts/brand", headers });

  const restore = async () => (await call("POST", `${path}/versions/2/restore`, headers)).body.data;
  const restored = await restore();
  expect(restored.status).toBe("ERROR");
  expect(restored.steps[0].issues.controls).toEqual({
    layoutId: [expect.objectContaining({ message: "The layout brand does not exist in this environment" })],
  });

  const made = (await call("POST", "/v2/layouts", headers, layout)).body.data;
  const again = await restore();
  expect(again.steps[0].issues).not.toHaveProperty("controls");
  const asStored = (await call("GET", `/v1/workflows/${workflow._id}`, headers)).body.data;
  expect(asStored.steps[0].template._layoutId).toBe(made._id);
});

test("a workflow of the older resource has versions, too", async () => {
  const environment = await createTestEnvironment(db);
  const { headers } = environment;
  const groups = await call("GET", "/v1/notification-groups", headers);
  const step = { template: { type: "in_app", content: "Hello" }, name: "Bell" };
  const body = { name: "Older", notificationGroupId: groups.body.data[0]._id, steps: [step] };
  const created = (await call("POST", "/v1/workflows", headers, body)).body.data;
  const [stored] = created.steps;
  const other = { ...stored, template: { ...stored.template, content: "Other" }, active: false };
  const path = `/v2/workflows/${created._id}`;
  await keep(path, headers, 1);
  await call("PUT", `/v1/workflows/${created._id}`, headers, { steps: [other] });
  const { data } = await versionsOf(path, environment);
  expect(data[0].changes).toEqual(["Switched Bell off", "Changed body of Bell"]);

  await call("POST", `${path}/versions/1/restore`, headers);
  const now = (await call("GET", `/v1/workflows/${created._id}`, headers)).body.data;
  expect(now.steps).toMatchObject([{ active: true, template: { content: "Hello" } }]);
});

test.each([
  ["GET", "0", 400],
  ["GET", "2", 404],
  ["GET", "nonsense", 400],
  ["POST", "7/restore", 404],
] as const)("%s of version %s is %i", async (method, version, status) => {
  const { headers, path } = await aWorkflowWithAuthors();
  expect((await call(method, `${path}/versions/${version}`, headers)).status).toBe(status);
});

test.each(["put", "patch", "patchStep"] as const)(
  "a save (%s) from an earlier version is refused with who changed what, and changes nothing",
  async (how) => {
    const { headers, grace, path, workflow } = await aWorkflowWithAuthors();
    const [step] = workflow.steps;
    const theirs = { ...step, controlValues: { body: "Theirs" } };
    const first = { name: "Order shipped", steps: [theirs], baseVersion: 1 };
    expect((await call("PUT", path, grace, first)).status).toBe(200);

    const mine = {
      put: () => call("PUT", path, headers, { name: "Mine", steps: [step], baseVersion: 1 }),
      patch: () => call("PATCH", path, headers, { name: "Mine", baseVersion: 1 }),
      patchStep: () =>
        call("PATCH", `${path}/steps/${step._id}`, headers, { controlValues: { body: "Mine" }, baseVersion: 1 }),
    };
    const refused = await mine[how]();
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      version: 2,
      changes: ["Changed body of Bell"],
      changedBy: { name: "Grace" },
      message: expect.stringMatching(/^baseVersion is 1, but Grace has saved version 2 since: Changed body of Bell/),
    });
    const now = await call("GET", path, headers);
    expect(now.body.data).toMatchObject({
      name: "Order shipped",
      version: 2,
      steps: [{ controlValues: { body: "Theirs" } }],
    });
  },
);

test("of two saves from one version at once, one is refused; a version that is not there yet is a fault of the request", async () => {
  const { headers, grace, path, workflow } = await aWorkflowWithAuthors();
  const save = (by: Headers, body: string, baseVersion = 1) =>
    call("PUT", path, by, {
      name: "Order shipped",
      steps: [{ ...workflow.steps[0], controlValues: { body } }],
      baseVersion,
    });
  const answers = await Promise.all([save(headers, "one"), save(grace, "two")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const ahead = await save(headers, "three", 9);
  expect(ahead).toMatchObject({
    status: 400,
    body: { fields: { baseVersion: [expect.stringMatching(/newest .* is 2/)] } },
  });
});
