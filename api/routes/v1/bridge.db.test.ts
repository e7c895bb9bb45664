import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { workflow } from "@novu/framework";
import { describe, expect, onTestFinished, test } from "vitest";
import { startBridge } from "#test/support/bridge.ts";
import { bridgedApi } from "#test/support/bridged-api.ts";
import { signedIn } from "#test/support/sign-in.ts";
import { TEST_CERTIFICATE, TEST_KEY } from "#test/support/tls-certificate.ts";

const { api, db, runner, call, sync, bridge, environment, trigger, jobsOf, messagesOf, detailsOf } = await bridgedApi();

const simple = (id: string, options: Parameters<typeof workflow>[2] = {}, body = "1") =>
  workflow(id, async ({ step }) => void (await step.inApp("inbox", () => ({ body }))), options);

const workflowsOf = async () => (await call("GET", "/v1/workflows?limit=50")).body.data;

describe("sync", () => {
  test("stores the address and each workflow by its id, which may have spaces; its name defaults to the id", async () => {
    bridge().deploy([
      workflow("two steps", async ({ step }) => {
        await step.email("mail it", () => ({ subject: "s", body: "b" }));
        await step.custom("count", async () => ({}));
      }),
      simple("named", { name: "A name", description: "About it", tags: ["a", "b"] }),
    ]);
    const { status, body } = await sync();
    expect(status).toBe(201);
    expect(body.data).toMatchObject([
      {
        name: "two steps",
        type: "BRIDGE",
        origin: "external",
        active: true,
        tags: [],
        triggers: [{ identifier: "two steps" }],
        steps: [
          { stepId: "mail it", uuid: "mail it", name: "mail it", template: { type: "email", name: "mail it" } },
          { stepId: "count", template: { type: "custom" } },
        ],
      },
      { name: "A name", description: "About it", tags: ["a", "b"], triggers: [{ identifier: "named" }] },
    ]);
    const me = (await call("GET", "/v1/environments/me")).body.data;
    expect([me.bridge, me.echo]).toEqual([
      { url: bridge().url, syncedAt: expect.stringMatching(/^20/) },
      { url: bridge().url },
    ]);
    expect(await workflowsOf()).toHaveLength(2);
  });

  test("changes what has changed, keeps the ids of workflows and steps, and deletes what is not listed any more", async () => {
    bridge().deploy([simple("kept", { name: "Before", description: "Before", tags: ["x"] }), simple("gone")]);
    const [before] = (await sync()).body.data;
    bridge().deploy([
      workflow("kept", async ({ step }) => {
        await step.sms("first", () => ({ body: "0" }));
        await step.inApp("inbox", () => ({ body: "1" }));
      }),
      simple("new"),
    ]);
    const [after] = (await sync()).body.data;
    expect(after).toMatchObject({ _id: before._id, name: "kept", tags: [], version: 2 });
    expect(after.description).toBeUndefined();
    expect(after.steps[1]._id).toBe(before.steps[0]._id);
    expect((await workflowsOf()).map(({ name }: { name: string }) => name).sort()).toEqual(["kept", "new"]);
    // The same again is no new version.
    expect((await sync()).body.data[0].version).toBe(2);
    bridge().deploy([]);
    expect((await sync()).body.data).toEqual([]);
    expect(await workflowsOf()).toEqual([]);
  });

  test("reports to webhook endpoints which workflows it has created, changed and deleted, and none that are the same", async () => {
    expect((await call("POST", "/v1/webhook-endpoints", { url: "https://example.com/events" })).status).toBe(201);
    const reported = async () => {
      const rows = await db.$client<{ type: string; workflow: string | null }[]>`
        delete from webhook_messages where environment_id = ${environment().environmentId}
        returning type, data ->> 'workflow' as workflow`;
      return rows.map(({ type, workflow: name }) => `${type} ${name}`).sort();
    };
    bridge().deploy([simple("same"), simple("changed"), simple("gone")]);
    await sync();
    expect(await reported()).toHaveLength(3);
    bridge().deploy([simple("same"), simple("changed", { tags: ["a"] }), simple("new")]);
    await sync();
    expect(await reported()).toEqual(["workflow.created new", "workflow.deleted null", "workflow.updated changed"]);
  });

  test("preferences, with those that subscribers may not change, and the flags of the code are stored", async () => {
    const preferences = { all: { enabled: false, readOnly: true }, channels: { inApp: { enabled: true } } };
    bridge().deploy([Object.assign(simple("flags", { preferences }))]);
    bridge().intercept = ({ action }, response) => {
      if (action !== "discover") return false;
      const steps = [{ stepId: "inbox", type: "in_app", options: { failOnErrorEnabled: true } }];
      const channels = { in_app: { enabled: true } };
      const discovered = { workflowId: "flags", active: false, critical: true, steps };
      response.end(JSON.stringify({ workflows: [{ ...discovered, preferences: { all: preferences.all, channels } }] }));
      return true;
    };
    const [stored] = (await sync()).body.data;
    expect(stored).toMatchObject({
      active: false,
      critical: true,
      preferenceSettings: { in_app: true, email: false, sms: false, chat: false, push: false },
      steps: [{ shouldStopOnFail: true }],
    });
  });

  test("a workflow that is edited here keeps its identifier, and nothing is stored of a sync that wants it", async () => {
    const [group] = (await call("GET", "/v1/notification-groups")).body.data;
    const own = { name: "Own", notificationGroupId: group._id, steps: [] };
    expect((await call("POST", "/v1/workflows", own)).status).toBe(201);
    bridge().deploy([simple("first"), simple("own")]);
    expect(await sync()).toMatchObject({ status: 409, body: { message: expect.stringContaining("own") } });
    expect((await workflowsOf()).map(({ name }: { name: string }) => name)).toEqual(["Own"]);
    expect((await call("GET", "/v1/environments/me")).body.data.bridge).toBeUndefined();
  });

  test.each([
    [{}, 400, "bridgeUrl"],
    [{ bridgeUrl: "ftp://example.com" }, 400, "bridgeUrl must be an http or https address"],
    [{ bridgeUrl: "http://user:secret@example.com" }, 400, "bridgeUrl must not name a user"],
  ])("%j is refused", async (body, status, message) => {
    const reply = await call("POST", "/v1/bridge/sync", body);
    expect(reply.status).toBe(status);
    expect(JSON.stringify(reply.body.message)).toContain(message);
  });

  test.each([
    ["no JSON", "<html>", "what is not expected JSON"],
    ["no list", "{}", "workflows"],
    [
      "an unknown type of step",
      { steps: [{ stepId: "a", type: "throttle" }] },
      "workflows.0.steps.0.type must be one of",
    ],
    ["a step without an id", { steps: [{ type: "sms" }] }, "workflows.0.steps.0.stepId must be a text"],
    ["a workflow without an id", { workflowId: "", steps: [] }, "workflows.0.workflowId must not be empty"],
  ])("a bridge that lists %s is refused with what is wrong", async (_, answer, message) => {
    bridge().intercept = (_request, response) => {
      const workflows = [{ workflowId: "w", ...(typeof answer === "object" && answer) }];
      response.end(typeof answer === "string" ? answer : JSON.stringify({ workflows }));
      return true;
    };
    const reply = await sync();
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body.message)).toContain(message);
    expect(await workflowsOf()).toEqual([]);
  });

  test("definitions that never end are not read to their end", async () => {
    bridge().intercept = (_request, response) => {
      const part = Buffer.alloc(1_000_000, " ");
      const write = () => response.destroyed || response.write(part, write);
      write();
      return true;
    };
    expect(await sync()).toMatchObject({ status: 400, body: { code: "RESPONSE_READ_ERROR" } });
  });

  test("steps and identifier of a code-first workflow are not changed here", async () => {
    bridge().deploy([simple("code")]);
    const [{ _id }] = (await sync()).body.data;
    const reply = await call("PUT", `/v1/workflows/${_id}`, { identifier: "other", steps: [] });
    expect(reply.status).toBe(400);
    expect(reply.body.message).toEqual([
      expect.stringContaining("steps cannot be changed here"),
      expect.stringContaining("identifier cannot be changed here"),
    ]);
    expect((await call("PUT", `/v1/workflows/${_id}`, { tags: ["shown"] })).status).toBe(200);
  });

  test("a run keeps the steps with which it started, whatever is deployed and synced meanwhile", async () => {
    bridge().deploy([
      workflow("changing", async ({ step }) => {
        await step.delay("wait", () => ({ amount: 1, unit: "minutes" }));
        await step.inApp("inbox", () => ({ body: "kept" }));
      }),
    ]);
    const ref = await trigger("stateful", { name: "changing" });
    const [cohort] = await runner.start(ref);
    bridge().deploy([
      workflow("changing", async ({ step }) => {
        await step.delay("wait", () => ({ amount: 1, unit: "minutes" }));
        await step.inApp("inbox", () => ({ body: "kept" }));
        await step.inApp("more", () => ({ body: "more" }));
      }),
    ]);
    await sync();
    runner.skip(120_000);
    if (cohort) await runner.untilItWaits(cohort);
    expect(await jobsOf(ref)).toEqual(["delay completed", "in_app completed"]);
    expect(await messagesOf(ref)).toHaveLength(1);
  });
});

