/** Begins texts that stand for a secret: encrypted ones where they are stored, masked ones where they are shown. */
export const SECRET_PREFIX = "nvsk.";
