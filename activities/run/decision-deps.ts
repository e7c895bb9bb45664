import type { Logger } from "pino";
import type { Config } from "#config.ts";
import type { Database } from "#db/client.ts";
import type { Renderer } from "#rendering/renderer.ts";

/** The time, as activities see it; a test sets its own. */
export type Clock = () => Date;

/** Dependencies of decisions, whether their outcome is stored or only explained. */
export interface DecisionDeps {
  db: Database;
  logger: Logger;
  clock: Clock;
  renderer: Renderer;
  config: Pick<
    Config,
    "encryptionKey" | "demoLimits" | "planLimits" | "storesContent" | "secret" | "publicUrl" | "contextPaths"
  >;
}
