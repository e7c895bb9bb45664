import { advance } from "./advance.ts";
import type { Deps } from "./deps.ts";
import { withFailures } from "./failures.ts";
import { housekeep } from "./housekeep.ts";
import { reconcile } from "./reconcile.ts";
import { resolveAudience } from "./resolve-audience.ts";
import { send } from "./send.ts";
import { stopOwned } from "./stop-owned.ts";

export type { Advanced } from "./slice/next-work.ts";

/** Everything that a run may ask for. Names are stored in histories. */
export const createActivities = (deps: Deps) => {
  const move = advance(deps);
  return {
    resolveAudience: withFailures(deps, resolveAudience(deps, move)),
    advance: withFailures(deps, (cohort: Parameters<typeof move>[0]) => move(cohort)),
    sendEmail: withFailures(deps, send(deps, "email")),
    sendSms: withFailures(deps, send(deps, "sms")),
    sendChat: withFailures(deps, send(deps, "chat")),
    sendPush: withFailures(deps, send(deps, "push")),
    stopOwned: withFailures(deps, stopOwned(deps)),
    reconcile: withFailures(deps, reconcile(deps)),
    housekeep: withFailures(deps, housekeep(deps)),
  };
};

export type Activities = ReturnType<typeof createActivities>;
