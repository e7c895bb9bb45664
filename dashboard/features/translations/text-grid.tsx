import { flattenTexts } from "#contract/constants/translation-texts.ts";
import type { TranslationTexts } from "#contract/translations.ts";
import { Pager } from "../../components/pager.tsx";
import { LocaleHeader } from "./locale-header.tsx";
import { TextCell } from "./text-cell.tsx";
import type { TypedTexts } from "./use-typed-texts.ts";

interface TextGridProps {
  group: string;
  defaultLocale: string;
  columns: readonly { locale: string; texts: TranslationTexts }[];
  /** Keys that have no text yet. */
  newKeys: readonly string[];
  /** Part of a key or of a text. */
  search: string;
  /** Counts from 0. */
  page: number;
  onPage: (page: number) => void;
  typedTexts: TypedTexts;
}

/** Rows that are shown at once. */
const PAGE_SIZE = 50;

/** The texts of a group: a row for each key, a column for each locale. */
export function TextGrid(props: TextGridProps) {
  const { group, defaultLocale, columns, newKeys, search, onPage, typedTexts } = props;
  const flat = columns.map(({ locale, texts }) => ({ locale, texts: flattenTexts(texts) }));
  const all = [...new Set([...newKeys, ...flat.flatMap(({ texts }) => [...texts.keys()]).sort()])];
  const wanted = search.toLowerCase();
  const keys = all.filter((key) =>
    [key, ...flat.map(({ texts }) => texts.get(key) ?? "")].some((text) => text.toLowerCase().includes(wanted)),
  );
  const page = Math.min(props.page, Math.max(Math.ceil(keys.length / PAGE_SIZE) - 1, 0));
  const shown = keys.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  return (
    <>
      <div className="overflow-x-auto rounded-lg border border-outline bg-raised">
        <table aria-label="Texts" className="w-full border-collapse">
          <thead>
            <tr className="border-b text-left text-xs text-muted">
              <th scope="col" className="px-3 py-2 font-medium">
                Key
              </th>
              {columns.map(({ locale, texts }) => (
                <th key={locale} scope="col" className="min-w-64 px-3 py-2">
                  <LocaleHeader group={group} locale={locale} defaultLocale={defaultLocale} texts={texts} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((key) => (
              <tr key={key} className="border-b align-top last:border-b-0">
                <th scope="row" className="px-3 py-2.5 text-left font-mono text-xs font-normal">
                  <div className="w-28 wrap-anywhere sm:w-48">{key}</div>
                </th>
                {flat.map(({ locale, texts }) => (
                  <td key={locale} className="px-2 py-1">
                    <TextCell
                      group={group}
                      locale={locale}
                      textKey={key}
                      text={texts.get(key)}
                      typedTexts={typedTexts}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        shown={shown.length}
        total={keys.length}
        hasMore={(page + 1) * PAGE_SIZE < keys.length}
        onPage={onPage}
      />
    </>
  );
}
