const PREFIX = "erased~";

/**
 * Returns SQL of the text that replaces a vendor's id in a message that was erased. A later report that names the id is recognised by it
 * as one about an erased message, and the id itself, in which some vendors have the number or token of the recipient, cannot be read back.
 */
export const erasedIdentifier = (identifier: string): string =>
  `'${PREFIX}' || encode(sha256(convert_to(${identifier}, 'UTF8')), 'hex')`;

/** Returns SQL of whether an identifier is such a text. */
export const isErasedIdentifier = (identifier: string): string =>
  `coalesce(starts_with(${identifier}, '${PREFIX}'), false)`;
