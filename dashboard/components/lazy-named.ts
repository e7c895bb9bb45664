import { type ComponentType, lazy } from "react";

/** Loads a component of a module when it is first shown: `lazyNamed(() => import("./x.tsx"), "X")`. */
export const lazyNamed = <Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));
