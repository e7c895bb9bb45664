import type { LocaleImport } from "#contract/workflows/translations.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";

/** The changes of an import: counts by locale, and texts before and after. */
export function ImportChanges({ imports }: { imports: readonly LocaleImport[] }) {
  const listed = imports.flatMap(({ locale, changes }) => changes.map((change) => ({ locale, ...change })));
  const all = imports.reduce((sum, one) => sum + changeCount(one), 0);
  return (
    <>
      <ul aria-label="Changes by locale" className="flex flex-col gap-1">
        {imports.map((one) => (
          <li key={one.locale}>
            <span className="font-medium">{one.locale}</span>
            {one.isNew && <span className="text-muted"> (new)</span>}: {countsText(one)}
          </li>
        ))}
      </ul>
      {listed.length > 0 && (
        <ul
          aria-label="Changed texts"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: What can be scrolled needs the keyboard, too.
          tabIndex={0}
          className="flex max-h-72 flex-col divide-y divide-border overflow-auto rounded-lg border"
        >
          {listed.map(({ locale, key, before, after }) => (
            <li key={`${locale} ${key}`} className="flex flex-col gap-1 px-3 py-2">
              <span className="flex flex-wrap items-center gap-2">
                <code translate="no" className="min-w-0 font-mono text-xs wrap-anywhere">
                  {key}
                </code>
                <span className="text-xs text-muted">{locale}</span>
                <Kind before={before} after={after} />
              </span>
              {before !== undefined && (
                <del dir="auto" translate="no" className="line-clamp-2 text-muted wrap-anywhere">
                  {before}
                </del>
              )}
              {after !== undefined && (
                <ins dir="auto" translate="no" className="line-clamp-2 no-underline wrap-anywhere">
                  {after}
                </ins>
              )}
            </li>
          ))}
        </ul>
      )}
      {all > listed.length && <p className="text-muted">{`These are ${listed.length} of ${all} changes.`}</p>}
    </>
  );
}

function Kind({ before, after }: { before: string | undefined; after: string | undefined }) {
  if (before === undefined) return <Badge tone="success">Added</Badge>;
  return after === undefined ? <Badge tone="danger">Removed</Badge> : <Badge tone="info">Changed</Badge>;
}

export const changeCount = ({ added, changed, removed }: LocaleImport): number => added + changed + removed;

function countsText(one: LocaleImport): string {
  if (changeCount(one) === 0) return "nothing changes";
  const parts = (["added", "changed", "removed", "unchanged"] as const).filter((name) => one[name] > 0);
  return parts.map((name) => `${one[name]} ${name}`).join(", ");
}

export const importedText = (file: string, imports: readonly LocaleImport[]): string =>
  `${file} was imported. ${imports.map((one) => `${one.locale}: ${countsText(one)}`).join("; ")}.`;
