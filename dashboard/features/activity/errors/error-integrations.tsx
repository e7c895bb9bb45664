import { Link } from "@tanstack/react-router";
import { Section } from "#dashboard/components/section.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Leads to the integrations of the provider at which steps failed, where their credentials can be changed. */
export function ErrorIntegrations({ providerId }: { providerId: string }) {
  const { current } = useEnvironment();
  const { data = [] } = useRead("integrations.getAll");
  const own = data.filter((one) => one.providerId === providerId && one._environmentId === current?._id);
  if (own.length === 0) return null;
  return (
    <Section title="Integrations" text="Of this provider: their health, credentials and order">
      <ul className="flex flex-col gap-1">
        {own.map(({ _id, name, active }) => (
          <li key={_id} className="min-w-0 wrap-anywhere">
            <Link
              to="/integrations/$integrationId"
              params={{ integrationId: _id }}
              dir="auto"
              translate="no"
              className="text-accent underline"
            >
              {name}
            </Link>
            {!active && <span className="text-muted"> (switched off)</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
