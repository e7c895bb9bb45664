import { useEffect, useRef, useState } from "react";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { MailFrame } from "#dashboard/components/display/mail-frame.tsx";
import { type Shape, usePreviewLook } from "./preview-look.ts";
import type { PreviewOf } from "./preview-message.ts";

const SHAPES = [
  { id: "desktop", text: "Desktop" },
  { id: "phone", text: "Phone" },
  { id: "text", text: "Plain text" },
] as const;
const SCHEMES = [
  { id: "light", text: "Light" },
  { id: "dark", text: "Dark" },
] as const;

/** Pixels that a mail has on each device, which its style rules ask for. */
const WIDTHS: Readonly<Record<Exclude<Shape, "text">, number>> = { desktop: 700, phone: 375 };
const HEIGHT = 620;

/** An email as mail programs show it: its line in the list, and the mail on a desktop, on a phone, or as plain text. */
export function EmailPreview({
  message: { subject, preheader, senderName, html, text },
}: {
  message: PreviewOf<"email">;
}) {
  const { shape, scheme, setShape, setScheme } = usePreviewLook();
  const isAsIs = scheme === "dark" && shape !== "text" && !html.includes("prefers-color-scheme");
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Segmented label="Shown as" value={shape} options={SHAPES} onChange={setShape} />
        {shape !== "text" && <Segmented label="Appearance" value={scheme} options={SCHEMES} onChange={setScheme} />}
      </div>
      <dl className="min-w-0 rounded-md border px-3 py-2 [&_dd]:wrap-anywhere">
        <div className="flex gap-2 text-xs text-muted">
          <dt className="sr-only">From</dt>
          <dd dir="auto" translate="no">
            {senderName || "Your sender name"}
          </dd>
        </div>
        <dt className="sr-only">Subject</dt>
        <dd dir="auto" translate="no" className="font-semibold">
          {subject || <span className="text-muted">No subject</span>}
        </dd>
        {preheader !== "" && (
          <>
            <dt className="sr-only">Preheader</dt>
            <dd dir="auto" translate="no" className="text-muted">
              {preheader}
            </dd>
          </>
        )}
      </dl>
      {shape === "text" ? (
        <section
          aria-label="Plain text"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
          tabIndex={0}
          className="max-h-160 overflow-auto rounded-md border p-3"
        >
          <pre translate="no" dir="auto" className="font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
            {text || "This mail has no text."}
          </pre>
        </section>
      ) : (
        <ScaledMail html={html} width={WIDTHS[shape]} scheme={scheme} subject={subject} />
      )}
      {isAsIs && (
        <p className="text-xs text-muted">
          The mail has no dark styles. Programs show it as it is, and some turn its colours around.
        </p>
      )}
    </>
  );
}

interface ScaledMailProps {
  html: string;
  width: number;
  scheme: "light" | "dark";
  subject: string;
}

/** The mail with the width of a device, made smaller where there is less room. */
function ScaledMail({ html, width, scheme, subject }: ScaledMailProps) {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(width);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, room / width);
  return (
    <div ref={box} className="dimmed-mail overflow-hidden rounded-md" style={{ height: HEIGHT }}>
      <div
        className="mx-auto origin-top-left overflow-hidden rounded-md border"
        style={{
          width,
          height: HEIGHT / scale,
          ...(scale < 1 && { transform: `scale(${scale})` }),
        }}
      >
        <MailFrame html={html} scheme={scheme} title={`Mail: ${subject || "No subject"}`} width="box" />
      </div>
    </div>
  );
}
