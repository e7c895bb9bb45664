import { webAddressOf } from "#contract/constants/values/web-address.ts";
import { DomainError } from "#domain/errors.ts";

/** Refuses the address of a picture that browsers would fetch in clear; in development it is accepted. */
export function requireHttpsImage(
  { mode }: { mode: "development" | "production" },
  field: string,
  url: string | null | undefined,
): void {
  if (mode === "development" || !url || webAddressOf(url)?.protocol === "https:") return;
  throw new DomainError("invalid_input", [`${field} must be an https address`]);
}
