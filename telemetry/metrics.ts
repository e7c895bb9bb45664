import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** What one process counts. A process makes one of these and serves `registry` to Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  /** Labels: method, route (the pattern, never the path: ids would make a series each), status. */
  readonly httpRequests: Counter<"method" | "route" | "status">;
  /** Seconds from request to reply. */
  readonly httpDuration: Histogram<"method" | "route">;
  /** Labels: channel, provider, outcome (`sent`, `failed`, `skipped`). */
  readonly deliveries: Counter<"channel" | "provider" | "outcome">;
  /** Seconds that one delivery took, the provider's answer included. */
  readonly deliveryDuration: Histogram<"channel" | "provider">;
  /** Inbox sockets that are open on this process. */
  readonly openSockets: Gauge;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    httpRequests: new Counter({
      name: "belfry_http_requests_total",
      help: "HTTP requests answered",
      labelNames: ["method", "route", "status"],
      registers,
    }),
    httpDuration: new Histogram({
      name: "belfry_http_request_duration_seconds",
      help: "Time from request to reply",
      labelNames: ["method", "route"],
      buckets: [0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 5],
      registers,
    }),
    deliveries: new Counter({
      name: "belfry_deliveries_total",
      help: "Messages handed to a provider or to the inbox",
      labelNames: ["channel", "provider", "outcome"],
      registers,
    }),
    deliveryDuration: new Histogram({
      name: "belfry_delivery_duration_seconds",
      help: "Time that one delivery took",
      labelNames: ["channel", "provider"],
      buckets: [0.005, 0.02, 0.08, 0.32, 1.28, 5, 20],
      registers,
    }),
    openSockets: new Gauge({ name: "belfry_inbox_sockets", help: "Open inbox sockets", registers }),
  };
}
