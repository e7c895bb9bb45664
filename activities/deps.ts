import type { Logger } from "pino";
import type { Config } from "#config.ts";
import type { Database } from "#db/client.ts";
import type { Publisher } from "#db/publisher.ts";
import type { Engine } from "#engine/client.ts";
import type { BridgeCalls } from "./dispatch/bridge-calls.ts";
import type { ConditionWebhooks } from "./dispatch/condition-webhooks.ts";
import type { Dispatcher } from "./dispatch/dispatcher.ts";
import type { Renderer } from "./rendering/renderer.ts";

/** The time, as activities see it; a test sets its own. */
export type Clock = () => Date;

/** Dependencies of activities. The worker passes the real ones, a test its own. */
export interface Deps {
  db: Database;
  logger: Logger;
  clock: Clock;
  renderer: Renderer;
  dispatcher: Dispatcher;
  webhooks: ConditionWebhooks;
  bridge: BridgeCalls;
  publisher: Publisher;
  engine: Pick<Engine, "startTrigger" | "wake" | "stateOf" | "listFailedExecutions">;
  config: Pick<Config, "encryptionKey" | "demoLimits">;
}
