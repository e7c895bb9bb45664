import { hasResult } from "#contract/constants/channels.ts";
import { schemaAt } from "#contract/constants/values/schema-path.ts";
import type { FoundVariable } from "#domain/templates/find-variables.ts";

type JsonSchema = Record<string, unknown>;

/** Names under a name, and how it is used. */
interface Place {
  isList: boolean;
  isFlag: boolean;
  children: Map<string, Place>;
}

const UNSAFE: readonly string[] = ["__proto__", "constructor", "prototype"];

/** The variables under a root, such as `payload`, as a tree. */
export function placesUnder(root: string, variables: readonly FoundVariable[]): Place {
  const top = newPlace();
  for (const { name, type } of variables) {
    const [first, ...keys] = name.split(".");
    if (first !== root || keys.length === 0 || keys.some((key) => UNSAFE.includes(key) || key === "")) continue;
    let place = top;
    for (const key of keys) {
      const child = place.children.get(key) ?? newPlace();
      place.children.set(key, child);
      place = child;
    }
    if (type === "Array") place.isList = true;
    if (type === "Boolean") place.isFlag = true;
  }
  return top;
}

const newPlace = (): Place => ({ isList: false, isFlag: false, children: new Map() });

/** A JSON schema of what the variables need; each leaf shows its own name by default. */
export function schemaOf(place: Place, path: string): JsonSchema {
  if (place.children.size === 0 && path.includes(".")) {
    return place.isList ? { type: "array", items: {} } : { type: "string", default: `{{${path}}}` };
  }
  const properties = Object.fromEntries(
    [...place.children].map(([key, child]) => [key, schemaOf(child, `${path}.${key}`)]),
  );
  const object = { type: "object", properties, additionalProperties: true };
  return place.isList ? { type: "array", items: object } : object;
}

interface ExampleOptions {
  /** The items of each list. */
  items: number;
  /** The text for a variable, by its whole name. */
  textFor: (path: string) => string;
}

const VARIABLES_IN_BRACES: ExampleOptions = { items: 3, textFor: (path) => `{{${path}}}` };

/** A sample of what the variables need: each leaf is its own name, lists have three items, flags are true. */
export function exampleOf(place: Place, path: string, options = VARIABLES_IN_BRACES): unknown {
  const { items, textFor } = options;
  const item =
    place.children.size > 0
      ? Object.fromEntries(
          [...place.children].map(([key, child]) => [key, exampleOf(child, `${path}.${key}`, options)]),
        )
      : place.isFlag && !place.isList
        ? true
        : textFor(path);
  return place.isList ? Array.from({ length: items }, () => item) : item;
}

const text = { type: "string" } as const;
const moment = { type: "string", format: "date-time" } as const;

/** Fields that templates may read of a person. */
const personSchema = (data: JsonSchema, own: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties: {
    firstName: text,
    lastName: text,
    email: text,
    phone: text,
    avatar: text,
    locale: text,
    timezone: text,
    subscriberId: text,
    isOnline: { type: "boolean" },
    lastOnlineAt: moment,
    ...own,
    data,
  },
  required: ["firstName", "lastName", "email", "subscriberId"],
  additionalProperties: false,
});

/** Of the subscriber, who has links of their own. */
export const subscriberSchema = (data: JsonSchema): JsonSchema =>
  personSchema(data, { preferencesUrl: text, unsubscribeUrl: text });

const open = { type: "object", additionalProperties: true } as const;

/** Variables of an event beside its payload and recipient, and of the organisation. */
export const surroundings = {
  tenant: {
    type: "object",
    properties: { identifier: text, name: text, data: open },
    additionalProperties: false,
  },
  actor: personSchema(open),
  /** By type: which types events name is not known. */
  context: {
    type: "object",
    properties: {},
    additionalProperties: { type: "object", properties: { id: text, data: open }, additionalProperties: false },
  },
  branding: {
    type: "object",
    properties: {
      logo: { ...text, description: "The address of the logo of the organisation, or of the event's tenant." },
      color: { ...text, description: "The colour of the organisation, or of the event's tenant." },
      fontColor: text,
      contentBackground: text,
      fontFamily: text,
    },
    additionalProperties: false,
  },
} as const;

/** A variable of an environment, as editors offer it. */
export interface KnownVariable {
  key: string;
  isSecret: boolean;
  /** Null where the environment has none. */
  value: string | null;
}

/** Variables of the environment. Others may be named, too: which ones are missing is said where they are named. */
export const environmentSchema = (variables: readonly KnownVariable[] = []): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(
    variables.map(({ key, isSecret, value }) => [key, { ...text, ...describedBy(isSecret, value) }]),
  ),
  additionalProperties: true,
});

function describedBy(isSecret: boolean, value: string | null): { description?: string } {
  if (value === null) return { description: "Has no value in this environment." };
  return isSecret ? { description: "Secret: only providers and HTTP requests get its value." } : {};
}

/** The events that a digest collected before a step. */
export const collectedSchema = {
  type: "object",
  properties: {
    digest: { type: "boolean" },
    events: { type: "array", items: open },
    total_count: { type: "number" },
    reply_to_address: text,
  },
  additionalProperties: false,
} as const;

/** Schema of what an earlier step leaves for later ones, by the engine's type of the step. */
export function resultSchema(type: string): JsonSchema {
  switch (type) {
    case "digest": {
      const event = { type: "object", properties: { id: text, time: moment, payload: open }, required: ["payload"] };
      return {
        type: "object",
        properties: { events: { type: "array", items: event }, eventCount: { type: "number" } },
        required: ["events"],
        additionalProperties: false,
      };
    }
    case "in_app":
      return {
        type: "object",
        properties: { seen: { type: "boolean" }, read: { type: "boolean" } },
        additionalProperties: false,
      };
    case "custom":
      return open;
    default:
      return hasResult(type) ? open : { type: "object", properties: {}, additionalProperties: false };
  }
}

/** Whether a schema has a place for the path. What a schema leaves open is allowed; a list is asked for its items. */
export const hasPath = (schema: unknown, keys: readonly string[]): boolean =>
  schemaAt(schema, keys, { throughLists: true }) !== undefined;
