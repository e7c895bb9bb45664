import type { TemplatePlace } from "#contract/workflows/translations.ts";
import { Popover } from "#dashboard/components/overlays/popover.tsx";
import { PlaceLink, placeKey, placeOwner } from "./template-places.tsx";

interface KeyUsesProps {
  textKey: string;
  places: readonly TemplatePlace[];
  /** Whether no template makes keys of variables, which may print this one. */
  isCertain: boolean;
  locales: readonly string[];
}

/** How many templates print a key; the button leads to them, in each locale of the group. */
export function KeyUses({ textKey, places, isCertain, locales }: KeyUsesProps) {
  if (places.length === 0) {
    return <span className="font-sans text-xs text-muted">{isCertain ? "Not used" : "Not used by name"}</span>;
  }
  const text = places.length === 1 ? "1 use" : `${places.length} uses`;
  return (
    <Popover
      label={`Templates that print ${textKey}`}
      trigger={
        <button
          type="button"
          aria-label={`${text} of ${textKey}`}
          className="min-h-6 font-sans text-xs text-muted underline hover:text-text"
        >
          {text}
        </button>
      }
    >
      <p className="font-medium">Preview in the steps that print it</p>
      <ul className="flex max-h-72 flex-col gap-2 overflow-auto">
        {places.map((place) => (
          <li key={placeKey(place)} className="flex flex-col gap-0.5">
            <span className="wrap-anywhere">
              {place.kind === "layout" ? (
                <PlaceLink place={place} />
              ) : (
                <span dir="auto" translate="no">
                  {place.name}
                </span>
              )}
              <span className="text-muted"> {placeOwner(place)}</span>
            </span>
            {place.kind === "step" && (
              <span className="flex flex-wrap gap-x-3 gap-y-1">
                {locales.map((locale) => (
                  <PlaceLink key={locale} place={place} locale={locale} />
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Popover>
  );
}
