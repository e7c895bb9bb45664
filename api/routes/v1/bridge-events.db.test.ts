import { createHmac } from "node:crypto";
import { workflow } from "@novu/framework";
import { describe, expect, test } from "vitest";
import { bridgedApi, type Finding } from "#test/support/bridged-api.ts";

const { db, runner, call, sync, bridge, environment, trigger, jobsOf, detailsOf, messagesOf } = await bridgedApi();

/** Control values that are not those of the code, for either way of finding a workflow. */
async function withControls(finding: Finding, workflowId: string, stepId: string, controls: object): Promise<object> {
  if (finding === "stateless") return { controls: { steps: { [stepId]: controls } } };
  await sync();
  const saved = await call("PUT", `/v1/bridge/controls/${workflowId}/${stepId}`, { variables: controls });
  expect(saved).toMatchObject({ status: 200, body: { data: { controls, stepId } } });
  return {};
}

const NAMED = { type: "object", properties: { name: { type: "string", default: "nobody" } } } as const;

describe.each<Finding>(["stateful", "stateless"])("%s", (finding) => {
  test("three channels are sent with defaults of controls and with the payload", async () => {
    const controlSchema = { type: "object", properties: { greeting: { type: "string", default: "TEST" } } } as const;
    bridge().deploy([
      workflow(
        "hello world",
        async ({ step, payload, subscriber }) => {
          await step.email(
            "mail",
            ({ greeting }) => ({ subject: `${greeting} ${payload.name}`, body: "<b>{{ 1 }}</b>" }),
            {
              controlSchema,
            },
          );
          await step.inApp("inbox", ({ greeting }) => ({ body: `${greeting} ${subscriber.subscriberId}` }), {
            controlSchema,
          });
          await step.sms("text", ({ greeting }) => ({ body: `${greeting} & ${payload.name}` }), { controlSchema });
        },
        { payloadSchema: NAMED },
      ),
    ]);
    const ref = await trigger(finding, {
      name: "hello world",
      to: { subscriberId: "ada", email: "ada@example.com", phone: "+1" },
      payload: { name: "Ada" },
    });
    expect(await runner.toEnd(ref)).toBe(0);
    expect(await jobsOf(ref)).toEqual(["email completed", "in_app completed", "sms completed"]);
    expect(await messagesOf(ref)).toMatchObject([
      { channel: "email", subject: "TEST Ada", content: "<b>{{ 1 }}</b>" },
      { channel: "in_app", content: "TEST ada" },
      { channel: "sms", content: "TEST & Ada" },
    ]);
    expect((await detailsOf(ref))[0]).toEqual({
      detail: "Successful Bridge response received",
      status: "Pending",
      raw: { status: "success", error: false, duration: expect.any(Number) },
    });
  });

  test("each request is signed for itself, and repeats no analytics", async () => {
    bridge().deploy([
      workflow("signed", async ({ step }) => {
        await step.inApp("one", () => ({ body: "1" }));
        await step.inApp("two", () => ({ body: "2" }));
      }),
    ]);
    const ref = await trigger(finding, { name: "signed", payload: { order: 7, __source: "editor" } });
    await runner.toEnd(ref);
    expect(await messagesOf(ref)).toMatchObject([{ content: "1" }, { content: "2" }]);
    const executed = bridge().requests.filter(({ action }) => action === "execute");
    expect(executed.map(({ stepId }) => stepId)).toEqual(["one", "two"]);
    const signatures = executed.map(({ headers, body }) => {
      expect(headers["x-novu-signature"]).toBe(headers["novu-signature"]);
      expect(headers["bypass-tunnel-reminder"]).toBe("true");
      const [, time, hmac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["novu-signature"])) ?? [];
      expect(Math.abs(Date.now() - Number(time))).toBeLessThan(60_000);
      const key = environment().apiKey;
      expect(
        createHmac("sha256", key)
          .update(`${time}.${JSON.stringify(body)}`)
          .digest("hex"),
      ).toBe(hmac);
      return time;
    });
    expect(signatures[0]).not.toBe(signatures[1]);
    expect(executed[0]?.body).toMatchObject({ payload: { order: 7 }, data: { order: 7 }, controls: {}, inputs: {} });
    expect(executed[0]?.body.payload).toEqual({ order: 7 });
  });

  test("skip, by code or by the default of a control, sends nothing and cancels the job", async () => {
    const controlSchema = { type: "object", properties: { skip: { type: "boolean", default: true } } } as const;
    bridge().deploy([
      workflow("skipping", async ({ step }) => {
        await step.inApp("constant", () => ({ body: "1" }), { skip: () => true });
        await step.inApp("control", () => ({ body: "2" }), { controlSchema, skip: (controls) => controls.skip });
        await step.delay("wait", () => ({ amount: 1, unit: "hours" }), { skip: () => true });
        await step.digest("collect", () => ({ amount: 1, unit: "hours" }), { skip: () => true });
        await step.inApp("last", () => ({ body: "3" }));
      }),
    ]);
    const ref = await trigger(finding, { name: "skipping" });
    expect(await runner.toEnd(ref)).toBe(0);
    expect(await jobsOf(ref)).toEqual([
      "in_app canceled",
      "in_app canceled",
      "delay canceled",
      "digest skipped",
      "in_app completed",
    ]);
    expect(await messagesOf(ref)).toMatchObject([{ content: "3" }]);
    const filtered = (await detailsOf(ref)).filter(
      ({ detail }) => detail === "Step was filtered based on steps filters",
    );
    expect(filtered).toHaveLength(4);
    expect(filtered[0]).toMatchObject({ status: "Success", raw: { skip: true } });
  });

  test.each([
    ["a field that is missing", {}, "must have required property 'name'"],
    ["a field of another type", { name: 4 }, "must be string"],
  ])("a payload with %s: no message, and a warning that names it", async (_, payload, message) => {
    const payloadSchema = {
      type: "object",
      properties: { name: { type: "string" } },
      required: ["name"],
      additionalProperties: false,
    } as const;
    bridge().deploy([
      workflow(
        "strict",
        async ({ step, payload }) => {
          await step.inApp("inbox", () => ({ body: payload.name }));
          await step.custom("after", async () => ({}));
        },
        { payloadSchema },
      ),
    ]);
    const ref = await trigger(finding, { name: "strict", payload });
    expect(await runner.toEnd(ref)).toBe(0);
    expect(await jobsOf(ref)).toEqual(["in_app failed", "custom failed"]);
    expect(await messagesOf(ref)).toEqual([]);
    const [warning, failure] = await detailsOf(ref);
    expect(warning).toMatchObject({
      detail: "Failed to get response from Bridge, will be retried",
      status: "Warning",
      raw: { statusCode: 400, retryCount: 1, raw: { data: [{ message }] } },
    });
    expect(failure).toMatchObject({ detail: "Bridge execution failed", status: "Failed", raw: { statusCode: 400 } });
    // What is wrong with a request is wrong again: each step was asked once.
    expect(bridge().requests.filter(({ action }) => action === "execute")).toHaveLength(2);
  });

  test("later steps see custom results, digested events, the length of a delay and what was read: nearest first", async () => {
    const properties = { total: { type: "number" } } as const;
    const outputSchema = { type: "object", properties, required: ["total"] } as const;
    bridge().deploy([
      workflow(
        "stateful code",
        async ({ step }) => {
          const inbox = await step.inApp("inbox", () => ({ body: "first" }));
          const digest = await step.digest("collect", () => ({ amount: 5, unit: "minutes" }));
          const sum = await step.custom("sum", async () => ({ total: digest.events.length * 10 }), { outputSchema });
          const delay = await step.delay("wait", () => ({ amount: 2, unit: "seconds" }));
          await step.inApp("last", () => ({
            body: `${digest.events.length} people, ${sum.total}, ${/^\d+$/.test(String(delay.duration))}, ${inbox.read}, ${digest.events.map(({ payload }) => payload.name)}`,
          }));
        },
        { payloadSchema: NAMED },
      ),
    ]);
    const first = await trigger(finding, { name: "stateful code", payload: { name: "Ada" } });
    const [cohort] = await runner.start(first);
    const second = await trigger(finding, { name: "stateful code", payload: { name: "Bob" } });
    await runner.start(second);
    expect(await jobsOf(second)).toEqual([
      "in_app completed",
      "digest merged",
      "custom merged",
      "delay merged",
      "in_app merged",
    ]);
    const [inbox] = await messagesOf(first);
    await db.$client`update messages set seen = true, read = true, last_read_at = now() where id = ${inbox?.id ?? ""}`;
    runner.skip(5 * 60_000 + 60_000);
    if (cohort) await runner.untilItWaits(cohort);
    runner.skip(10_000);
    if (cohort) await runner.untilItWaits(cohort);
    expect(await jobsOf(first)).toEqual([
      "in_app completed",
      "digest completed",
      "custom completed",
      "delay completed",
      "in_app completed",
    ]);
    expect((await messagesOf(first)).at(-1)).toMatchObject({ content: "2 people, 20, true, true, Ada,Bob" });
    const state = bridge().requests.findLast(({ stepId }) => stepId === "last")?.body.state;
    expect(state).toEqual([
      { stepId: "wait", outputs: { duration: expect.any(Number) }, state: { status: "completed" } },
      { stepId: "sum", outputs: { total: 20 }, state: { status: "completed" } },
      {
        stepId: "collect",
        outputs: {
          events: [
            { id: expect.any(String), time: expect.stringMatching(/Z$/), payload: { name: "Ada" } },
            { id: expect.any(String), time: expect.stringMatching(/Z$/), payload: { name: "Bob" } },
          ],
        },
        state: { status: "completed" },
      },
      {
        stepId: "inbox",
        outputs: { seen: true, read: true, lastSeenDate: null, lastReadDate: expect.stringMatching(/Z$/) },
        state: { status: "completed" },
      },
      { stepId: "trigger", outputs: { name: "Ada" }, state: { status: "completed" } },
    ]);
    const [activity] = (await call("GET", `/v1/notifications?transactionId=${first.transactionId}`)).body.data;
    expect(activity.jobs[2]).toMatchObject({ type: "custom", stepOutput: { total: 20 } });
    expect(activity.jobs[1].digest).toMatchObject({ type: "regular", amount: 5, unit: "minutes" });
  });

  test("control values are rendered with the payload, and replace the defaults of the code", async () => {
    const controlSchema = {
      type: "object",
      properties: { body: { type: "string", default: "Hi {{payload.name}}" } },
    } as const;
    bridge().deploy([
      workflow(
        "controlled",
        async ({ step }) => {
          await step.inApp("inbox", ({ body }) => ({ body }), { controlSchema });
        },
        { payloadSchema: NAMED },
      ),
    ]);
    const byDefault = await trigger(finding, { name: "controlled", payload: { name: "Ada" } });
    await runner.toEnd(byDefault);
    expect(await messagesOf(byDefault)).toMatchObject([{ content: "Hi Ada" }]);
    const values = { body: "Bye {{payload.name}} {{subscriber.subscriberId}}" };
    const controls = await withControls(finding, "controlled", "inbox", values);
    const changed = await trigger(finding, { name: "controlled", payload: { name: "Ada" }, ...controls });
    await runner.toEnd(changed);
    expect(await messagesOf(changed)).toMatchObject([{ content: "Bye Ada ada" }]);
  });

  test("an inbox message has the links, buttons, avatar and data of its code, without scripts", async () => {
    bridge().deploy([
      workflow("rich", async ({ step }) => {
        await step.inApp(
          "inbox",
          () => ({
            subject: "Subject <1>",
            body: "<b>Body</b><script>alert(1)</script>",
            avatar: "https://example.com/a.png",
            redirect: { url: "/orders" },
            primaryAction: { label: "Open", redirect: { url: "https://example.com", target: "_top" } },
            secondaryAction: { label: "Later" },
            data: { order: 7 },
          }),
          { disableOutputSanitization: true },
        );
      }),
    ]);
    const ref = await trigger(finding, { name: "rich" });
    await runner.toEnd(ref);
    expect(await messagesOf(ref)).toMatchObject([
      {
        subject: "Subject <1>",
        content: "<b>Body</b>",
        actor: { type: "system_custom", data: "https://example.com/a.png" },
        data: { order: 7 },
        cta: {
          type: "redirect",
          data: { url: "/orders", target: "_self" },
          action: {
            status: "pending",
            buttons: [
              { type: "primary", content: "Open", url: "https://example.com", target: "_top" },
              { type: "secondary", content: "Later" },
            ],
            result: {},
          },
        },
      },
    ]);
    const { body } = await call("GET", `/v1/messages?transactionId=${ref.transactionId}`);
    expect(body.data[0].data).toEqual({ order: 7 });
  });

  test("texts of an inbox message that the framework has escaped are stored as text, the body as html", async () => {
    bridge().deploy([
      workflow("escaped", async ({ step }) => {
        await step.inApp("inbox", () => ({ subject: "A & B", body: "A & B", primaryAction: { label: "A < B" } }));
      }),
    ]);
    const ref = await trigger(finding, { name: "escaped" });
    await runner.toEnd(ref);
    expect(await messagesOf(ref)).toMatchObject([
      { subject: "A & B", content: "A &amp; B", cta: { action: { buttons: [{ content: "A < B" }] } } },
    ]);
  });

  test("preferences of the definition switch a channel off, and those of subscribers count for stored workflows only", async () => {
    const code = (id: string, preferences: object) =>
      workflow(id, async ({ step }) => void (await step.inApp("inbox", () => ({ body: "1" }))), { preferences });
    bridge().deploy([
      code("off", { channels: { inApp: { enabled: false } } }),
      code("all off, one on", { all: { enabled: false }, channels: { inApp: { enabled: true } } }),
      code("open", {}),
      code("fixed", { all: { readOnly: true } }),
    ]);
    await call("POST", "/v1/subscribers", { subscriberId: "ada" });
    await call("PATCH", "/v1/subscribers/ada/preferences", { preferences: [{ type: "in_app", enabled: false }] });
    const sent = async (name: string) => {
      const ref = await trigger(finding, { name });
      await runner.toEnd(ref);
      const filtered = (await detailsOf(ref)).find(({ detail }) => detail.startsWith("Step filtered by"));
      return (await messagesOf(ref)).length === 1 ? "sent" : filtered?.detail;
    };
    const bySubscriber = "Step filtered by subscriber global preferences";
    const isStateless = finding === "stateless";
    expect(await sent("open")).toBe(isStateless ? "sent" : bySubscriber);
    expect(await sent("all off, one on")).toBe(isStateless ? "sent" : bySubscriber);
    expect(await sent("off")).toBe(isStateless ? "Step filtered by workflow preferences" : bySubscriber);
    expect(await sent("fixed")).toBe("sent");
  });

  test("outputs that do not fit the step fail it with what is wrong, and the run goes on unless the step stops it", async () => {
    bridge().deploy([
      workflow("wrong", async ({ step }) => {
        await step.inApp("inbox", () => ({ body: "1" }));
        await step.delay("wait", () => ({ amount: 1, unit: "hours" }), { failOnErrorEnabled: true } as object);
        await step.inApp("never", () => ({ body: "2" }));
      }),
    ]);
    const wrong: Record<string, object> = { inbox: { body: 4 }, wait: { amount: -1, unit: "fortnights" } };
    bridge().intercept = ({ action, stepId }, response) => {
      if (action !== "execute") return false;
      response.end(JSON.stringify({ outputs: wrong[stepId ?? ""], options: {} }));
      return true;
    };
    const ref = await trigger(finding, { name: "wrong" });
    expect(await runner.toEnd(ref)).toBe(0);
    expect(await jobsOf(ref)).toEqual(["in_app failed", "delay failed", "in_app canceled"]);
    const failures = (await detailsOf(ref)).filter(({ detail }) => detail === "Bridge execution failed");
    expect(failures.map(({ raw }) => raw.message)).toEqual([
      "The bridge's answer does not fit a step of type in_app: outputs.body must be a text",
      expect.stringContaining("outputs.amount must be a positive number; outputs.unit must be one of seconds,"),
    ]);
  });
});
