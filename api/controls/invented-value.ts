/** Words of a field's name, and the text that stands for such a field. The first row with one of the words is taken. */
const TEXTS: readonly (readonly [words: string, text: string])[] = [
  ["email mail", "ada@example.com"],
  ["phone mobile", "+15555550100"],
  ["url link href uri website", "https://example.com"],
  ["avatar image photo picture logo icon", "https://example.com/image.png"],
  ["timezone zone", "Europe/London"],
  ["locale language lang", "en"],
  ["currency", "EUR"],
  ["color colour", "#0b6b6b"],
  ["otp pin password passcode token", "482913"],
  ["id number no nr code reference ref key sku", "A-1042"],
  ["at date time timestamp deadline until expiry expires due day", "2030-01-01T09:00:00.000Z"],
  ["lastname surname", "Lovelace"],
  ["firstname nickname", "Ada"],
  ["street address", "12 Example Street, London"],
  ["city town", "London"],
  ["country", "United Kingdom"],
  ["zip postcode postal", "EC1A 1BB"],
  ["company organization organisation org tenant workspace team", "Example Ltd"],
  ["product item article", "Notebook"],
  ["user customer author sender member person recipient owner assignee actor fullname by", "Ada Lovelace"],
  ["name", "Ada"],
  ["price amount total sum balance cost fee", "49.90"],
  ["count quantity qty size", "3"],
  ["comment message text note reason description body content", "Thank you, this looks good."],
  ["status state", "open"],
];

const NUMBERS: readonly (readonly [words: string, number: number])[] = [
  ["price amount total sum balance cost fee", 49.9],
  ["percent percentage rate discount", 25],
  ["age", 36],
  ["year", 2030],
];

const USUAL_NUMBER = 3;

/** Returns a text that looks like the data of a field, by the last words of its path: "A-1042" for `payload.orderId`. */
export function inventedText(path: string): string {
  const words = wordsOf(path);
  return found(TEXTS, words) ?? sentenceOf(wordsOf(path.slice(path.lastIndexOf(".") + 1)));
}

/** Returns a number that looks like the data of a field. */
export const inventedNumber = (path: string): number => found(NUMBERS, wordsOf(path)) ?? USUAL_NUMBER;

/** The last word says the most: a `customerName` is a name, of a customer. */
function found<T>(table: readonly (readonly [words: string, value: T])[], words: readonly string[]): T | undefined {
  const [last, before] = words.toReversed();
  const whole = last === "name" && before !== undefined ? [`${before}name`, before] : [];
  for (const word of [...whole, last]) {
    const row = table.find(([known]) => word !== undefined && known.split(" ").includes(word));
    if (row) return row[1];
  }
  return undefined;
}

/** "payload.orderId" is payload, order, id; a word in the plural counts as one of its items. */
const wordsOf = (path: string): string[] =>
  path
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => (word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? singular(word) : word));

const UNCHANGED = new Set(["address", "status", "expires"]);
const singular = (word: string): string => (UNCHANGED.has(word) ? word : word.slice(0, -1));

const sentenceOf = (words: readonly string[]): string => {
  const sentence = words.join(" ");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
};
