import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

interface CreatePlace {
  /** In the middle of an empty list; null for none. */
  place: HTMLElement | null;
  setPlace: (place: HTMLElement | null) => void;
}

export const CreatePlaceContext = createContext<CreatePlace>({ place: null, setPlace: () => undefined });

/**
 * The button by which a screen makes something new: among the screen's actions, and in the middle of the list while that is empty. It
 * moves, and is not another one, so that a form which it has opened stays open when a list is read.
 */
export function CreateButtonPlace({ children }: { children: ReactNode }) {
  const { place } = useContext(CreatePlaceContext);
  return place ? createPortal(children, place) : children;
}
