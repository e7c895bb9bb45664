import type { PreviewLayout } from "#contract/v2/layouts.ts";
import type { LayoutRow } from "#db/queries/layouts/layouts.ts";
import { findOrganization } from "#db/queries/organizations/organizations.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import type { Explainer } from "#explain/explainer.ts";
import { CONTENT_PATH, contentOf } from "../v2/layouts/save-layout.ts";
import { compiledContent, type LayoutServices } from "./save-layout.ts";

const EXAMPLE_SUBSCRIBER = {
  subscriberId: "example",
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
};
/** Stands where the content of an email will. */
const EXAMPLE_CONTENT = "<p>The content of the email</p>";

type PreviewServices = LayoutServices & { explainer: Pick<Explainer, "preview"> };

/** Renders a layout around a content that stands for any. Throws `invalid_input` when it cannot be rendered. */
export async function previewLayout(...input: Parameters<typeof renderLayout>) {
  const { rendered, subscriber } = await renderLayout(...input);
  const body = "html" in rendered ? rendered.html : "";
  return {
    result: { type: "email" as const, preview: { body } },
    previewPayloadExample: { subscriber },
  };
}

/** Returns an email in the layout whose content stands for any. Throws `invalid_input` when it cannot be rendered. */
export async function renderLayout(
  { db, explainer, mjml }: PreviewServices,
  { environmentId, organizationId }: Scope,
  layout: LayoutRow,
  { controlValues, previewPayload, content: inside }: PreviewLayout,
) {
  const subscriber = { ...EXAMPLE_SUBSCRIBER, ...previewPayload?.subscriber };
  const given = contentOf(controlValues);
  const { content } = given === undefined ? layout : await compiledContent(mjml, given, CONTENT_PATH);
  const payload = Object.fromEntries(layout.variables.map(({ name, defaultValue }) => [name, defaultValue ?? ""]));
  const rendered = await explainer.preview({
    channel: "email",
    template: {
      type: "email",
      contentType: "customHtml",
      content: asText(inside ?? EXAMPLE_CONTENT),
      subject: layout.name,
    },
    layout: { content },
    branding: (await findOrganization(db, organizationId))?.branding,
    subscriber,
    payload,
    environmentId,
  });
  if ("error" in rendered) {
    throw new DomainError("invalid_input", [`${CONTENT_PATH} ${rendered.error}`]);
  }
  return { rendered, subscriber };
}

/** Content that is shown as it is: what would open Liquid in it is text. */
const asText = (html: string): string => html.replace(/\{(?=[{%])/g, "&#123;");
