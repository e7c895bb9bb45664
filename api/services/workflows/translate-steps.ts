import type { Filter, FilterPart } from "#contract/schemas/conditions.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import type { StepInput, VariantInput } from "#contract/workflows/steps.ts";
import type { Cta, MessageTemplate } from "#contract/workflows/templates.ts";
import { DomainError } from "#domain/errors.ts";
import { mapMetadataTexts } from "#domain/steps/metadata-texts.ts";
import { toLiquid } from "#domain/templates/handlebars/to-liquid.ts";

/** Returns the text that takes the place of a template, which is named by the path of its field. */
type Translate = (text: string, field: string) => string;

interface Translated {
  steps: StepInput[];
  /** One for each place that cannot be translated; the text of its field is empty. */
  issues: string[];
}

/** Returns the steps with every template in Liquid: those in Handlebars are translated. */
export function translateSteps(steps: readonly StepInput[]): Translated {
  const issues: string[] = [];
  const translate: Translate = (text, field) => {
    try {
      return toLiquid(text);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      issues.push(...error.messages.map((message) => `${field} ${message}`));
      return "";
    }
  };
  const translated = steps.map((step, index) => {
    const path = `steps.${index}`;
    const { replyCallback } = step;
    return {
      ...step,
      ...translateVariant(step, path, translate),
      ...(replyCallback.url && {
        replyCallback: { ...replyCallback, url: translate(replyCallback.url, `${path}.replyCallback.url`) },
      }),
      metadata: translateMetadata(step.metadata, `${path}.metadata`, translate),
      variants: step.variants.map((variant, position) => ({
        ...variant,
        ...translateVariant(variant, `${path}.variants.${position}`, translate),
      })),
    };
  });
  return { steps: translated, issues };
}

function translateMetadata(metadata: StepMetadata, path: string, translate: Translate): StepMetadata {
  if (metadata.type !== "branch") {
    return mapMetadataTexts(metadata, (text, field) => translate(text, `${path}.${field}`));
  }
  const branches = metadata.branches.map((branch, index) => ({
    ...branch,
    filters: translateFilters(branch.filters, `${path}.branches.${index}.filters`, translate),
  }));
  return { ...metadata, branches };
}

function translateVariant<T extends Pick<VariantInput, "template" | "filters">>(
  { template, filters }: T,
  path: string,
  translate: Translate,
): Pick<T, "template" | "filters"> {
  return {
    template: translateTemplate(template, `${path}.template`, translate),
    filters: translateFilters(filters, `${path}.filters`, translate),
  };
}

function translateTemplate<T extends MessageTemplate>(template: T, path: string, translate: Translate): T {
  const { content, cta, ...others } = template;
  const texts = Object.fromEntries(
    (["subject", "title", "preheader", "senderName", "avatar"] as const).flatMap((field) => {
      const text = others[field];
      return text ? [[field, translate(text, `${path}.${field}`)]] : [];
    }),
  );
  return {
    ...template,
    ...texts,
    content: translateContent(content, `${path}.content`, translate),
    ...(cta && { cta: translateCta(cta, `${path}.cta`, translate) }),
  };
}

function translateContent(
  content: MessageTemplate["content"],
  path: string,
  translate: Translate,
): MessageTemplate["content"] {
  if (typeof content === "string") return translate(content, path);
  return content.map((block, index) => ({
    ...block,
    content: translate(block.content, `${path}.${index}.content`),
    ...(block.url && { url: translate(block.url, `${path}.${index}.url`) }),
  }));
}

function translateCta(cta: Cta, path: string, translate: Translate): Cta {
  const { data, action } = cta;
  const buttons = action?.buttons?.map((button, index) => {
    const field = `${path}.action.buttons.${index}`;
    return {
      ...button,
      content: translate(button.content, `${field}.content`),
      ...(button.url && { url: translate(button.url, `${field}.url`) }),
    };
  });
  return {
    ...cta,
    ...(data?.url && { data: { ...data, url: translate(data.url, `${path}.data.url`) } }),
    ...(action && buttons && { action: { ...action, buttons } }),
  };
}

/** Expected values of conditions are templates too. */
function translateFilters<T extends Filter | FilterPart>(
  filters: readonly T[],
  path: string,
  translate: Translate,
): T[] {
  return filters.map((filter, index) => {
    const field = `${path}.${index}`;
    if ("children" in filter) {
      return { ...filter, children: translateFilters(filter.children, `${field}.children`, translate) };
    }
    const { value } = filter;
    return typeof value === "string" ? { ...filter, value: translate(value, `${field}.value`) } : filter;
  });
}
