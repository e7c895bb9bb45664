import { Link } from "@tanstack/react-router";
import type { TemplatePlace } from "#contract/workflows/translations.ts";

/** A template by its name, as a link to it. */
export function PlaceLink({ place, locale }: { place: TemplatePlace; locale?: string }) {
  const className = "min-w-0 text-accent underline wrap-anywhere";
  if (place.kind === "layout") {
    return (
      <Link
        to="/layouts/$layoutId"
        params={{ layoutId: place.layoutId }}
        dir="auto"
        translate="no"
        className={className}
      >
        {place.name}
      </Link>
    );
  }
  return (
    <Link
      to="/workflows/$workflowId/steps/$stepId"
      params={{ workflowId: place.workflowId, stepId: place.stepId }}
      search={locale === undefined ? {} : { locale }}
      dir="auto"
      translate="no"
      className={className}
    >
      {locale ?? place.name}
    </Link>
  );
}

/** "Greeting of Orders": what a template belongs to. */
export const placeKey = (place: TemplatePlace): string =>
  place.kind === "layout" ? place.layoutId : `${place.workflowId}/${place.stepId}`;

/** Templates in a list, each with its workflow. */
export function PlaceList({ places, label }: { places: readonly TemplatePlace[]; label: string }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-3 gap-y-1">
      {places.map((place) => (
        <li key={placeKey(place)} className="min-w-0">
          <PlaceLink place={place} />
          <span className="text-muted"> {placeOwner(place)}</span>
        </li>
      ))}
    </ul>
  );
}

export const placeOwner = (place: TemplatePlace): string =>
  place.kind === "layout" ? "a layout" : `in ${place.workflowName}`;
