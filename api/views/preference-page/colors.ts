/** Red, green and blue from 0 to 255. */
type Rgb = readonly [number, number, number];

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for what has to be seen of a control. */
const TEXT_CONTRAST = 4.5;
const CONTROL_CONTRAST = 3;

/** Backgrounds of the page in both schemes, as in styles.ts. */
export const SURFACES = { light: "#ffffff", dark: "#17181c" } as const;
const DEFAULT_ACCENTS = { light: "#4353d6", dark: "#a5b0ff" } as const;
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** A colour of controls, and that of texts on it. */
interface Accent {
  accent: string;
  onAccent: string;
}

/** The organisation's colour in one scheme, or the default one where it would not be seen on the page's background. */
export function accentOf(brand: string | undefined, scheme: keyof typeof SURFACES): Accent {
  const own = brand === undefined ? undefined : parsed(brand);
  const surface = rgb(SURFACES[scheme]);
  const shades = own ? [own, ...SHADES.map((share) => darkened(own, share))] : [];
  // White text is what people expect on a strong colour, so that a shade darker is better than dark text.
  const shade = shades.find(
    (one) => contrast(WHITE, one) >= TEXT_CONTRAST && contrast(one, surface) >= CONTROL_CONTRAST,
  );
  if (shade) return { accent: hex(shade), onAccent: hex(WHITE) };
  const accent = own && contrast(own, surface) >= CONTROL_CONTRAST ? own : rgb(DEFAULT_ACCENTS[scheme]);
  // One of both is enough on any colour: their contrasts with it multiply to that between them.
  const onAccent = [WHITE, BLACK].find((text) => contrast(text, accent) >= TEXT_CONTRAST) ?? BLACK;
  return { accent: hex(accent), onAccent: hex(onAccent) };
}

/** Shares of black that are mixed in. */
const SHADES = [0.05, 0.1, 0.15, 0.2] as const;
const darkened = (color: Rgb, share: number): Rgb => {
  const channel = (index: 0 | 1 | 2) => Math.round(color[index] * (1 - share));
  return [channel(0), channel(1), channel(2)];
};

/** A colour as brandings have it, of three to eight digits; its opacity does not count. */
function parsed(text: string): Rgb | undefined {
  if (!/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) return undefined;
  const digits = text.slice(1);
  return rgb(digits.length <= 4 ? `#${[...digits.slice(0, 3)].map((digit) => digit + digit).join("")}` : text);
}

function rgb(text: string): Rgb {
  const channel = (index: number) => Number.parseInt(text.slice(1 + 2 * index, 3 + 2 * index), 16);
  return [channel(0), channel(1), channel(2)];
}

const hex = (color: Rgb): string => `#${color.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return contrast(rgb(one), rgb(other));
}

function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
