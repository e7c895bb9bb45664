import type { TranslationUsage } from "#contract/workflows/translations.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { PlaceList } from "./template-places.tsx";

/** Keys that are listed at once. */
const LISTED = 20;

interface UnknownKeysProps {
  /** Without one, the keys of all groups, and of groups that do not exist. */
  group?: string;
  /** Adds the key, without its group. */
  onAdd?: (key: string) => void;
}

/** Lists the keys that templates print and no locale has. Nothing where there are none. */
export function UnknownKeys({ group, onAdd }: UnknownKeysProps) {
  const usage = useRead("translations.getUsage", group === undefined ? {} : { group });
  const unknown = unknownIn(usage.data);
  if (usage.isPending && usage.isFetching) {
    return (
      <p role="status" className="sr-only">
        Looking for keys without a text
      </p>
    );
  }
  if (unknown.length === 0) return <LoadFailed what="The keys that templates print" query={usage} />;
  return (
    <Banner tone="warning" title={titleOf(unknown.length)}>
      <p className="text-muted">The key is sent in place of the text, unless the template brings a default text.</p>
      <ul aria-label="Keys without a text" className="mt-1 flex max-h-64 flex-col gap-2 overflow-auto">
        {unknown.slice(0, LISTED).map(({ key, places }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <code translate="no" className="min-w-0 font-mono text-xs wrap-anywhere">
              {key}
            </code>
            <PlaceList places={places} label={`Templates that print ${key}`} />
            {onAdd && group !== undefined && (
              <Button small aria-label={`Add ${key}`} onClick={() => onAdd(key.slice(group.length + 1))}>
                Add
              </Button>
            )}
          </li>
        ))}
      </ul>
      {unknown.length > LISTED && <p className="text-muted">and {unknown.length - LISTED} more</p>}
    </Banner>
  );
}

const unknownIn = (usage: TranslationUsage | undefined): TranslationUsage["keys"] =>
  usage?.keys.filter(({ exists }) => !exists) ?? [];

const titleOf = (count: number): string =>
  count === 1 ? "Templates print a key that has no text" : `Templates print ${count} keys that have no text`;
