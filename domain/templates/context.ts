import type { Branding } from "#contract/accounts/organizations.ts";
import type { ContextView } from "../contexts.ts";
import type { PlainObject } from "../values/plain-object.ts";
import { brandingFor, type TemplateBranding } from "./branding.ts";

/** The events that a digest collected before this step; empty without one. */
export interface StepVariables {
  digest: boolean;
  events: unknown[];
  total_count: number;
  reply_to_address?: string;
}

export interface TemplateContextInput {
  payload: Readonly<PlainObject>;
  subscriber: object;
  step?: StepVariables | undefined;
  /** Results of earlier steps, by their uuid; undefined in a workflow without steps that leave any. */
  steps?: Readonly<PlainObject> | undefined;
  tenant?: object | null | undefined;
  actor?: object | null | undefined;
  /** Contexts of the event by their types; null where it has none. */
  context?: Readonly<Record<string, ContextView>> | null | undefined;
  /** Of the organisation; a tenant may have its own, `brandingFor`. */
  branding?: Omit<Branding, "direction"> | null | undefined;
  /** Variables of the environment, with or without secrets; null where the organisation has none. */
  env?: Readonly<Record<string, string>> | null | undefined;
}

export interface TemplateContext extends PlainObject {
  payload: Readonly<PlainObject>;
  subscriber: object;
  step: StepVariables;
  tenant: object | undefined;
  actor: object | undefined;
  branding: TemplateBranding;
}

/** Of a step that no digest collects events for. */
export const NO_DIGEST: StepVariables = { digest: false, events: [], total_count: 0 };

/**
 * The variables of a template: the payload's at top level and under `payload`, then the product's own, which win over
 * payload keys of the same name.
 */
export function buildContext(input: TemplateContextInput): TemplateContext {
  const { payload, subscriber, step = NO_DIGEST, steps, tenant, actor, context, branding, env } = input;
  return {
    ...payload,
    payload,
    subscriber,
    step,
    // Elsewhere the name is the payload's.
    ...(steps && { steps }),
    ...(env && { env }),
    ...(context && { context }),
    tenant: tenant ?? undefined,
    actor: actor ?? undefined,
    branding: brandingFor(branding, tenant),
  };
}

/** The variables of expected values in conditions: without the payload's at top level. */
export function buildConditionContext(input: TemplateContextInput): PlainObject {
  const { payload, subscriber, step, tenant, actor } = buildContext(input);
  const { steps, env, context } = input;
  const named = { ...(steps && { steps }), ...(env && { env }), ...(context && { context }) };
  return { payload, subscriber, step, ...named, tenant, actor };
}
