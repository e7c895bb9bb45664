import type { Belfry, CallOptions } from "#client/client.ts";

type Resource = {
  [Name in keyof Belfry & string]: Belfry[Name] extends (...args: never[]) => unknown ? never : Name;
}[keyof Belfry & string];
type NamesIn<Owner, Prefix extends string> = `${Prefix}.${keyof Owner & string}`;
type V2 = Belfry["v2"];

/** An operation of the API, named as the client's method: `apiKeys.rename`, `v2.workflows.list`. */
export type OperationName =
  | { [Name in Exclude<Resource, "v2">]: NamesIn<Belfry[Name], Name> }[Exclude<Resource, "v2">]
  | { [Name in keyof V2 & string]: NamesIn<V2[Name], `v2.${Name}`> }[keyof V2 & string];

type Field<Owner, Name> = Name extends keyof Owner ? Owner[Name] : never;
type Method<Name extends string> = Name extends `v2.${infer Owner}.${infer Last}`
  ? Field<Field<V2, Owner>, Last>
  : Name extends `${infer Owner}.${infer Last}`
    ? Field<Field<Belfry, Owner>, Last>
    : never;

/** All arguments of an operation, which the options of the call come after. */
export type Args<Name extends string> =
  Method<Name> extends (...args: infer All) => unknown
    ? Required<All> extends [...infer Own, CallOptions]
      ? Own
      : never
    : never;
export type Result<Name extends string> =
  Method<Name> extends (...args: never[]) => Promise<infer Value> ? Value : never;

/** The API, and the environment of calls: without one, that of the client. */
export interface Source {
  api: Belfry;
  environmentId: string | undefined;
}

export type Call = <Name extends OperationName>(name: Name, ...args: Args<Name>) => Promise<Result<Name>>;

/** Returns how operations are called by their names. */
export function callsOf({ api, environmentId }: Source, signal?: AbortSignal): Call {
  return (name, ...args) => {
    const path = name.split(".");
    const method = path.pop() ?? "";
    const resource = path.reduce<object>((owner, part) => Reflect.get(owner, part), api);
    return Reflect.apply(Reflect.get(resource, method), resource, [...args, { signal, environmentId }]);
  };
}

export const resourceOf = (name: string): string => name.slice(0, name.lastIndexOf("."));
