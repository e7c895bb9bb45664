import { createHash } from "node:crypto";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import { DomainError } from "#domain/errors.ts";
import { compileTemplate } from "#domain/templates/compile-template.ts";
import { type EmailLayout, layoutOf } from "#domain/templates/email/render-email.ts";
import { type Translations, withTranslations } from "#domain/templates/translations.ts";
import { sizeOf } from "#domain/values/data-size.ts";
import { createCutOffs } from "./cut-offs.ts";
import { createInlineStyles } from "./inlined-styles.ts";
import { LOCAL_VARIABLES, VARIABLES_BYTES_MAX } from "./limits.ts";
import { renderInThreads } from "./render-in-threads.ts";
import { createLocalRendering } from "./render-locally.ts";
import {
  checkLength,
  type MemberVariables,
  type MessageSource,
  type RenderedChannel,
  type RenderedMessage,
  renderMessage,
  type SharedVariables,
  templatesOf,
} from "./render-message.ts";
import type { Outcome } from "./render-outcome.ts";
import { createRenderThreads } from "./render-threads.ts";
import type { RenderWork } from "./render-work.ts";

export interface RenderMessages {
  channel: RenderedChannel;
  template: MessageTemplate;
  /** Of emails. Without one, blocks get the built-in layout and html is sent bare. */
  layout?: EmailLayout | null | undefined;
  shared: SharedVariables;
  members: readonly MemberVariables[];
  /** Keeps templates with the same text apart: one that is cut off is cut off for its own environment only. */
  environmentId?: string | undefined;
  /** Ends the call between two members: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface RenderTextOptions {
  environmentId?: string | undefined;
  /** Those that the template prints. */
  translations?: Translations | undefined;
  signal?: AbortSignal | undefined;
}

/** Why a message could not be rendered. `isSyntax`: one of its templates is not well-formed, whatever the variables are. */
export interface RenderFailure {
  error: string;
  isSyntax?: true;
}

/** Renders templates without holding up anything else, whatever their authors wrote. */
export interface Renderer {
  /** Returns one outcome per member, in their order. A template's fault is an outcome, too, and nothing that is thrown. */
  renderMessages(input: RenderMessages): Promise<(RenderedMessage | RenderFailure)[]>;
  /** Renders one text, such as the expected value of a condition. Throws `invalid_input` with the reason. */
  renderText(template: string, context: object, options?: RenderTextOptions): Promise<string>;
  /** Ends all threads. Calls that are under way reject. */
  close(): Promise<void>;
}

/** Longest text of `renderText`, in characters. */
const RENDERED_TEXT_MAX = 256_000;

/**
 * Creates a renderer. Templates of moderate cost are rendered in this thread, a slice of time after the other. Loops and
 * whatever else may take long are rendered in threads that can be ended.
 */
export function createRenderer(): Renderer {
  const threads = createRenderThreads();
  const inlineStyles = createInlineStyles(threads);
  const local = createLocalRendering();
  const cutOffs = createCutOffs();

  async function outcomesOf<V extends object, T>(work: RenderWork<V, T>): Promise<Outcome<T>[]> {
    work.signal?.throwIfAborted();
    const outcomes = new Map<V, Outcome<T>>();
    const small: V[] = [];
    const large: V[] = [];
    const sharedSize = sizeOf(work.shared, VARIABLES_BYTES_MAX);
    for (const member of work.members) {
      const size = sharedSize + sizeOf(member, VARIABLES_BYTES_MAX);
      if (size > VARIABLES_BYTES_MAX) outcomes.set(member, { error: TOO_LARGE });
      else (size > LOCAL_VARIABLES ? large : small).push(member);
    }
    if (small.length > 0 && local.accepts(work)) {
      for (const [member, outcome] of await local.render(work, small)) outcomes.set(member, outcome);
    }
    const remaining = work.members.filter((member) => !outcomes.has(member));
    if (remaining.length > 0) {
      for (const [member, outcome] of await renderInThreads(work, remaining, cutOffs)) outcomes.set(member, outcome);
    }
    return work.members.map((member) => outcomes.get(member) ?? { error: "The message was not rendered" });
  }

  return {
    async renderMessages({ channel, template, layout, shared, members, environmentId, signal }) {
      const email = {
        content: template.content,
        layout: layoutOf({ template, layout })?.content,
        isUnescaped: template.unescaped,
      };
      const inlined = channel === "email" ? await inlineStyles(email) : undefined;
      const source: MessageSource = { channel, template, layout, inlined, shared };
      const outcomes = await outcomesOf({
        key: keyOf(environmentId, channel, template, layout?.content),
        templates: templatesOf(source),
        shared,
        members,
        signal,
        render: (member, limits) => renderMessage(source, member, limits),
        run: (some, limitMs) => threads.run("messages", { source, members: some }, limitMs),
      });
      return outcomes.map((outcome) => {
        if ("value" in outcome) return outcome.value;
        return { error: outcome.error, ...(outcome.isSyntax && { isSyntax: true }) };
      });
    },

    async renderText(template, context, { environmentId, translations, signal } = {}) {
      const [outcome] = await outcomesOf({
        key: keyOf(environmentId, template),
        templates: [{ text: template, escape: "none" }],
        shared: translations,
        members: [context],
        signal,
        render: (variables, limits) =>
          compileTemplate(template, { escape: "none" }).render(withTranslations(variables, translations), limits),
        run: (contexts, limitMs) => threads.run("texts", { template, contexts, translations }, limitMs),
      });
      if (!outcome || "error" in outcome) throw new DomainError("invalid_input", outcome?.error ?? "Nothing to render");
      checkLength("The text", outcome.value, RENDERED_TEXT_MAX);
      return outcome.value;
    },

    close: () => threads.close(),
  };
}

const TOO_LARGE = `The variables of the message are larger than ${VARIABLES_BYTES_MAX} characters: shorten the payload`;

function keyOf(...parts: readonly unknown[]): string {
  return createHash("sha1").update(JSON.stringify(parts)).digest("base64");
}
