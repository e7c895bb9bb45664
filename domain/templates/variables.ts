import type { VariableType } from "#contract/constants/templates.ts";
import type { WorkflowVariables } from "#contract/templates.ts";
import type { FilterGroup } from "../conditions.ts";
import type { FilterPart } from "../filter-parts.ts";
import { isSystemVariable } from "../payload.ts";
import { isPlainObject } from "../plain-object.ts";
import { findVariables, strongerType } from "./find-variables.ts";

/** The fields of a step, or of a variant, that are templates or name a path in the payload. */
export interface TemplatedStep {
  filters?: readonly FilterGroup[] | null | undefined;
  metadata?:
    | { type?: string | null | undefined; delayPath?: string | null | undefined; digestKey?: string | null | undefined }
    | null
    | undefined;
  template?:
    | {
        type: string;
        /** A text, or the blocks of an email: `{content, url?}`. */
        content?: unknown;
        subject?: string | null | undefined;
        title?: string | null | undefined;
        preheader?: string | null | undefined;
        senderName?: string | null | undefined;
        /** `{data: {url}, action: {buttons: [{content}]}}` of an in-app message. */
        cta?: unknown;
      }
    | null
    | undefined;
  variants?: readonly TemplatedStep[] | null | undefined;
}

/** The identifying field of each reserved variable. */
const RESERVED = { tenant: "identifier", actor: "subscriberId" } as const;
/** Names that the payload can carry: they start with a letter or an underscore. */
const NAME = /^[A-Za-z_]/;

/**
 * The variables that the steps and their variants use, in order of appearance.
 * Throws `invalid_input` when a template cannot be parsed.
 */
export function extractVariables(steps: readonly TemplatedStep[]): WorkflowVariables {
  const all = steps.flatMap((step) => [step, ...(step.variants ?? [])]);
  const used = new Map<string, VariableType>();
  for (const { name, type } of all.flatMap(variablesOf)) used.set(name, strongerType(used.get(name), type));
  const roots = new Set([...used.keys()].map((name) => name.split(".")[0]));
  return {
    variables: [...used]
      .filter(([name]) => NAME.test(name) && !isSystemVariable(name))
      .map(([name, type]) => ({ name, type })),
    reservedVariables: (["tenant", "actor"] as const)
      .filter((type) => roots.has(type))
      .map((type) => ({ type, variables: [{ name: RESERVED[type], type: "String" }] })),
    subscriberVariables: [
      ...(all.some(({ template }) => template?.type === "email") ? [{ name: "email" } as const] : []),
      ...(all.some(({ template }) => template?.type === "sms") ? [{ name: "phone" } as const] : []),
    ],
  };
}

function variablesOf({ template, metadata, filters }: TemplatedStep): WorkflowVariables["variables"] {
  const isScheduled = template?.type === "delay" && metadata?.type === "scheduled";
  const paths = [
    ...(filters ?? []).flatMap(payloadFields),
    isScheduled ? metadata.delayPath : undefined,
    template?.type === "digest" ? metadata?.digestKey : undefined,
  ].flatMap((path) => (path ? [path] : []));
  return [...textsOf(template).flatMap(findVariables), ...paths.map((name) => ({ name, type: "String" as const }))];
}

function textsOf(template: TemplatedStep["template"]): string[] {
  if (!template) return [];
  const { content, subject, title, preheader, senderName, cta } = template;
  const blocks = Array.isArray(content) ? content : [];
  return [
    subject,
    title,
    content,
    ...blocks.filter(isPlainObject).flatMap((block) => [block.url, block.content]),
    preheader,
    senderName,
    ...textsOfCta(cta),
  ].filter((text) => typeof text === "string");
}

function textsOfCta(cta: unknown): unknown[] {
  if (!isPlainObject(cta)) return [];
  const url = isPlainObject(cta.data) ? cta.data.url : undefined;
  const buttons: unknown = isPlainObject(cta.action) ? cta.action.buttons : undefined;
  const labels = Array.isArray(buttons) ? buttons.filter(isPlainObject).map(({ content }) => content) : [];
  return [url, ...labels];
}

function payloadFields(group: FilterGroup): string[] {
  return (group.children ?? []).flatMap((child) => {
    if (isGroup(child)) return payloadFields(child);
    return child.on === "payload" && child.field ? [child.field] : [];
  });
}

function isGroup(child: FilterPart | FilterGroup): child is FilterGroup {
  return "children" in child;
}
