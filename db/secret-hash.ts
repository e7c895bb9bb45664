import { createHash } from "node:crypto";

/** SHA-256 in hex, by which tokens of mails are found again, and addresses counted, without being stored. */
export const hashSecret = (text: string): string => createHash("sha256").update(text).digest("hex");
