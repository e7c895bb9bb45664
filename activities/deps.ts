import type { Logger } from "pino";
import type { Config } from "#config.ts";
import type { Database } from "#db/client.ts";
import type { Publisher } from "#db/publisher.ts";
import type { Engine } from "#engine/client.ts";
import type { ConditionWebhooks } from "./dispatch/condition-webhooks.ts";
import type { Dispatcher } from "./dispatch/dispatcher.ts";
import type { Renderer } from "./rendering/renderer.ts";
import type { SafetyCaps } from "./safety/safety-caps.ts";

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
  publisher: Publisher;
  safetyCaps: SafetyCaps;
  engine: Pick<Engine, "wake" | "stateOf" | "listFailedExecutions">;
  config: Pick<Config, "encryptionKey" | "demoLimits" | "planLimits">;
}
