import { useEnvironment } from "#dashboard/use-environment.ts";
import { DeleteKey } from "./delete-key.tsx";
import { KeyUses } from "./key-uses.tsx";
import { LocaleHeader } from "./locale-header.tsx";
import type { OpenState } from "./shown-keys.ts";
import { TextCell } from "./text-cell.tsx";
import type { GroupTexts, LocaleColumn } from "./text-states.ts";
import type { TextUses } from "./text-uses.ts";
import type { TypedTexts } from "./use-typed-texts.ts";

interface TextTableProps {
  group: string;
  texts: GroupTexts;
  columns: readonly LocaleColumn[];
  keys: readonly string[];
  /** Undefined while they are read, and where that failed. */
  uses: TextUses | undefined;
  typedTexts: TypedTexts;
  /** Filters by what is open in a locale. */
  onShow: (filter: { show: OpenState; locale: string }) => void;
}

/** The texts of some keys: a row for each key, a column for each locale. */
export function TextTable({ group, texts, columns, keys, uses, typedTexts, onShow }: TextTableProps) {
  return (
    <div className="relative overflow-x-auto rounded-lg border bg-raised">
      <table aria-label="Texts" className="w-full border-collapse">
        <thead>
          <tr className="border-b text-start text-xs text-muted">
            <th scope="col" className="px-3 py-2 text-start align-top font-medium">
              Key
            </th>
            {columns.map((column) => (
              <th key={column.locale} scope="col" className="min-w-64 px-3 py-2 text-start align-top">
                <LocaleHeader
                  group={group}
                  texts={texts}
                  column={column}
                  onShow={(show) => onShow({ show, locale: column.locale })}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key} className="border-b align-top last:border-b-0">
              <KeyHeader group={group} texts={texts} textKey={key} uses={uses} />
              {columns.map((column) => (
                <td key={column.locale} className="px-2">
                  <TextCell
                    group={group}
                    locale={column.locale}
                    textKey={key}
                    state={texts.stateOf(column, key)}
                    typedTexts={typedTexts}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface KeyHeaderProps extends Pick<TextTableProps, "group" | "texts" | "uses"> {
  textKey: string;
}

function KeyHeader({ group, texts: { columns }, textKey, uses }: KeyHeaderProps) {
  const { may, readOnly } = useEnvironment();
  const isEditable = may("content.edit") && !readOnly;
  const places = uses?.placesOf(textKey) ?? [];
  return (
    <th translate="no" scope="row" className="px-3 py-2.5 text-start font-mono text-xs font-normal">
      <div className="flex items-start justify-between gap-1">
        <div className="w-28 wrap-anywhere sm:w-48">{textKey}</div>
        {isEditable && columns.some((column) => column.texts.has(textKey)) && (
          <DeleteKey group={group} textKey={textKey} columns={columns} places={places} />
        )}
      </div>
      {uses && (
        <KeyUses
          textKey={textKey}
          places={places}
          isCertain={uses.uncertain.length === 0}
          locales={columns.map(({ locale }) => locale)}
        />
      )}
    </th>
  );
}
