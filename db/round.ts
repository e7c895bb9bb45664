import type { Fragment, ISql } from "postgres";
import { columnsOf, rowsOf } from "./sql/rows.ts";

/** A place in the order of moments, to the microsecond. */
interface Place {
  at: string;
  id: string;
}

/** A row, and its place within the share that it belongs to. */
export type Placed<Row> = Row & { place: Place & { share: string } };

/** A part of a round over many rows, in which each share has its turns, that one statement reads. */
export interface Portion {
  /** How far the round has come, by share: rows up to these places are left out. */
  after: ReadonlyMap<string, Place>;
  /** At most so many rows of each share, and so many of all. */
  share: number;
  limit: number;
}

const PLACES = columnsOf<Place & { share: string }>("p", { share: "uuid", at: "timestamptz", id: "uuid" });

/** The places `p` as rows of a statement: `share`, `at` and `id`. */
export const placesOf = (sql: ISql, after: Portion["after"]): Fragment =>
  rowsOf(
    sql,
    PLACES,
    [...after].map(([share, place]) => ({ ...place, share })),
  );
