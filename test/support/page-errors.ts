import type { Page } from "playwright-core";

/** Collects what goes wrong in the scripts of a page, and what it writes to its console as an error, such as a call that is refused. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
  });
  return errors;
}
