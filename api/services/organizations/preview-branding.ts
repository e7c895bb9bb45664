import type { BrandingPreview, BrandingToPreview } from "#contract/accounts/branding.ts";
import type { EmailBlock } from "#contract/workflows/templates.ts";
import type { OrganizationRow } from "#db/queries/organizations/organizations.ts";
import { DomainError } from "#domain/errors.ts";
import type { Explainer } from "#explain/explainer.ts";
import { frameOf } from "../../views/preference-page/document.ts";
import { languageOf } from "../../views/preference-page/language.ts";
import { preferencePage } from "../../views/preference-page/page.ts";
import type { PageOfPreferences } from "../preference-page/read-page.ts";

const EXAMPLE_SUBSCRIBER = { subscriberId: "example", firstName: "Ada", email: "ada@example.com" };

/** The choices of somebody who has made some. */
const EXAMPLE_PAGE: PageOfPreferences = {
  address: "a•••@example.com",
  channels: [
    { channel: "email", isOn: true },
    { channel: "sms", isOn: false },
  ],
  fromMessage: undefined,
  workflows: [
    {
      id: "00000000-0000-4000-8000-000000000001",
      name: "Order shipped",
      description: "When a parcel has left",
      channels: [
        { channel: "email", isOn: true },
        { channel: "sms", isOn: false },
      ],
    },
  ],
  locked: [],
  hours: null,
  page: 1,
  query: "",
  hasNext: false,
  isPaged: false,
};

const EXAMPLE_MAIL: EmailBlock[] = [
  { type: "text", content: "Hello {{ subscriber.firstName }}, it should be with you on Thursday." },
  { type: "button", content: "Track the parcel", url: "https://example.com/track" },
];

interface Services {
  explainer: Pick<Explainer, "preview">;
  config: { mode: "development" | "production" };
}

/** Renders what subscribers see with a branding, by the code that renders it for them. Throws `invalid_input` where it cannot be. */
export async function previewBranding(
  { explainer, config }: Services,
  { name, defaultLocale }: Pick<OrganizationRow, "name" | "defaultLocale">,
  branding: BrandingToPreview,
  environmentId: string,
): Promise<BrandingPreview> {
  const frame = frameOf(languageOf(defaultLocale, undefined), { name, branding }, config);
  const rendered = await explainer.preview({
    channel: "email",
    template: { type: "email", contentType: "editor", content: EXAMPLE_MAIL, subject: "Your parcel is on its way" },
    branding,
    subscriber: EXAMPLE_SUBSCRIBER,
    payload: {},
    environmentId,
  });
  if ("error" in rendered) throw new DomainError("invalid_input", rendered.error);
  return { preferencesPage: preferencePage(frame, EXAMPLE_PAGE), mail: "html" in rendered ? rendered.html : "" };
}
