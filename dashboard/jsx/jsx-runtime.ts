import * as react from "react/jsx-runtime";
import { withOwnElements } from "./own-elements.ts";

// JSX of the dashboard is compiled to calls of this module instead of React's (dashboard/vite.config.ts, vitest.config.ts).

export { Fragment } from "react";

export const jsx: typeof react.jsx = (type, given, key) => react.jsx(type, withOwnElements(type, given).props, key);

export const jsxs: typeof react.jsxs = (type, given, key) => {
  const { props, isList } = withOwnElements(type, given);
  // Children that became one text are no list any more.
  return isList ? react.jsxs(type, props, key) : react.jsx(type, props, key);
};
