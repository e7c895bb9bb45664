import { Compartment, EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type RefObject, use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { CodeControlProps } from "./code-control.ts";
import { editorSettings, editorSetup } from "./editor-setup.ts";
import type { Problem } from "./parse-problem.ts";
import { replaceDocument } from "./replace-document.ts";
import { takeReturned } from "./take-returned.ts";
import { TextSearchContext } from "./text-search.ts";

interface CodeViewOptions extends CodeControlProps {
  isInvalid: boolean;
  /** The ids of the notes; empty for none. */
  describedBy: string;
  onProblems: (problems: readonly Problem[], current: Problem | undefined, text: string) => void;
}

/** Opens an editor in a place, and keeps it as the options say. */
export function useCodeView(place: RefObject<HTMLElement | null>, options: CodeViewOptions): void {
  const { control, value, language, multiline, describedBy, isInvalid } = options;
  const { variables, seen, issues, check, missing, readOnly, placeholder } = options;
  const findTexts = use(TextSearchContext);
  const editor = useRef<EditorView>(null);
  /** Values that were given to `onChange` and have not come back yet. */
  const given = useRef<string[]>([]);
  const [settings] = useState(() => new Compartment());

  const extensions = () =>
    editorSettings({
      language,
      variables,
      seen,
      issues,
      check,
      missing,
      findTexts,
      readOnly,
      placeholder,
      attributes: {
        id: control.id,
        "aria-multiline": String(multiline),
        "aria-invalid": String(isInvalid),
        ...labelledBy(control.id),
        ...(describedBy !== "" && { "aria-describedby": describedBy }),
      },
    });

  const onChange = useEffectEvent((text: string) => {
    given.current.push(text);
    options.onChange(text);
  });
  const onBlur = useEffectEvent(() => options.onBlur());
  const onUndo = useEffectEvent(() => options.onUndo());
  const onRedo = useEffectEvent(() => options.onRedo());
  const onProblems = useEffectEvent((problems: readonly Problem[], current: Problem | undefined) =>
    options.onProblems(problems, current, editor.current?.state.doc.toString() ?? ""),
  );

  const open = useEffectEvent((parent: HTMLElement) => {
    const setup = editorSetup({ language, multiline }, { onChange, onBlur, onUndo, onRedo, onProblems });
    const state = EditorState.create({ doc: value, extensions: [setup, settings.of(extensions())] });
    const view = new EditorView({ state, parent });
    selectAsBefore(view, options.selection.current);
    return view;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another language, or number of lines, needs another editor.
  useLayoutEffect(() => {
    if (!place.current) return;
    const view = open(place.current);
    editor.current = view;
    const label = labelElement(control.id);
    const focus = () => view.focus();
    label?.addEventListener("click", focus);
    return () => {
      label?.removeEventListener("click", focus);
      editor.current = null;
      view.destroy();
    };
  }, [control.id, language, multiline]);

  useLayoutEffect(() => {
    const view = editor.current;
    const isReturned = takeReturned(given.current, value);
    if (view && !isReturned && view.state.doc.toString() !== value) replaceDocument(view, value);
  }, [value]);

  const reconfigure = useEffectEvent(() => {
    editor.current?.dispatch({ effects: settings.reconfigure(extensions()) });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what the settings are made of.
  useEffect(
    () => reconfigure(),
    [variables, seen, issues, check, missing, findTexts, readOnly, placeholder, isInvalid, describedBy],
  );
}

/** Goes on where somebody was typing in the control that the editor takes the place of. */
function selectAsBefore(view: EditorView, typedAt: CodeControlProps["selection"]["current"]): void {
  if (!typedAt) return;
  const end = view.state.doc.length;
  view.dispatch({ selection: { anchor: Math.min(typedAt.start, end), head: Math.min(typedAt.end, end) } });
  view.focus();
}

/** A label is the name of form elements only. This one becomes the name of the editor, too. */
function labelledBy(id: string): Record<string, string> {
  const label = labelElement(id);
  if (!label) return {};
  label.id ||= `${id}-label`;
  return { "aria-labelledby": label.id };
}

const labelElement = (id: string): HTMLLabelElement | undefined =>
  [...document.querySelectorAll("label")].find(({ htmlFor }) => htmlFor === id);
