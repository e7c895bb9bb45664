import type { Editor } from "@tiptap/core";
import { TextSelection } from "@tiptap/pm/state";
import { useEditorState } from "@tiptap/react";
import { use, useEffect, useState } from "react";
import type { Schema } from "#contract/constants/values/schema-path.ts";
import { type FoundText, TextSearchContext } from "#dashboard/components/code/text-search.ts";
import { type BlockKind, findKinds } from "./block-kinds.ts";
import { scopeAt } from "./block-scope.ts";
import { keyTyped, textOptions, type VariableOption, variableOptions } from "./variable-options.ts";
import { pillAttributes } from "./variable-pill.ts";

const NO_TEXTS: readonly FoundText[] = [];

/** An entry of the menu at the cursor. */
export type MenuOption = { id: string; text: string } & ({ kind: BlockKind } | { variable: VariableOption });

/** Text before the cursor that a menu completes. */
interface Typed {
  list: "blocks" | "variables";
  /** Position at which it begins, with its slash or braces. */
  from: number;
  text: string;
  scope: string;
}

export type BlockMenu = ReturnType<typeof useBlockMenu>;

/** The menu at the cursor: of blocks after a slash, of variables after two braces. */
export function useBlockMenu(editor: Editor, variables: Schema | undefined, seen: Schema | undefined) {
  const typed = useEditorState({ editor, selector: ({ editor: { state } }) => typedAt(state) });
  const [dismissed, setDismissed] = useState<number>();
  const [chosen, setChosen] = useState({ text: "", index: 0 });
  const isOpen = typed !== null && typed.from !== dismissed && editor.isEditable;
  if (typed === null && dismissed !== undefined) setDismissed(undefined);
  const key = isOpen && typed.list === "variables" ? keyTyped(typed.text) : undefined;
  const { texts, hasTexts } = useTexts(key);
  const found = key === undefined ? undefined : textOptions(texts, key);
  const options = isOpen ? (found?.map(toOption) ?? optionsFor(typed, { schema: variables, seen, hasTexts })) : [];
  const text = typed ? `${typed.list}${typed.text}` : "";
  const index = chosen.text === text ? Math.min(chosen.index, options.length - 1) : 0;

  function choose(option: MenuOption): void {
    if (!typed) return;
    const to = editor.state.selection.from;
    if ("kind" in option) {
      editor.view.dispatch(editor.state.tr.delete(typed.from, to));
      option.kind.add(editor);
    } else insertVariable(editor, typed.from, option.variable);
    editor.view.focus();
  }

  /** Whether the key was one of the menu. */
  function onKey(key: string): boolean {
    const option = options[index];
    if (!typed || !option) return false;
    const move = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (move) setChosen({ text, index: (index + move + options.length) % options.length });
    else if (key === "Enter" || key === "Tab") choose(option);
    else if (key === "Escape") setDismissed(typed.from);
    else return false;
    return true;
  }

  return { list: typed?.list, from: typed?.from ?? 0, options, index, choose, onKey };
}

/** Reads the translations that the beginning of a key can go on with. */
function useTexts(key: string | undefined): { texts: readonly FoundText[]; hasTexts: boolean } {
  const find = use(TextSearchContext);
  const [read, setRead] = useState<{ typed: string; texts: readonly FoundText[] }>();
  // Up to the dot of a group, and behind it, the same texts are found.
  const typed = key?.slice(0, key.lastIndexOf(".") + 1);
  useEffect(() => {
    if (typed === undefined || !find) return;
    let isCurrent = true;
    find(typed).then(
      (texts) => {
        if (isCurrent) setRead({ typed, texts });
      },
      // As in the fields of code, nothing is offered then.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [find, typed]);
  return { texts: read?.typed === typed ? (read?.texts ?? NO_TEXTS) : NO_TEXTS, hasTexts: find !== undefined };
}

function typedAt({ selection }: Editor["state"]): Typed | null {
  if (!(selection instanceof TextSelection) || !selection.empty) return null;
  const { $from } = selection;
  if ($from.parent.type.spec.code) return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\ufffc");
  const slash = /(?:^|\s)(\/[\p{L}\p{N} ]{0,24})$/u.exec(before)?.[1];
  if (slash !== undefined) {
    return { list: "blocks", from: $from.pos - slash.length, text: slash.slice(1), scope: "" };
  }
  const braces = before.lastIndexOf("{{");
  if (braces < 0 || before.includes("}}", braces)) return null;
  const text = before.slice(braces + 2);
  return { list: "variables", from: $from.pos - text.length - 2, text, scope: scopeAt($from) };
}

function optionsFor(
  { list, text, scope }: Typed,
  offered: Pick<Parameters<typeof variableOptions>[0], "schema" | "seen" | "hasTexts">,
): MenuOption[] {
  if (list === "blocks") return findKinds(text).map((kind) => ({ id: kind.id, text: kind.text, kind }));
  return variableOptions({ scope, typed: text, ...offered }).map(toOption);
}

const toOption = (variable: VariableOption): MenuOption => ({ id: variable.code, text: variable.name, variable });

/** Puts a pill in place of what was typed, or goes on with the names of an object. */
function insertVariable({ state, view }: Editor, from: number, { code, opens }: VariableOption): void {
  const { $from, from: to } = state.selection;
  const after = $from.parent.textBetween($from.parentOffset, $from.parent.content.size, undefined, "\ufffc");
  const rest = /^[\w.-]*["']?\s*(?:\}\})?/.exec(after)?.[0] ?? "";
  if (opens !== "") {
    view.dispatch(state.tr.insertText(`{{${code}${opens}`, from, to));
    return;
  }
  const marks = state.storedMarks ?? $from.marks();
  const pill = state.schema.node("variable", pillAttributes(code.trim()), undefined, marks);
  view.dispatch(state.tr.replaceWith(from, to + (rest.endsWith("}}") ? rest.length : 0), pill).scrollIntoView());
}
