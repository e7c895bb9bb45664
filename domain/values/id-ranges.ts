const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * A part of all random UUIDs, as large as each other part: those after the first id, up to and with the second. Ids of
 * subscribers are random, so that parts of their ids are parts of their number.
 */
export function partOfIds(part: number, parts: number): { after: string; upTo: string } {
  return {
    after: part === 0 ? BEFORE_ALL : boundary(part, parts),
    upTo: part === parts - 1 ? LAST : boundary(part + 1, parts),
  };
}

const boundary = (part: number, parts: number): string =>
  `${Math.floor((2 ** 32 * part) / parts)
    .toString(16)
    .padStart(8, "0")}${BEFORE_ALL.slice(8)}`;
