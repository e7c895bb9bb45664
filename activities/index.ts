import { beginDelay } from "./begin-delay.ts";
import { deliver } from "./deliver.ts";
import type { Deps } from "./deps.ts";
import { endDelay } from "./end-delay.ts";
import { withFailures } from "./failures.ts";
import { keepHouse } from "./keep-house.ts";
import { resolveAudience } from "./resolve-audience.ts";

/** Everything a run may ask for. Names are stored in histories. */
export const createActivities = (deps: Deps) => ({
  resolveAudience: withFailures(resolveAudience(deps)),
  deliver: withFailures(deliver(deps)),
  beginDelay: withFailures(beginDelay(deps)),
  endDelay: withFailures(endDelay(deps)),
  keepHouse: withFailures(keepHouse(deps)),
});

export type Activities = ReturnType<typeof createActivities>;
