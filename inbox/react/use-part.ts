import { useCallback } from "react";
import { useInboxContext } from "./context.ts";

/** Returns a function that makes the attributes of a named part: its class, and the one that the page gives it. */
export function usePart() {
  const { elements } = useInboxContext().appearance;
  return useCallback(
    (name: string, className = `belfry-${name}`) => {
      const given = elements?.[name];
      return { "data-part": name, className: given === undefined ? className : `${className} ${given}` };
    },
    [elements],
  );
}