test("the status is the bridge's health; without a bridge, or with a silent one, it says what to do", async () => {
  expect(await call("GET", "/v1/bridge/status")).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("POST /v1/bridge/sync") },
  });
  bridge().deploy([simple("one"), simple("two")]);
  await sync();
  expect(await call("GET", "/v1/bridge/status")).toMatchObject({
    status: 200,
    body: {
      data: {
        status: "ok",
        sdkVersion: "2.9.0",
        frameworkVersion: "2024-06-26",
        discovered: { workflows: 2, steps: 2 },
      },
    },
  });
  expect(bridge().requests.at(-1)?.headers["novu-signature"]).toBeUndefined();
  bridge().intercept = (_request, response) => {
    response.writeHead(502).end();
    return true;
  };
  expect(await call("GET", "/v1/bridge/status")).toMatchObject({
    status: 400,
    body: { code: "BRIDGE_ENDPOINT_NOT_FOUND" },
  });
});

test("a bridge that refuses the signature is named with its own error", async () => {
  const stranger = await startBridge("another key", []);
  const reply = await call("POST", "/v1/bridge/sync", { bridgeUrl: stranger.url });
  expect(reply).toMatchObject({ status: 400, body: { code: "SignatureMismatchError" } });
  expect(reply.body.message).toMatch(/answered 401: Signature does not match/);
  await stranger.close();
});

