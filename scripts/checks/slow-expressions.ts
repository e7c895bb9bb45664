import { createContext, runInContext } from "node:vm";
import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { analyse } from "scslre";

/** A text on which linear expressions take a few hundredths of a millisecond, and quadratic ones more than `PROBE_MS`. */
const PROBE_LENGTH = 6000;
const PROBE_MS = 0.4;
/** A text on which linear expressions take far less than a millisecond, and quadratic ones more than `SLOW_MS`. */
const TEXT_LENGTH = 30_000;
const SLOW_MS = 12;
/** Times that a text is tried: only the fastest counts, for the machine may be busy with something else. */
const TRIES = 3;
/** How long the tries of one text may take at first: those of a linear expression take a thousandth of it where nothing else runs. */
const TEXT_TIMES_MS = [1000, 3000, 9000] as const;
/** Characters that wildcards of an expression stand for, one after the other. */
const FILLERS = ["a", " ", "0"] as const;
const MARKS = "+-. ";
/** Ends that keep most expressions from matching. */
const ENDINGS = ["\n!", ""] as const;

/**
 * Returns why the time of an expression grows faster than the text, with a text that shows it; undefined for one whose time is linear.
 * Its structure is analysed first, which finds one character repeated; then it is tried on texts that repeat what it begins with.
 */
export function slowness(source: string, flags: string): string | undefined {
  const { reports } = analyse({ source, flags }, { maxReports: 1, reportTypes: { Move: !flags.includes("y") } });
  const [report] = reports;
  if (report) {
    const growth = report.exponential ? "exponential" : "polynomial";
    return `${growth} time for ${JSON.stringify(report.character.pick)} repeated`;
  }
  const slow = attacksOn(source, flags).find(slownessOf(new RegExp(source, flags)));
  return slow && `polynomial time or worse for ${JSON.stringify(slow.pumped)} repeated`;
}

/** Tells the texts that take long: each time they are tried, or without an end. */
function slownessOf(expression: RegExp): (attack: Attack) => boolean {
  let tried: Attack;
  const context = createContext({ isSlow: () => isSlow(expression, tried) });
  return (attack) => {
    tried = attack;
    return TEXT_TIMES_MS.every((timeout) => {
      try {
        return runInContext("isSlow()", context, { timeout }) === true;
      } catch {
        // The time was over.
        return true;
      }
    });
  };
}

/** A text that may take long: a part of it repeated between a beginning and an end. */
interface Attack {
  before: string;
  pumped: string;
  after: string;
}

const textOf = ({ before, pumped, after }: Attack, length: number): string =>
  before + pumped.repeat(Math.ceil(length / pumped.length)) + after;

/** A busy machine takes long for any text: the long one has to take more than its share, too. */
function isSlow(expression: RegExp, attack: Attack): boolean {
  const probe = fastest(expression, textOf(attack, PROBE_LENGTH), PROBE_MS);
  if (probe < PROBE_MS) return false;
  const whole = fastest(expression, textOf(attack, TEXT_LENGTH), SLOW_MS);
  return whole >= SLOW_MS && whole / probe > (2 * TEXT_LENGTH) / PROBE_LENGTH;
}

/** Returns the shortest of some times, in milliseconds, or the first one below the limit. */
function fastest(expression: RegExp, text: string, limit: number): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let left = TRIES; left > 0 && shortest >= limit; left--) shortest = Math.min(shortest, timeOf(expression, text));
  return shortest;
}

/** Time that the processor spends on it, in milliseconds: waiting for a busy one does not count. */
function timeOf(expression: RegExp, text: string): number {
  const before = process.cpuUsage();
  // All matches, as `replace` and `matchAll` look for.
  text.replace(expression, "");
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** For each repetition without end: what leads to it, or what lies between it and the next, over and over. */
function attacksOn(source: string, flags: string): Attack[] {
  const pattern = new RegExpParser().parsePattern(source, undefined, undefined, {
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v"),
  });
  const quantifiers: AST.Quantifier[] = [];
  visitRegExpAST(pattern, {
    onQuantifierEnter: (node) => void (node.max > 20 && quantifiers.push(node)),
  });
  const attacks = quantifiers.flatMap((quantifier) =>
    FILLERS.flatMap((filler) => attacksAt(quantifier, filler, flags)),
  );
  return [...new Map(attacks.map((attack) => [JSON.stringify(attack), attack])).values()];
}

function attacksAt(quantifier: AST.Quantifier, filler: string, flags: string): Attack[] {
  const lead = wordBefore(quantifier, filler, flags);
  const follow = wordAfter(quantifier, filler, flags);
  const plain = wordOf(quantifier.element, filler, flags);
  // What opens the expression again, inside the repetition.
  const opening = wordOf(quantifier.element, lead.slice(0, 1) + filler, flags);
  const mixed = plain + wordOf(quantifier.element, MARKS, flags);
  const pumps = [plain, opening, mixed].flatMap((inner) => [
    lead + inner,
    inner + follow,
    lead + inner + follow,
    inner,
  ]);
  return [...new Set([lead, follow, ...pumps])]
    .filter((pumped) => pumped !== "")
    .flatMap((pumped) => ["", lead].flatMap((before) => ENDINGS.map((after) => ({ before, pumped, after }))));
}

/** A text that leads from the start of the expression to a node. */
function wordBefore(node: AST.Node, filler: string, flags: string): string {
  const { parent } = node;
  if (!parent) return "";
  const earlier = parent.type === "Alternative" ? parent.elements.filter((one) => one.end <= node.start) : [];
  return wordBefore(parent, filler, flags) + earlier.map((one) => wordOf(one, filler, flags)).join("");
}

/** The text after a node up to the next repetition without end. */
function wordAfter(node: AST.Node, filler: string, flags: string): string {
  const { parent } = node;
  if (!parent) return "";
  if (parent.type !== "Alternative") return wordAfter(parent, filler, flags);
  const later = parent.elements.filter((one) => one.start >= node.end);
  const end = later.findIndex((one) => one.type === "Quantifier" && one.max === Number.POSITIVE_INFINITY);
  return later
    .slice(0, end < 0 ? later.length : end)
    .map((one) => wordOf(one, filler, flags))
    .join("");
}

/** A text that a part of an expression matches, of the preferred characters where it has a choice. */
function wordOf(node: AST.Node, preferred: string, flags: string): string {
  switch (node.type) {
    case "Alternative":
      return node.elements.map((one) => wordOf(one, preferred, flags)).join("");
    case "Group":
    case "CapturingGroup": {
      // The last one: the first is mostly the plain case, which the fillers cover.
      const last = node.alternatives.at(-1);
      return last ? wordOf(last, preferred, flags) : "";
    }
    case "Quantifier":
      return wordOf(node.element, preferred, flags).repeat(Math.min(Math.max(node.min, Math.min(node.max, 1)), 20));
    case "Character":
      return String.fromCodePoint(node.value);
    case "CharacterSet":
    case "CharacterClass":
    case "ExpressionCharacterClass":
      return characterOf(node, preferred, flags);
    default:
      return "";
  }
}

function characterOf(
  node: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass,
  preferred: string,
  flags: string,
): string {
  const alone = new RegExp(`^${node.raw}$`, flags.replace(/[gymd]/g, ""));
  const others = "aA0 \n\t.-_/{}<>()[]\"'=,;:@!#&|*+?%\\\uE000\uE001";
  return [...preferred, ...others].find((character) => alone.test(character)) ?? "";
}
