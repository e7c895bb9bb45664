import type { EmailBlock } from "#contract/workflows.ts";
import { DomainError } from "../errors.ts";
import { missingVariables, type TemplateVariable, withVariableDefaults } from "../payload.ts";
import { BUILT_IN_LAYOUT } from "./built-in-layout.ts";
import { compileTemplate, renderText } from "./compile-template.ts";
import { blocksToHtml, renderBlocks } from "./email-blocks.ts";
import { inlineCss } from "./inline-css.ts";
import { insertPreheader } from "./preheader.ts";
import { SafeHtml } from "./safe-html.ts";

export interface EmailTemplate {
  /** `editor` when absent: engine.md 7.5. A text is always html, as a list always is blocks. */
  contentType?: "editor" | "customHtml" | null | undefined;
  content: string | readonly EmailBlock[];
  subject?: string | null | undefined;
  preheader?: string | null | undefined;
  senderName?: string | null | undefined;
}

export interface EmailLayout {
  /** Html with `{{ body }}` where the content goes. */
  content: string;
  variables?: readonly TemplateVariable[] | null | undefined;
}

export interface RenderEmailInput {
  template: EmailTemplate;
  /** Without one, blocks get the built-in layout and html is sent bare. */
  layout?: EmailLayout | null | undefined;
  /** As `buildContext` makes it. */
  context: Record<string, unknown>;
  /** The organisation's own colour, for buttons; not the default that templates see. */
  color?: string | null | undefined;
  /** Copy style rules onto elements; on unless switched off. */
  inlineStyles?: boolean | undefined;
}

export interface RenderedEmail {
  subject: string;
  html: string;
  preheader: string;
  senderName: string;
  /** What is kept with the message: the rendered html, or the rendered blocks. */
  content: string | EmailBlock[];
}

/**
 * Renders an email for one subscriber (engine.md 7.5).
 * Throws `invalid_input` when a template is wrong or a variable that the layout requires is missing.
 */
export function renderEmail(input: RenderEmailInput): RenderedEmail {
  const { template, context, color, inlineStyles = true } = input;
  const subject = renderText(template.subject, context, { escape: "none" });
  const preheader = renderText(template.preheader, context, { escape: "none" });
  const senderName = renderText(template.senderName, context, { escape: "none" });
  const variables = { ...context, subject, preheader };
  const content =
    typeof template.content === "string"
      ? compileTemplate(template.content, { escape: "html" }).render(variables)
      : renderBlocks(template.content, variables);
  const body = typeof content === "string" ? content : blocksToHtml(content, color);
  const blocks = typeof content === "string" ? [] : content;
  const framed = renderLayout(layoutOf(input), { ...variables, blocks, body: new SafeHtml(body) }) ?? body;
  const html = insertPreheader(framed, preheader);
  return { subject, preheader, senderName, content, html: inlineStyles ? inlineCss(html) : html };
}

function layoutOf({ template, layout }: RenderEmailInput): EmailLayout | undefined {
  if (layout) return layout;
  return template.contentType === "customHtml" ? undefined : { content: BUILT_IN_LAYOUT };
}

function renderLayout(layout: EmailLayout | undefined, context: Record<string, unknown>): string | undefined {
  if (!layout) return undefined;
  const variables = layout.variables ?? [];
  const complete = withVariableDefaults(context, variables);
  const missing = missingVariables(complete, variables);
  if (missing.length > 0) {
    throw new DomainError("invalid_input", `layout is missing required key(s) and type(s): ${missing.join(", ")}`);
  }
  return compileTemplate(layout.content, { escape: "html" }).render(complete);
}
