type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of `aps` by Apple's names, from those that SDKs give them: providers-email-push.md 1.3 and 5.1. */
export function appleFields({ alert, sound, ...fields }: Fields): Record<string, unknown> {
  return {
    ...dashed(fields),
    ...(alert !== undefined && { alert: isFields(alert) ? dashed(alert) : alert }),
    ...(sound !== undefined && { sound: isFields(sound) ? { ...sound, ...flag("critical", sound.critical) } : sound }),
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
