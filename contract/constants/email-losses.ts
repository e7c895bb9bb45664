/** Parts of the look of HTML that blocks do not have, in the words in which members read them. */
export const EMAIL_LOSSES = [
  "fonts",
  "colours around texts",
  "backgrounds",
  "borders",
  "spacing and sizes",
  "the direction of texts",
  "code for Outlook alone",
] as const;
export type EmailLoss = (typeof EMAIL_LOSSES)[number];
