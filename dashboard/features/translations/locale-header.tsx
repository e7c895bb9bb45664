import { CheckCheck, Download, EllipsisVertical, Languages, Trash2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { countText } from "#dashboard/components/display/count-text.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { Menu, MenuItem } from "#dashboard/components/overlays/menu.tsx";
import { download } from "#dashboard/download.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { JsonForm } from "./export-texts.ts";
import type { OpenState } from "./shown-keys.ts";
import type { GroupTexts, LocaleColumn } from "./text-states.ts";

interface LocaleHeaderProps {
  group: string;
  texts: GroupTexts;
  column: LocaleColumn;
  onShow: (state: OpenState) => void;
}

const COUNT_TEXTS: readonly (readonly [state: OpenState, text: string])[] = [
  ["missing", "missing"],
  ["outdated", "outdated"],
  ["placeholders", "with other placeholders"],
];

/** The head of a locale's column: where its texts are from, what they lack, and its file. */
export function LocaleHeader({ group, texts, column, onShow }: LocaleHeaderProps) {
  const { locale, chain } = column;
  const counts = texts.countsOf(column);
  return (
    <div className="flex items-start justify-between gap-2">
      <div className="min-w-0">
        <span className="block font-medium text-text">{locale}</span>
        <span className="block font-normal">{chainText(chain, locale === texts.source)}</span>
        <span className="flex flex-wrap gap-x-2">
          {COUNT_TEXTS.map(([state, text]) =>
            counts[state] === 0 ? null : (
              <button
                key={state}
                type="button"
                className="min-h-6 text-start font-medium text-warning underline"
                onClick={() => onShow(state)}
              >
                {counts[state]} {text}
                <span className="sr-only"> in {locale}</span>
              </button>
            ),
          )}
          {COUNT_TEXTS.every(([state]) => counts[state] === 0) && <span className="font-normal">Nothing missing</span>}
        </span>
      </div>
      <LocaleMenu group={group} texts={texts} column={column} outdated={counts.outdated} />
    </div>
  );
}

/** Says what is sent in place of the texts of a locale that is deleted. */
function afterwards({ chain }: LocaleColumn, isSource: boolean): string {
  const [, next] = chain;
  if (isSource) return "Texts that other locales lack print their keys from then on.";
  return next === undefined ? "Templates print the keys from then on." : `Its subscribers get the texts in ${next}.`;
}

/** "Then de, then en": the locales in which a text is looked for. */
function chainText(chain: readonly string[], isSource: boolean): string {
  const [, ...others] = chain;
  if (isSource) return "Translated into the others";
  return others.length === 0 ? "Then no other locale" : `Then ${others.join(", then ")}`;
}

type LocaleMenuProps = Pick<LocaleHeaderProps, "group" | "texts" | "column"> & { outdated: number };

function LocaleMenu({ group, texts, column, outdated }: LocaleMenuProps) {
  const { locale } = column;
  const { source } = texts;
  const { may, write, readOnly } = useEnvironment();
  const [asking, setAsking] = useState<"review" | "delete" | undefined>();
  const isEditable = may("content.edit") && !readOnly;
  const close = () => setAsking(undefined);
  async function save(form: JsonForm): Promise<void> {
    const { jsonFile } = await import("./export-texts.ts");
    download(`${group}.${locale}.json`, jsonFile(column, form));
  }
  async function saveForTranslators(): Promise<void> {
    const { xliffFile } = await import("./xliff/write-xliff.ts");
    download(`${group}.${locale}.xliff`, xliffFile(group, texts, column), "application/xliff+xml");
  }
  return (
    <>
      <Menu
        label={`Actions of ${locale}`}
        placement="bottom end"
        trigger={
          <IconButton label={`Actions of ${locale}`}>
            <EllipsisVertical className="size-4" aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem onAction={() => void save("nested")}>
          <Download className="size-4" aria-hidden="true" /> Export as nested JSON
        </MenuItem>
        <MenuItem onAction={() => void save("flat")}>
          <Download className="size-4" aria-hidden="true" /> Export as flat JSON
        </MenuItem>
        {source !== undefined && source !== locale && (
          <MenuItem onAction={() => void saveForTranslators()}>
            <Languages className="size-4" aria-hidden="true" /> Export as XLIFF for translators
          </MenuItem>
        )}
        {isEditable && outdated > 0 && (
          <MenuItem onAction={() => setAsking("review")}>
            <CheckCheck className="size-4" aria-hidden="true" /> Mark all as up to date
          </MenuItem>
        )}
        {isEditable && (
          <MenuItem onAction={() => setAsking("delete")}>
            <Trash2 className="size-4" aria-hidden="true" /> Delete …
          </MenuItem>
        )}
      </Menu>
      <Confirmation
        open={asking === "review"}
        onClose={close}
        title={`Mark all texts in ${locale} as up to date?`}
        action="Mark as up to date"
        tone="primary"
        onConfirm={() => write("translations.review", group, locale, {})}
        done={`All texts in ${locale} are marked as up to date.`}
      >
        <p>{outdated === 1 ? "1 text is" : `${outdated} texts are`} no longer shown as outdated. No text changes.</p>
      </Confirmation>
      <Confirmation
        open={asking === "delete"}
        onClose={close}
        title={`Delete the locale ${locale}?`}
        action="Delete locale"
        onConfirm={() => write("translations.delete", group, locale)}
        done={`${locale} was deleted`}
      >
        <p>{`${countText(column.texts.size, "text")} in ${locale} ${column.texts.size === 1 ? "is" : "are"} deleted. ${afterwards(column, locale === source)} This cannot be undone.`}</p>
      </Confirmation>
    </>
  );
}
