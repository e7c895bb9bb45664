/** What an email of HTML loses of its look as blocks, in the words in which members read it. */
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
