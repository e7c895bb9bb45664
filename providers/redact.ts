import { webAddressOf } from "#contract/constants/values/web-address.ts";
import { pemIn } from "./http/pem.ts";

/** Shorter parts of a secret stand in ordinary sentences, too. */
const SHORTEST_PART = 16;
/** The longest lines that encoders of base64 and of PEM write. */
const LINE_LENGTHS = [64, 76];

/**
 * Replaces each secret in the text, also where it is percent-encoded as in addresses or in forms, in base64 or inside a
 * JSON text. Of an address that is secret, path and query are replaced also where they stand without the host. Of a secret of several
 * lines, such as a key or the JSON file of an account, each line is, however lines are separated.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const spellings = [
    ...[...secrets, ...secrets.flatMap(pathsOf)].flatMap((secret) => [...wholes(secret), ...base64Of(secret)]),
    ...secrets.flatMap(partsOf).flatMap(escapes),
  ];
  // Longest first, so that a secret which begins like another one leaves no tail behind.
  return [...new Set(spellings)]
    .filter((spelling) => spelling.length > 0)
    .sort((a, b) => b.length - a.length)
    .reduce((clean, spelling) => clean.replaceAll(spelling, "***"), text);
}

const wholes = (secret: string): string[] => [...escapes(secret), JSON.stringify(secret).slice(1, -1)];

const escapes = (text: string): string[] => [
  text,
  encodeURIComponent(text),
  // As forms and queries have it: with other characters percent-encoded, and a plus sign for a space.
  new URLSearchParams([["", text]]).toString().slice(1),
];

/** In base64 by itself, in lines of it, and behind other text, which moves where its bytes begin. */
function base64Of(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const whole = bytes.toString("base64");
  const within = [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replace(/==?$/, "");
    // The characters at both ends are made of other bytes, too.
    const inner = encoded.slice(before === 0 ? 0 : before + 1, (before + bytes.length) % 3 === 0 ? undefined : -1);
    return inner.length >= SHORTEST_PART / 2 ? [inner] : [];
  });
  const spellings = [whole, ...within, ...linesOf(whole)];
  return [...spellings, ...spellings.map((spelling) => spelling.replaceAll("+", "-").replaceAll("/", "_"))];
}

/** The parts of a secret of several lines by which it could be put together again; none of any other secret. */
function partsOf(secret: string): string[] {
  const inner = textsInJson(secret).filter((leaf) => /\s|\\n/.test(leaf));
  return [secret, ...inner].flatMap((text) => {
    const body = pemIn(text)?.content ?? "";
    const parts = text.split(/(?<!\\)\\+[rn]|\s+/).filter((part) => part.length < text.length);
    return [...parts, ...linesOf(body.replace(/(?<!\\)\\+[rn]|\s/g, ""))].filter(
      (part) => part.length >= SHORTEST_PART,
    );
  });
}

function textsInJson(text: string): string[] {
  const texts: string[] = [];
  try {
    JSON.parse(text, (_key, value: unknown) => {
      if (typeof value === "string") texts.push(value);
      return value;
    });
  } catch {
    // Most secrets are no JSON.
  }
  return texts;
}

/** The lines in which a long text of base64 may be written. */
const linesOf = (base64: string): string[] =>
  LINE_LENGTHS.flatMap((length) => base64.match(new RegExp(`.{1,${length}}`, "gu")) ?? []).filter(
    (line) => line.length >= SHORTEST_PART && line.length < base64.length,
  );

/** The path of an http address with its query and without; none for any other text. */
function pathsOf(secret: string): string[] {
  const url = webAddressOf(secret);
  if (!url) return [];
  const { pathname, search } = url;
  return [pathname, pathname + search].filter((path) => path.length > 1);
}
