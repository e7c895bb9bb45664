import { isJsonObject } from "#contract/constants/values/json-object.ts";

type Payload = Record<string, unknown>;

/** Returns a payload with the values of an event, and those of the example where the event has none. */
export function samplePayload(event: Payload | undefined, example: Payload): Payload {
  return event === undefined ? example : withMissing(event, example);
}

function withMissing(event: Payload, example: Payload): Payload {
  const names = new Set([...Object.keys(event), ...Object.keys(example)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [value, invented] = [event[name], example[name]];
      if (value === undefined) return [name, invented];
      return [name, isJsonObject(value) && isJsonObject(invented) ? withMissing(value, invented) : value];
    }),
  );
}
