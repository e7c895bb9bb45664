import { providerLogoOperations } from "#contract/providers.ts";
import { notFound } from "#domain/errors.ts";
import { findLogo } from "#providers/registry.ts";
import { handlers } from "../../handlers.ts";

/** Marks of providers, for the file names of the catalogue. */
export const providerLogoRoutes = handlers(providerLogoOperations, (_app) => ({
  getProviderLogo: async ({ params: { theme, file } }, reply) => {
    const logo = findLogo(theme, file);
    if (logo === undefined) throw notFound(`No provider has the logo ${file}`);
    return reply
      .type("image/svg+xml")
      .header("cache-control", "public, max-age=86400")
      .serializer(() => logo)
      .send(logo);
  },
}));
