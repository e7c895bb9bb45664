/** The names of a client's methods with those of the groups they are in, such as `topics.subscriptions.create`, from its classes. */
export function methodsOf(client: object, path: readonly string[] = []): string[] {
  const members = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(client)));
  return members.flatMap(([name, { get, value }]) => {
    if (name === "constructor" || name.startsWith("_")) return [];
    const group: unknown = get ? Reflect.get(client, name) : undefined;
    if (typeof group === "object" && group !== null) return methodsOf(group, [...path, name]);
    return typeof value === "function" ? [[...path, name].join(".")] : [];
  });
}

/** The client, which notes the names of the methods that are called. */
export function recording<Client extends object>(
  client: Client,
  called: Set<string>,
  path: readonly string[] = [],
): Client {
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      const name = [...path, String(key)];
      if (typeof value === "function") {
        return (...args: unknown[]) => {
          called.add(name.join("."));
          return Reflect.apply(value, target, args);
        };
      }
      return typeof value === "object" && value !== null ? recording(value, called, name) : value;
    },
  });
}

/** The same for a client that holds its groups as objects, besides methods of its own. */
export const methodsOfGroups = (client: object): string[] =>
  Object.entries(client).flatMap(([name, value]: [string, unknown]) => {
    if (name.startsWith("_")) return [];
    if (typeof value !== "object" || value === null) return [];
    const prototype: object | null = Object.getPrototypeOf(value);
    if (prototype === null || prototype === Object.prototype) return [];
    const methods = Object.getOwnPropertyNames(prototype).filter((method) => method !== "constructor");
    return methods.map((method) => `${name}.${method}`);
  });

/** Methods of client 3.x that have a test file of their own. */
export const OF_WORKFLOWS_3X = [
  "workflows.",
  "environments.getTags",
  "environments.diff",
  "environments.publish",
  "environments.delete",
];

/** Groups of client 2.6 that have a test file of their own. */
export const OF_MANAGEMENT_2X = ["tenants.", "feeds.", "changes.", "workflowOverrides.", "notificationTemplates."];
