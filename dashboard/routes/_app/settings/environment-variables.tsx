import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { NEW_VARIABLE, VariableDialog } from "#dashboard/features/settings/environment-variables/variable-dialog.tsx";
import { VariableList } from "#dashboard/features/settings/environment-variables/variable-list.tsx";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/settings/environment-variables")({
  loader: ({ context: { prefetch, read } }) => prefetch(read("environmentVariables.list", {})),
  component: EnvironmentVariablesPage,
});

function EnvironmentVariablesPage() {
  const { may } = useEnvironment();
  const query = useRead("environmentVariables.list", {});
  const [creating, setCreating] = useState(() => isKept(NEW_VARIABLE));
  const create = may("environment.manage") && (
    <Button variant="primary" data-primary-create onClick={() => setCreating(true)}>
      New variable
    </Button>
  );
  return (
    <SettingsLayout path="/settings/environment-variables" actions={create}>
      <p className="text-muted">
        Texts that workflows and layouts read as{" "}
        <code translate="no" className="font-mono">
          {"{{env.key}}"}
        </code>
        . Each environment has its own value, and publishing copies none.
      </p>
      <QueryResult query={query} skeleton={<SkeletonRows />}>
        {(variables) => <VariableList variables={variables} create={create} />}
      </QueryResult>
      {creating && <VariableDialog onClose={() => setCreating(false)} />}
    </SettingsLayout>
  );
}
