import { repeat } from "#domain/times/repeat.ts";
import type { Engine } from "./client.ts";

/**
 * Starts the execution of the upkeep, and looks from time to time whether it runs: one that somebody has terminated is started again.
 * Returns what ends that.
 */
export async function keepUpkeep(
  engine: Pick<Engine, "ensureUpkeep">,
  everyMs: number,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  await engine.ensureUpkeep().catch(onError);
  return repeat(everyMs, engine.ensureUpkeep, onError);
}
