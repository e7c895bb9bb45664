import type { CatalogueEntry } from "#contract/providers.ts";
import { contextPaths } from "#dashboard/app/page-settings.ts";

const LOGOS = `${contextPaths.api}/v1/integrations/providers/logos`;

/** The mark of a provider, beside its name. */
export function ProviderMark({ logo }: { logo: CatalogueEntry["logoFileName"] | undefined }) {
  return (
    <span className="flex size-8 shrink-0 items-center justify-center overflow-hidden rounded-md border bg-raised p-1">
      {logo && (
        <>
          <img alt="" src={`${LOGOS}/light/${logo.light}`} className="max-h-full in-data-[theme=dark]:hidden" />
          <img alt="" src={`${LOGOS}/dark/${logo.dark}`} className="hidden max-h-full in-data-[theme=dark]:block" />
        </>
      )}
    </span>
  );
}
