import { isGsm7 } from "#contract/constants/values/gsm7.ts";
import type { PreviewOf } from "./preview-message.ts";

/** A text message, with the size that is paid for. */
export function SmsPreview({
  message: { content, encoding, segments, units, capacity },
}: {
  message: PreviewOf<"sms">;
}) {
  const wide = encoding === "UCS-2" ? Array.from(content).find((character) => !isGsm7(character)) : undefined;
  return (
    <>
      <Bubble content={content} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-muted [&_dd]:text-text [&_dd]:tabular-nums">
        <dt>Segments</dt>
        <dd>{segments}</dd>
        <dt>Characters</dt>
        <dd>{`${units} of ${capacity}`}</dd>
        <dt>Encoding</dt>
        <dd>{encoding}</dd>
      </dl>
      {wide !== undefined && (
        <p className="text-xs text-muted">{`“${wide}” needs Unicode: 70 characters per segment instead of 160.`}</p>
      )}
    </>
  );
}

const Bubble = ({ content }: { content: string }) => (
  <p
    dir="auto"
    translate="no"
    className="min-h-10 max-w-md min-w-16 self-start rounded-2xl rounded-bl-sm bg-accent-soft px-4 py-2 whitespace-pre-wrap wrap-anywhere"
  >
    {content}
  </p>
);
