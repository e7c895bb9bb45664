import { KeyRound } from "lucide-react";
import { useMemo, useState } from "react";
import type { ApiKey } from "#contract/accounts/api-keys.ts";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { usePeople } from "../use-people.ts";
import { useRoles } from "../use-roles.ts";
import { EndKey } from "./end-key.tsx";
import { type KeyAction, KeyTable } from "./key-table.tsx";
import { RollKey } from "./roll-key.tsx";

// The contract's schemas are not part of the list's first load.
const RenameForm = lazyNamed(() => import("./rename-form.tsx"), "RenameForm");

/** The name under which a new name is kept that was not saved. */
const renamingOf = (id: string) => `rename-key-${id}`;

interface KeyListProps {
  keys: readonly ApiKey[];
  onRolled: (key: ApiKey, oldKeyText: string) => void;
}

/** The keys of the open environment and of the organisation, with what can be done with each. */
export function KeyList({ keys, onRolled }: KeyListProps) {
  const { current, may } = useEnvironment();
  const { nameOf: roleName } = useRoles();
  const personName = usePeople();
  const [asked, setAsked] = useState<{ action: KeyAction; key: ApiKey } | undefined>(() => {
    const key = keys.find(({ _id }) => isKept(renamingOf(_id)));
    return key && { action: "rename", key };
  });
  const close = () => setAsked(undefined);
  const mayManage = may("keys.manage");
  const onAction = useMemo(
    () => (mayManage ? (action: KeyAction, key: ApiKey) => setAsked({ action, key }) : undefined),
    [mayManage],
  );
  const shown = keys.filter(({ type, _environmentId }) => type === "organization" || _environmentId === current?._id);
  return (
    <>
      {shown.length > 0 ? (
        <KeyTable keys={shown} roleName={roleName} personName={personName} onAction={onAction} />
      ) : (
        <EmptyState icon={<KeyRound />} title="No API keys" action="create">
          Applications call the API with a key. {current?.name} has none.
        </EmptyState>
      )}
      {asked?.action === "rename" && (
        <FormDialog open onOpenChange={(open) => !open && close()} title={`Rename ${asked.key.name}`} height="h-24">
          <RenameForm apiKey={asked.key} keptName={renamingOf(asked.key._id)} onRenamed={close} />
        </FormDialog>
      )}
      {asked?.action === "roll" && <RollKey apiKey={asked.key} onClose={close} onRolled={onRolled} />}
      {asked?.action === "end" && <EndKey apiKey={asked.key} onClose={close} />}
    </>
  );
}
