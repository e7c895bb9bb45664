import { providers } from "#providers/registry.ts";
import { documentPart } from "./output.ts";

/** The email providers whose mails do not name Belfry's address for unsubscribing, and why. */
export const unsubscribeList = documentPart("docs/preferences-page.md", "providers/registry.ts", () =>
  providers
    .flatMap((provider) => {
      if (provider.channel !== "email" || provider.withoutListUnsubscribe === undefined) return [];
      return [`- **${provider.name}**: ${provider.withoutListUnsubscribe}.`];
    })
    .join("\n"),
);
