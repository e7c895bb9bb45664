import { expect, test } from "vitest";
import { type PreferenceLinkOwner, preferenceLinkExpiry, signPreferenceToken } from "#db/preference-token.ts";
import { createTestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";
import { signedIn } from "#test/support/sign-in.ts";

const { app, db } = await testApp();

async function aPerson() {
  const environment = await createTestEnvironment(db);
  const subscriber = await createTestSubscriber(db, environment.scope);
  const { id: workflowId } = await aWorkflow(db, environment, [aStep("email"), aStep("in_app")]);
  const owner = { environmentId: environment.environmentId, subscriberId: subscriber.id, workflowId };
  const token = (of: PreferenceLinkOwner) =>
    signPreferenceToken(of, testConfig.secret, preferenceLinkExpiry(new Date()));
  const page = `/v1/preferences-page/${token(owner)}`;
  const post = (url: string, fields: [string, string][]) =>
    app.inject({
      method: "POST",
      url,
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
      payload: new URLSearchParams(fields).toString(),
    });
  const read = async () => {
    const url = `/v1/subscribers/${subscriber.subscriberId}/effective-preferences`;
    const reply = await app.inject({ url, headers: environment.headers });
    expect(reply.statusCode, reply.body).toBe(200);
    const { global, workflows } = reply.json().data;
    return { global, ofWorkflow: workflows[0].channels };
  };
  return { environment, subscriber, workflowId, page, post, read };
}

const by = (place: string) => ({ by: place, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });

test("a choice says where it was made: on the page, by one click, in the inbox, by a key, by a member; each channel by itself", async () => {
  const { environment, subscriber, workflowId, page, post, read } = await aPerson();
  expect((await read()).ofWorkflow.email).toEqual({ enabled: true, decidedBy: "WORKFLOW_RESOURCE" });

  expect((await post(`${page}/one-click`, [["List-Unsubscribe", "One-Click"]])).statusCode).toBe(200);
  const inbox = { method: "PATCH", url: `/v1/inbox/preferences/${workflowId}`, headers: subscriber.headers } as const;
  expect((await app.inject({ ...inbox, payload: { in_app: false } })).statusCode).toBe(200);
  expect((await read()).ofWorkflow).toMatchObject({
    email: { enabled: false, decidedBy: "SUBSCRIBER_WORKFLOW", source: by("one-click") },
    in_app: { enabled: false, decidedBy: "SUBSCRIBER_WORKFLOW", source: by("inbox") },
  });

  const moved: [string, string][] = [
    ["action", "save"],
    ["shown", "all:sms=1"],
    ["shown", `${workflowId}:email=0`],
    ["on", `${workflowId}:email`],
  ];
  expect((await post(page, moved)).statusCode).toBe(303);
  const saved = await read();
  expect(saved.ofWorkflow.email).toMatchObject({ enabled: true, source: by("preferences-page") });
  expect(saved.global.sources).toEqual({ sms: by("preferences-page") });

  const url = `/v1/subscribers/${subscriber.subscriberId}/preferences`;
  const payload = { preferences: [{ type: "push", enabled: false }] };
  await app.inject({ method: "PATCH", url, headers: environment.headers, payload });
  const member = {
    ...(await signedIn(db, environment.userId, environment.organizationId)),
    "novu-environment-id": environment.environmentId,
  };
  await app.inject({
    method: "PATCH",
    url: `${url}/${workflowId}`,
    headers: member,
    payload: { channel: { type: "email", enabled: false } },
  });
  const last = await read();
  expect(last.global.sources).toMatchObject({ sms: by("preferences-page"), push: by("api") });
  expect(last.ofWorkflow.email).toMatchObject({ source: by("dashboard") });

  await app.inject({
    method: "PATCH",
    url: `${url}/${workflowId}`,
    headers: member,
    payload: { channel: { type: "email", enabled: null } },
  });
  expect((await read()).ofWorkflow.email).not.toHaveProperty("source");
});

test("unsubscribing from everything on the page names the page for each workflow that was on, and so does taking that back", async () => {
  const { subscriber, workflowId, page, post, read } = await aPerson();
  await app.inject({
    method: "PATCH",
    url: `/v1/inbox/preferences/${workflowId}`,
    headers: subscriber.headers,
    payload: { email: true },
  });
  const reply = await post(page, [["action", "unsubscribe"]]);
  expect((await read()).ofWorkflow.email).toMatchObject({ enabled: false, source: by("preferences-page") });
  const undo = new URLSearchParams(String(reply.headers.location).slice(1)).get("undo") ?? "";
  await post(page, [
    ["action", "undo"],
    ["undo", undo],
  ]);
  expect((await read()).ofWorkflow.email).toMatchObject({ enabled: true, source: by("preferences-page") });
});

test("a choice of before sources were noted has none", async () => {
  const { subscriber, environment, workflowId, read } = await aPerson();
  await db.$client`
    insert into preferences (organization_id, environment_id, type, workflow_id, subscriber_id, channels)
    values (${environment.organizationId}, ${environment.environmentId}, 'SUBSCRIBER_WORKFLOW', ${workflowId}, ${subscriber.id},
      '{"email": false}')`;
  expect((await read()).ofWorkflow.email).toEqual({ enabled: false, decidedBy: "SUBSCRIBER_WORKFLOW" });
});

test("a member who may write makes a link to the page of a person, and a viewer does not", async () => {
  const { environment, subscriber, workflowId, post, read } = await aPerson();
  const { userId, organizationId, environmentId } = environment;
  const ask = async () =>
    app.inject({
      method: "POST",
      url: `/v1/subscribers/${subscriber.subscriberId}/preferences/link`,
      headers: { ...(await signedIn(db, userId, organizationId)), "novu-environment-id": environmentId },
    });
  const made = await ask();
  expect(made.json().data.url).toContain("/v1/preferences-page/");
  const page = new URL(made.json().data.url).pathname;
  expect((await app.inject({ url: page })).statusCode).toBe(200);
  expect(Date.parse(made.json().data.expiresAt)).toBeLessThanOrEqual(Date.now() + 3_600_000);
  // What is chosen by it is no choice of the person.
  const moved: [string, string][] = [
    ["action", "save"],
    ["shown", `${workflowId}:email=1`],
  ];
  expect((await post(page, moved)).statusCode).toBe(303);
  expect((await read()).ofWorkflow.email).toMatchObject({ enabled: false, source: by("dashboard") });
  await db.$client`update members set roles = '{viewer}' where user_id = ${userId} and organization_id = ${organizationId}`;
  expect((await ask()).statusCode).toBe(403);
});
