/** A language, the regions whose readers share a form of it, and the locales of that form, as CLDR groups them for matching. */
interface Form {
  language: string;
  script?: string;
  includes: (region: string) => boolean;
  locales: readonly string[];
}

const regions = (text: string) => {
  const listed = new Set(text.split(" "));
  return (region: string): boolean => listed.has(region);
};
const isNearUs = regions("AS CA GU MH MP PH PR UM US VI");

const FORMS: readonly Form[] = [
  { language: "en", includes: isNearUs, locales: ["en-US"] },
  { language: "en", includes: (region) => !isNearUs(region), locales: ["en-001", "en-GB"] },
  {
    language: "es",
    includes: regions("419 AR BO BR BZ CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV US UY VE"),
    locales: ["es-419", "es-MX"],
  },
  { language: "pt", includes: (region) => region !== "BR", locales: ["pt-PT"] },
  { language: "zh", script: "Hant", includes: regions("HK MO"), locales: ["zh-Hant-HK", "zh-HK"] },
];

/** Languages whose readers read the others: one has several codes, or the codes name written forms of one. */
const SHARED: readonly (readonly string[])[] = [["no", "nb", "nn"]];

/** Locales that were found, as finding it takes a hundred times as long as looking it up, and is asked for each recipient. */
const known = new Map<string, readonly string[]>();
const KNOWN_MAX = 500;

/** A canonical locale and those in which its reader expects a text that it lacks, the nearest first. */
export function nearer(locale: string): readonly string[] {
  const found = known.get(locale) ?? findNearer(locale);
  // There are few locales, but somebody may write many.
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(locale, found);
  return found;
}

function findNearer(locale: string): string[] {
  const { baseName } = new Intl.Locale(locale);
  const own = [locale, ...withParents(baseName).flatMap(spellings)];
  const { language } = new Intl.Locale(baseName);
  const family = SHARED.find((codes) => codes.includes(language)) ?? [];
  const others = family.flatMap((code) => withParents(baseName.replace(language, code)).flatMap(spellings));
  return [...new Set([...own, ...others])];
}

/** The locale, the ways to write the same, those of its form of the language, and its script: all but the bare language. */
function spellings(locale: string): string[] {
  const full = new Intl.Locale(locale).maximize();
  const { language, script, region } = full;
  if (script === undefined || region === undefined) return [locale];
  const scripted = `${language}-${script}`;
  const inScript = new Intl.Locale(scripted).maximize();
  const likely = new Intl.Locale(language).maximize();
  // A bare region stands for the script that is usual there: zh-TW is zh-Hant-TW, but uz-AF is not uz-Latn-AF.
  const isUsual = new Intl.Locale(`${language}-${region}`).maximize().script === script;
  const forms = FORMS.flatMap((form) =>
    form.language === language && (form.script ?? script) === script && form.includes(region) ? form.locales : [],
  );
  const sameScript = [
    scripted,
    ...(inScript.script === script ? [inScript.toString(), inScript.minimize().toString()] : []),
  ];
  return [
    locale,
    full.baseName,
    ...(isUsual ? [`${language}-${region}`] : []),
    ...forms,
    // The bare language comes after the scripts of its regions.
    ...(script === likely.script ? [language] : []),
    ...sameScript,
  ];
}

/** A locale and its more general ones: `zh-Hant-TW`, `zh-Hant`, `zh`. */
function withParents(locale: string): string[] {
  const parts = locale.split("-");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("-"));
}
