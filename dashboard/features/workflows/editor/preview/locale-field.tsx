import { getRouteApi } from "@tanstack/react-router";
import { Combobox } from "#dashboard/components/controls/combobox.tsx";
import { SENTENCE } from "#dashboard/components/controls/field.tsx";
import { useRead } from "#dashboard/data/use-read.ts";

interface LocaleFieldProps {
  value: string;
  isFaulty: boolean;
  onChange: (locale: string) => void;
}

/** Groups whose locales are offered. */
const GROUPS = 100;

const app = getRouteApi("/_app");

/** The locale of a preview: one that the organisation has texts in, or any other. */
export function LocaleField({ value, isFaulty, onChange }: LocaleFieldProps) {
  const { defaultLocale, language = [] } = app.useRouteContext({ select: ({ membership }) => membership.organization });
  const groups = useRead("translations.listGroups", { page: 0, limit: GROUPS });
  const own = [defaultLocale ?? "en", ...language];
  const ofTexts = groups.data?.data.flatMap(({ locales }) => locales.map(({ locale }) => locale)) ?? [];
  return (
    <Combobox
      // The list keeps the suggestions that it began with.
      key={groups.isSuccess ? "read" : "reading"}
      label="Locale"
      placeholder="The subscriber's own"
      error={isFaulty ? { type: SENTENCE, message: "Write it as en or pt-BR" } : undefined}
      value={value}
      onChange={onChange}
      suggestions={[...new Set([...own, ...ofTexts.toSorted()])].map((text) => ({ text }))}
    />
  );
}
