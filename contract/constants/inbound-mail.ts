/** Largest mail that is taken, in bytes as it is sent (RFC 1870). */
export const INBOUND_MAIL_MAX_BYTES = 10 * 1024 * 1024;
/** Reply addresses of one mail. */
export const INBOUND_RECIPIENTS_MAX = 10;
/** Files of one mail that are passed on, and their bytes together. Of others, name, type and size are. */
export const INBOUND_FILES_MAX = 50;
export const INBOUND_FILES_MAX_BYTES = 5 * 1024 * 1024;
/** Longest text and longest html that are passed on, in characters. */
export const INBOUND_TEXT_MAX = 500_000;
