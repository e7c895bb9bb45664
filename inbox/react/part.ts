import { useCallback } from "react";
import { useInboxContext } from "./context.ts";

export type Part = (name: string) => { "data-part": string; part: string; className: string };

/** Returns a function that names a part: by attributes, its class, and the page's own class for it. */
export function usePart(): Part {
  const { elements } = useInboxContext().appearance;
  return useCallback(
    (name) => ({
      "data-part": name,
      part: name,
      className: `belfry-${name}${elements?.[name] ? ` ${elements[name]}` : ""}`,
    }),
    [elements],
  );
}
