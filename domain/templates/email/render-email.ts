import type { EmailBlock, MessageTemplate, TemplateVariable } from "#contract/workflows/templates.ts";
import { DomainError } from "../../errors.ts";
import { missingVariables, withVariableDefaults } from "../../payload.ts";
import { compileTemplate, contentEscaping, type RenderLimits, renderFields } from "../compile-template.ts";
import { SafeHtml } from "../safe-html.ts";
import { BUILT_IN_LAYOUT } from "./built-in-layout.ts";
import { fillFrame, frameOfBlocks, renderBlocks } from "./email-blocks.ts";
import type { InlinedEmail } from "./email-source.ts";
import { isPlacedByContent } from "./layout.ts";
import { insertPreheader } from "./preheader.ts";

/** `contentType` is `editor` when absent. A text is always html, as a list always is blocks. */
type EmailTemplate = Pick<
  MessageTemplate,
  "contentType" | "content" | "subject" | "preheader" | "senderName" | "unescaped"
>;

export interface EmailLayout {
  /** Html with `{{ body }}`, or else `{{ content }}`, where the content goes. */
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
  /** The templates with their style rules inlined, as `inlineEmail` makes them; without, the rules stay as they are. */
  inlined?: InlinedEmail | undefined;
  /** Shared by all texts of the email. */
  limits?: RenderLimits | undefined;
}

export interface RenderedEmail {
  subject: string;
  html: string;
  preheader: string;
  senderName: string;
  /** The content that is stored with the message: the rendered html, or the rendered blocks. */
  content: string | EmailBlock[];
}

/**
 * Renders an email for one subscriber. Throws `invalid_input` when a template is wrong or a variable that the layout requires
 * is missing.
 */
export function renderEmail(input: RenderEmailInput): RenderedEmail {
  const { template, context, color, inlined, limits } = input;
  const { subject, preheader, senderName } = renderFields(
    { subject: template.subject, preheader: template.preheader, senderName: template.senderName },
    context,
    { escape: "none", limits },
  );
  const variables = { ...context, subject, preheader };
  const renderContent = (source: string) =>
    compileTemplate(source, { escape: contentEscaping(template) }).render(variables, limits);
  const content =
    typeof template.content === "string"
      ? renderContent(template.content)
      : renderBlocks(template.content, renderContent, { context: variables, limits });
  const body = bodyOf(content, { color, inlined, renderContent });
  const blocks = typeof content === "string" ? [] : content;
  const layout = layoutOf(input);
  const place = layout && isPlacedByContent(layout.content) ? { body, content: body } : { body };
  const html = layout
    ? renderHtml(inlined?.layout ?? layout.content, layoutVariables(layout, { ...variables, blocks, ...place }), limits)
    : body.toString();
  return { subject, preheader, senderName, content, html: insertPreheader(html, preheader) };
}

/** The layout of an email: html without one is sent bare, blocks get the built-in one. */
export function layoutOf({ template, layout }: Pick<RenderEmailInput, "template" | "layout">): EmailLayout | undefined {
  if (layout) return layout;
  return template.contentType === "customHtml" ? undefined : { content: BUILT_IN_LAYOUT };
}

function renderHtml(source: string, context: object, limits: RenderLimits | undefined): string {
  return compileTemplate(source, { escape: "html" }).render(context, limits);
}

interface BodyInput extends Pick<RenderEmailInput, "color" | "inlined"> {
  renderContent(source: string): string;
}

/** The content as html. What is kept with the message has its styles as they were written, what is sent inlined. */
function bodyOf(content: string | EmailBlock[], { color, inlined, renderContent }: BodyInput): SafeHtml {
  if (typeof content === "string") {
    return new SafeHtml(typeof inlined?.content === "string" ? renderContent(inlined.content) : content);
  }
  const contents = inlined?.content;
  const blocks =
    typeof contents === "object"
      ? content.map((block, index) => ({
          ...block,
          content: renderContent(contents[index] ?? "").trim(),
        }))
      : content;
  return new SafeHtml(fillFrame(inlined?.frame ?? frameOfBlocks(content), blocks, color));
}

function layoutVariables({ variables }: EmailLayout, context: Record<string, unknown>): Record<string, unknown> {
  const complete = withVariableDefaults(context, variables ?? []);
  const missing = missingVariables(complete, variables ?? []);
  if (missing.length > 0) {
    throw new DomainError("invalid_input", `layout is missing required key(s) and type(s): ${missing.join(", ")}`);
  }
  return complete;
}
