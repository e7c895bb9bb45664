/** How the content of an in-app message is stored: markup whose values were escaped, or the text itself. */
export const CONTENT_FORMATS = ["html", "text"] as const;
export type ContentFormat = (typeof CONTENT_FORMATS)[number];
