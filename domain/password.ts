import { DomainError } from "./errors.ts";

/** Rules of a password: product.md section 5. */
const POLICY =
  "password must have 8 to 64 characters, among them an uppercase letter, a lowercase letter, a digit and one of " +
  "# ? ! @ $ % ^ & * ( ) -, and no whitespace";

const RULES = [/^\S{8,64}$/u, /\p{Lu}/u, /\p{Ll}/u, /[0-9]/, /[#?!@$%^&*()-]/];

/** Throws `invalid_input` with the whole policy unless a password meets it. */
export function requireStrongPassword(password: string): void {
  if (!RULES.every((rule) => rule.test(password))) throw new DomainError("invalid_input", POLICY);
}
