import { Parser } from "htmlparser2";
import { hasMask } from "../controls/email-blocks/liquid-masks.ts";
import { componentOf } from "./mjml-library.ts";

/** Something that is wrong with MJML. */
export interface FaultAt {
  /** The place at which the element or text begins. */
  index: number;
  /** May hold masks of Liquid. */
  message: string;
  /** Without it, the rest is sent all the same. */
  isFatal: boolean;
}

/** Elements in elements, and how many of them. Mails have some ten and some hundreds. */
const MJML_DEPTH_MAX = 60;
const MJML_ELEMENTS_MAX = 5_000;
const QUOTED_MAX = 60;

/** These have no component: they are read by the elements that they stand in. */
const HEAD_PARTS: ReadonlySet<string> = new Set(["mj-all", "mj-class", "mj-selector", "mj-html-attribute"]);
/** Attributes whose words are keys of objects in the library. */
const KEYS: ReadonlySet<string> = new Set(["mj-class", "name", "path"]);

/**
 * Reads MJML as the library does, and returns what that would not say: elements that are not closed, that would read files, or that are too many, texts
 * that it would leave out, and names that objects have from their prototype.
 */
export function readMjml(masked: string): FaultAt[] {
  const faults: FaultAt[] = [];
  const open: { name: string; index: number }[] = [];
  let elements = 0;
  /** How many elements of HTML content are open; what is in them is not MJML. */
  let inContent = 0;
  const add = (message: string, { index = parser.startIndex, isFatal = true } = {}) =>
    faults.push({ index, message, isFatal });
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const hasContent = componentOf(name)?.endingTag === true || name === "mj-html-attribute";
        if (inContent > 0) {
          if (hasContent) inContent += 1;
          return;
        }
        if (hasContent) inContent += 1;
        open.push({ name, index: parser.startIndex });
        elements += 1;
        if (elements === MJML_ELEMENTS_MAX + 1)
          add(`There are more than ${MJML_ELEMENTS_MAX} elements: shorten the email`);
        if (open.length === MJML_DEPTH_MAX + 1) add(`Elements are nested more than ${MJML_DEPTH_MAX} deep`);
        if (name === "mj-include") add("mj-include is not supported, as no files are read: paste what it includes");
        else if (!isKnown(name)) add(`${name} is no element of MJML`);
        for (const message of attributeFaults(name, attributes)) add(message);
      },
      onclosetag(name, isImplied) {
        if (inContent > 0) {
          const isContent = componentOf(name)?.endingTag === true || name === "mj-html-attribute";
          if (!isContent) return;
          inContent -= 1;
          if (inContent > 0) return;
        }
        const closed = open.pop();
        if (isImplied && closed && !isSelfClosed(masked, closed.index)) {
          add(`${name} is not closed: end it with </${name}>`, { index: closed.index });
        }
      },
      ontext(text) {
        const parent = open.at(-1)?.name;
        if (inContent > 0 || parent === undefined || text.trim() === "") return;
        const index = parser.startIndex + text.length - text.trimStart().length;
        if (hasMask(text)) add(`${quoted(text)} has no place in ${parent}: put it into <mj-raw>`, { index });
        // The text of an unknown element is named by that.
        else if (isKnown(parent))
          add(`The text ${quoted(text)} has no place in ${parent} and is not sent`, { index, isFatal: false });
      },
    },
    // As the library's own parser.
    { recognizeCDATA: true, decodeEntities: false, recognizeSelfClosing: true, lowerCaseAttributeNames: false },
  );
  parser.write(masked);
  parser.end();
  return faults;
}

const isKnown = (name: string): boolean => name === "mjml" || HEAD_PARTS.has(name) || componentOf(name) !== undefined;

const isSelfClosed = (masked: string, index: number): boolean => {
  const end = masked.indexOf(">", index);
  return end !== -1 && masked[end - 1] === "/";
};

function attributeFaults(name: string, attributes: Readonly<Record<string, string>>): string[] {
  const names = Object.keys(attributes);
  const keys = [...KEYS].flatMap((key) => (attributes[key] ?? "").split(/\s+/));
  const [reserved] = [name, ...names, ...keys].filter((key) => Reflect.has(Object.prototype, key));
  return [
    ...(reserved === undefined ? [] : [`The name ${reserved} cannot be used`]),
    ...(names.some(hasMask) ? [`Liquid has no place between the attributes of ${name}: put it into a value`] : []),
  ];
}

const quoted = (text: string): string => {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > QUOTED_MAX && !hasMask(line) ? `${line.slice(0, QUOTED_MAX)}…` : line;
};