test("an address is valid when a bridge answers there", async () => {
  const validity = async (bridgeUrl: string) =>
    (await call("POST", "/v1/bridge/validate", { bridgeUrl })).body.data.isValid;
  expect(await validity(bridge().url)).toBe(true);
  expect(await validity("http://127.0.0.1:1/")).toBe(false);
  expect(await validity("nonsense")).toBe(false);
});

test("a diff shows what there is beside what a sync would store, and stores nothing", async () => {
  bridge().deploy([simple("before")]);
  expect((await call("POST", "/v1/bridge/diff", { bridgeUrl: bridge().url })).status).toBe(400);
  await sync();
  bridge().deploy([simple("after", { name: "After" })]);
  const { body } = await call("POST", "/v1/bridge/diff", { bridgeUrl: bridge().url });
  expect(body.data).toMatchObject({
    current: { workflows: [{ workflowId: "before" }], bridgeUrl: bridge().url },
    new: { workflows: [{ workflowId: "after", name: "After", steps: [{ stepId: "inbox", type: "in_app" }] }] },
  });
  expect((await workflowsOf()).map(({ name }: { name: string }) => name)).toEqual(["before"]);
});

test("values that the code would refuse are not stored, and are named; those that print variables are", async () => {
  const controlSchema = {
    type: "object",
    properties: {
      title: { type: "string", default: "Hello", maxLength: 10 },
      tone: { type: "string", enum: ["warm", "cool"], default: "warm" },
      count: { type: "integer", minimum: 1, default: 1 },
    },
    required: ["title"],
    additionalProperties: false,
  } as const;
  bridge().deploy([
    workflow("checked", async ({ step }) => {
      await step.email("mail", ({ title, tone }) => ({ subject: title, body: tone }), { controlSchema });
    }),
  ]);
  await sync();
  const save = (controls: object) => call("PUT", "/v1/bridge/controls/checked/mail", { controls });
  const refused = await save({ title: "x".repeat(11), tone: "hot", count: 0 });
  expect([refused.status, JSON.stringify(refused.body.message)]).toEqual([
    400,
    expect.stringMatching(
      /controls\.title must be at most 10.*controls\.tone must be one of.*controls\.count must be 1/,
    ),
  ]);
  expect((await call("GET", "/v1/bridge/controls/checked/mail")).body.data).toBeNull();
  expect((await save({ count: "{{payload.count}}", tone: "cool" })).status).toBe(200);
  const [listed] = (await call("GET", "/v2/workflows?limit=10")).body.data.workflows;
  const { body } = await call("GET", `/v2/workflows/${listed._id}`);
  expect([listed.origin, body.data.steps[0].controls]).toMatchObject([
    "external",
    { dataSchema: { properties: { tone: { enum: ["warm", "cool"] } } }, values: { tone: "cool" } },
  ]);
  const preview = await call("POST", "/v1/bridge/preview/checked/mail", { controls: { title: "Hi" } });
  expect(preview.body.data.outputs).toEqual({ subject: "Hi", body: "warm" });
  const wrong = await call("POST", "/v1/bridge/preview/checked/mail", { controls: { tone: "hot" } });
  expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringMatching(/ controls: tone must be equal to/)]);
  bridge().intercept = (_request, response) => {
    response.end("<html>");
    return true;
  };
  const nonsense = await call("POST", "/v1/bridge/preview/checked/mail", {});
  expect(nonsense.body.message).toMatch(/answered what is not expected JSON$/);
});

