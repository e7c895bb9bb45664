import { handlers } from "#api/handlers.ts";
import { previewBranding } from "#api/services/organizations/preview-branding.ts";
import { uploadLogo } from "#api/services/organizations/upload-logo.ts";
import { brandingOperations, logoOperations } from "#contract/accounts/branding.ts";
import { findLogo } from "#db/queries/organizations/logos.ts";
import { findOrganization } from "#db/queries/organizations/organizations.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { isUuid } from "#domain/values/uuid.ts";

/** How an organisation looks to its subscribers. */
export const brandingRoutes = handlers(brandingOperations, (app) => ({
  uploadLogo: async (request) => ({ data: { url: await uploadLogo(app, request, request.body.file) } }),

  previewBranding: async ({ scope, body }) => {
    const organization = await findOrganization(app.db, scope.organizationId);
    if (!organization) throw new DomainError("unauthorized", "The organization of this token does not exist any more");
    return { data: await previewBranding(app, organization, body, scope.environmentId) };
  },
}));

const FILE = /^(?<id>[0-9a-f-]{36})\.(?:png|jpg)$/;
const A_YEAR_S = 31_536_000;

/** Logos for mail programs and pages of anybody. */
export const logoRoutes = handlers(logoOperations, (app) => ({
  getLogo: async ({ params: { file } }, reply) => {
    const id = FILE.exec(file)?.groups?.id;
    const logo = id && isUuid(id) ? await findLogo(app.db, id) : undefined;
    if (!logo) throw notFound(`There is no logo ${file}`);
    return reply
      .type(logo.type)
      .header("cache-control", `public, max-age=${A_YEAR_S}, immutable`)
      .header("x-content-type-options", "nosniff")
      .header("cross-origin-resource-policy", "cross-origin")
      .send(logo.file);
  },
}));
