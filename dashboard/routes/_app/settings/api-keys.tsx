import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import type { ApiKey } from "#contract/accounts/api-keys.ts";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { CreateKey } from "#dashboard/features/settings/keys/create-key.tsx";
import { CreatedKey } from "#dashboard/features/settings/keys/created-key.tsx";
import { KeyList } from "#dashboard/features/settings/keys/key-list.tsx";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const PATH = "/settings/api-keys";

export const Route = createFileRoute("/_app/settings/api-keys")({ component: ApiKeysPage });

function ApiKeysPage() {
  const { current, may, read } = useEnvironment();
  const mayRead = may("keys.read");
  const query = useQuery({ ...read("apiKeys.list"), enabled: mayRead });
  const [shown, setShown] = useState<{ key: ApiKey; oldKeyText?: string }>();
  const create = may("keys.manage") && <CreateKey onCreated={(key) => setShown({ key })} />;
  return (
    <SettingsLayout path={PATH} allows="see API keys" actions={create}>
      <p className="text-muted">
        Keys of {current?.name}, and keys of the organisation, which reach all environments. Switch the environment to
        see those of another one.
      </p>
      {shown && (
        <CreatedKey
          name={shown.key.name}
          apiKey={shown.key.key}
          oldKeyText={shown.oldKeyText}
          onDone={() => setShown(undefined)}
        />
      )}
      <QueryResult query={query} skeleton={<SkeletonRows />}>
        {(keys) => <KeyList keys={keys} onRolled={(key, oldKeyText) => setShown({ key, oldKeyText })} />}
      </QueryResult>
    </SettingsLayout>
  );
}
