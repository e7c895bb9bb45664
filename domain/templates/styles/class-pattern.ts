/** A part of a class name that the variables may make. */
interface Piece {
  /** Text that is written; undefined for one that a variable makes. */
  text?: string;
  isOptional?: boolean;
}

/** Class names that the variables may make: alternatives of pieces. */
export type ClassPattern = readonly (readonly Piece[])[];

/** A pattern of any name. */
export const ANY_CLASS: ClassPattern = [[{}]];

/**
 * Whether a name is one of those that a pattern allows. An expression for it could take exponential time, as many optional
 * pieces that are alike do; this takes that of all places in the name for each piece.
 */
export const allowsClass = (pattern: ClassPattern, name: string): boolean =>
  pattern.some((pieces) => placesAfter(pieces, name).has(name.length));

/** The places in a name up to which the pieces may reach. */
function placesAfter(pieces: readonly Piece[], name: string): ReadonlySet<number> {
  let places: ReadonlySet<number> = new Set([0]);
  for (const piece of pieces) {
    if (places.size === 0) break;
    places = placesAfterPiece(piece, name, places);
  }
  return places;
}

function placesAfterPiece({ text, isOptional }: Piece, name: string, places: ReadonlySet<number>): Set<number> {
  if (text === undefined) {
    const first = Math.min(...places);
    return new Set(Array.from({ length: name.length - first + 1 }, (_, index) => first + index));
  }
  const reached = [...places].flatMap((place) => (name.startsWith(text, place) ? [place + text.length] : []));
  return new Set(isOptional ? [...places, ...reached] : reached);
}
