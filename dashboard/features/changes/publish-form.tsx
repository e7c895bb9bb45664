import { useNavigate } from "@tanstack/react-router";
import { z } from "zod";
import { PUBLICATION_ITEMS_MAX, PUBLICATION_NOTE_MAX } from "#contract/constants/changes.ts";
import type { PublicationPreviewItem } from "#contract/workflows/publications.ts";
import { Field } from "#dashboard/components/controls/field.tsx";
import { TextArea } from "#dashboard/components/controls/text-area.tsx";
import { countText } from "#dashboard/components/display/count-text.ts";
import { fieldError, orNothing } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { namesText } from "./item-texts.tsx";

const PublishValues = z.object({ note: z.string().trim().max(PUBLICATION_NOTE_MAX) });

interface PublishFormProps {
  environments: { sourceEnvironmentId: string; targetEnvironmentId: string };
  items: readonly PublicationPreviewItem[];
  requiresApproval: boolean;
  keptName: string;
  onClose: () => void;
}

/** Publishes workflows, layouts and translation groups, or asks another member to approve that. Opens the publication. */
export function PublishForm({ environments, items, requiresApproval, keptName, onClose }: PublishFormProps) {
  const navigate = useNavigate();
  const { write, nameOf } = useEnvironment();
  const target = nameOf(environments.targetEnvironmentId) ?? "the environment";
  if (items.length > PUBLICATION_ITEMS_MAX) {
    return <p>{`At most ${PUBLICATION_ITEMS_MAX} can be published at once. Select fewer.`}</p>;
  }
  return (
    <SchemaForm
      schema={PublishValues}
      initial={{ note: "" }}
      keptName={keptName}
      action={requiresApproval ? "Ask for approval" : `Publish to ${target}`}
      send={async ({ note }) => {
        const { _id } = await write("publications.create", {
          ...environments,
          resources: items.map((item) => ({ kind: item.kind, id: item._id })),
          note: orNothing(note),
        });
        onClose();
        await navigate({ to: "/changes/$publicationId", params: { publicationId: _id } });
      }}
    >
      {(form) => (
        <>
          <p className="wrap-anywhere">
            {requiresApproval
              ? `${namesText(items)}: published to ${target} as soon as another member approves it.`
              : `${namesText(items)}: events that are triggered in ${target} from now on use it. Runs in progress finish as they began.`}
          </p>
          <Field
            label="Note (optional)"
            hint={`What ${countText(items.length, "change")} ${items.length === 1 ? "is" : "are"} about, for the list of publications`}
            error={fieldError(form, "note")}
          >
            {(control) => <TextArea {...control} rows={3} {...form.register("note")} />}
          </Field>
        </>
      )}
    </SchemaForm>
  );
}
