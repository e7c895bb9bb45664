import { useNavigate } from "@tanstack/react-router";
import { z } from "zod";
import { RESUMPTION_NAME_MAX, RESUMPTION_VERSIONS } from "#contract/constants/resumptions.ts";
import { ChoiceCards } from "#dashboard/components/controls/choice-cards.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { countText } from "#dashboard/components/display/count-text.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { FormInput } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { chosenIntegration, IntegrationChoice, USUAL } from "./integration-choice.tsx";
import { ResumePreview } from "./resume-preview.tsx";
import type { ResumeSelection } from "./resume-selection.ts";
import { paceText, SPREAD_OPTIONS, VERSION_TEXTS } from "./resumption-texts.ts";

const ResumeValues = z.object({
  name: z.string().trim().max(RESUMPTION_NAME_MAX),
  version: z.enum(RESUMPTION_VERSIONS),
  /** In seconds. */
  spread: z.string(),
  integration: z.string(),
});

const VERSION_OPTIONS = RESUMPTION_VERSIONS.map((id) => ({ id, ...VERSION_TEXTS[id] }));

interface ResumeFormProps {
  selection: ResumeSelection;
  keptName?: string;
  onClose: () => void;
}

/** The form of a resumption, below what it would do. Opens the resumption once it is stored. */
export function ResumeForm({ selection, keptName, onClose }: ResumeFormProps) {
  const navigate = useNavigate();
  const { write } = useEnvironment();
  const query = useRead("notifications.previewResumption", selection);
  const preview = query.data;
  const isNothing = preview?.isExact && preview.runs === 0;
  const runs = preview?.isExact ? preview.runs : undefined;
  return (
    <>
      <ResumePreview query={query} selected={"runIds" in selection ? selection.runIds.length : undefined} />
      {!isNothing && (
        <SchemaForm
          schema={ResumeValues}
          initial={{ name: "", version: "pinned", spread: "0", integration: USUAL }}
          serverFields={{ spreadSeconds: "spread", integrationId: "integration" }}
          {...(keptName !== undefined && { keptName })}
          action={actionText(preview && { ...preview, isFilter: "filter" in selection })}
          send={async ({ name, version, spread, integration }) => {
            const { _id } = await write("notifications.createResumption", {
              ...selection,
              version,
              spreadSeconds: Number(spread),
              ...chosenIntegration(integration),
              ...(name && { name }),
            });
            onClose();
            await navigate({ to: "/activity/resumptions/$resumptionId", params: { resumptionId: _id } });
          }}
        >
          {(form) => (
            <>
              <ChoiceCards
                label="Workflow version"
                value={form.watch("version")}
                options={VERSION_OPTIONS}
                onChange={(version) => form.setValue("version", version)}
              />
              <IntegrationChoice
                channels={preview?.byChannel.map(({ channel }) => channel) ?? []}
                value={form.watch("integration")}
                onChange={(integration) => form.setValue("integration", integration)}
              />
              <Select
                label="Speed"
                hint={paceText(runs, Number(form.watch("spread")))}
                value={form.watch("spread")}
                options={SPREAD_OPTIONS}
                onChange={(spread) => form.setValue("spread", spread)}
              />
              <FormInput form={form} name="name" label="Name (optional)" hint="To find it in the list of resumptions" />
            </>
          )}
        </SchemaForm>
      )}
    </>
  );
}

function actionText(preview: { runs: number; isExact: boolean; isFilter: boolean } | undefined): string {
  if (preview?.isExact) return `Resume ${countText(preview.runs, "run")}`;
  return preview?.isFilter ? "Resume all that match" : "Resume runs";
}
