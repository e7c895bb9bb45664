import { distance } from "fastest-levenshtein";

/** Returns the name that was probably meant: a third of its letters differ at most, or capitals alone. Undefined when none is near. */
export function similarName(name: string, names: readonly string[]): string | undefined {
  const limit = Math.min(3, Math.max(1, Math.floor(name.length / 3)));
  let best: string | undefined;
  let nearest = limit + 1;
  for (const candidate of names) {
    const differs = distance(plain(name), plain(candidate));
    if (differs < nearest) [best, nearest] = [candidate, differs];
  }
  return best;
}

/** `order_id`, `orderId` and `orderid` are one. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, "");
