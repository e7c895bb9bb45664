import { createBridgeCalls } from "#activities/ahead/bridge-calls.ts";
import { createConditionWebhooks } from "#activities/ahead/condition-webhooks.ts";
import { createHttpRequests } from "#activities/ahead/http-requests.ts";
import type { Deps } from "#activities/deps.ts";
import { createSafetyCaps } from "#activities/gate/safety-caps.ts";
import { createSliceGate } from "#activities/gate/slice-gate.ts";
import { createDispatcher } from "#activities/lanes/dispatcher.ts";
import { createIntegrationGates } from "#activities/lanes/integration-gates.ts";
import { createLanePaces } from "#activities/lanes/lane-paces.ts";
import { createOutages } from "#activities/lanes/outages.ts";
import { createSendCounts } from "#activities/lanes/send-counts.ts";
import { createWakers } from "#activities/lanes/wakers.ts";
import { createDigestMemory } from "#activities/slice/digest-memory.ts";
import type { Database } from "#db/client.ts";
import { decryptCredentials } from "#db/encryption.ts";
import { createPublisher } from "#db/publisher.ts";
import { durationsOf } from "#domain/times/durations.ts";
import { bridgeCall } from "#engine/policies.ts";
import { triggerEventBy } from "#events/trigger-scheduled.ts";
import { createBridgeClient } from "#providers/bridge/bridge-client.ts";
import { createHttp } from "#providers/http/http.ts";
import { createSessionCache, type SessionCache } from "#providers/session-cache.ts";
import { createRenderer } from "#rendering/renderer.ts";
import { createLogger } from "#telemetry/logger.ts";
import { retryMinutes, testConfig } from "./environment.ts";
import { fakeEngine } from "./fake-engine.ts";

export interface TestDeps extends Deps {
  /** Address prefixes of vendors, and their stand-ins: `baseUrls` of `createHttp`. */
  baseUrls: Record<string, string>;
  /** In place of the vendors. */
  send: SessionCache["send"];
  /** Belfry's own address, below which vendors report. */
  reportsUrl: string;
  /** Milliseconds for which sends under way are awaited at the end. */
  stopMs: number;
}

/** Dependencies of activities under test: the file's database, the real adapters, and an engine that records calls. */
export function testDeps(
  db: Database,
  { baseUrls = {}, send, reportsUrl = testConfig.publicUrl, stopMs = 25_000, ...overrides }: Partial<TestDeps> = {},
): Deps & { close(): Promise<void> } {
  const logger = createLogger({ logLevel: "silent" });
  const clock = overrides.clock ?? (() => new Date());
  const durations = durationsOf(1);
  const http = createHttp({ allowPrivateHosts: true, baseUrls });
  const sessions = createSessionCache({
    tools: { http, allowPrivateHosts: true },
    decrypt: (stored) => decryptCredentials(stored, testConfig.encryptionKey),
    onCloseFailed: (error) => logger.error({ err: error }, "a session could not be closed"),
  });
  const outages = createOutages({ db, clock, logger });
  const counts = createSendCounts({ db, clock, logger });
  const gates = createIntegrationGates({ onOpen: outages.note, onClose: outages.end });
  const { engine: whole } = fakeEngine();
  const wakers = createWakers({ engine: { ...whole, ...overrides.engine }, logger });
  const deps: Deps = {
    db,
    logger,
    clock,
    durations,
    renderer: createRenderer(),
    dispatcher: createDispatcher({
      db,
      stopMs,
      retryMinutes,
      sessions: { ...sessions, ...(send && { send }) },
      gates,
      paces: createLanePaces({ db, clock, logger }),
      outages,
      counts,
      clock,
      durations,
      logger,
      wakers,
      reportsUrl,
      encryptionKey: testConfig.encryptionKey,
    }),
    sessions,
    wakers,
    http,
    webhooks: createConditionWebhooks({ http }),
    bridge: createBridgeCalls({ client: createBridgeClient({ http, timeoutMs: bridgeCall.timeout }) }),
    requests: createHttpRequests({ http }),
    publisher: createPublisher(db, () => {}),
    gate: createSliceGate(),
    digestMemory: createDigestMemory(),
    triggerEvent: (scope, event) =>
      triggerEventBy({ db, engine: { ...whole, ...overrides.engine }, quota: null })(scope, event),
    safetyCaps: createSafetyCaps({
      db,
      clock,
      onPaused: (pause) => logger.warn(pause, "paused"),
      onError: (error) => logger.error({ err: error }, "rates could not be reported"),
    }),
    engine: whole,
    config: testConfig,
    ...overrides,
  };
  return {
    ...deps,
    async close() {
      await deps.dispatcher.close();
      await counts.close();
      await deps.requests.close();
      await sessions.close();
      await http.close();
      await deps.publisher.flushed();
      await deps.safetyCaps.settled();
      await deps.renderer.close();
    },
  };
}