test("controls are null until they are set, and only steps of code have some", async () => {
  bridge().deploy([simple("controlled")]);
  await sync();
  const url = "/v1/bridge/controls/controlled/inbox";
  expect(await call("GET", url)).toEqual({ status: 200, body: { data: null } });
  expect((await call("PUT", url, { controls: { a: 1 } })).status).toBe(200);
  expect((await call("PUT", url, { variables: { b: [2] } })).status).toBe(200);
  expect((await call("GET", url)).body.data).toMatchObject({ controls: { b: [2] }, level: "step_controls" });
  expect((await call("PUT", url, { variables: [] })).status).toBe(400);
  expect((await call("PUT", "/v1/bridge/controls/controlled/other", { variables: {} })).status).toBe(404);
  expect((await call("GET", "/v1/bridge/controls/other/inbox")).status).toBe(404);
});

test("members set values of a step that is code in Production too, also by the workflow's own call; other steps are published", async () => {
  const { userId, productionApiKey, productionEnvironmentId } = environment();
  const there = await startBridge(productionApiKey, [simple("controlled")]);
  onTestFinished(() => there.close());
  const member = { ...(await signedIn(db, userId)), "novu-environment-id": productionEnvironmentId };
  const inProduction = async (
    headers: Record<string, string>,
    method: "POST" | "PATCH",
    url: string,
    payload: object,
  ) => {
    const reply = await api.app.inject({ method, url, headers, payload });
    return { status: reply.statusCode, body: reply.json() };
  };
  const key = { authorization: `ApiKey ${productionApiKey}` };
  const synced = await inProduction(key, "POST", "/v1/bridge/sync", { bridgeUrl: there.url });
  expect(synced.status, JSON.stringify(synced.body)).toBe(201);
  const [coded] = synced.body.data;
  const values = { controlValues: { title: "Here" } };
  const stepOf = (id: string, stepId: string) => `/v2/workflows/${id}/steps/${stepId}`;
  const set = await inProduction(member, "PATCH", stepOf(coded._id, "inbox"), values);
  expect([set.status, set.body.data?.controlValues], JSON.stringify(set.body)).toEqual([200, { title: "Here" }]);

  const steps = [{ name: "Text", type: "sms", controlValues: { body: "Hello" } }];
  const own = await inProduction(key, "POST", "/v2/workflows", { name: "Own", steps });
  const { _id, steps: made } = own.body.data;
  const refused = await inProduction(member, "PATCH", stepOf(_id, made[0]._id), { controlValues: { body: "Hi" } });
  expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining("and publish it") } });
  expect((await inProduction(key, "PATCH", stepOf(_id, made[0]._id), { name: "By key" })).status).toBe(200);
});

