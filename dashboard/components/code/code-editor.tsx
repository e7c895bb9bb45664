import { useId, useRef, useState } from "react";
import { classNames } from "../class-names.ts";
import { type CodeControlProps, codeBoxClass } from "./code-control.ts";
import type { Problem } from "./parse-problem.ts";
import { withPlace } from "./problems.ts";
import { useCodeView } from "./use-code-view.ts";

interface Shown {
  text: string;
  severity: Problem["severity"];
}

/** The editor of a code field. It is loaded by itself, for it is large. */
export default function CodeEditor(props: CodeControlProps) {
  const { control, language, readOnly, issues } = props;
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const problemId = useId();
  useCodeView(place, {
    ...props,
    isInvalid: Boolean(control["aria-invalid"]) || shown?.severity === "error",
    describedBy: [control["aria-describedby"], shown && problemId].filter(Boolean).join(" "),
    onProblems(problems, current, text) {
      const next = shownProblem(problems, current, text);
      setShown((last) => (last?.text === next?.text && last?.severity === next?.severity ? last : next));
    },
  });

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
