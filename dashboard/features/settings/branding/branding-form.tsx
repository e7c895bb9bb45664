import { useEffect } from "react";
import { z } from "zod";
import { type Branding, UpdateBranding } from "#contract/accounts/organizations.ts";
import { LogoField } from "#dashboard/components/branding/logo-field.tsx";
import { ColorField } from "#dashboard/components/controls/color-field.tsx";
import { FieldGroup } from "#dashboard/components/controls/field.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { FormInput, type FormOf, fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const { shape } = UpdateBranding;
const orEmpty = <T extends z.ZodType<string, string>>(schema: T) => z.union([z.literal(""), schema]);

/** Texts of a form: an empty one is none. */
const TypedBranding = z.object({
  logo: orEmpty(shape.logo.unwrap()),
  color: orEmpty(shape.color.unwrap()),
  fontColor: orEmpty(shape.fontColor.unwrap()),
  contentBackground: orEmpty(shape.contentBackground.unwrap()),
  fontFamily: orEmpty(shape.fontFamily.unwrap()),
  direction: z.enum(["ltr", "rtl"]),
});
type TypedBranding = z.infer<typeof TypedBranding>;

interface BrandingFormProps {
  branding: Branding;
  /** Called with what is typed as soon as it would be taken. */
  onTyped: (branding: UpdateBranding) => void;
}

/** The logo, colours and font of the organisation. */
export function BrandingForm({ branding, onTyped }: BrandingFormProps) {
  const { write } = useEnvironment();
  const { logo = "", color = "", fontColor = "", contentBackground = "", fontFamily = "", direction } = branding;
  return (
    <SchemaForm
      schema={TypedBranding}
      initial={{ logo, color, fontColor, contentBackground, fontFamily, direction: direction ?? "ltr" }}
      keptName="branding"
      className="items-start"
      action="Save branding"
      send={async (typed, form) => {
        await write("organizations.updateBranding", givenOf(typed));
        form.reset(typed);
        showToast({ tone: "success", text: "The branding was saved" });
      }}
    >
      {(form) => (
        <div className="flex w-full flex-col gap-4">
          <Typed form={form} onTyped={onTyped} />
          <LogoField
            value={form.watch("logo")}
            onChange={(next) => form.setValue("logo", next, { shouldDirty: true, shouldValidate: true })}
            error={fieldError(form, "logo")}
          />
          <ColorField form={form} name="color" label="Colour" hint="Of buttons in mails and on the preferences page" />
          <ColorField
            form={form}
            name="fontColor"
            label="Text colour"
            hint="For your layouts: {{ branding.fontColor }}"
          />
          <ColorField
            form={form}
            name="contentBackground"
            label="Background of content"
            hint="For your layouts: {{ branding.contentBackground }}"
          />
          <FormInput
            form={form}
            name="fontFamily"
            label="Fonts"
            placeholder="Inter, sans-serif"
            hint="For your layouts: {{ branding.fontFamily }}"
          />
          <FieldGroup label="Direction of inboxes">
            {() => (
              <Segmented
                label="Direction of inboxes"
                value={form.watch("direction")}
                options={DIRECTIONS}
                onChange={(next) => form.setValue("direction", next, { shouldDirty: true })}
              />
            )}
          </FieldGroup>
        </div>
      )}
    </SchemaForm>
  );
}

const DIRECTIONS = [
  { id: "ltr", text: "Left to right" },
  { id: "rtl", text: "Right to left" },
] as const;

/** Leaves out what is empty. */
const givenOf = (typed: TypedBranding): UpdateBranding =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""));

function Typed({
  form,
  onTyped,
}: {
  form: FormOf<TypedBranding, TypedBranding>;
  onTyped: BrandingFormProps["onTyped"];
}) {
  const values = JSON.stringify(form.watch());
  useEffect(() => {
    const { data } = TypedBranding.safeParse(JSON.parse(values));
    if (data) onTyped(givenOf(data));
  }, [values, onTyped]);
  return null;
}
