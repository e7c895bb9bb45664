import { Compartment, EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { use, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "../class-names.ts";
import { type CodeControlProps, codeBoxClass } from "./code-control.ts";
import { editorSettings, editorSetup } from "./editor-setup.ts";
import type { Problem } from "./parse-problem.ts";
import { withPlace } from "./problems.ts";
import { replaceDocument } from "./replace-document.ts";
import { TextSearchContext } from "./text-search.ts";

interface Shown {
  text: string;
  severity: Problem["severity"];
}

/** The editor of a code field. It is loaded by itself, for it is large. */
export default function CodeEditor(props: CodeControlProps) {
  const {
    control,
    value,
    language,
    multiline,
    readOnly,
    placeholder,
    variables,
    seen,
    issues,
    check,
    missing,
    selection,
  } = props;
  const findTexts = use(TextSearchContext);
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  /** Values that were given to `onChange` and have not come back yet. */
  const given = useRef<string[]>([]);
  const [settings] = useState(() => new Compartment());
  const [shown, setShown] = useState<Shown | null>(null);
  const problemId = useId();

  const described = [control["aria-describedby"], shown && problemId].filter(Boolean).join(" ");
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
        "aria-invalid": String(control["aria-invalid"] || shown?.severity === "error"),
        ...labelledBy(control.id),
        ...(described !== "" && { "aria-describedby": described }),
      },
    });

  const onChange = useEffectEvent((text: string) => {
    given.current.push(text);
    props.onChange(text);
  });
  const onBlur = useEffectEvent(() => props.onBlur());
  const onUndo = useEffectEvent(() => props.onUndo());
  const onRedo = useEffectEvent(() => props.onRedo());
  const onProblems = useEffectEvent((problems: readonly Problem[], current: Problem | undefined) => {
    const next = shownProblem(problems, current, editor.current?.state.doc.toString() ?? "");
    setShown((last) => (last?.text === next?.text && last?.severity === next?.severity ? last : next));
  });

  const open = useEffectEvent((parent: HTMLElement) => {
    const setup = editorSetup({ language, multiline }, { onChange, onBlur, onUndo, onRedo, onProblems });
    const state = EditorState.create({ doc: value, extensions: [setup, settings.of(extensions())] });
    const view = new EditorView({ state, parent });
    const typedAt = selection.current;
    if (typedAt) {
      const end = view.state.doc.length;
      view.dispatch({ selection: { anchor: Math.min(typedAt.start, end), head: Math.min(typedAt.end, end) } });
      view.focus();
    }
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
    // A value that is on its way back is older than what has been typed since.
    const returned = given.current.indexOf(value);
    given.current = returned < 0 ? [] : given.current.slice(returned + 1);
    if (view && returned < 0 && view.state.doc.toString() !== value) replaceDocument(view, value);
  }, [value]);

  const reconfigure = useEffectEvent(() => {
    editor.current?.dispatch({ effects: settings.reconfigure(extensions()) });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what the settings are made of.
  useEffect(
    () => reconfigure(),
    [
      variables,
      seen,
      issues,
      check,
      missing,
      findTexts,
      readOnly,
      placeholder,
      control["aria-invalid"],
      described,
      shown?.severity,
    ],
  );

  return (
    <div>
      <div
        ref={place}
        translate="no"
        className={codeBoxClass({ language })}
        data-invalid={control["aria-invalid"] || undefined}
        data-readonly={readOnly || undefined}
        data-has-issue={issues.length > 0 || undefined}
      />
      <p
        id={problemId}
        role="status"
        className={classNames(
          "text-xs wrap-anywhere not-empty:mt-1",
          shown?.severity === "warning" ? "text-warning" : "text-danger",
        )}
      >
        {shown?.text}
      </p>
    </div>
  );
}

/** The problem at the cursor, else the first one. */
function shownProblem(problems: readonly Problem[], current: Problem | undefined, text: string): Shown | null {
  const problem = current ?? problems.find(({ severity }) => severity !== "info") ?? problems[0];
  if (!problem) return null;
  const more =
    problems.length > 1 ? ` (${problems.indexOf(problem) + 1} of ${problems.length}, F8 shows the next)` : "";
  return { text: `${withPlace(problem, text)}${more}`, severity: problem.severity };
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
