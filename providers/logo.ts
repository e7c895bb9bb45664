import type { LogoTheme } from "#contract/providers.ts";

const COLOURS: Readonly<Record<LogoTheme, { background: string; text: string }>> = {
  light: { background: "#e2e8f0", text: "#334155" },
  dark: { background: "#334155", text: "#e2e8f0" },
};

/** Returns a square SVG image: a neutral mark with the initials of a provider, because trademarks may not be copied. */
export function logoOf(name: string, theme: LogoTheme): string {
  const { background, text } = COLOURS[theme];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" role="img" aria-label="${escaped(name)}">
<rect width="40" height="40" rx="8" fill="${background}"/>
<text x="20" y="20" dy="0.35em" text-anchor="middle" font-family="system-ui, sans-serif" font-size="16" font-weight="600" fill="${text}">${escaped(initialsOf(name))}</text>
</svg>
`;
}

/** The first letters of two words, or of the parts of one that is written in camel case; two letters of any other word. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\d][^\s]*/gu) ?? [];
  const [first = "", second] = words.length > 1 ? words : (name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\d+/gu) ?? []);
  const initials = second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1);
  return initials.toUpperCase();
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
