import { HTTP_BODY_MAX, HTTP_HEADER_MAX, HTTP_URL_MAX } from "#contract/constants/limits.ts";
import { webAddressOf } from "#contract/constants/values/web-address.ts";
import type { HttpMetadata } from "#contract/workflows/flow-metadata.ts";
import { DomainError } from "#domain/errors.ts";
import { buildContext } from "#domain/templates/context.ts";
import { namedIn, secretsOf } from "#domain/templates/environment-values.ts";
import { textLeaves } from "#domain/values/map-leaves.ts";
import { isPlainObject } from "#domain/values/plain-object.ts";
import type { Member } from "./member.ts";
import type { Slice } from "./slice.ts";
import { resultsOf } from "./step-results.ts";
import { translationsFor } from "./translation-reader.ts";

export interface OutgoingRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** JSON text. */
  body?: string | undefined;
  /** The secret variables that it may carry, in clear: what is recorded of its answer has masks in their place. */
  secrets?: readonly string[];
  timeoutMs: number;
}

/** Characters that end a header or are no text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const NOT_IN_HEADERS = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/;

/** The request of an HTTP step for one member; or why there is none, in words that hold no variable's value. */
export async function renderRequest(
  slice: Slice,
  member: Member,
  { method, url, headers = {}, body }: HttpMetadata,
): Promise<Omit<OutgoingRequest, "timeoutMs"> | { problem: string }> {
  const { payload, environmentId } = slice.event;
  const { tenant, actor, context: contexts, branding, env: variables } = slice.context;
  const texts = [url, ...Object.values(headers), ...textLeaves({ body })];
  try {
    const translations = await translationsFor(slice, member, texts);
    // A text of a translation may name any.
    const env = variables && (translations ? variables : namedIn(variables, texts));
    const secrets = env?.hasSecrets ? { secrets: secretsOf(env) } : {};
    const context = buildContext({
      payload,
      tenant,
      actor,
      context: contexts,
      branding,
      env: env?.revealed,
      subscriber: member.subscriber ?? {},
      step: member.digest ?? undefined,
      steps: resultsOf(slice, member),
    });
    const render = (text: string) => slice.deps.renderer.renderText(text, context, { environmentId, translations });
    const address = (await render(url)).trim();
    if (address.length > HTTP_URL_MAX) return { problem: `The address is longer than ${HTTP_URL_MAX} characters` };
    if (!webAddressOf(address)) {
      return { problem: "metadata.url does not make an http or https address with this payload" };
    }
    const rendered: Record<string, string> = {};
    for (const [name, template] of Object.entries(headers)) {
      const value = (await render(template)).trim();
      if (value.length > HTTP_HEADER_MAX || NOT_IN_HEADERS.test(value)) {
        return { problem: `metadata.headers.${name} makes a value that no HTTP header may carry` };
      }
      rendered[name] = value;
    }
    if (body === undefined || body === null) return { method, url: address, headers: rendered, ...secrets };
    const text = typeof body === "string" ? await render(body) : JSON.stringify(await renderTexts(body, render));
    if (text.length > HTTP_BODY_MAX) return { problem: `The body is longer than ${HTTP_BODY_MAX} characters` };
    if (typeof body === "string" && !isJson(text)) {
      return {
        problem:
          "metadata.body makes no JSON with this payload: write it as an object, or put texts through the filter json",
      };
    }
    const hasType = Object.keys(rendered).some((name) => name.toLowerCase() === "content-type");
    return {
      method,
      url: address,
      headers: hasType ? rendered : { ...rendered, "content-type": "application/json" },
      body: text,
      ...secrets,
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { problem: `The request could not be rendered: ${error.message}` };
  }
}

/** The body with each of its texts rendered. Its depth is bounded when it is saved. */
async function renderTexts(value: unknown, render: (text: string) => Promise<string>): Promise<unknown> {
  if (typeof value === "string") return value.includes("{") ? render(value) : value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => renderTexts(item, render)));
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).map(async ([key, child]) => [key, await renderTexts(child, render)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
