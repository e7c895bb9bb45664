import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSection,
  insertCompletionText,
  pickedCompletion,
  startCompletion,
} from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { TEMPLATE_FILTERS } from "#contract/constants/templates/template-filters.ts";
import { TEMPLATE_TAGS } from "#contract/constants/templates/template-tags.ts";
import { type Schema, schemaAt } from "#contract/constants/values/schema-path.ts";
import { completionInfo } from "./completion-info.ts";
import { type CompletionPlace, completionPlace, schemaBefore } from "./completion-place.ts";
import type { TextSearch } from "./text-search.ts";
import { type Variable, variablesOf } from "./variable-schema.ts";

const BRANCHES: readonly (readonly [name: string, description: string])[] = [
  ["else", "Starts the part that is printed otherwise."],
  ["elsif", "Starts the part that is printed when another condition holds."],
  ["when", "Starts the part that case prints for a value."],
];

const PRODUCT_FILTERS = TEMPLATE_FILTERS.findIndex(({ name }) => name === "append");

const FILTERS: readonly Completion[] = TEMPLATE_FILTERS.map(({ name, args, description }, index) => ({
  label: name,
  type: "function",
  detail: args,
  info: () => completionInfo({ description }),
  apply: inserted(args === "" || args.startsWith("[") ? name : `${name}: `),
  // Those of the product come first, in their order in the contract.
  boost: index < PRODUCT_FILTERS ? PRODUCT_FILTERS - index : 0,
}));

const TAGS: readonly Completion[] = [
  ...TEMPLATE_TAGS.filter(({ name }) => name !== "#").flatMap(
    ({ name, end, example, description }, index): Completion[] => [
      {
        label: name,
        type: "keyword",
        detail: example === name ? "" : example.slice(name.length).trim(),
        info: () => completionInfo({ description }),
        apply: inserted(example === name ? name : `${name} `),
        boost: -index,
      },
      ...(end ? [{ label: end, type: "keyword", apply: inserted(end), boost: -50 }] : []),
    ],
  ),
  ...BRANCHES.map(([label, description]) => ({
    label,
    type: "keyword",
    info: () => completionInfo({ description }),
    apply: inserted(label === "else" ? label : `${label} `),
    boost: -40,
  })),
];

const WORD = /^[\w-]*$/;

/**
 * Returns the names that fit where the cursor is: variables of the schema, filters and tags. `seen` is the schema of what events have brought:
 * the names that only this one has come last. `hasTexts` says whether keys of translations can be offered.
 */
