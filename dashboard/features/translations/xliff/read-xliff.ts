import { XMLParser, XMLValidator } from "fast-xml-parser";
import { canonicalLocale } from "#contract/constants/templates/locales.ts";
import { Locale } from "#contract/schemas/common.ts";
import { checkedTexts, type ReadTexts, refused } from "../read-texts.ts";
import { inlineText } from "./inline-text.ts";
import { attributeOf, childrenNamed, childrenOf, descendantsNamed, nameOf, type XmlNode } from "./xml-nodes.ts";

/** Elements in each other: real files have about ten. */
const DEPTH_MAX = 100;

/** Characters of the parser's reasons that are shown: they repeat what they are about, however long it is. */
const REASON_MAX = 150;

/** States of texts that nobody has translated, of version 1.2 and of segments. Programs begin such a text as a copy of its source. */
const UNTRANSLATED = ["new", "needs-translation", "initial"];

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  removeNSPrefix: true,
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  // Without, references to characters by their numbers stay as they are.
  htmlEntities: true,
  maxNestedTags: DEPTH_MAX,
});

/** A text of a file with the key that it is for; without a text where it is not translated. */
interface Unit {
  key: string;
  text: string | undefined;
}

interface Part {
  /** As the file names it; undefined where it does not. */
  language: string | undefined;
  units: Unit[];
}

/** Reads the translations of an XLIFF file, version 1.x or 2.x. Texts that are not translated are left out. */
export function readXliff(text: string): ReadTexts {
  // Nothing of a file for translators needs one, and what it declares may be made to exhaust the memory.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return refused(["The file declares a document type: save it without one."]);
  const valid = XMLValidator.validate(text);
  if (valid !== true) return refused([`Line ${valid.err.line}: ${reasonOf(valid.err.msg)}`]);
  const nodes = parsed(text);
  if (nodes === undefined) {
    return refused([
      `The file has elements in each other, more than ${DEPTH_MAX} deep, or with names that are not read.`,
    ]);
  }
  const root = nodes.find((node) => nameOf(node) === "xliff");
  if (root === undefined) return refused(["The file is no XLIFF: its first element has to be xliff."]);
  const isSecond = attributeOf(root, "version")?.startsWith("2") === true;
  return textsOf(isSecond ? partsOfSecond(root) : partsOfFirst(root));
}

/** The parser's sentences are in English, and say what it expects of XML. */
function reasonOf(message: string): string {
  const reason = message.trim().replace(/\.$/, "");
  return `this is not XML. ${reason.length > REASON_MAX ? `${reason.slice(0, REASON_MAX)} …` : `${reason}.`}`;
}

/** The nodes of valid XML; undefined where the parser refuses it for its depth, or for names that JavaScript reserves. */
function parsed(text: string): XmlNode[] | undefined {
  try {
    return parser.parse(text);
  } catch {
    return undefined;
  }
}

/** XLIFF 1.2, section 2.2: a file names its languages, and a unit has a source and a target. */
const partsOfFirst = (root: XmlNode): Part[] =>
  descendantsNamed(root, "file").map((file) => ({
    language: attributeOf(file, "target-language"),
    units: descendantsNamed(file, "trans-unit").map((unit) => {
      const [target] = childrenNamed(unit, "target");
      const text = target && inlineText(childrenOf(target));
      const isCopy = target !== undefined && isUntranslated(target) && text === sourceOf(unit);
      return { key: keyOf(unit, "resname"), text: isCopy ? undefined : text };
    }),
  }));

/** XLIFF 2.0, section 4.2: the document names its languages, and a unit consists of segments. */
function partsOfSecond(root: XmlNode): Part[] {
  const language = attributeOf(root, "trgLang");
  return descendantsNamed(root, "file").map((file) => ({
    language,
    units: descendantsNamed(file, "unit").map((unit) => ({ key: keyOf(unit, "name"), text: segmentsOf(unit) })),
  }));
}

const isUntranslated = (stated: XmlNode): boolean => UNTRANSLATED.includes(attributeOf(stated, "state") ?? "");

function sourceOf(unit: XmlNode, data?: ReadonlyMap<string, string>): string {
  const [source] = childrenNamed(unit, "source");
  return source ? inlineText(childrenOf(source), data) : "";
}

/** Programs may give a unit an id of their own, and keep the name. */
const keyOf = (unit: XmlNode, name: string): string => attributeOf(unit, name) || attributeOf(unit, "id") || "";

function segmentsOf(unit: XmlNode): string | undefined {
  const data = new Map(
    childrenNamed(unit, "originalData")
      .flatMap(childrenOf)
      .map((one) => [attributeOf(one, "id") ?? "", inlineText(childrenOf(one))]),
  );
  let text = "";
  for (const part of childrenOf(unit)) {
    const isBetween = nameOf(part) === "ignorable";
    if (nameOf(part) !== "segment" && !isBetween) continue;
    const [target] = childrenNamed(part, "target");
    const [shown] = target || !isBetween ? [target] : childrenNamed(part, "source");
    if (!shown) return undefined;
    const shownText = inlineText(childrenOf(shown), data);
    if (isUntranslated(part) && shownText === sourceOf(part, data)) return undefined;
    text += shownText;
  }
  return text;
}

function textsOf(parts: readonly Part[]): ReadTexts {
  const issues = new Set<string>();
  const found = new Map<string, Map<string, string>>();
  for (const { language, units } of parts) {
    if (language !== undefined && !Locale.safeParse(language).success) {
      issues.add(`${language} is no locale such as en or pt-BR.`);
      continue;
    }
    const locale = (language && canonicalLocale(language)) ?? "";
    const texts = found.get(locale) ?? new Map<string, string>();
    found.set(locale, texts);
    for (const { key, text } of units) {
      if (!text) continue;
      if (key === "") issues.add("A text has no id.");
      else if (texts.has(key) && texts.get(key) !== text)
        issues.add(`${key} has two texts in ${locale || "the file"}.`);
      texts.set(key, text);
    }
  }
  if (issues.size > 0) return refused([...issues]);
  const translated = new Map([...found].filter(([, texts]) => texts.size > 0));
  if (translated.size === 0) return refused(["The file has no translations."]);
  const unnamed = translated.get("");
  if (unnamed && translated.size > 1) return refused(["A part of the file does not say which locale it is in."]);
  return checkedTexts(translated);
}
