import { PASSWORD_POLICY, PASSWORD_RULES } from "#contract/constants/people.ts";
import { DomainError } from "../errors.ts";

/** Throws `invalid_input` with the whole policy unless a password meets it. */
export function requireStrongPassword(password: string): void {
  if (!PASSWORD_RULES.every(({ pattern }) => pattern.test(password))) {
    throw new DomainError("invalid_input", `password ${PASSWORD_POLICY}`);
  }
}
