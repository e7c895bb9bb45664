import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type BodyNode, parseBody } from "../core/safe-body.ts";
import { useInboxContext } from "./context.ts";

/** A message's body, clamped to four lines with a button that shows the rest. */
export function Body({ id, content, tabIndex }: { id: string; content: string; tabIndex: 0 | -1 }) {
  const { texts } = useInboxContext();
  const nodes = useMemo(() => parseBody(content), [content]);
  const box = useRef<HTMLDivElement>(null);
  const [expanded, setExpanded] = useState(false);
  const [overflows, setOverflows] = useState(false);

  useLayoutEffect(() => {
    const element = box.current;
    if (element !== null && !expanded) setOverflows(element.scrollHeight > element.clientHeight + 1);
  }, [expanded]);

  return (
    <>
      <div ref={box} id={id} className="belfry-body" data-expanded={expanded}>
        {render(nodes, tabIndex)}
      </div>
      {overflows && (
        <button
          type="button"
          className="belfry-more"
          tabIndex={tabIndex}
          aria-expanded={expanded}
          aria-controls={id}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? texts.less : texts.more}
        </button>
      )}
    </>
  );
}

function render(nodes: BodyNode[], tabIndex: 0 | -1): ReactNode {
  return nodes.map((node, index) => {
    if (typeof node === "string") return node;
    // The nodes of a body never change their order.
    const key = index;
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
