import { useMemo } from "react";
import { renderSVG } from "uqr";

/** A QR code, black on white in both themes, as cameras need it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const image = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`, [text]);
  return <img src={image} alt={label} className="size-44 rounded-md border bg-white" />;
}
