import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import type { Environment } from "#contract/accounts/environments.ts";
import { ShownSecret } from "#dashboard/components/display/shown-secret.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { DeleteEnvironment } from "#dashboard/features/settings/environments/delete-environment.tsx";
import {
  type EnvironmentAction,
  EnvironmentTable,
} from "#dashboard/features/settings/environments/environment-table.tsx";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { FormButton } from "#dashboard/forms/form-button.tsx";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the page's first load.
const EnvironmentForm = lazyNamed(
  () => import("#dashboard/features/settings/environments/environment-form.tsx"),
  "EnvironmentForm",
);

export const Route = createFileRoute("/_app/settings/environments")({ component: EnvironmentsPage });

function EnvironmentsPage() {
  const { may } = useEnvironment();
  const query = useRead("environments.getAll");
  const [created, setCreated] = useState<Environment>();
  const [asked, setAsked] = useState<{ action: EnvironmentAction; environment: Environment }>();
  const close = () => setAsked(undefined);
  const mayManage = may("environment.manage");
  const key = created?.apiKeys?.[0]?.key;
  const create = mayManage && (
    <FormButton creates text="New environment" title="New environment" height="h-40" keptName="new-environment">
      {({ keptName, close: closeForm }) => (
        <EnvironmentForm
          keptName={keptName}
          onSaved={(environment) => {
            closeForm();
            setCreated(environment);
            showToast({ tone: "success", text: `${environment.name} was created` });
          }}
        />
      )}
    </FormButton>
  );
  return (
    <SettingsLayout path="/settings/environments" actions={create}>
      <p className="text-muted">
        Each has its own workflows, subscribers, integrations and keys. What is built in one comes to another by
        publishing.
      </p>
      {created && key && (
        <ShownSecret
          label="API key of the new environment"
          title={`Copy the API key of ${created.name} now`}
          text="It cannot be shown again: keep it where your application reads its secrets."
          secret={key}
          what="API key"
          onDone={() => setCreated(undefined)}
        />
      )}
      <QueryResult query={query} skeleton={<SkeletonRows />}>
        {(environments) => (
          <EnvironmentTable
            environments={environments}
            onAction={mayManage ? (action, environment) => setAsked({ action, environment }) : undefined}
          />
        )}
      </QueryResult>
      {asked?.action === "edit" && (
        <FormDialog
          open
          onOpenChange={(isOpen) => !isOpen && close()}
          title={`Edit ${asked.environment.name}`}
          height="h-40"
        >
          <EnvironmentForm
            environment={asked.environment}
            keptName={`environment-${asked.environment._id}`}
            onSaved={({ name }) => {
              close();
              showToast({ tone: "success", text: `${name} was saved` });
            }}
          />
        </FormDialog>
      )}
      {asked?.action === "delete" && <DeleteEnvironment environment={asked.environment} onClose={close} />}
    </SettingsLayout>
  );
}