describe("a preview of a step", () => {
  const deployGreeting = () =>
    bridge().deploy([
      workflow(
        "greeting",
        async ({ step, payload }) => {
          const digested = await step.digest("collect", async () => ({ amount: 1, unit: "hours" }));
          await step.email(
            "mail",
            async ({ title }) => ({ subject: title, body: `<p>Hello ${payload.name}: ${digested.events.length}</p>` }),
            {
              controlSchema: { type: "object", properties: { title: { type: "string", default: "Hi" } } } as const,
              skip: () => true,
            },
          );
        },
        {
          payloadSchema: {
            type: "object",
            properties: { name: { type: "string", default: "Ada" } },
            required: ["name"],
            additionalProperties: false,
          } as const,
        },
      ),
    ]);
  const url = "/v1/bridge/preview/greeting/mail";

  test("is what its code makes of the sample data, with the steps before it made up, and stores nothing", async () => {
    deployGreeting();
    await sync();
    const { status, body } = await call("POST", url, { payload: { name: "Bob" }, controls: { title: "Good day" } });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.data).toMatchObject({ outputs: { subject: "Good day" }, options: { skip: false } });
    expect(body.data.outputs.body).toMatch(/^<p>Hello Bob: \d+<\/p>$/);
    expect(bridge().requests.at(-1)).toMatchObject({ action: "preview", stepId: "mail", body: { subscriber: {} } });
    const [row] = await db.$client`
      select count(*)::int as events from events where environment_id = ${environment().environmentId}`;
    expect(row).toEqual({ events: 0 });
  });

  test("counts the stored values of controls where the request has none", async () => {
    deployGreeting();
    await sync();
    await call("PUT", "/v1/bridge/controls/greeting/mail", { controls: { title: "Stored" } });
    expect((await call("POST", url, {})).body.data.outputs.subject).toBe("Stored");
    expect((await call("POST", url, { controls: {} })).body.data.outputs.subject).toBe("Hi");
  });

  test("names what is wrong: an unknown step, no bridge, data that the workflow's code refuses", async () => {
    expect((await call("POST", url, {})).status).toBe(404);
    deployGreeting();
    await sync();
    expect((await call("POST", "/v1/bridge/preview/greeting/other", {})).status).toBe(404);
    const refused = await call("POST", url, { payload: { name: 7 } });
    expect([refused.status, refused.body.code]).toEqual([400, expect.any(String)]);
    expect(refused.body.message).toContain("payload");
    await db.$client`update environments set bridge_url = null where id = ${environment().environmentId}`;
    expect((await call("POST", url, {})).body.message).toContain("POST /v1/bridge/sync");
  });
});

describe("a trigger that names its bridge", () => {
  test("an unknown workflow is 422, and nothing is stored", async () => {
    bridge().deploy([simple("known")]);
    const event = { name: "unknown", to: "ada", bridgeUrl: bridge().url };
    expect(await call("POST", "/v1/events/trigger", event)).toMatchObject({
      status: 422,
      body: { message: "workflow_not_found", error: "Unprocessable Entity" },
    });
    expect(await db.$client`select id from events where environment_id = ${environment().environmentId}`).toEqual([]);
  });

  test("a bridge that is down is an error of the trigger, after three attempts, and no run", async () => {
    let asked = 0;
    bridge().intercept = (_request, response) => {
      asked += 1;
      response.writeHead(503).end();
      return true;
    };
    const event = { name: "known", to: "ada", bridgeUrl: bridge().url };
    expect(await call("POST", "/v1/events/trigger", event)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("answered 503"), code: "UNKNOWN_BRIDGE_REQUEST_ERROR" },
    });
    expect(asked).toBe(3);
    const bulk = await call("POST", "/v1/events/trigger/bulk", {
      events: [{ ...event, bridgeUrl: "http://127.0.0.1:1" }],
    });
    expect(bulk.body.data).toMatchObject([{ status: "error", error: [expect.stringContaining("ECONNREFUSED")] }]);
    expect(await db.$client`select id from events where environment_id = ${environment().environmentId}`).toEqual([]);
  });

  test("the workflow is there for its runs alone, once for each definition, and beside a stored one of its name", async () => {
    bridge().deploy([simple("same", {}, "stored")]);
    const stored = await trigger("stateful", { name: "same" });
    bridge().deploy([simple("same", { tags: ["new"] }, "named")]);
    const refs = [await trigger("stateless", { name: "same" }), await trigger("stateless", { name: "same" })];
    for (const ref of [stored, ...refs]) await runner.toEnd(ref);
    expect(await workflowsOf()).toHaveLength(1);
    const versions = await db.$client`
      select distinct workflow_id, workflow_version_id from runs where environment_id = ${environment().environmentId}`;
    expect(versions).toHaveLength(2);
    const [feed] = (await call("GET", `/v1/notifications?transactionId=${refs[0]?.transactionId}`)).body.data;
    expect(feed).toMatchObject({ template: { name: "same", triggers: [{ identifier: "same" }] }, tags: ["new"] });
    bridge().deploy([simple("same", { tags: ["newer"] }, "named")]);
    const ref = await trigger("stateless", { name: "same" });
    await runner.toEnd(ref);
    expect(await messagesOf(ref)).toHaveLength(1);
  });

  test("an unknown tenant is made, a workflow that is not active is run, and one without steps ends at once", async () => {
    bridge().intercept = ({ action }, response) => {
      if (action !== "discover") return false;
      response.end(JSON.stringify({ workflows: [{ workflowId: "empty", active: false, steps: [] }] }));
      return true;
    };
    const ref = await trigger("stateless", { name: "empty", tenant: { identifier: "acme", name: "Acme" } });
    await runner.toEnd(ref);
    const { body } = await call("GET", `/v1/events/trigger/${ref.transactionId}`);
    expect(body.data).toMatchObject({ state: "completed", runs: 1 });
    expect(await db.$client`select identifier, name from tenants where environment_id = ${ref.environmentId}`).toEqual([
      { identifier: "acme", name: "Acme" },
    ]);
  });

  test.each([
    [{ bridgeUrl: "javascript:alert(1)" }, "bridgeUrl must be an http or https address"],
    [{ bridgeUrl: 7 }, "bridgeUrl"],
    [{ controls: { steps: { inbox: { a: 1 } } } }, "controls count with bridgeUrl only"],
    [{ controls: { steps: [] } }, "controls.steps must be an object"],
    [{ controls: { steps: { inbox: 1 } } }, "controls.steps.inbox must be an object"],
  ])("%j is refused with the field", async (fields, message) => {
    const reply = await call("POST", "/v1/events/trigger", { name: "a", to: "ada", ...fields });
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body.message)).toContain(message);
  });
});

