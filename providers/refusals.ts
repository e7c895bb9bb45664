import type { Classification, RefusalInWords } from "./provider-error.ts";
import { type VendorWords, vendorWords } from "./reports/vendor-words.ts";

/** A refusal that a vendor documents: a sentence that says what to do, and its class where the status does not say it. */
export type Refusal = string | { text: string; class: Classification };

/** Refusals by the vendor's code: a number, a name, or a part of a text. */
export type Refusals = Readonly<Record<string, Refusal>>;

/** The vendor whose answers are put into words. */
export interface Vendor extends Codes {
  name: string;
  /** The thing that the vendor was given; a message unless it says otherwise. */
  asked?: Asked | undefined;
}

type Asked = "message" | "request";

interface Codes {
  refusals?: Refusals | undefined;
  /** Returns the code of an answer, where the vendor puts it into a header or a sentence instead of a field. */
  codeIn?: ((answer: Answer) => string | undefined) | undefined;
}

interface Answer {
  status: number;
  text: string;
  headers?: Headers;
}

/** Sentences by class, where the vendor's code is not known. */
const LEADS: Readonly<Record<Classification, (name: string, asked: Asked) => string>> = {
  PERMANENT: (name, asked) => `${name} refused the ${asked}`,
  CREDENTIAL: (name) => `${name} refused the integration`,
  FUNDS: (name, asked) => `${name} refused the ${asked}, as the account has used up its credit or plan`,
  TOKEN: (name) => `${name} does not know this device any more`,
  RETRY: (name, asked) => `${name} could not take the ${asked} just now`,
  RATE: (name, asked) => `${name} takes no more ${asked}s for now`,
  RECIPIENT_RATE: (name) => `${name} takes no more messages to this recipient for now`,
};

const TOO_MANY_REQUESTS = 429;
const LONGEST_CODE = 40;

/** The words of an answer, with the code first that the vendor's own way of giving it finds. */
function wordsOf({ codeIn }: Codes, answer: Answer): VendorWords {
  const words = vendorWords(answer.text);
  const code = codeIn?.(answer);
  return code === undefined ? words : { ...words, codes: [code, ...words.codes] };
}

const known = ({ refusals = {} }: Codes, { codes }: VendorWords) => {
  const code = codes.find((one) => Object.hasOwn(refusals, one));
  const refusal = code === undefined ? undefined : refusals[code];
  return code === undefined || refusal === undefined ? undefined : { code, refusal };
};

/** The sentence of a code that the vendor documents, with the code; undefined for any other. Reports of deliveries have such codes, too. */
export function sentenceOf(refusals: Refusals, code: string | number): string | undefined {
  const refusal = Object.hasOwn(refusals, String(code)) ? refusals[String(code)] : undefined;
  return refusal === undefined ? undefined : `${typeof refusal === "string" ? refusal : refusal.text} (${code})`;
}

/** The class of a code that the vendor documents; undefined where the status decides, and for any other code. */
export function classOfCode(refusals: Refusals, code: string | number): Classification | undefined {
  const refusal = Object.hasOwn(refusals, String(code)) ? refusals[String(code)] : undefined;
  return refusal === undefined || typeof refusal === "string" ? undefined : refusal.class;
}

/** A problem of an integration: of its set-up, or of its account at the vendor. */
export interface SetUpProblem {
  class: "CREDENTIAL" | "FUNDS";
  message: string;
}

/** The problem of the integration that a code means which a vendor gives after it has taken the message; undefined for any other code. */
export function setUpProblem(refusals: Refusals, code: string | number): SetUpProblem | undefined {
  const found = classOfCode(refusals, code);
  const message = sentenceOf(refusals, code);
  return message !== undefined && (found === "CREDENTIAL" || found === "FUNDS") ? { class: found, message } : undefined;
}

/** The class that the vendor documents for an answer that is a refusal; undefined where the status decides. */
export function documentedClass(vendor: Codes, answer: Answer): Classification | undefined {
  const { refusals } = vendor;
  const found = refusals && known(vendor, wordsOf(vendor, answer));
  return found && classOfCode(refusals, found.code);
}

/** Says why a vendor refused: by the sentence of its code, else in its own words, else by the class. */
export function refusalInWords(vendor: Vendor, answer: Answer, given: Classification): RefusalInWords {
  const { name, asked = "message" } = vendor;
  const { status } = answer;
  const words = wordsOf(vendor, answer);
  const { message = "" } = words;
  const found = known(vendor, words);
  if (found) {
    const sentence = typeof found.refusal === "string" ? found.refusal : found.refusal.text;
    const own = message === "" || message === found.code ? "" : `: ${message}`;
    return { message: `${sentence} (${name} ${found.code}${own})`, vendorCode: found.code };
  }
  const lead = LEADS[given === "RETRY" && status === TOO_MANY_REQUESTS ? "RATE" : given](name, asked);
  if (message === "") return { message: `${lead}: it gave no reason and answered ${status}` };
  const code = words.codes.find((one) => /\d/.test(one) && one.length <= LONGEST_CODE && one !== String(status));
  const source = code === undefined ? `HTTP ${status}` : code;
  return { message: `${lead}: ${message}${message.includes(source) ? "" : ` (${source})`}`, vendorCode: code };
}
