import { Suspense, useState } from "react";
import type { FailureGroupDetails } from "#contract/activity/failure-groups.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { resumableFilterOf } from "./error-texts.ts";

// The forms are not part of the screen's first load.
const ResolveForm = lazyNamed(() => import("./resolve-form.tsx"), "ResolveForm");
const IgnoreForm = lazyNamed(() => import("./ignore-form.tsx"), "IgnoreForm");
const OpenError = lazyNamed(() => import("./open-error.tsx"), "OpenError");
const ResumeDialog = lazyNamed(() => import("../resume/resume-dialog.tsx"), "ResumeDialog");

type Opened = "resolve" | "ignore" | "open" | "resume";

/** The buttons of an error: resume its runs, ignore it, resolve it. */
export function ErrorActions({ group }: { group: FailureGroupDetails }) {
  const { _id, state, stepType, providerId } = group;
  const keptName = (of: Opened) => `${of}-error-${_id}`;
  const [opened, setOpened] = useState<Opened | undefined>(() =>
    (["resolve", "ignore"] as const).find((of) => isKept(keptName(of))),
  );
  const close = () => setOpened(undefined);
  const where = providerId ? `steps through ${providerId}` : `${stepType.replaceAll("_", " ")} steps`;
  return (
    <>
      <Button onClick={() => setOpened("resume")}>Resume these runs …</Button>
      {state === "open" ? (
        <>
          <Button onClick={() => setOpened("ignore")}>Ignore …</Button>
          <Button variant="primary" onClick={() => setOpened("resolve")}>
            Resolve …
          </Button>
        </>
      ) : (
        <Button onClick={() => setOpened("open")}>Open again …</Button>
      )}
      <FormDialog
        open={opened === "resolve"}
        onOpenChange={close}
        title="Resolve this error?"
        description="The next failure with the same cause reopens it and names the version."
        height="h-24"
      >
        <ResolveForm id={_id} keptName={keptName("resolve")} onDone={close} />
      </FormDialog>
      <FormDialog
        open={opened === "ignore"}
        onOpenChange={close}
        title="Ignore this error?"
        description="It is hidden from open errors until it comes back. Failures are still counted."
        height="h-48"
      >
        <IgnoreForm id={_id} keptName={keptName("ignore")} onDone={close} />
      </FormDialog>
      <Suspense>
        {opened === "open" && <OpenError id={_id} onClose={close} />}
        {opened === "resume" && (
          <ResumeDialog
            selection={{ filter: resumableFilterOf(group) }}
            description={`All runs of these workflows with failed ${where} since this error was first seen, whatever the reason`}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
