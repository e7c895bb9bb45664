import { hasResult } from "#contract/constants/channels.ts";
import type { VariableType } from "#contract/constants/templates/templates.ts";
import type { FilterPart } from "#contract/schemas/conditions.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import type { VariantInput } from "#contract/workflows/steps.ts";
import type { MessageTemplate, WorkflowVariables } from "#contract/workflows/templates.ts";
import { partsOf } from "../conditions/conditions.ts";
import { DomainError } from "../errors.ts";
import { isSystemVariable } from "../payload.ts";
import { branchFilters, metadataTexts } from "../steps/metadata-texts.ts";
import { textLeaves } from "../values/map-leaves.ts";
import { findPayloadVariables, findVariables, strongerType } from "./find-variables.ts";

type TemplatedVariant = Pick<VariantInput, "filters"> & { template: MessageTemplate };

/** The fields of a step that are templates or name a path in the payload. */
export interface TemplatedStep extends TemplatedVariant {
  metadata: StepMetadata;
  variants: readonly TemplatedVariant[];
}

/** The identifying field of each reserved variable. */
const RESERVED = { tenant: "identifier", actor: "subscriberId" } as const;
/** Names that the payload can carry: they start with a letter or an underscore. */
const NAME = /^[A-Za-z_]/;

/**
 * The variables that the steps and their variants use, in order of appearance. A template that cannot be parsed, with which a step may
 * be saved, uses none.
 */
export function extractVariables(steps: readonly TemplatedStep[]): WorkflowVariables {
  const all = steps.flatMap((step) => [step, ...step.variants]);
  const used = new Map<string, VariableType>();
  for (const { name, type } of steps.flatMap(variablesOf)) used.set(name, strongerType(used.get(name), type));
  // In a workflow whose steps leave results, `steps` is not the payload's.
  const leavesResults = steps.some(({ template }) => hasResult(template.type));
  const isResult = (name: string): boolean => leavesResults && /^steps(?:\.|$)/.test(name);
  const roots = new Set([...used.keys()].map((name) => name.split(".")[0]));
  return {
    variables: [...used]
      .filter(([name]) => NAME.test(name) && !isSystemVariable(name) && !isResult(name))
      .map(([name, type]) => ({ name, type })),
    reservedVariables: (["tenant", "actor"] as const)
      .filter((type) => roots.has(type))
      .map((type) => ({ type, variables: [{ name: RESERVED[type], type: "String" }] })),
    subscriberVariables: [
      ...(all.some(({ template }) => template.type === "email") ? [{ name: "email" } as const] : []),
      ...(all.some(({ template }) => template.type === "sms") ? [{ name: "phone" } as const] : []),
    ],
  };
}

function parsed(find: typeof findVariables, text: string): ReturnType<typeof findVariables> {
  try {
    return find(text);
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

type Variables = WorkflowVariables["variables"];

function variablesOf({ metadata, variants, ...step }: TemplatedStep): Variables {
  return [
    ...variablesOfVariant(step),
    ...pathsOf(step.template, metadata).map(asText),
    ...metadataTexts(metadata).flatMap(([, text]) => parsed(findVariables, text)),
    ...partsOf(branchFilters(metadata)).flatMap(variablesOfCondition),
    ...variants.flatMap(variablesOfVariant),
  ];
}

function variablesOfVariant({ template, filters }: TemplatedVariant): Variables {
  return [
    ...textsOf(template).flatMap((text) => parsed(findVariables, text)),
    ...partsOf(filters).flatMap(variablesOfCondition),
  ];
}

/** The field of the payload that is compared, and those of the expected value, which is a template too. */
function variablesOfCondition({ on, field, value }: FilterPart): Variables {
  return [
    ...(on === "payload" && field ? [asText(field)] : []),
    ...(typeof value === "string" ? parsed(findPayloadVariables, value) : []),
  ];
}

const asText = (name: string) => ({ name, type: "String" as const });

/** The paths into the payload that a step's metadata names. */
function pathsOf({ type }: Pick<MessageTemplate, "type">, metadata: StepMetadata): string[] {
  if (type === "delay" && metadata.type === "scheduled") return [metadata.delayPath];
  if (metadata.type === "throttle") return present(metadata.throttleKey, metadata.windowPath);
  if (metadata.type === "wait_for_event") return present(metadata.matchPath);
  return type === "digest" && "digestKey" in metadata ? present(metadata.digestKey) : [];
}

const present = (...paths: readonly (string | undefined)[]): string[] =>
  paths.flatMap((path) => (path === undefined || path === "" ? [] : [path]));

function textsOf({
  content,
  subject,
  title,
  preheader,
  senderName,
  cta,
  avatar,
  data,
  providers,
}: MessageTemplate): string[] {
  const blocks = typeof content === "string" ? [] : content;
  return [
    subject,
    title,
    typeof content === "string" ? content : undefined,
    ...blocks.flatMap((block) => [block.url, block.content]),
    preheader,
    senderName,
    cta?.data?.url,
    ...(cta?.action?.buttons ?? []).flatMap((button) => [button.content, button.url]),
    avatar,
    ...textLeaves(data),
    ...textLeaves(providers),
  ].filter((text) => typeof text === "string");
}
