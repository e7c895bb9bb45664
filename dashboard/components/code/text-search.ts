import { createContext } from "react";

/** A text of a translation, or the beginning of the keys of a group. */
export interface FoundText {
  /** `shop.hello`, or `shop.` of a group. */
  key: string;
  /** The text in the default locale, or the name of the group. */
  text: string;
  isGroup: boolean;
}

/** Finds what a key can go on with: groups, and after the identifier of one and its dot, all its keys. */
export type TextSearch = (typed: string) => Promise<readonly FoundText[]>;

/** Gives templates the texts of translations. Without it, none are offered. */
export const TextSearchContext = createContext<TextSearch | undefined>(undefined);
