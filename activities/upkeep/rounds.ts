import type { Placed, Portion } from "#db/round.ts";
import type { Look } from "./pass.ts";

/** Rows that one statement reads, and how many of each share are among them. */
const ROUND_ROWS = 500;
const SHARE = 50;

/** The moments of a round, which stay the same until it is through. */
type Began = Pick<Look, "now" | "overdue">;

/**
 * Goes round over rows in portions in which each share has its turns. One look may end before the round does: the next one goes on
 * from there, so that rows which stay what they are keep none of those behind them back. Returns when the round began if it is
 * through, and how many rows were acted on.
 */
export function createRounds<Row>(
  read: (began: Began, portion: Portion) => Promise<Placed<Row>[]>,
  lookAfter: (rows: Placed<Row>[], look: Look) => Promise<number>,
  { share = SHARE, limit = ROUND_ROWS } = {},
): (look: Look) => Promise<{ through: Began | null; acted: number }> {
  let round: { began: Began; after: Map<string, Placed<unknown>["place"]> } | null = null;
  return async (look) => {
    round ??= { began: { now: look.now, overdue: look.overdue }, after: new Map() };
    const { began, after } = round;
    let acted = 0;
    while (look.hasTime()) {
      const rows = await read(began, { after, share, limit });
      if (rows.length === 0) {
        round = null;
        return { through: began, acted };
      }
      acted += await lookAfter(rows, look);
      for (const { place } of rows) after.set(place.share, place);
    }
    return { through: null, acted };
  };
}
