import { z } from "zod";
import { notFound } from "#domain/errors.ts";
import { LOGO_THEMES } from "#providers/logo.ts";
import { findLogo } from "#providers/registry.ts";
import { PUBLIC } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import type { ZodRoutes } from "../zod-routes.ts";

/** Marks of providers, for the file names of the catalogue. */
export const providerLogoRoutes: ZodRoutes = async (app) => {
  app.get(
    "/integrations/providers/logos/:theme/:file",
    {
      schema: {
        summary: "The mark of a provider, an SVG image whatever its file name ends in",
        params: z.object({ theme: z.enum(LOGO_THEMES), file: z.string().max(100) }),
        response: { 200: z.string(), ...failures("not_found") },
      },
      config: { access: [PUBLIC] },
    },
    async ({ params: { theme, file } }, reply) => {
      const logo = findLogo(theme, file);
      if (logo === undefined) throw notFound(`No provider has the logo ${file}`);
      return reply
        .type("image/svg+xml")
        .header("cache-control", "public, max-age=86400")
        .serializer(() => logo)
        .send(logo);
    },
  );
};
