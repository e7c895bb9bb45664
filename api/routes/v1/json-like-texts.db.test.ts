import { expect, test } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { testConfig } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { signSubscriberToken } from "../../tokens.ts";

const { api, environment, runner } = await apiWithRunner();

async function call(
  method: "GET" | "POST",
  url: string,
  body?: object,
  headers: Record<string, string> = environment.headers,
) {
  const reply = await api.app.inject({ method, url: `/v1${url}`, headers, ...(body && { payload: body }) });
  expect(reply.json(), url).toMatchObject({ data: expect.anything() });
  return reply.json();
}

/** Escaped quotes are compared as a reader sees them. */
const shown = (text: string) => text.replaceAll("&quot;", '"');

test.each(["5", "true", "null", "[1,2]", '{"a":1}', '"x"', "1e3"])(
  "a text that parses as JSON is read back as that text everywhere: %s",
  async (text) => {
    const subscriberId = `json-${Buffer.from(text).toString("hex")}`;
    const person = {
      subscriberId,
      firstName: text,
      avatar: text,
      email: "a@example.com",
      phone: "+15550001",
      data: { text },
    };
    await call("POST", "/subscribers", person);
    const buttons = [{ type: "primary", content: text, url: text }];
    const cta = { type: "redirect" as const, data: { url: text }, action: { buttons } };
    const workflow = await aWorkflow(api.db, environment, [
      aStep("in_app", { content: text, cta: cta as never }),
      aStep("in_app", { content: "{{ text }}", subject: "{{ text }}" }),
      aStep("email", { content: text, contentType: "customHtml", subject: "{{ text }}" }),
      aStep("email", { content: [{ type: "text", content: "{{ text }}" }], subject: text }),
      aStep("sms", { content: "{{ text }}" }),
    ]);
    const { transactionId } = (
      await call("POST", "/events/trigger", {
        name: workflow.identifier,
        to: subscriberId,
        payload: { text },
        overrides: { sms: { customData: { text } } },
      })
    ).data;
    const start = api.started.at(-1);
    if (!start) throw new Error("The event was not started");
    await runner.toEnd(start.event);

    const { data: subscriber } = await call("GET", `/subscribers/${subscriberId}`);
    expect(subscriber).toMatchObject({ firstName: text, avatar: text, data: { text } });
    const token = await signSubscriberToken(
      { _id: subscriber._id, subscriberId, ...environment.scope },
      testConfig.secret,
    );

    const messages = (await call("GET", `/messages?transactionId=${transactionId}`)).data;
    expect(messages).toHaveLength(5);
    for (const message of messages) {
      const { content } = message;
      expect(message.payload).toEqual({ text });
      expect(message.overrides).toEqual({ sms: { customData: { text } } });
      if (Array.isArray(content)) expect(content.map((block) => shown(block.content))).toEqual([text]);
      else expect(shown(content)).toBe(text);
      if (message.subject !== undefined) expect(shown(message.subject)).toBe(text);
    }
    for (const feed of [
      await call("GET", `/subscribers/${subscriberId}/notifications/feed`),
      await call("GET", "/widgets/notifications/feed", undefined, { authorization: `Bearer ${token}` }),
    ]) {
      expect(feed.data.map(({ content }: { content: string }) => shown(content))).toEqual([text, text]);
      expect(feed.data[1].cta).toMatchObject({ data: { url: text }, action: { buttons } });
    }
    const marked = await call("POST", `/subscribers/${subscriberId}/messages/mark-as`, {
      messageId: messages.filter((m: { channel: string }) => m.channel === "in_app").map((m: { _id: string }) => m._id),
      markAs: "read",
    });
    expect(marked.data.map(({ content }: { content: string }) => shown(content))).toEqual([text, text]);

    const runs = (await call("GET", `/notifications?transactionId=${transactionId}`)).data;
    expect(runs[0].payload).toEqual({ text });
    const run = (await call("GET", `/notifications/${runs[0]._id}`)).data;
    expect(run.jobs.map((job: { status: string }) => job.status)).toEqual(Array(5).fill("completed"));
    expect(run.jobs[0].step.template.content).toBe(text);
    for (const job of run.jobs) {
      for (const { raw } of job.executionDetails) if (raw != null) expect(raw).toBeTypeOf("string");
    }
    await call("GET", `/execution-details?notificationId=${runs[0]._id}&subscriberId=${subscriberId}`);
    const { data: mails } = await call("GET", "/outbox");
    expect(mails.length).toBeGreaterThan(0);
    const { data: stored } = await call("GET", `/workflows/${workflow.id}`);
    expect(stored.steps[0].template).toMatchObject({ content: text, cta });
    expect(stored.steps[2].template.content).toBe(text);
  },
);

test("texts of integrations, workflows and topics that parse as JSON are read back as texts", async () => {
  const credentials = {
    host: "127.0.0.1",
    port: 25,
    user: "5",
    password: "true",
    from: "a@example.com",
    senderName: "[1]",
  };
  const { data: created } = await call("POST", "/integrations", {
    providerId: "nodemailer",
    channel: "email",
    name: "null",
    credentials,
    check: false,
  });
  const { data: listed } = await call("GET", "/integrations");
  const integration = listed.find(({ _id }: { _id: string }) => _id === created._id);
  expect(integration.name).toBe("null");
  expect(integration.credentials).toMatchObject({ user: "5", senderName: "[1]" });

  const part = { on: "payload", field: "n", operator: "EQUAL", value: "5" };
  const filters = [{ isNegated: false, type: "GROUP", value: "AND", children: [part] }];
  const workflow = await aWorkflow(api.db, environment, [
    aStep("in_app", {}, { name: "7", filters: filters as never }),
  ]);
  const { data: stored } = await call("GET", `/workflows/${workflow.id}`);
  expect(stored.steps[0]).toMatchObject({ name: "7", filters });

  await call("POST", "/topics", { key: "5", name: "true" });
  expect((await call("GET", "/topics/5")).data).toMatchObject({ key: "5", name: "true" });
});

test("a payload filter of a feed tells the text 5 from the number", async () => {
  const workflow = await aWorkflow(api.db, environment, [aStep("in_app")]);
  for (const n of ["5", 5]) {
    await call("POST", "/events/trigger", { name: workflow.identifier, to: "filtered", payload: { n } });
    const start = api.started.at(-1);
    if (!start) throw new Error("The event was not started");
    await runner.toEnd(start.event);
  }
  for (const n of ["5", 5]) {
    const payload = Buffer.from(JSON.stringify({ n })).toString("base64");
    const feed = await call("GET", `/subscribers/filtered/notifications/feed?payload=${encodeURIComponent(payload)}`);
    expect(feed.data.map((message: { payload: object }) => message.payload)).toEqual([{ n }]);
  }
});
