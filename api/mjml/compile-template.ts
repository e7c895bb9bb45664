import { isMjml } from "#contract/constants/templates/mjml.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import type { MjmlCompiler } from "./mjml-compiler.ts";

/** A template, and what is wrong with its MJML. One that cannot be compiled stays as it is, and fails when it is rendered. */
export interface CompiledTemplate {
  template: MessageTemplate;
  faults: string[];
}

/** Whether the content of an email is MJML that was not compiled. */
export const isUncompiled = (template: Pick<MessageTemplate, "type" | "content">): boolean =>
  sourceOf(template) !== undefined;

const sourceOf = ({ type, content }: Pick<MessageTemplate, "type" | "content">): string | undefined =>
  type === "email" && typeof content === "string" && isMjml(content) ? content : undefined;

/** Compiles the content of an email that is MJML, and keeps its source beside it. Others stay as they are. */
export async function compileTemplate(
  mjml: MjmlCompiler,
  { mjml: _former, ...template }: MessageTemplate,
): Promise<CompiledTemplate> {
  const source = sourceOf(template);
  if (source === undefined) return { template, faults: [] };
  const { html, faults } = await mjml.compile(source);
  if (html === undefined) return { template, faults };
  return { template: { ...template, contentType: "customHtml", content: html, mjml: source }, faults };
}

/** Compiles the MJML of texts before a transaction needs it, so that it is waited for without a connection. */
export async function compileAhead(mjml: MjmlCompiler, texts: readonly unknown[]): Promise<void> {
  const sources = new Set(texts.filter((text): text is string => typeof text === "string" && isMjml(text)));
  await Promise.all([...sources].map((source) => mjml.compile(source)));
}
