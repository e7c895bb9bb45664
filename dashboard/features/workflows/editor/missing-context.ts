import { createContext, useContext } from "react";

const NONE: readonly string[] = [];

const MissingContext = createContext(NONE);

/** Gives the fields of a step the variables that the data of its preview lacks. */
export const MissingProvider = MissingContext;

export const useMissing = (): readonly string[] => useContext(MissingContext);
