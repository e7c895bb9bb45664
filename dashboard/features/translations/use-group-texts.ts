import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { TranslationGroup } from "#contract/workflows/translations.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { groupTexts } from "./text-states.ts";
import { useTypedTexts } from "./use-typed-texts.ts";

/** Reads everything about the texts of a group: those of each locale, which are outdated, and which templates print. */
export function useGroupTexts({ identifier, locales }: TranslationGroup, defaultLocale: string) {
  const { read } = useEnvironment();
  const reads = useQueries({ queries: locales.map(({ locale }) => read("translations.export", identifier, locale)) });
  const outdated = useRead("translations.listOutdated", identifier);
  const usage = useRead("translations.getUsage", { group: identifier });
  const columns = locales.flatMap(({ locale }, index) => {
    const texts = reads[index]?.data;
    return texts ? [{ locale, texts }] : [];
  });
  const typed = useTypedTexts(() => new Set(texts.columns.flatMap((column) => [...column.texts.keys()])));
  const { newKeys } = typed;
  const version = reads.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: The columns are others exactly when one of them was read again.
  const texts = useMemo(
    () => groupTexts({ columns, defaultLocale, outdated: outdated.data, newKeys }),
    [version, defaultLocale, outdated.data, newKeys],
  );
  return {
    texts,
    typed,
    outdated,
    usage,
    /** By locale, in the order of the group. */
    reads: locales.flatMap(({ locale }, index) => {
      const query = reads[index];
      return query ? [{ locale, query }] : [];
    }),
    isReading: reads.some(({ data, isError }) => data === undefined && !isError),
  };
}
