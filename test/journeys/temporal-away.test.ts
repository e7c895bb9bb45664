import { afterAll, beforeAll, expect, test } from "vitest";
import { bell, type Crowd, messagesOf, startCrowd, wait } from "#test/support/crowd.ts";
import { printFigure } from "#test/support/figures.ts";
import { eventually } from "#test/support/processes.ts";

// Temporal may hang: a caller is answered within seconds, and every stored event is delivered once, by the caller's
// repetition or by the reconciler.

let all: Crowd;
beforeAll(async () => {
  all = await startCrowd(2, { addressesOnly: true, takesMs: 20 });
});
afterAll(() => all?.stop());

async function trigger(body: object): Promise<{ status: number; text: string; took: number }> {
  const began = performance.now();
  const { apiUrl, apiKey } = all.product.dev;
  const reply = await fetch(`${apiUrl}/v1/events/trigger`, {
    method: "POST",
    headers: { authorization: `ApiKey ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: reply.status, text: await reply.text(), took: performance.now() - began };
}

test("while Temporal hangs a trigger is answered with 503 within 6 s; afterwards it is delivered once, asked again or not", async () => {
  const name = await all.api.workflow("Hang", [bell]);
  const waiting = await all.api.workflow("Hang and cancel", [wait(3), bell]);
  await all.api.trigger({ name: waiting, to: "crowd-1", transactionId: "hang-canceled" });
  await eventually("it waits", 20_000, async () => (await all.api.status("hang-canceled")).jobs.delayed === 1);

  const { pid } = all.product.part("Temporal");
  process.kill(pid, "SIGSTOP");
  try {
    const answers = await Promise.all(
      ["hang-repeated", "hang-reconciled"].map((transactionId) => trigger({ name, to: "crowd-0", transactionId })),
    );
    printFigure(`Temporal hangs: answered after ${answers.map(({ took }) => Math.round(took)).join(" and ")} ms`);
    for (const [i, { status, text, took }] of answers.entries()) {
      expect(status).toBe(503);
      expect(text).toContain(i === 0 ? "hang-repeated" : "hang-reconciled");
      expect(text).toContain("sending it again");
      expect(took).toBeLessThan(6_000);
    }
    // What the database knows and decides needs no Temporal.
    const began = performance.now();
    expect((await all.api.status("hang-repeated")).state).toBe("accepted");
    expect(await all.api.cancel("hang-canceled")).toBe(true);
    expect(performance.now() - began).toBeLessThan(4_000);
  } finally {
    process.kill(pid, "SIGCONT");
  }

  await eventually("the caller's repetition is accepted", 30_000, async () => {
    const { status } = await trigger({ name, to: "crowd-0", transactionId: "hang-repeated" });
    return status === 201;
  });
  await eventually("it is through", 30_000, all.isThrough("hang-repeated"));
  await eventually("the reconciler has delivered the other one", 120_000, all.isThrough("hang-reconciled"));
  expect(await messagesOf(all, "hang-repeated")).toBe(1);
  expect(await messagesOf(all, "hang-reconciled")).toBe(1);
  expect(await messagesOf(all, "hang-canceled")).toBe(0);
});
