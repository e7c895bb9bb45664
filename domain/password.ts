const MIN_LENGTH = 8;
/** Also keeps what bcrypt reads, 72 bytes, from being cut for most scripts. */
const MAX_LENGTH = 64;
const REQUIRED = [/[A-Z]/, /[a-z]/, /\d/, /[#?!@$%^&*()-]/] as const;

/** What a member is told whose password is refused: one sentence with the whole policy. */
export const PASSWORD_POLICY =
  "The password must be 8 to 64 characters long, without blanks, and contain an upper case letter, a lower case letter, a digit and one of #?!@$%^&*()-";

/** Whether the password meets the policy of product.md section 5. */
export function isAcceptablePassword(password: string): boolean {
  if (password.length < MIN_LENGTH || password.length > MAX_LENGTH || /\s/.test(password)) return false;
  return REQUIRED.every((pattern) => pattern.test(password));
}
