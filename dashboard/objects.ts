import type { LinkProps } from "@tanstack/react-router";

/** Kinds of objects that have a screen, with the name of several and the address of one. */
export const OBJECT_KINDS = {
  workflow: {
    plural: "Workflows",
    addressOf: (workflowId) => ({ to: "/workflows/$workflowId", params: { workflowId } }),
  },
  layout: {
    plural: "Layouts",
    addressOf: (layoutId) => ({ to: "/layouts/$layoutId", params: { layoutId } }),
  },
  translation_group: {
    plural: "Translations",
    addressOf: (group) => ({ to: "/translations/$group", params: { group } }),
  },
  subscriber: {
    plural: "Subscribers",
    addressOf: (subscriberId) => ({ to: "/subscribers/$subscriberId", params: { subscriberId } }),
  },
  topic: {
    plural: "Topics",
    addressOf: (key) => ({ to: "/topics/$key", params: { key } }),
  },
  tenant: {
    plural: "Tenants",
    addressOf: (identifier) => ({ to: "/tenants/$identifier", params: { identifier } }),
  },
  run: {
    plural: "Runs",
    addressOf: (runId) => ({ to: "/activity/$runId", params: { runId } }),
  },
} satisfies Record<string, { plural: string; addressOf: (id: string) => Pick<LinkProps, "to" | "params"> }>;
export type ObjectKind = keyof typeof OBJECT_KINDS;

/** An object as a search finds it. */
export interface FoundObject {
  kind: ObjectKind;
  /** The id in its address. */
  id: string;
  title: string;
  /** An identifier that people know it by. */
  subtitle: string;
}
