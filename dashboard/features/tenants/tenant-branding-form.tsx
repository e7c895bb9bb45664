import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { z } from "zod";
import type { Branding } from "#contract/accounts/organizations.ts";
import {
  BRANDING_FIELDS,
  type BrandingField,
  type BrandingValues,
  TENANT_BRANDING_RULES,
} from "#contract/constants/values/tenant-branding.ts";
import type { Tenant } from "#contract/tenants.ts";
import { LogoField } from "#dashboard/components/branding/logo-field.tsx";
import { Button } from "#dashboard/components/controls/button.tsx";
import { ColorField } from "#dashboard/components/controls/color-field.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { FormInput, type FormOf, fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { splitData } from "./branding-of.ts";
import { tenantName } from "./tenant-name.ts";

const typedText = (field: BrandingField) => {
  const { isValid, rule } = TENANT_BRANDING_RULES[field];
  return z
    .string()
    .trim()
    .refine((text) => text === "" || isValid(text), { error: rule });
};

/** Texts of a form: an empty one is inherited. */
const TypedBranding = z.object({
  logo: typedText("logo"),
  color: typedText("color"),
  fontColor: typedText("fontColor"),
  contentBackground: typedText("contentBackground"),
  fontFamily: typedText("fontFamily"),
} satisfies Record<BrandingField, z.ZodType>);
type TypedBranding = z.infer<typeof TypedBranding>;
type BrandingFormOf = FormOf<TypedBranding, TypedBranding>;

interface TenantBrandingFormProps {
  tenant: Tenant;
  /** The organisation's. */
  inherited: Branding;
  /** Called with the tenant's own values as soon as they would be taken. */
  onTyped: (branding: BrandingValues) => void;
}

/** The fields in which messages of a tenant look unlike the organisation's. */
export function TenantBrandingForm({ tenant, inherited, onTyped }: TenantBrandingFormProps) {
  const { read, write } = useEnvironment();
  const queryClient = useQueryClient();
  const { identifier } = tenant;
  const given = splitData(tenant.data).branding ?? {};
  return (
    <SchemaForm
      schema={TypedBranding}
      initial={typedOf(given)}
      keptName={`branding-of-${tenant._id}`}
      className="items-start"
      action="Save branding"
      send={async (typed, form) => {
        // The data is replaced as a whole: what has been changed meanwhile stays.
        const current = await queryClient.fetchQuery({ ...read("tenants.get", identifier), staleTime: 0 });
        await write("tenants.update", identifier, { data: dataWith(current, typed) });
        form.reset(typed);
        showToast({ tone: "success", text: `The branding of ${tenantName(tenant)} was saved` });
      }}
    >
      {(form) => <Fields form={form} inherited={inherited} onTyped={onTyped} />}
    </SchemaForm>
  );
}

type FieldsProps = Pick<TenantBrandingFormProps, "inherited" | "onTyped"> & { form: BrandingFormOf };

function Fields({ form, inherited, onTyped }: FieldsProps) {
  const values = JSON.stringify(form.watch());
  useEffect(() => {
    const { data } = TypedBranding.safeParse(JSON.parse(values));
    if (data) onTyped(ownOf(data));
  }, [values, onTyped]);
  const own = BRANDING_FIELDS.filter((field) => form.watch(field) !== "");
  return (
    <div className="flex w-full flex-col gap-4">
      <LogoField
        value={form.watch("logo")}
        onChange={(next) => form.setValue("logo", next, { shouldDirty: true, shouldValidate: true })}
        error={fieldError(form, "logo")}
        inherited={inherited.logo}
        hint={hintOf(form.watch("logo"), inherited.logo, "An https address of a PNG or JPEG.")}
      />
      {COLORS.map(([name, label, use]) => (
        <ColorField
          key={name}
          form={form}
          name={name}
          label={label}
          inherited={inherited[name]}
          hint={hintOf(form.watch(name), inherited[name], use)}
        />
      ))}
      <FormInput
        form={form}
        name="fontFamily"
        label="Fonts"
        placeholder={inherited.fontFamily || "Inter, sans-serif"}
        hint={hintOf(form.watch("fontFamily"), inherited.fontFamily, "{{ branding.fontFamily }} in layouts.")}
      />
      {own.length > 0 && (
        <Button
          className="self-start"
          onClick={() => {
            for (const field of own) form.setValue(field, "", { shouldDirty: true, shouldValidate: true });
          }}
        >
          Inherit everything
        </Button>
      )}
    </div>
  );
}

const COLORS = [
  ["color", "Colour", "Buttons in mails."],
  ["fontColor", "Text colour", "{{ branding.fontColor }} in layouts."],
  ["contentBackground", "Background of content", "{{ branding.contentBackground }} in layouts."],
] as const;

/** Says which value counts. */
function hintOf(own: string, inherited: string | undefined, use: string): string {
  if (own !== "") return `${use} Clear it to inherit ${inherited ? "the organisation's" : "from the organisation"}.`;
  return `${use} ${inherited ? "Inherited from the organisation." : "The organisation has none, either."}`;
}

/** Values as they were given; those that are no text cannot be shown in a field. */
const typedOf = (given: Record<string, unknown>): TypedBranding => {
  const text = (field: BrandingField) => (typeof given[field] === "string" ? given[field] : "");
  return {
    logo: text("logo"),
    color: text("color"),
    fontColor: text("fontColor"),
    contentBackground: text("contentBackground"),
    fontFamily: text("fontFamily"),
  };
};

const ownOf = (typed: TypedBranding): BrandingValues =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""));

/** The data of a tenant with other values of a branding, of which names that Belfry does not know stay. */
function dataWith({ data }: Tenant, typed: TypedBranding): NonNullable<Tenant["data"]> {
  const { branding, rest } = splitData(data);
  const unknown = Object.entries(branding ?? {}).filter(([name]) => !(name in typed));
  const next = { ...Object.fromEntries(unknown), ...ownOf(typed) };
  const { branding: _replaced, ...others } = rest;
  return { ...others, ...(Object.keys(next).length > 0 && { branding: next }) };
}
