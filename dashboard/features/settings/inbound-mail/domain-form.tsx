import { z } from "zod";
import { UpdateEnvironment } from "#contract/accounts/environments.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { FormInput } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const TypedDomain = z.object({ domain: UpdateEnvironment.shape.dns.unwrap().shape.inboundParseDomain.unwrap() });

/** The domain whose mail comes to the environment; an empty one takes it away. */
export function DomainForm({ environmentId, domain }: { environmentId: string; domain: string | null }) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={TypedDomain}
      initial={{ domain: domain ?? "" }}
      serverFields={{ "dns.inboundParseDomain": "domain" }}
      keptName="inbound-mail"
      className="max-w-xl items-start"
      action="Save domain"
      send={async (typed, form) => {
        await write("environments.updateOne", environmentId, { dns: { inboundParseDomain: typed.domain.trim() } });
        form.reset(typed);
        showToast({ tone: "success", text: "The domain was saved" });
      }}
    >
      {(form) => (
        <div className="w-full">
          <FormInput
            form={form}
            name="domain"
            label="Domain"
            placeholder="reply.example.com"
            hint="A subdomain that receives no other mail: all of its mail comes here"
          />
        </div>
      )}
    </SchemaForm>
  );
}
