import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useId, useRef } from "react";
import { classNames } from "#dashboard/components/class-names.ts";
import { placeOf, within } from "./floating.ts";
import type { BlockMenu } from "./use-block-menu.ts";

interface BlockMenuListProps {
  editor: Editor;
  menu: BlockMenu;
  box: RefObject<HTMLDivElement | null>;
}

/** In pixels. */
const WIDTH = 288;

/** The list of the menu at the cursor. The focus stays in the text; arrow keys choose. */
export function BlockMenuList({ editor, menu, box }: BlockMenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { options, index, list: kind } = menu;
  const isOpen = options.length > 0;

  useEffect(() => {
    const { dom } = editor.view;
    if (!isOpen) return;
    dom.setAttribute("aria-controls", id);
    dom.setAttribute("aria-activedescendant", `${id}-${index}`);
    const shown = list.current?.children[index];
    if (shown instanceof HTMLElement) shown.scrollIntoView?.({ block: "nearest" });
    return () => {
      dom.removeAttribute("aria-controls");
      dom.removeAttribute("aria-activedescendant");
    };
  }, [editor, id, index, isOpen]);

  if (!isOpen) return <p className="sr-only" role="status" />;
  const { bottom, left } = placeOf(editor, box.current, menu.from);
  const chosen = options[index];
  const variable = chosen && "variable" in chosen ? chosen.variable : undefined;
  return (
    <>
      <p className="sr-only" role="status">
        {`${options.length} ${kind === "blocks" ? "blocks" : "variables"}`}
      </p>
      <div
        className="absolute z-30 flex max-w-full flex-col rounded-lg border bg-raised shadow-lg"
        style={{ top: bottom + 4, left: within(left, WIDTH, box.current), width: WIDTH }}
      >
        <div
          ref={list}
          id={id}
          role="listbox"
          // Nobody gets here by Tab, which chooses. Tools that check pages look for this, where it scrolls.
          tabIndex={0}
          aria-label={kind === "blocks" ? "Blocks" : "Variables"}
          className="max-h-64 overflow-auto p-1"
        >
          {options.map((option, place) => {
            const Icon = "kind" in option ? option.kind.icon : undefined;
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the chosen entry
              <div
                key={option.id}
                id={`${id}-${place}`}
                role="option"
                aria-selected={place === index}
                className={classNames(
                  "flex min-h-8 cursor-pointer items-center gap-2 rounded px-2 hover:bg-sunken",
                  place === index && "bg-sunken ring-2 ring-accent ring-inset",
                )}
                onMouseDown={(event) => {
                  event.preventDefault();
                  menu.choose(option);
                }}
              >
                {Icon && <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />}
                <span className={classNames("min-w-0 flex-1 truncate", !Icon && "font-mono text-xs")}>
                  {option.text}
                </span>
                {"variable" in option && <span className="shrink-0 text-xs text-muted">{option.variable.detail}</span>}
              </div>
            );
          })}
        </div>
        {variable && (variable.description || variable.sample !== undefined) && (
          <p className="border-t px-3 py-1.5 text-xs text-muted wrap-anywhere">
            {variable.description} {variable.sample !== undefined && <>Such as {variable.sample}</>}
          </p>
        )}
      </div>
    </>
  );
}
