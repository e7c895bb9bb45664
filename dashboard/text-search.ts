import type { QueryClient } from "@tanstack/react-query";
import { flattenTexts } from "#contract/constants/templates/translation-texts.ts";
import type { TextSearch } from "#dashboard/components/code/text-search.ts";
import type { Read } from "./data/read.ts";

/** Groups that are read at once. */
const PAGE = 100;
/** Milliseconds for which what was read serves the next keys. */
const FRESH_MS = 30_000;

/** Returns the search for texts of translations that templates of an environment can print. */
export function textSearch(queryClient: QueryClient, read: Read, defaultLocale: string): TextSearch {
  return async (typed) => {
    const groups = await allGroups();
    const group = groups
      .filter(({ identifier }) => typed.startsWith(`${identifier}.`))
      .toSorted((one, other) => other.identifier.length - one.identifier.length)[0];
    if (!group) return groups.map(({ identifier, name }) => ({ key: `${identifier}.`, text: name, isGroup: true }));
    const { identifier, locales } = group;
    const locale = locales.find((one) => one.locale === defaultLocale) ?? locales[0];
    if (!locale) return [];
    const texts = await queryClient.fetchQuery({
      ...read("translations.export", identifier, locale.locale),
      staleTime: FRESH_MS,
    });
    return [...flattenTexts(texts)].map(([key, text]) => ({ key: `${identifier}.${key}`, text, isGroup: false }));
  };

  async function allGroups() {
    const groups = [];
    for (let page = 0; ; page++) {
      const list = read("translations.listGroups", { page, limit: PAGE });
      const { data, totalCount } = await queryClient.fetchQuery({ ...list, staleTime: FRESH_MS });
      groups.push(...data);
      if (data.length === 0 || groups.length >= totalCount) return groups;
    }
  }
}
