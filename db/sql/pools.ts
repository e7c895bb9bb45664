import type { ISql, Sql } from "postgres";

declare const pool: unique symbol;

/** Of connections whose statements are planned once, for all values. See `openDatabase`. */
interface Hot {
  readonly [pool]: "hot";
}
/** Of connections whose statements are planned for their own values. */
interface Rare {
  readonly [pool]: "rare";
}

export type HotPool = Sql & Hot;
export type RarePool = Sql & Rare;

/** The connection of tagged statements, alone or as part of their caller's transaction on the hot pool. */
export type HotTransaction = ISql & Hot;

/** The connection of tagged statements in their caller's transaction, each planned for its own values. */
export type RareTransaction = ISql & Rare;

/** The connection of statements that any plan suits, or that are parts of statements of both pools. */
export type Tagged = ISql & (Hot | Rare);

/** The pool is known where its connections are made, and nowhere else: the driver's types do not carry it. */
export const hotOf = <Connection extends ISql>(connection: Connection) => connection as Connection & Hot;
export const rareOf = <Connection extends ISql>(connection: Connection) => connection as Connection & Rare;
