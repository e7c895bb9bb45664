import type { Explainer } from "#activities/explain/explainer.ts";
import type { PreviewLayout } from "#contract/v2/layouts.ts";
import type { LayoutRow } from "#db/queries/layouts/layouts.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { contentOf } from "../v2/layouts/save-layout.ts";

const EXAMPLE_SUBSCRIBER = {
  subscriberId: "example",
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
};
/** Stands where the content of an email will. */
const EXAMPLE_CONTENT = "<p>The content of the email</p>";

/** Renders a layout around a content that stands for any. Throws `invalid_input` when it cannot be rendered. */
export async function previewLayout(
  explainer: Pick<Explainer, "preview">,
  { environmentId }: Scope,
  layout: LayoutRow,
  { controlValues, previewPayload }: PreviewLayout,
) {
  const subscriber = { ...EXAMPLE_SUBSCRIBER, ...previewPayload?.subscriber };
  const content = contentOf(controlValues) ?? layout.content;
  const payload = Object.fromEntries(layout.variables.map(({ name, defaultValue }) => [name, defaultValue ?? ""]));
  const rendered = await explainer.preview({
    channel: "email",
    template: { type: "email", contentType: "customHtml", content: EXAMPLE_CONTENT, subject: layout.name },
    layout: { content },
    subscriber,
    payload,
    environmentId,
  });
  if ("error" in rendered) {
    throw new DomainError("invalid_input", [`controlValues.email.body ${rendered.error}`]);
  }
  const body = "html" in rendered ? rendered.html : "";
  return {
    result: { type: "email" as const, preview: { body } },
    previewPayloadExample: { subscriber },
  };
}
