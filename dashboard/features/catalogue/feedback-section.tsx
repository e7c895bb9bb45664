import { FileJson, Workflow } from "lucide-react";
import { useState } from "react";
import { BelfryError } from "#client/client.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { ChooseFile } from "#dashboard/components/controls/choose-file.tsx";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { ErrorPanel } from "#dashboard/components/feedback/error-panel.tsx";
import { SkeletonCards, SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { Tabs } from "#dashboard/components/tabs.tsx";
import { useTexts } from "./sample-texts.ts";
import { Section, Specimen } from "./section.tsx";

const FAILURE = new BelfryError(500, "The list could not be read.", {
  requestId: "0192d3f4-9d2b-7c11-a5a9-1c2f4b7e8d90",
});

export function FeedbackSection() {
  const { title, sentence, action, options } = useTexts();
  const [retries, setRetries] = useState(0);
  return (
    <Section id="feedback">
      <Specimen name="Banner" wide>
        <Banner title={title} action={<Button>{action}</Button>}>
          {sentence}
        </Banner>
        <Banner tone="warning" title={title} action={<Button>{action}</Button>} />
        <Banner tone="danger" title={title}>
          {sentence}
        </Banner>
      </Specimen>
      <Specimen name="File" wide>
        <ChooseFile label={title} icon={FileJson} accept=".json" issues={[sentence]} onFile={async () => {}}>
          {sentence}
        </ChooseFile>
      </Specimen>
      <Specimen name="Tabs" wide>
        <Tabs
          label="Parts of a workflow"
          selected="0"
          tabs={options.map((name, index) => ({ id: String(index), name, href: "/catalogue" }))}
        >
          <p>{sentence}</p>
        </Tabs>
      </Specimen>
      <Specimen name="Empty" wide>
        <EmptyState icon={<Workflow />} title={title} action={<Button variant="primary">{action}</Button>}>
          {sentence}
        </EmptyState>
      </Specimen>
      <Specimen name="Error of a part of the screen" wide>
        <div className="rounded-lg border">
          <ErrorPanel key={retries} error={FAILURE} onRetry={() => setRetries(retries + 1)} />
        </div>
      </Specimen>
      <Specimen name="Skeletons" wide>
        <SkeletonRows rows={2} />
        <SkeletonCards cards={1} />
      </Specimen>
    </Section>
  );
}
