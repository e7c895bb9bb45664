import type { Trigger } from "#client/client.ts";
import type { Activity } from "#contract/notifications.ts";

/** The overrides of a run are those that a trigger has accepted before: their type is the same. */
const acceptedOverrides = (overrides: object) => overrides as NonNullable<Trigger["overrides"]>;

/** The event of a run for its subscriber alone; undefined where the workflow or the subscriber was deleted. */
export function eventOf({ template, subscriber, payload, overrides, testMode, jobs }: Activity) {
  const name = template?.triggers[0]?.identifier;
  if (name === undefined || !subscriber) return undefined;
  const [{ tenant, actorId, contextKeys } = {}] = jobs;
  return {
    name,
    to: { subscriberId: subscriber.subscriberId },
    payload: payload ?? {},
    ...(overrides && Object.keys(overrides).length > 0 && { overrides: acceptedOverrides(overrides) }),
    ...(tenant && { tenant }),
    ...(contextKeys && { context: contextsOf(contextKeys) }),
    ...(actorId !== undefined && { actor: { subscriberId: actorId } }),
    ...(testMode && { testMode }),
  };
}

/** The contexts of keys, as a trigger names them: a type has no colon. */
const contextsOf = (keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(keys.map((key) => [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)]));
