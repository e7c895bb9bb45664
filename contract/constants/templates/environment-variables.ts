/** Characters of a key at most. */
export const VARIABLE_KEY_MAX = 64;
/** Characters of a value at most. */
export const VARIABLE_VALUE_MAX = 4_096;
/** Variables of an organisation at most: lists show all of them. */
export const VARIABLES_MAX = 1_000;

/** Letters, digits and underscores, so that templates can name the variable without quotes. */
export const VARIABLE_KEY_PATTERN = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Stands where the value of a secret variable would be, in everything that is shown or stored. */
export const SECRET_MASK = "••••";
