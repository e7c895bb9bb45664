import { Plus } from "lucide-react";
import { type ReactNode, useId, useMemo, useState } from "react";
import type { FieldError } from "react-hook-form";
import type { Filter } from "#contract/schemas/conditions.ts";
import { Button } from "../controls/button.tsx";
import { errorNote } from "../controls/field.tsx";
import { JsonValueField } from "../controls/json-value-field.tsx";
import { type ConditionEditing, ConditionProvider, type ConditionSubject } from "./condition-context.tsx";
import { ConditionGroup } from "./condition-group.tsx";
import { ConditionJson } from "./condition-json.tsx";
import { conditionText, unfinishedText } from "./condition-text.ts";
import { issuePath, keyOf, newPart } from "./condition-tree.ts";
import { isFilterList } from "./filters.ts";
import { ruleText } from "./rule-text.ts";
import { useConditionActions } from "./use-condition-actions.ts";

export interface ConditionsBuilderProps {
  label: string;
  /** Begins the sentence that reads the conditions: "Only if". */
  opening: string;
  subject: ConditionSubject;
  /** The place of the conditions, by which the server names issues. */
  path: string;
  /** Conditions as they are stored; in control values that may be anything. */
  filters: unknown;
  onChange: (filters: Filter[]) => void;
  /** The rule of JSON logic that the conditions stand for, where they are stored as one. */
  rule?: StoredRule | undefined;
  /** Tries the conditions, below those that there are. */
  trial?: ReactNode;
}

export interface StoredRule {
  value: unknown;
  onChange: (rule: unknown) => void;
  /** The fault that the server found with it. */
  fault: FieldError | undefined;
}

const NONE: readonly Filter[] = [];

/**
 * Conditions in groups, which are read back in words below. What it cannot draw stays as it is, and can be changed as JSON. All issues of the
 * server are at the condition that they are about.
 */
export function ConditionsBuilder(props: ConditionsBuilderProps) {
  const { label, opening, subject, path, filters: stored, onChange, rule, trial } = props;
  const { readOnly, known, ask, ownError, error } = subject;
  const isDrawn = stored === undefined || isFilterList(stored);
  const filters = isFilterList(stored) ? stored : NONE;
  const [asJson, setAsJson] = useState(false);
  const { root, announced, actions } = useConditionActions(filters, known.fields, onChange);

  const editing = useBuilderEditing({ subject, path, isRule: rule !== undefined, actions });
  const whole = rule ? rule.fault : asJson || !isDrawn ? error(path) : ownError(path);
  const isEmpty = filters.length === 0;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" onFocusCapture={ask}>
      <legend className="sr-only">{label}</legend>
      <div className="flex min-h-6 flex-wrap items-center gap-2">
        <span aria-hidden="true" className="min-w-0 flex-1 font-medium wrap-anywhere">
          {label}
        </span>
        {!readOnly && (isDrawn || !asJson) && (
          <Button variant="quiet" small aria-pressed={asJson} onClick={() => setAsJson(!asJson)}>
            {rule ? "Edit the rule as JSON" : "Edit as JSON"}
          </Button>
        )}
      </div>
      {!isDrawn && (
        <p className="text-muted">
          These conditions are of a form that cannot be shown in rows. They stay as they are.
        </p>
      )}
      {asJson && !readOnly ? (
        <AsJson label={`${label}, as JSON`} filters={stored} onChange={onChange} rule={rule} />
      ) : (
        <ConditionProvider value={editing}>
          <div ref={root} data-invalid={whole ? "" : undefined} className="flex min-w-0 flex-col gap-2">
            {filters.map((group, index) => (
              <div key={keyOf(group)} className="flex min-w-0 flex-col gap-2">
                {index > 0 && <p className="text-center text-xs font-medium text-muted">or</p>}
                <ConditionGroup group={group} path={[index]} count={filters.length} />
              </div>
            ))}
            {isEmpty && isDrawn && !readOnly && (
              <Button
                small
                className="self-start"
                data-add="none"
                onClick={() => actions.add("0", newPart(subject.root))}
              >
                <Plus className="size-3.5" aria-hidden="true" /> {rule ? "Add rule" : "Add condition"}
              </Button>
            )}
          </div>
        </ConditionProvider>
      )}
      {whole && <p className="text-xs text-danger wrap-anywhere">{errorNote(label, whole)}</p>}
      <InWords
        opening={opening}
        words={rule && !isDrawn ? ruleText(rule.value) : conditionText(filters, known.nameOf)}
        unfinished={unfinishedText(filters)}
      />
      {(!isEmpty || !isDrawn) && trial}
      <p role="status" className="sr-only">
        {announced}
      </p>
    </fieldset>
  );
}

interface BuilderEditing extends Pick<ConditionsBuilderProps, "subject" | "path"> {
  isRule: boolean;
  actions: ReturnType<typeof useConditionActions>["actions"];
}

function useBuilderEditing({ subject, path, isRule, actions }: BuilderEditing): ConditionEditing {
  const { known, ownError, error, readOnly, root, specialFields, onUndo, onRedo } = subject;
  const builder = useId();
  return useMemo(
    (): ConditionEditing => ({
      ...known,
      ...actions,
      readOnly,
      root,
      // A rule of JSON logic compares variables alone.
      specialFields: isRule ? [] : specialFields,
      isRule,
      builder,
      onUndo,
      onRedo,
      error(at, field) {
        // What is wrong with a rule is said below it: it has no conditions of its own.
        if (isRule) return undefined;
        const place = `${path}.${issuePath(at.split(".").map(Number))}`;
        return field === undefined ? ownError(place) : error(`${place}.${field}`);
      },
    }),
    [known, actions, readOnly, root, specialFields, isRule, builder, onUndo, onRedo, path, error, ownError],
  );
}

interface InWordsProps {
  opening: string;
  words: string | undefined;
  unfinished: string | undefined;
}

function InWords({ opening, words, unfinished }: InWordsProps) {
  if (words === undefined && unfinished === undefined) return null;
  return (
    <div className="rounded-md bg-sunken px-2.5 py-1.5 text-muted wrap-anywhere">
      {words !== undefined && <p dir="auto" translate="no">{`${opening} ${words}.`}</p>}
      {unfinished !== undefined && <p>{`${unfinished}.`}</p>}
    </div>
  );
}

function AsJson({
  label,
  filters,
  onChange,
  rule,
}: Pick<ConditionsBuilderProps, "label" | "filters" | "onChange" | "rule">) {
  if (!rule) return <ConditionJson label={label} value={filters} onChange={onChange} />;
  return (
    <JsonValueField
      label={label}
      hint="JSON logic over payload, subscriber and steps"
      readOnly={false}
      value={rule.value}
      onChange={rule.onChange}
    />
  );
}
