import { type ReactNode, useEffect, useRef, useState } from "react";
import { LAYOUT_PLACE } from "#dashboard/data/composed-reads.ts";
import { useRead } from "#dashboard/data/use-read.ts";

export interface LayoutAroundProps {
  layout: { _id: string; name: string } | undefined;
  children: ReactNode;
}

/** The editor of blocks between the parts of the layout that are sent above and below them. */
export default function LayoutAround({ layout, children }: LayoutAroundProps): ReactNode {
  return (
    <>
      {layout && <LayoutPart layout={layout} side="above" />}
      {children}
      {layout && <LayoutPart layout={layout} side="below" />}
    </>
  );
}

/** A part that is higher is cut off: what matters is that it is there. */
const HEIGHT_MAX = 240;

interface Place {
  /** Pixels above the content of emails, and of the whole mail. */
  above: number;
  all: number;
}

interface LayoutPartProps {
  layout: { _id: string; name: string };
  side: "above" | "below";
}

/** The part of a layout on one side of the content, as the server renders it: dimmed, and not to be used. */
function LayoutPart({ layout, side }: LayoutPartProps) {
  const { data: html, isError } = useRead("v2.layouts.around", layout._id);
  const frame = useRef<HTMLIFrameElement>(null);
  const [place, setPlace] = useState<Place>();
  const [loaded, setLoaded] = useState(0);

  useEffect(() => {
    const page = loaded > 0 ? frame.current?.contentDocument : undefined;
    if (!page?.body) return;
    page.body.inert = true;
    const measure = () => setPlace(placeIn(page));
    // Pictures come later, and the width may change.
    const observer = new ResizeObserver(measure);
    observer.observe(page.documentElement);
    observer.observe(page.body);
    measure();
    return () => observer.disconnect();
  }, [loaded]);

  if (isError)
    return side === "above" ? (
      <p className="border-x border-outline px-3 py-1 text-xs text-warning">The layout cannot be shown.</p>
    ) : null;
  if (html === undefined) return null;
  const height = place ? (side === "above" ? place.above : place.all - place.above) : 0;
  const shown = Math.min(height, HEIGHT_MAX);
  // Above, the end of the part is next to the blocks; below, its beginning.
  const start = place && side === "above" ? height - shown : (place?.above ?? 0);
  return (
    <div
      inert
      className={`overflow-hidden border-x border-outline bg-mail opacity-60 ${side === "below" ? "rounded-b-md border-b" : ""} ${height > 0 ? "" : "border-b-0"}`}
      style={{ height: shown }}
    >
      <iframe
        ref={frame}
        title={`The layout ${layout.name} ${side} the blocks`}
        tabIndex={-1}
        // Nothing in it is executed. Being of this origin, it can be measured.
        sandbox="allow-same-origin"
        referrerPolicy="no-referrer"
        srcDoc={`<meta charset="utf-8">${html}`}
        onLoad={() => setLoaded((count) => count + 1)}
        className="block w-full scheme-light"
        style={{ height: Math.max(place?.all ?? 0, 1), marginTop: -start }}
      />
    </div>
  );
}

/** Returns undefined where the layout shows no content, as its conditions may have it. */
function placeIn(page: Document): Place | undefined {
  const place = page.querySelector(`[${LAYOUT_PLACE}]`);
  if (!place) return undefined;
  // The height of the frame counts as one of its page.
  const all = page.body.getBoundingClientRect().bottom;
  const above = place.getBoundingClientRect().top;
  return { above: Math.round(Math.max(0, above)), all: Math.ceil(Math.max(all, above)) };
}
