import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { type BodyNode, parseBody } from "../../core/safe-body.ts";
import type { Notification } from "../../core/types.ts";
import { useInboxContext } from "../context.ts";
import { usePart } from "../part.ts";
import { directionOf } from "../text-direction.ts";

export type BodyProps = { notification: Pick<Notification, "body" | "bodyHtml">; id: string; tabIndex: 0 | -1 };

/** A notification's body, clamped to four lines with a button that shows the rest. */
export function Body({ notification: { body, bodyHtml }, id, tabIndex }: BodyProps) {
  const { texts } = useInboxContext();
  const part = usePart();
  const nodes = useMemo(() => (bodyHtml === undefined ? [body] : parseBody(bodyHtml)), [body, bodyHtml]);
  const box = useRef<HTMLDivElement>(null);
  const [expanded, setExpanded] = useState(false);
  const [overflows, setOverflows] = useState(false);

  // The observer reports once the box is laid out: asking for its height would lay all rows of a long list out at once.
  useEffect(() => {
    const element = box.current;
    if (element === null || expanded || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => {
      // It may report once more before it is disconnected; what is unfolded always fits.
      if (element.dataset.expanded !== "true") setOverflows(element.scrollHeight > element.clientHeight + 1);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [expanded]);

  return (
    <div className="belfry-body-box">
      <div ref={box} id={id} {...part("body")} data-expanded={expanded} dir={directionOf(body)}>
        {render(nodes, tabIndex)}
      </div>
      {overflows && (
        <button
          type="button"
          {...part("more")}
          tabIndex={tabIndex}
          aria-expanded={expanded}
          aria-controls={id}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? texts.less : texts.more}
        </button>
      )}
    </div>
  );
}

function render(nodes: BodyNode[], tabIndex: 0 | -1): ReactNode {
  const [first] = nodes;
  // Each text is all that its element has: a translator of the browser takes it, but not from React.
  if (nodes.length === 1 && typeof first === "string") return first;
  return nodes.map((node, index) => {
    // The nodes of a body never change their order.
    const key = index;
    if (typeof node === "string") return <span key={key}>{node}</span>;
    if (node.tag === "br") return <br key={key} />;
    if (node.tag === "a")
      return (
        <a key={key} href={node.href} rel="noopener" tabIndex={tabIndex}>
          {render(node.children, tabIndex)}
        </a>
      );
    return <node.tag key={key}>{render(node.children, tabIndex)}</node.tag>;
  });
}
