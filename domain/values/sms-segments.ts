import type { SmsEncoding } from "#contract/constants/sms.ts";
import { isGsm7 } from "#contract/constants/values/gsm7.ts";

interface SmsSize {
  encoding: SmsEncoding;
  segments: number;
  /** Septets of GSM-7, 16-bit characters of UCS-2. */
  units: number;
  /** Units that fit into as many segments. */
  capacity: number;
}

/** Units of a message that is one segment, and of each of several, which say how they belong together: 3GPP TS 23.040, 9.2.3.24.1. */
const CAPACITIES: Readonly<Record<SmsEncoding, { alone: number; joined: number }>> = {
  "GSM-7": { alone: 160, joined: 153 },
  "UCS-2": { alone: 70, joined: 67 },
};
/** Characters of the extension table of the GSM alphabet, which take an escape as well: 3GPP TS 23.038, 6.2.1.1. */
const EXTENDED: ReadonlySet<string> = new Set("^{}\\[~]|€\f");

/** Returns the size of a text message in phone networks. A character of two units is not divided between segments. */
export function smsSize(text: string): SmsSize {
  const encoding = isGsm7(text) ? "GSM-7" : "UCS-2";
  const { alone, joined } = CAPACITIES[encoding];
  const sizes = Array.from(text, (character) =>
    encoding === "UCS-2" ? character.length : EXTENDED.has(character) ? 2 : 1,
  );
  const units = sizes.reduce((sum, size) => sum + size, 0);
  if (units <= alone) return { encoding, segments: units === 0 ? 0 : 1, units, capacity: alone };
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > joined) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return { encoding, segments, units, capacity: segments * joined };
}
