import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";

test("deliveries are counted by channel, provider and outcome", async () => {
  const metrics = createMetrics();
  metrics.deliveries.inc({ channel: "email", provider: "smtp", outcome: "sent" }, 3);
  const text = await metrics.registry.metrics();
  expect(text).toContain('belfry_deliveries_total{channel="email",provider="smtp",outcome="sent"} 3');
});

test("two sets of metrics in one process do not share counts", async () => {
  createMetrics().openSockets.set(5);
  expect(await createMetrics().registry.getSingleMetricAsString("belfry_inbox_sockets")).toContain(
    "belfry_inbox_sockets 0",
  );
});