export function liquidCompletions(
  { state, pos }: Pick<CompletionContext, "state" | "pos">,
  schema: Schema | undefined,
  seen?: Schema,
  hasTexts = false,
): CompletionResult | null {
  const text = state.doc.toString();
  const found = completionsIn(text, pos, schema, seen);
  const isStart = found !== null && /\{\{-?\s*$/.test(text.slice(Math.max(found.from - BEFORE_MAX, 0), found.from));
  return hasTexts && isStart ? { ...found, options: [...found.options, TRANSLATION_OPTION] } : found;
}

/** Begins the key of a translation, among the names that an output can begin with. */
export const TRANSLATION = {
  name: "translation",
  detail: "text by locale",
  description: "A text in the language of the subscriber.",
  code: '"',
};

/** Returns the keys of translations that fit where the cursor is; at once where none belong, as names do not wait for them then. */
export function textCompletions(
  { state, pos }: Pick<CompletionContext, "state" | "pos">,
  find: TextSearch,
): Promise<CompletionResult | null> | null {
  const text = state.doc.toString();
  const place = completionPlace(text, pos);
  return place?.kind === "text" ? keysAt(place, find(text.slice(place.from, pos))) : null;
}

async function keysAt(
  { from, quote, inTag }: Extract<CompletionPlace, { kind: "text" }>,
  search: ReturnType<TextSearch>,
): Promise<CompletionResult | null> {
  const found = await search;
  if (found.length === 0) return null;
  const ending = inTag ? "" : " | i18n";
  const [first] = found;
  return {
    from,
    options: found.map(({ key, text: value, isGroup }) => ({
      label: key,
      type: isGroup ? "namespace" : "text",
      ...(isGroup ? { detail: value } : { info: () => completionInfo({ description: value }) }),
      apply: isGroup ? opened(key) : insertedText(key, quote, ending),
    })),
    // Behind the dot of a group come its keys.
    validFor: (typed) => typed.includes(".") !== (first?.isGroup ?? false) && !/["']/.test(typed),
  };
}

/** Inserts the key of a translation, its quotation mark and what prints it, unless they are there. */
function insertedText(key: string, quote: string, ending: string) {
  return (view: EditorView, completion: Completion, from: number, to: number): void => {
    const { state } = view;
    const after = state.sliceDoc(to, state.doc.lineAt(to).to);
    const rest = /^[\w.-]*(["'])?/.exec(after)?.[0] ?? "";
    const behind = after.slice(rest.length);
    const insert = `${key}${quote}${/^\s*\|/.test(behind) ? "" : ending}`;
    const closing = closingAfter(state.sliceDoc(0, from), behind);
    put(view, completion, { text: insert, closing, from, to: to + rest.length });
  };
}

/** Inserts the beginning of something, and shows what it can go on with. */
function opened(beginning: string) {
  return (view: EditorView, completion: Completion, from: number, to: number): void => {
    put(view, completion, { text: beginning, from, to });
    startCompletion(view);
  };
}

const TRANSLATION_OPTION: Completion = {
  label: TRANSLATION.name,
  type: "function",
  detail: TRANSLATION.detail,
  info: () => completionInfo({ description: TRANSLATION.description }),
  apply: opened(TRANSLATION.code),
  boost: -99,
};
/** Characters that are looked through for the braces before a name. */
const BEFORE_MAX = 50;

/** Begins an output, which the name of a variable would stand in. */
const OUTPUT = "{{";

/** The same for a text that is nothing but the name of a variable. */
export function nameCompletions(
  { state, pos }: Pick<CompletionContext, "state" | "pos">,
  schema: Schema | undefined,
  seen?: Schema,
): CompletionResult | null {
  const name = state.doc.toString();
  // Filters belong to outputs.
  if (name.slice(0, pos).includes("|")) return null;
  const found = completionsIn(`${OUTPUT}${name}`, pos + OUTPUT.length, schema, seen);
  return found && { ...found, from: found.from - OUTPUT.length };
}

function completionsIn(
  text: string,
  pos: number,
  schema: Schema | undefined,
  seen: Schema | undefined,
): CompletionResult | null {
  const place = completionPlace(text, pos);
  if (!place) return null;
  const { kind, from } = place;
  if (kind === "text") return null;
  if (kind === "filter") return { from, options: FILTERS, validFor: WORD };
  if (kind === "tag") return { from, options: TAGS, validFor: WORD };
  const namesOf = (names: Schema | undefined) =>
    variablesOf(schemaAt(schemaBefore(text.slice(0, pos), names ?? {}), place.path));
  const known = namesOf(schema);
  const names = new Set(known.map(({ name }) => name));
  const others = seen === undefined ? [] : namesOf(seen).filter(({ name }) => !names.has(name));
  const options = [...known.map(toCompletion), ...others.map(toSeenCompletion)];
  return options.length > 0 ? { from, options, validFor: WORD } : null;
}

function toCompletion({ name, type, description, sample, hasNames }: Variable, index: number): Completion {
  return {
    label: name,
    type: hasNames ? "namespace" : "variable",
    detail: type,
    ...((description || sample !== undefined) && { info: () => completionInfo({ description, sample }) }),
    apply: WORD.test(name) ? (hasNames && type === "object" ? openedObject(name) : inserted(name)) : bracketed(name),
    // In the order of the schema, not of the alphabet.
    boost: -Math.min(index, 98),
  };
}

/** A name that no schema has, but events. */
const toSeenCompletion = (variable: Variable, index: number): Completion => ({
  ...toCompletion(variable, index),
  detail: `${variable.type}, seen`,
  section: SEEN,
});

/** Names without a section come before it. */
const SEEN: CompletionSection = { name: "Seen in events", rank: 1 };

/** Inserts a name, and closes the expression unless it is closed already. */
function inserted(name: string) {
  return (view: EditorView, completion: Completion, from: number, to: number): void => {
    const { state } = view;
    const rest = state.doc.lineAt(to);
    const after = state.sliceDoc(to, rest.to);
    const closing = closingAfter(state.sliceDoc(0, from), after);
    // The word goes on after the cursor: it is replaced as a whole.
    const end = to + (/^[\w-]+/.exec(after)?.[0].length ?? 0);
    put(view, completion, { text: name, closing, from, to: end });
  };
}

/** Replaces a part of the document, and leaves the cursor before what closes the expression. */
function put(
  view: EditorView,
  completion: Completion,
  { text, closing = "", from, to }: { text: string; closing?: string; from: number; to: number },
): void {
  view.dispatch({
    ...insertCompletionText(view.state, `${text}${closing}`, from, to),
    selection: { anchor: from + text.length },
    annotations: pickedCompletion.of(completion),
    scrollIntoView: true,
  });
}

/** Inserts an object's name with its dot, and shows the names of the object. */
function openedObject(name: string) {
  const insert = inserted(`${name}.`);
  return (view: EditorView, completion: Completion, from: number, to: number): void => {
    if (/^[\w-]*\./.test(view.state.sliceDoc(to, view.state.doc.lineAt(to).to))) {
      inserted(name)(view, completion, from, to);
      return;
    }
    insert(view, completion, from, to);
    startCompletion(view);
  };
}

/** Inserts a name that cannot follow a dot, such as `order id`, in brackets instead. */
function bracketed(name: string) {
  const insert = inserted(name.includes('"') ? `['${name}']` : `["${name}"]`);
  return (view: EditorView, completion: Completion, from: number, to: number): void => {
    const isAfterDot = view.state.sliceDoc(from - 1, from) === ".";
    insert(view, completion, isAfterDot ? from - 1 : from, to);
  };
}

/** Returns what closes the expression that the text ends in, unless what follows on the line does. */
export function closingAfter(before: string, after: string): string {
  const opening = Math.max(before.lastIndexOf("{{"), before.lastIndexOf("{%"));
  // The name of a variable alone.
  if (opening < 0) return "";
  const closing = before.startsWith("{%", opening) ? "%}" : "}}";
  const closes = after.search(/\}\}|%\}/);
  const opens = after.search(/\{\{|\{%/);
  const isClosed = closes >= 0 && (opens < 0 || closes < opens);
  if (isClosed) return "";
  return closing === "%}" ? " %}" : `${/\{\{-?\s/.test(before.slice(opening, opening + 4)) ? " " : ""}}}`;
}
