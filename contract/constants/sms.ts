/** How phone networks carry a text message: septets of the GSM alphabet, or 16-bit characters of Unicode. */
export const SMS_ENCODINGS = ["GSM-7", "UCS-2"] as const;
export type SmsEncoding = (typeof SMS_ENCODINGS)[number];
