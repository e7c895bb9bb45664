import { isJsonObject } from "#contract/constants/values/json-object.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The fields of `aps` by Apple's names, from those that SDKs give them. */
export function appleFields({ alert, sound, ...fields }: Fields): Record<string, unknown> {
  return {
    ...dashed(fields),
    ...(alert !== undefined && { alert: isJsonObject(alert) ? dashed(alert) : alert }),
    ...(sound !== undefined && {
      sound: isJsonObject(sound) ? { ...sound, ...flag("critical", sound.critical) } : sound,
    }),
  };
}

/** `threadId` is `thread-id` at Apple; flags are 1, or absent. */
function dashed(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const key = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const isFlag = key === "content-available" || key === "mutable-content";
      return isFlag ? Object.entries(flag(key, value)) : [[key, value]];
    }),
  );
}

function flag(name: string, value: unknown): Record<string, unknown> {
  if (value === undefined || value === false) return {};
  return { [name]: value === true ? 1 : value };
}
