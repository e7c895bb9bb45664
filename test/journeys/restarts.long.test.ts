import { expect, test } from "vitest";
import { crowd, mail, startCrowd } from "#test/support/crowd.ts";
import { eventually, startProduct } from "#test/support/processes.ts";

// As stop.test.ts, with more mails and restarts: what is under way when the product is stopped has been taken, or is taken before it ends.

const RECIPIENTS = 1_000;

test("1,000 mails to a slow server, and three restarts of the product meanwhile: each arrives once", async () => {
  const { product: first, api, sink, sql } = await startCrowd(RECIPIENTS, { addressesOnly: true, takesMs: 2_000 });
  let product = first;
  try {
    const name = await api.workflow("Crowd", [mail]);
    await api.trigger({ name, to: crowd, transactionId: "restarts" });
    for (const [mails, presses] of [
      [30, 1],
      [90, 2],
      [150, 1],
    ] as const) {
      await eventually(`${mails} mails are out`, 120_000, () => sink.taken() >= mails);
      await product.interrupt(presses);
      product = await startProduct({ dataDir: product.dataDir, port: product.port });
    }
    sink.takes(0);
    await eventually("all are sent", 180_000, async () => (await api.status("restarts")).state === "completed");
    expect([...sink.counts()].filter(([, times]) => times !== 1)).toEqual([]);
    expect(sink.counts().size).toBe(RECIPIENTS);
  } finally {
    await sql.end();
    await product.interrupt();
    await sink.stop();
  }
}, 600_000);
