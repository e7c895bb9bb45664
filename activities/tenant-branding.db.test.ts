import { expect, test } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";

const { api, environment, runner } = await apiWithRunner();
const { db } = api;

async function post(url: string, payload: object) {
  const reply = await api.app.inject({ method: "POST", url, headers: environment.headers, payload });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.json().data;
}

const OWN = { logo: "https://example.com/own.png", color: "#111111", fontFamily: "Inter" };
const BRANDINGS = {
  acme: { color: "#0a7cff", logo: "https://acme.example/logo", fontFamily: 7 },
  wrong: { color: "blue", logo: "ftp://acme.example/logo" },
};
const body = "{{ branding.logo }} {{ branding.color }} {{ branding.fontFamily }}";
const ofAcme = "https://acme.example/logo #0a7cff Inter";
const ofOrganization = "https://example.com/own.png #111111 Inter";

test("messages of a tenant have its branding where that is valid, and the organisation's for the rest; so do previews and dry runs", async () => {
  const text = JSON.stringify(OWN);
  await db.$client`update organizations set branding = ${text}::text::jsonb where id = ${environment.organizationId}`;
  for (const [identifier, branding] of Object.entries(BRANDINGS))
    await post("/v1/tenants", { identifier, name: identifier, data: { branding } });
  await post("/v1/subscribers", { subscriberId: "ada" });
  const step = { name: "Bell", type: "in_app", controlValues: { body } };
  const workflow = await post("/v2/workflows", { name: "Branded", active: true, steps: [step] });

  for (const [tenant, expected] of [
    ["acme", ofAcme],
    ["wrong", ofOrganization],
    [undefined, ofOrganization],
  ]) {
    const given = tenant === undefined ? {} : { tenant };
    const preview = await post(`/v2/workflows/${workflow._id}/step/${workflow.steps[0]._id}/preview`, { data: given });
    expect(preview.message.content).toBe(expected);

    const event = { name: workflow.workflowId, to: "ada", payload: {}, ...given };
    const explained = await post("/v1/events/explain", event);
    expect(JSON.stringify(explained)).toContain(expected);

    const { transactionId } = await post("/v1/events/trigger", event);
    const start = api.started.find(({ event: { transactionId: id } }) => id === transactionId);
    if (!start) throw new Error("The event was not started");
    await runner.toEnd(start.event);
    const [message] = await db.$client<{ content: string }[]>`
      select content from messages where transaction_id = ${transactionId}`;
    expect(message?.content).toBe(expected);
  }
});
