import { WAIT_CEILINGS } from "#contract/constants/limits.ts";
import { isMjml } from "#contract/constants/templates/mjml.ts";
import { isWebAddress } from "#contract/constants/values/web-address.ts";
import type { Filter, FilterPart } from "#contract/schemas/conditions.ts";
import type { StepInput, VariantInput } from "#contract/workflows/steps.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import { DomainError } from "#domain/errors.ts";
import { metadataTexts } from "#domain/steps/metadata-texts.ts";
import { parseTemplate } from "#domain/templates/compile-template.ts";
import { findPaths } from "#domain/templates/find-variables.ts";
import { strayCharacter } from "#domain/templates/repair/stray-character.ts";
import { sanitizeContent } from "#domain/templates/sanitize.ts";
import { waitProblems } from "#domain/times/waits.ts";
import { isScriptUrl, SCRIPT_SCHEMES } from "#domain/values/script-url.ts";
import { flowIssues } from "./check-flow.ts";
import { translateSteps } from "./translate-steps.ts";

/**
 * The steps as they may be stored: what an editor made has no scripts left in it, and a template in Handlebars is
 * translated to Liquid, so that reading it back gives Liquid. Throws `invalid_input` with every issue that cannot be left
 * to run time, each naming its field.
 */
export function checkSteps(given: readonly StepInput[]): StepInput[] {
  const { steps, issues: untranslatable } = translateSteps(given);
  const issues = [
    ...untranslatable,
    ...steps.flatMap((step, index) => issuesOf(step, `steps.${index}`)),
    ...flowIssues(steps),
    ...waitProblems(steps, { ceilings: WAIT_CEILINGS, now: new Date() }),
  ];
  if (issues.length > 0) throw new DomainError("invalid_input", issues);
  return steps.map((step) => ({
    ...step,
    template: sanitized(step.template),
    variants: step.variants.map((variant) => ({ ...variant, template: sanitized(variant.template) })),
  }));
}

function issuesOf(step: StepInput, path: string): string[] {
  return [
    ...unparsable([`${path}.replyCallback.url`, step.replyCallback.url]),
    ...variantIssues(step, path),
    ...metadataIssues(step, `${path}.metadata`),
    ...step.variants.flatMap((variant, index) => variantIssues(variant, `${path}.variants.${index}`)),
  ];
}

function variantIssues({ template, filters }: Pick<VariantInput, "template" | "filters">, path: string): string[] {
  return [
    ...textsOf(template, `${path}.template`).flatMap(unparsable),
    ...urlsOf(template, `${path}.template`).flatMap(scriptUrl),
    ...conditionIssues(filters, `${path}.filters`),
  ];
}

/** Expected values that are no templates, and addresses of webhooks that cannot be called. Each issue begins with its path. */
export const conditionIssues = (filters: readonly Filter[], path: string): string[] => [
  ...textsOfFilters(filters, path).flatMap(unparsable),
  ...webhookUrls(filters, path),
];

/** Templates and conditions that the settings of a step hold. */
function metadataIssues({ metadata }: StepInput, path: string): string[] {
  const branches = metadata.type === "branch" ? metadata.branches : [];
  return [
    ...metadataTexts(metadata).flatMap(([field, text]) => unparsable([`${path}.${field}`, text])),
    ...branches.flatMap(({ filters }, index) => conditionIssues(filters, `${path}.branches.${index}.filters`)),
  ];
}

type Text = readonly [field: string, text: unknown];

function unparsable([field, text]: Text): string[] {
  if (typeof text !== "string") return [];
  try {
    parseTemplate(text);
    const fault = strayCharacter(text);
    return fault === undefined ? [] : [`${field} ${fault}`];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [`${field} is not a valid template. ${error.message}`];
  }
}

/** Everything in a template that is rendered, by the path of its field. */
function textsOf({ content, cta, avatar, ...template }: MessageTemplate, path: string): Text[] {
  const { subject, title, preheader, senderName } = template;
  const blocks = Array.isArray(content) ? content : [];
  const urls = urlsOf({ content, cta, avatar }, path);
  return [
    ...Object.entries({ subject, title, preheader, senderName }).map(
      ([field, text]) => [`${path}.${field}`, text] as const,
    ),
    [`${path}.content`, content],
    ...blocks.map((block, index): Text => [`${path}.content.${index}.content`, block.content]),
    ...(cta?.action?.buttons ?? []).map(
      (button, index): Text => [`${path}.cta.action.buttons.${index}.content`, button.content],
    ),
    ...urls,
  ];
}

/** The addresses that a reader follows. */
function urlsOf({ content, cta, avatar }: Pick<MessageTemplate, "content" | "cta" | "avatar">, path: string): Text[] {
  const blocks = Array.isArray(content) ? content : [];
  return [
    ...blocks.map(({ url }, index): Text => [`${path}.content.${index}.url`, url]),
    [`${path}.avatar`, avatar],
    [`${path}.cta.data.url`, cta?.data?.url],
    ...(cta?.action?.buttons ?? []).map(({ url }, index): Text => [`${path}.cta.action.buttons.${index}.url`, url]),
  ];
}

/** Checks the address as it is written; what its variables make of it is checked when it is rendered. */
function scriptUrl([field, url]: Text): string[] {
  return typeof url === "string" && isScriptUrl(url)
    ? [
        `${field} must not be a ${SCRIPT_SCHEMES.join(", ")} address: use a path, or https:, mailto:, tel: or an app's scheme`,
      ]
    : [];
}

/** Expected values of conditions are templates too, and so are addresses of webhooks. */
function textsOfFilters(filters: readonly (Filter | FilterPart)[], path: string): Text[] {
  return filters.flatMap((filter, index): Text[] =>
    "children" in filter
      ? textsOfFilters(filter.children, `${path}.${index}.children`)
      : [
          [`${path}.${index}.value`, filter.value],
          [`${path}.${index}.webhookUrl`, filter.webhookUrl],
        ],
  );
}

/** Such an address is known when the webhook is asked. */
const namesVariable = (address: string): boolean => findPaths(address).some(({ name }) => name.startsWith("env."));

/** A webhook without an address is taken: its condition takes no part. */
function webhookUrls(filters: readonly (Filter | FilterPart)[], path: string): string[] {
  return filters.flatMap((filter, index) => {
    if ("children" in filter) return webhookUrls(filter.children, `${path}.${index}.children`);
    const { on, webhookUrl } = filter;
    if (on !== "webhook" || !webhookUrl || isWebAddress(webhookUrl) || namesVariable(webhookUrl)) return [];
    return [`${path}.${index}.webhookUrl must be an http or https address, such as https://example.com/condition`];
  });
}

function sanitized<T extends MessageTemplate>(template: T): T {
  const { content, contentType } = template;
  if (Array.isArray(content)) {
    return { ...template, content: content.map((block) => ({ ...block, content: sanitizeContent(block.content) })) };
  }
  return contentType === "editor" && !isMjml(content) ? { ...template, content: sanitizeContent(content) } : template;
}
