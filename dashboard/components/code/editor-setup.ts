import { acceptCompletion, autocompletion, closeCompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { liquid } from "@codemirror/lang-liquid";
import { LanguageSupport, StreamLanguage } from "@codemirror/language";
import { type Diagnostic, forEachDiagnostic, linter, lintKeymap, setDiagnosticsEffect } from "@codemirror/lint";
import { EditorState, type Extension, Facet, Prec } from "@codemirror/state";
import { closeHoverTooltips, EditorView, hasHoverTooltips, keymap, lineNumbers, placeholder } from "@codemirror/view";
import type { Schema } from "#contract/constants/values/schema-path.ts";
import { closingBraces } from "./closing-braces.ts";
import { type CodeIssue, type CodeLanguage, inOneLine, type TextCheck } from "./code-control.ts";
import { placeInfo } from "./completion-info.ts";
import { liquidCompletions, nameCompletions, textCompletions } from "./completions.ts";
import type { Problem } from "./parse-problem.ts";
import { problemsOf } from "./problems.ts";
import type { TextSearch } from "./text-search.ts";
import { codeTheme, severalLines } from "./theme.ts";

/** The settings that problems and completions depend on, beside the text. */
export interface CodeContext {
  language: CodeLanguage;
  variables: Schema | undefined;
  /** The schema of what events have brought: its names are offered, and no text is checked by it. */
  seen: Schema | undefined;
  issues: readonly CodeIssue[];
  check: TextCheck;
  missing: readonly string[];
  findTexts: TextSearch | undefined;
}

const codeContext = Facet.define<CodeContext, CodeContext>({
  combine: ([first]) =>
    first ?? {
      language: "liquid-text",
      variables: undefined,
      seen: undefined,
      issues: [],
      check: () => [],
      missing: [],
      findTexts: undefined,
    },
  compare: (one, other) =>
    one.variables === other.variables &&
    one.seen === other.seen &&
    one.issues === other.issues &&
    one.check === other.check &&
    one.missing === other.missing &&
    one.findTexts === other.findTexts,
});

export interface EditorCallbacks {
  onChange: (value: string) => void;
  onBlur: () => void;
  onUndo: () => void;
  onRedo: () => void;
  /** All problems in the order of the text, and the one at the cursor. */
  onProblems: (problems: readonly Problem[], current: Problem | undefined) => void;
}

interface EditorShape {
  language: CodeLanguage;
  multiline: boolean;
}

/** Milliseconds from the last key to the check of the text. */
const CHECK_DELAY = 300;

const plainText = StreamLanguage.define({
  token(stream) {
    stream.skipToEnd();
    return null;
  },
});

function languageSupport(language: CodeLanguage): Extension {
  if (language === "liquid-html") return liquid();
  if (language === "variable-name") return plainText;
  return liquid({ base: language === "json" ? json() : new LanguageSupport(plainText) });
}

/** Everything of an editor that stays as it is while it is open. */
export function editorSetup({ language, multiline }: EditorShape, callbacks: EditorCallbacks): Extension[] {
  return [
    keysOf(multiline, callbacks),
    language === "liquid-text" || language === "variable-name" ? [] : lineNumbers(),
    languageSupport(language),
    closingBraces,
    autocompletion({
      override: [
        (context) => {
          const { variables, seen, findTexts } = context.state.facet(codeContext);
          if (language === "variable-name") return nameCompletions(context, variables, seen);
          const keys = findTexts ? textCompletions(context, findTexts) : null;
          return keys ?? liquidCompletions(context, variables, seen, findTexts !== undefined);
        },
      ],
      icons: false,
      positionInfo: placeInfo,
      // The next key after the opening may be Enter already.
      interactionDelay: 0,
      activateOnTypingDelay: 0,
    }),
    linter(check, {
      delay: CHECK_DELAY,
      needsRefresh: ({ startState, state }) => startState.facet(codeContext) !== state.facet(codeContext),
    }),
    EditorView.lineWrapping,
    multiline ? severalLines : EditorView.clipboardInputFilter.of((text) => inOneLine(text.trim())),
    EditorView.updateListener.of((update) => {
      const isEdited = update.docChanged && !update.transactions.some((each) => each.isUserEvent("replace"));
      if (isEdited) callbacks.onChange(update.state.doc.toString());
      if (update.focusChanged && !update.view.hasFocus) {
        closeOpen(update.view);
        callbacks.onBlur();
      }
      const isChecked = update.transactions.some(({ effects }) =>
        effects.some((each) => each.is(setDiagnosticsEffect)),
      );
      if (isChecked || update.selectionSet) callbacks.onProblems(...problemsIn(update.state));
    }),
    EditorView.domEventHandlers({
      // The history of the browser knows nothing of completions and of values that came from outside.
      beforeinput(event) {
        if (event.inputType === "historyUndo") callbacks.onUndo();
        else if (event.inputType === "historyRedo") callbacks.onRedo();
        else return false;
        event.preventDefault();
        return true;
      },
    }),
    codeTheme,
  ];
}

interface EditorSettings extends CodeContext {
  readOnly: boolean;
  placeholder: string;
  attributes: Readonly<Record<string, string>>;
}

/** The extensions that may change while an editor is open. */
export function editorSettings({ readOnly, placeholder: text, attributes, ...context }: EditorSettings): Extension[] {
  return [
    codeContext.of(context),
    EditorState.readOnly.of(readOnly),
    // A text that cannot be changed can still have the focus and be selected.
    EditorView.contentAttributes.of({
      ...attributes,
      // What can be edited has the focus anyhow. Tools that check pages look for this, where it scrolls.
      tabindex: "0",
      spellcheck: "false",
      autocapitalize: "off",
      translate: "no",
    }),
    text === "" ? [] : placeholder(text),
  ];
}

function keysOf(multiline: boolean, { onUndo, onRedo }: EditorCallbacks): Extension {
  const always = (act: () => void) => () => {
    act();
    return true;
  };
  // Tab is left to the browser, which moves the focus. Mod-] and Mod-[ indent.
  return [
    Prec.high(
      keymap.of([
        // What is open here is closed by itself, and not the panel or dialog around it as well.
        { key: "Escape", run: closeOpen, stopPropagation: true },
        { key: "Mod-z", run: always(onUndo), stopPropagation: true },
        { key: "Mod-Shift-z", run: always(onRedo), stopPropagation: true },
        { key: "Mod-y", run: always(onRedo), stopPropagation: true },
      ]),
    ),
    multiline ? [] : Prec.high(keymap.of([{ key: "Enter", run: submit, shift: submit }])),
    keymap.of([...completionKeymap, ...lintKeymap.filter(({ key }) => key === "F8"), ...editingKeys]),
  ];
}

/** Keys with a meaning of their own in the workflow editor, or in the browser. */
const OTHERS = ["Escape", "Mod-Enter", "Mod-/", "Mod-i", "Alt-l", "Ctrl-l"];
const editingKeys = defaultKeymap.filter(({ key, mac }) => !OTHERS.includes(key ?? "") && !OTHERS.includes(mac ?? ""));

function closeOpen(view: EditorView): boolean {
  if (closeCompletion(view)) return true;
  if (!hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: closeHoverTooltips });
  return true;
}

/** Enter in a field of one line takes the completion, or submits the form around, as in an input. */
function submit(view: EditorView): boolean {
  if (!acceptCompletion(view)) view.contentDOM.closest("form")?.requestSubmit();
  return true;
}

function check({ state }: EditorView): Diagnostic[] {
  return problemsOf({ ...state.facet(codeContext), text: state.doc.toString() });
}

function problemsIn(state: EditorState): [problems: Problem[], current: Problem | undefined] {
  const problems: Problem[] = [];
  forEachDiagnostic(state, ({ message, severity }, from, to) => {
    problems.push({ from, to, message, severity: severity === "hint" ? "info" : severity });
  });
  const { head, anchor } = state.selection.main;
  const current = problems.find(({ from, to }) => from <= Math.min(head, anchor) && Math.max(head, anchor) <= to);
  return [problems, current];
}
