import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useId, useLayoutEffect, useRef, useState } from "react";
import { isMjml } from "#contract/constants/templates/mjml.ts";
import type { ConvertEmailBody, ConvertedEmailBody } from "#contract/v2/email-bodies.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { errorNote } from "#dashboard/components/controls/field.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { Alert } from "#dashboard/components/feedback/alert.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useEditing } from "../editor-context.tsx";
import { useMissing } from "../missing-context.ts";
import { TemplateField } from "../template-field.tsx";
import type { StepForm } from "../use-step-form.ts";
import { isBlocks } from "./body-kind.ts";
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
  const [offered, setOffered] = useState<ConvertedEmailBody>();
  const [isLeavingBlocks, setLeavingBlocks] = useState(false);
  const labelId = useId();
  const body = text("body");
  const hasBlocks = isBlocks(body, values.editorType);
  const inMjml = isMjml(body);

  const latest = useRef(body);
  useLayoutEffect(() => {
    latest.current = body;
  });

  const takeBlocks = (next: ConvertedEmailBody) => set({ body: next.body, editorType: "block" });

  function choose(mode: "blocks" | "html"): void {
    if (mode === "html") {
      if (body.trim() === "") set({ editorType: "html" });
      else setLeavingBlocks(true);
    } else if (body.trim() === "") set({ body: "", editorType: "block" });
    else
      convert.mutate({ body, to: "blocks" }, (next) => {
        // What was typed meanwhile is not in them.
        if (latest.current !== body) return;
        if (next.losses.length > 0 || inMjml) setOffered(next);
        else takeBlocks(next);
      });
  }

  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span id={labelId} aria-hidden={!hasBlocks} className="font-medium">
          Body
        </span>
        {!readOnly && (
          <Segmented
            label="Body as"
            value={hasBlocks ? "blocks" : "html"}
            options={[
              { id: "blocks", text: "Blocks" },
              { id: "html", text: inMjml ? "MJML" : "HTML" },
            ]}
            onChange={choose}
          />
        )}
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
      <Confirmation
        open={isLeavingBlocks}
        onClose={() => setLeavingBlocks(false)}
        title="Edit the body as HTML?"
        action="Change to HTML"
        tone="primary"
        onConfirm={async () => {
          convert.mutate({ body, to: "html" }, (next) => set({ body: next.body, editorType: "html" }));
        }}
      >
        The blocks become the HTML that is sent for them now, so the email stays the same. Undo brings the blocks back.
      </Confirmation>
      <Confirmation
        open={offered !== undefined}
        onClose={() => setOffered(undefined)}
        title="Edit the body as blocks?"
        action="Change to blocks"
        tone="primary"
        onConfirm={async () => {
          if (offered) takeBlocks(offered);
        }}
      >
        {offered && <Losses {...offered} source={inMjml ? "MJML" : "HTML"} />}
      </Confirmation>
    </div>
  );
}

/** The changes that are made when HTML becomes blocks. */
function Losses({ losses, htmlBlocks, source }: ConvertedEmailBody & { source: string }) {
  const lost = losses.length > 0 ? ` Not kept: ${new Intl.ListFormat("en").format(losses)}.` : "";
  return (
    <>
      <p>{`Texts, links, images and variables all stay.${lost}`}</p>
      {htmlBlocks > 0 && (
        <p>
          {htmlBlocks === 1
            ? "One part that blocks cannot hold stays HTML, in a block of its own."
            : `${htmlBlocks} parts that blocks cannot hold stay HTML, in blocks of their own.`}
        </p>
      )}
      <p>{`Undo brings the ${source} back.`}</p>
    </>
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
