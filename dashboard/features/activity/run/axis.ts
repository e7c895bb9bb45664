import type { Phase } from "./phases.ts";

/** A common axis of the bars of a run, from 0 to 1. */
export interface Axis {
  at(moment: number): number;
  /** Moments that are named below it. */
  ticks: readonly { place: number; sinceStart: number }[];
}

/** Stretches that are shorter are drawn by their length, and longer ones by its logarithm. */
const SHORT_MS = 50;
/** The least distance of two ticks, and that to the end. */
const TICK_DISTANCE = 0.14;

/**
 * Returns an axis on which a send of 200 ms and a delay of two days can both be seen: each stretch between two moments at which something
 * begins or ends has a length by its logarithm.
 */
export function axisOf(phases: readonly Pick<Phase, "from" | "until">[]): Axis {
  const moments = [...new Set(phases.flatMap(({ from, until }) => [from, until]))].sort((a, b) => a - b);
  const [start = 0] = moments;
  const places = new Map<number, number>();
  let length = 0;
  let before = start;
  for (const moment of moments) {
    length += Math.log1p((moment - before) / SHORT_MS);
    places.set(moment, length);
    before = moment;
  }
  const at = (moment: number) => (length === 0 ? 0 : (places.get(moment) ?? 0) / length);
  const ticks: Axis["ticks"][number][] = [];
  for (const moment of moments) {
    const place = at(moment);
    const last = ticks.at(-1);
    if (last && place - last.place < TICK_DISTANCE) continue;
    if (place < 1 && 1 - place < TICK_DISTANCE) continue;
    ticks.push({ place, sinceStart: moment - start });
  }
  return { at, ticks };
}
