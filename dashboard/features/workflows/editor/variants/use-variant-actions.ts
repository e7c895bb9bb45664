import { useRef } from "react";
import { uuid } from "#client/secure-context.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import type { EditedStep, EditedVariant } from "../definition.ts";
import { useEditing } from "../editor-context.tsx";
import type { ChosenVariant } from "./use-chosen-variant.ts";
import { variantName } from "./variant-name.ts";

/** The changes of the variants of a step. */
export function useVariantActions(step: EditedStep, { index: chosen, choose }: ChosenVariant) {
  const { editor } = useEditing();
  const { variants } = step;
  /** The key of the variant that was added last, or "none" after one was deleted: where the focus goes next. */
  const focusNext = useRef<string>(undefined);

  const save = (field: string, next: EditedVariant[]) =>
    editor.changeStep(step.key, `variants.${field}`, { variants: next });

  function insert(variant: Omit<EditedVariant, "key">, at: number): void {
    const key = uuid();
    focusNext.current = key;
    save(`add.${key}`, [...variants.slice(0, at), { ...variant, key }, ...variants.slice(at)]);
    choose(at);
  }

  return {
    focusNext,
    /** Adds a variant that begins with the step's own content, and opens it. */
    add(): void {
      insert(
        { name: freeName("Variant", variants), active: true, filters: [], controlValues: step.controlValues },
        variants.length,
      );
    },
    duplicate(index: number): void {
      const variant = variants[index];
      if (!variant) return;
      const { key: _key, ...copy } = variant;
      insert({ ...copy, name: freeName(`${variantName(variant, index)} copy`, variants) }, index + 1);
    },
    change(key: string, field: string, changes: Partial<Omit<EditedVariant, "key">>): void {
      save(
        `${key}.${field}`,
        variants.map((one) => (one.key === key ? { ...one, ...changes } : one)),
      );
    },
    move(index: number, to: number): void {
      const others = variants.filter((_, at) => at !== index);
      save(`move.${variants[index]?.key}`, [
        ...others.slice(0, to),
        ...variants.slice(index, index + 1),
        ...others.slice(to),
      ]);
      if (index === chosen) choose(to);
    },
    remove(index: number): void {
      const variant = variants[index];
      if (!variant) return;
      save(
        `remove.${variant.key}`,
        variants.filter((_, at) => at !== index),
      );
      choose(undefined);
      showToast({ tone: "success", text: `${variantName(variant, index)} deleted`, undo: editor.undo });
    },
  };
}

function freeName(wanted: string, others: readonly EditedVariant[]): string {
  const taken = new Set(others.map(variantName));
  let number = others.length + 1;
  let name = wanted === "Variant" ? `${wanted} ${number}` : wanted;
  while (taken.has(name)) {
    number += 1;
    name = `${wanted} ${number}`;
  }
  return name;
}
