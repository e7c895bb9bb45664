/**
 * Returns what is wrong with the text of a template's parameter, as the end of a sentence; undefined where WhatsApp takes it. Its own answer
 * (132018) does not name the parameter: https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes.
 */
export function whatsappFault(text: string): string | undefined {
  if (text.trim() === "") return "is empty: give it a value, or a default";
  if (/[\n\v\f\r\u0085\u2028\u2029]/.test(text))
    return "has a line break, which WhatsApp does not take (132018): write it in one line";
  if (text.includes("\t")) return "has a tab, which WhatsApp does not take (132018): write a blank instead";
  if (/ {5}/.test(text))
    return "has more than four blanks in a row, which WhatsApp does not take (132018): write fewer";
  return undefined;
}
