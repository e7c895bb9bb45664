import { useLayoutEffect, useRef, useState } from "react";
import { isMjml } from "#contract/constants/templates/mjml.ts";
import type { ConvertEmailBody, ConvertedEmailBody } from "#contract/v2/email-bodies.ts";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import type { StepForm } from "../use-step-form.ts";
import { isBlocks } from "./body-kind.ts";

interface BodyModeProps {
  form: StepForm;
  convert: (body: ConvertEmailBody, onConverted: (converted: ConvertedEmailBody) => void) => void;
}

/** Changes the body of an email between blocks and HTML. Asks first where the other one is not the same. */
export function BodyMode({ form: { text, values, set }, convert }: BodyModeProps) {
  const [offered, setOffered] = useState<ConvertedEmailBody>();
  const [isLeavingBlocks, setLeavingBlocks] = useState(false);
  const body = text("body");
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
      convert({ body, to: "blocks" }, (next) => {
        // What was typed meanwhile is not in them.
        if (latest.current !== body) return;
        if (next.losses.length > 0 || inMjml) setOffered(next);
        else takeBlocks(next);
      });
  }

  return (
    <>
      <Segmented
        label="Body as"
        value={isBlocks(body, values.editorType) ? "blocks" : "html"}
        options={[
          { id: "blocks", text: "Blocks" },
          { id: "html", text: inMjml ? "MJML" : "HTML" },
        ]}
        onChange={choose}
      />
      <Confirmation
        open={isLeavingBlocks}
        onClose={() => setLeavingBlocks(false)}
        title="Edit the body as HTML?"
        action="Change to HTML"
        tone="primary"
        onConfirm={async () => {
          convert({ body, to: "html" }, (next) => set({ body: next.body, editorType: "html" }));
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
    </>
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
