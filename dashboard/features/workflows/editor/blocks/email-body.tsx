import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useId } from "react";
import { isMjml } from "#contract/constants/templates/mjml.ts";
import type { ConvertEmailBody } from "#contract/v2/email-bodies.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { errorNote } from "#dashboard/components/controls/field.tsx";
import { Alert } from "#dashboard/components/feedback/alert.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useEditing } from "../editor-context.tsx";
import { useMissing } from "../missing-context.ts";
import { TemplateField } from "../template-field.tsx";
import type { StepForm } from "../use-step-form.ts";
import { isBlocks } from "./body-kind.ts";
import { BodyMode } from "./body-mode.tsx";
import type { LayoutAroundProps } from "./layout-around.tsx";

const BlockEditor = lazy(() => import("./block-editor.tsx").catch(() => ({ default: NotLoaded })));

const LayoutAround = lazy(() =>
  import("./layout-around.tsx").catch(() => ({ default: ({ children }: LayoutAroundProps) => children })),
);

interface EmailBodyProps {
  form: StepForm;
  /** The layout that the email is sent in. */
  layout: { _id: string; name: string } | undefined;
}

/** The body of an email, as blocks or as HTML. */
export function EmailBody({ form, layout }: EmailBodyProps) {
  const { readOnly, text, values, set } = form;
  const { write } = useEnvironment();
  const convert = useOneMutation({
    mutationFn: (given: ConvertEmailBody) => write("v2.emailBodies.convert", given),
  });
  const labelId = useId();
  const body = text("body");
  const hasBlocks = isBlocks(body, values.editorType);
  const inMjml = isMjml(body);

  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span id={labelId} aria-hidden={!hasBlocks} className="font-medium">
          Body
        </span>
        {!readOnly && <BodyMode form={form} convert={convert.mutate} />}
      </div>
      {convert.isError && <Alert>{errorText(convert.error)}</Alert>}
      {hasBlocks ? (
        <Blocks form={form} layout={layout} labelId={labelId} />
      ) : (
        <TemplateField
          form={form}
          path="body"
          label="Body"
          labelHidden
          multiline
          html
          hint={inMjml && "MJML is compiled when it is saved. The preview shows the HTML that is sent."}
          value={body}
          onChange={(next) => set({ body: next })}
        />
      )}
    </div>
  );
}

function Blocks({ form, layout, labelId }: EmailBodyProps & { labelId: string }) {
  const { editor } = useEditing();
  const { write } = useEnvironment();
  const missing = useMissing();
  const convert = useOneMutation({
    mutationFn: (given: ConvertEmailBody) => write("v2.emailBodies.convert", given),
  });
  const noteId = useId();
  const error = form.error("body");
  const issues = [...new Set(form.variableIssues("body").map(({ message }) => message))];
  const note = error ? errorNote("Body", error) : "";
  return (
    <>
      <div>
        <div className="flex flex-wrap justify-between gap-x-3 rounded-t-md border border-outline border-b-0 bg-sunken px-3 py-1 text-xs text-muted">
          <span className="min-w-0 wrap-anywhere">
            {layout === undefined ? "No layout around the blocks" : `The layout ${layout.name} is around the blocks`}
          </span>
          {layout && (
            <Link to="/layouts/$layoutId" params={{ layoutId: layout._id }} className="text-accent underline">
              Edit the layout
            </Link>
          )}
        </div>
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <LayoutAround layout={layout}>
            <BlockEditor
              value={form.text("body")}
              onChange={(body) => form.set({ body })}
              onUndo={editor.undo}
              onRedo={editor.redo}
              variables={form.variables}
              seen={form.seen}
              missing={missing}
              readOnly={form.readOnly}
              labelledBy={labelId}
              describedBy={note === "" ? undefined : noteId}
              isInvalid={error !== undefined}
              issues={issues}
              onMailPasted={(html, insert) => convert.mutate({ body: html, to: "blocks" }, ({ body }) => insert(body))}
            />
          </LayoutAround>
        </Suspense>
      </div>
      {convert.isError && <Alert>{errorText(convert.error)}</Alert>}
      {note !== "" && (
        <p id={noteId} className="text-xs text-danger wrap-anywhere">
          {note}
        </p>
      )}
    </>
  );
}

/** Stands for the editor where it cannot be loaded. Blocks are not to be edited as text. */
function NotLoaded() {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-b-md border border-outline p-3">
      <span>The block editor could not be loaded.</span>
      <Button onClick={() => window.location.reload()}>Reload the page</Button>
    </div>
  );
}
