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

/** The places as columns: of the shares, the moments and the ids. */
export const placesOf = (after: Portion["after"]): [shares: string[], ats: string[], ids: string[]] => [
  [...after.keys()],
  [...after.values()].map(({ at }) => at),
  [...after.values()].map(({ id }) => id),
];
