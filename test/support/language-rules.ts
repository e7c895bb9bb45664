/** Lists, by language, what no text may have: by its typography, and by how it addresses its readers. */
const NEVER: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  all: {
    "a stray blank": /^\s|\s$|\s{2}/,
    "a straight quotation mark or apostrophe": /["']/,
    "dots for an ellipsis": /\.\.\./,
    "an exclamation mark": /[!！]/,
  },
  ar: {
    "a Latin comma, semicolon or question mark": /,(?!\d)|[;?]/,
    "Arabic digits, where Intl writes Latin ones for ar": /[٠-٩]/,
    "quotation marks of another language": /[“”„‘‚「」]/,
  },
  de: {
    "du, where the readers are Sie": /(?<!\p{L})(du|dir|dich|dein(e[mnrs]?)?)(?!\p{L})/iu,
    "quotation marks of another language": /[”«»‘‚「」]/,
  },
  en: { "quotation marks of another language": /[„«»‚「」]/ },
  es: {
    "usted, where the readers are tú": /(?<!\p{L})(usted|sus?|le)(?!\p{L})/iu,
    "a question without its first mark": /^[^¿]*\?/,
    "quotation marks of another language": /[“”„‘‚「」]/,
  },
  fr: {
    "tu, where the readers are vous": /(?<!\p{L})(tu|te|toi|ton|ta|tes)(?!\p{L})/iu,
    "no fixed blank at a colon, a question mark or quotation marks": /(?<![\u00a0\u202f])[:;?»]|«(?![\u00a0\u202f])/,
    "quotation marks of another language": /[“”„‘‚「」]/,
  },
  ja: {
    "a blank": / /,
    "a Latin comma, full stop, colon, question mark or bracket": /[,.](?!\d)|[:;?()]/,
    "quotation marks of another language": /[“”„«»‘’‚]/,
  },
};

/** Returns what is wrong with a text by the rules of its language that can be checked. */
export function languageFaults(code: string, text: string): string[] {
  return Object.entries({ ...NEVER.all, ...NEVER[code] }).flatMap(([fault, pattern]) =>
    pattern.test(text) ? [`${text}: ${fault}`] : [],
  );
}
