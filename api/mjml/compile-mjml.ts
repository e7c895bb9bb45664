import { LAYOUT_MAX } from "#contract/constants/limits.ts";
import { hasMask, type MaskedHtml, maskLiquid, unmask } from "../controls/email-blocks/liquid-masks.ts";
import { componentOf, type LibraryError, renderMjml } from "./mjml-library.ts";
import { type FaultAt, readMjml } from "./read-mjml.ts";

/** The result of compiling MJML. Without html, it cannot be sent. */
export interface CompiledMjml {
  html?: string;
  /** For its author, with the line: "Line 4: mj-text cannot be used inside mj-section". */
  faults: string[];
}

/** Faults that are named at once. */
const FAULTS_MAX = 20;

/** Compiles MJML to HTML, whose Liquid is that of the source to the letter. Takes as long as the source wants. */
export async function compileMjml(source: string): Promise<CompiledMjml> {
  const liquid = maskLiquid(source);
  if (!liquid) return { faults: ["The MJML has characters for private use, or too many variables."] };
  const { masked } = liquid;
  const read = readMjml(masked);
  if (read.some(({ isFatal }) => isFatal)) return { faults: described(read, liquid) };
  try {
    const { html, errors } = await renderMjml(masked);
    const found = [...read, ...errors.flatMap((error) => faultOf(error, masked))].sort((a, b) => a.index - b.index);
    const faults = described(found, liquid);
    if (found.some(({ isFatal }) => isFatal)) return { faults };
    const compiled = unmask(html, liquid);
    if (compiled.length <= LAYOUT_MAX) return { html: compiled, faults };
    return { faults: [`The HTML has ${compiled.length} characters, at most ${LAYOUT_MAX}: shorten the MJML.`] };
  } catch (error) {
    // The library throws for what it cannot read, whatever that is.
    return {
      faults: [`The MJML cannot be read. ${error instanceof Error ? unmask(error.message, liquid) : ""}`.trim()],
    };
  }
}

/** Attributes that are not known have no effect; elements in the wrong place are lost, or take others with them. */
function faultOf({ line, message, tagName }: LibraryError, masked: string): FaultAt[] {
  const index = startOfLine(masked, line);
  const isOfAttribute = message.startsWith("Attribute");
  if (isOfAttribute && isColorOfLiquid(message, tagName)) return [];
  return [{ index, message: isOfAttribute ? `${tagName}: ${message}` : message, isFatal: !isOfAttribute }];
}

/** Colours are sent as they are written; of other types, the library computes with the value. */
function isColorOfLiquid(message: string, tagName: string): boolean {
  const [, name = ""] = /^Attribute (\S+) has invalid value/.exec(message) ?? [];
  return hasMask(message) && componentOf(tagName)?.allowedAttributes?.[name] === "color";
}

function startOfLine(text: string, line: number): number {
  let index = 0;
  for (let number = 1; number < line; number++) index = text.indexOf("\n", index) + 1;
  return index;
}

/** Masks are as long as what they stand for, but have no lines. */
function described(faults: readonly FaultAt[], liquid: MaskedHtml): string[] {
  return faults.slice(0, FAULTS_MAX).map(({ index, message }) => {
    const line = liquid.source.slice(0, index).split("\n").length;
    return `Line ${line}: ${unmask(message, liquid).replace(/\s+/g, " ").trim()}.`;
  });
}
