const SCRIPT = "<img src=x onerror=alert(1)>";
export const HEBREW = "הזמנה חדשה נשלחה ";
export const ARABIC = "تم شحن طلبك الجديد ";

/** Markup that would run a script, and one word behind it up to the limit. */
export const markup = (length: number) => SCRIPT.padEnd(length, "x");
/** Words from right to left, up to the limit. */
export const rightToLeft = (words: string, length: number) =>
  words
    .repeat(length)
    .slice(0, length - 1)
    .trim();
