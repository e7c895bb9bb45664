import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { ReadName } from "./declarations.ts";
import type { ReadArgs } from "./read.ts";

/** Reads from the open environment, by the name of an operation or of a composed read: `useRead("messages.list", { page: 0 })`. */
export function useRead<Name extends ReadName>(name: Name, ...args: ReadArgs<Name>) {
  return useQuery(useEnvironment().read(name, ...args));
}
