import * as react from "react/jsx-dev-runtime";
import { withOwnElements } from "./own-elements.ts";

// As `jsx-runtime.ts`, for development.

export { Fragment } from "react";

export const jsxDEV: typeof react.jsxDEV = (type, given, key, isStatic, source, self) => {
  const { props, isList } = withOwnElements(type, given);
  return react.jsxDEV(type, props, key, isStatic && isList, source, self);
};