test("a code-first workflow whose environment lost its bridge fails its steps with what to do", async () => {
  bridge().deploy([simple("lost")]);
  const ref = await trigger("stateful", { name: "lost" });
  await db.$client`update environments set bridge_url = null where id = ${ref.environmentId}`;
  await runner.toEnd(ref);
  expect(await jobsOf(ref)).toEqual(["in_app failed"]);
  expect(await detailsOf(ref)).toMatchObject([
    { detail: "Bridge execution failed", raw: { message: expect.stringContaining("POST /v1/bridge/sync") } },
  ]);
  expect(api.started).not.toEqual([]);
});

test("a self-signed certificate of a bridge is refused unless a development environment allows it", async () => {
  const front = createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (socket) => {
    const behind = connect(Number(new URL(bridge().url).port), "127.0.0.1");
    socket.pipe(behind).pipe(socket);
    for (const end of [socket, behind]) end.on("error", () => behind.destroy());
  });
  await once(front.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void front.close());
  const bridgeUrl = new URL(bridge().url);
  bridgeUrl.protocol = "https:";
  bridgeUrl.port = String((front.address() as AddressInfo).port);
  bridge().deploy([simple("secured", {}, "by TLS")]);
  const { environmentId } = environment().scope;
  const allow = (allowsSelfSigned: boolean, id = environmentId) =>
    call("PUT", `/v1/environments/${id}`, { bridge: { allowsSelfSigned } });
  const answers = async () => [
    (await call("POST", "/v1/bridge/sync", { bridgeUrl: bridgeUrl.href })).status,
    (await call("POST", "/v1/bridge/validate", { bridgeUrl: bridgeUrl.href })).body.data.isValid,
    (await call("GET", "/v1/bridge/status")).status,
  ];
  const run = async () => {
    const event = { name: "secured", to: "ada", payload: {} };
    const { body } = await call("POST", "/v1/events/trigger", event);
    const { transactionId } = body.data;
    const [row] = await db.$client`select id from events where transaction_id = ${transactionId}`;
    const ref = { ...environment().scope, eventId: row?.id, transactionId };
    await runner.toEnd(ref);
    return ref;
  };
  expect((await answers()).slice(0, 2)).toEqual([400, false]);
  expect((await allow(true)).status).toBe(200);
  expect(await answers()).toEqual([201, true, 200]);
  expect(await messagesOf(await run())).toMatchObject([{ content: "by TLS" }]);

  // What is published to has a parent.
  await db.$client`update environments set parent_id = id where id = ${environmentId}`;
  expect((await allow(true)).body.message).toEqual([
    expect.stringContaining("bridge.allowsSelfSigned must not be true"),
  ]);
  expect(await answers()).toEqual([400, false, 400]);
  await db.$client`update environments set parent_id = null where id = ${environmentId}`;
  await allow(false);
  expect(await answers()).toEqual([400, false, 400]);
  const refused = await call("POST", "/v1/bridge/sync", { bridgeUrl: bridgeUrl.href });
  expect(JSON.stringify(refused.body)).toContain("SELF_SIGNED_CERTIFICATE");
  const ref = await run();
  expect(await messagesOf(ref)).toEqual([]);
  expect(JSON.stringify(await detailsOf(ref))).toContain("SELF_SIGNED_CERTIFICATE");
});
