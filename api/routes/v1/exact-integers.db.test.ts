import { expect, test } from "vitest";
import { aStep } from "#test/support/event.ts";
import { eventsApi } from "#test/support/events-api.ts";

const { api, environment, runner, workflowOf } = await eventsApi();

/** Makes the call with a body of JSON text. Returns the text of the answer. */
async function call(method: "GET" | "POST" | "PATCH", url: string, payload?: string): Promise<string> {
  const headers = { ...environment.headers, "content-type": "application/json" };
  const reply = await api.app.inject({ method, url: `/v1${url}`, headers, ...(payload !== undefined && { payload }) });
  expect(reply.statusCode, `${url}: ${reply.payload}`).toBeLessThan(300);
  return reply.payload;
}

async function trigger(identifier: string, payload: string, to = "ada"): Promise<string> {
  const { data } = JSON.parse(
    await call("POST", "/events/trigger", `{"name":"${identifier}","to":"${to}","payload":${payload}}`),
  );
  const start = api.started.at(-1);
  if (!start) throw new Error("The event was not started");
  await runner.toEnd(start.event);
  return data.transactionId;
}

test("an integer beyond 2^53 is printed and read back with the digits that were sent", async () => {
  const workflow = await workflowOf([
    aStep("in_app", { content: "Order {{payload.orderId}}: {{ payload.list | json }}" }),
  ]);
  const payload = '{"list":[1,{"id":-9007199254740995}],"orderId":9007199254740993}';
  const transactionId = await trigger(workflow.identifier, payload);
  const messages = await call("GET", `/messages?transactionId=${transactionId}`);
  expect(messages).toContain('"content":"Order 9007199254740993: [1,{&quot;id&quot;:-9007199254740995}]"');
  expect(messages).toContain(`"payload":${payload}`);
  expect(await call("GET", `/notifications?transactionId=${transactionId}`)).toContain(`"payload":${payload}`);
});
