import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { PublicationRendering } from "#contract/workflows/publications.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { signedIn } from "#test/support/sign-in.ts";

const { app, db, close } = await testApp();
afterAll(close);

let environment: TestEnvironment;
let headers: Record<string, string>;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  headers = {
    ...(await signedIn(db, environment.userId)),
    "novu-environment-id": environment.environmentId,
  };
});

async function call(method: "GET" | "POST" | "PUT" | "PATCH", url: string, payload?: object) {
  const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.json().data;
}
const rendered = async (resourceId: string): Promise<PublicationRendering> =>
  call(
    "GET",
    `/v1/publications/rendered?targetEnvironmentId=${environment.productionEnvironmentId}&resourceId=${resourceId}`,
  );
const publish = (kind: "workflow" | "layout", id: string) =>
  call("POST", "/v1/publications", {
    targetEnvironmentId: environment.productionEnvironmentId,
    resources: [{ kind, id }],
  });
const mail = (layoutId: string, subject = "Order {{payload.order}}") => ({
  name: "Mail",
  type: "email",
  controlValues: { subject, body: "<p>Thanks, {{subscriber.firstName}}</p>", editorType: "html", layoutId },
});
const bell = (body: string) => ({ name: "Bell", type: "in_app", controlValues: { body } });
const sms = { name: "Text", type: "sms", controlValues: { body: "Order {{payload.order}}" } };

describe("what recipients see in two environments", () => {
  test("is rendered with the content and the layout of each, and only what they see differently is there", async () => {
    const layout = await call("POST", "/v2/layouts", { layoutId: "frame", name: "Frame" });
    const workflow = await call("POST", "/v2/workflows", { name: "Order", steps: [mail("frame"), bell("Old"), sms] });
    await publish("workflow", workflow._id);
    expect(await rendered(workflow._id)).toEqual({ differences: [], unchanged: 3 });

    const content = "<html><body>New frame {{{body}}}</body></html>";
    await call("PUT", `/v2/layouts/${layout._id}`, {
      name: "Frame",
      controlValues: { email: { body: content, editorType: "html" } },
    });
    const [first, second, third] = workflow.steps;
    const steps = [first, { ...second, controlValues: { body: "New {{payload.order}}" } }, third];
    await call("PUT", `/v2/workflows/${workflow._id}`, { name: "Order", steps });
    const { differences, unchanged } = await rendered(workflow._id);
    expect(unchanged).toBe(1);
    expect(differences.map(({ name }) => name)).toEqual(["Mail", "Bell"]);
    const [email, inApp] = differences;
    expect(email?.source?.message).toMatchObject({ channel: "email", html: expect.stringContaining("New frame") });
    expect(email?.target?.message).toMatchObject({ channel: "email", html: expect.stringContaining("Thanks, Ada") });
    expect(JSON.stringify(email?.target)).not.toContain("New frame");
    expect(inApp?.source?.message).toMatchObject({ content: expect.stringMatching(/^New ./) });
    expect(inApp?.target?.message).toMatchObject({ content: "Old" });

    const frames = await rendered(layout._id);
    expect(frames.differences[0]?.source?.message).toMatchObject({ html: expect.stringContaining("New frame") });
    expect(frames.differences[0]?.target).not.toBeNull();
  });

  test("stands alone for a step that one environment does not have, and for a workflow that was never published", async () => {
    const workflow = await call("POST", "/v2/workflows", { name: "Order", steps: [bell("Hi")] });
    expect((await rendered(workflow._id)).differences).toMatchObject([{ name: "Bell", target: null }]);
    await publish("workflow", workflow._id);
    await call("PUT", `/v2/workflows/${workflow._id}`, { name: "Order", steps: [sms] });
    expect((await rendered(workflow._id)).differences).toMatchObject([
      { name: "Text", source: { message: { channel: "sms" } }, target: null },
      { name: "Bell", source: null, target: { message: { content: "Hi" } } },
    ]);
  });

  test("says why it cannot be rendered, in its place", async () => {
    const workflow = await call("POST", "/v2/workflows", { name: "Order", steps: [bell("Hi")] });
    await publish("workflow", workflow._id);
    const [step] = workflow.steps;
    const controlValues = { body: "{{ payload.order | nothing }}" };
    await call("PUT", `/v2/workflows/${workflow._id}`, { name: "Order", steps: [{ ...step, controlValues }] });
    const [difference] = (await rendered(workflow._id)).differences;
    expect(difference?.source).toEqual({ problem: expect.stringContaining("nothing") });
    expect(difference?.target?.message).toMatchObject({ content: "Hi" });
  });

  test("is refused for what the source does not have", async () => {
    const other = await createTestEnvironment(db);
    for (const [target, resource, status] of [
      [environment.productionEnvironmentId, other.environmentId, 404],
      [other.productionEnvironmentId, other.environmentId, 404],
      [environment.productionEnvironmentId, "", 400],
    ] as const) {
      const url = `/v1/publications/rendered?targetEnvironmentId=${target}&resourceId=${resource}`;
      expect((await app.inject({ url, headers })).statusCode, url).toBe(status);
    }
  });
});
