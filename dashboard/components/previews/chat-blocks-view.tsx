import type { ChatBlock } from "./chat-blocks.ts";
import type { Chat } from "./chat-markup.ts";
import { ChatText, withKeys } from "./chat-text.tsx";

/** The blocks of a message, in their order. */
export const ChatBlocksView = ({ blocks, chat }: { blocks: readonly ChatBlock[]; chat: Chat }) =>
  withKeys(blocks, (block) => <Block block={block} chat={chat} />);

function Block({ block, chat }: { block: ChatBlock; chat: Chat }) {
  switch (block.kind) {
    case "heading":
      return <p className="text-base font-semibold whitespace-pre-wrap">{block.text}</p>;
    case "text":
      return (
        <div className={`flex flex-col gap-1 ${block.isQuiet ? "text-xs text-muted" : ""}`}>
          {block.isPlain ? (
            <p className="whitespace-pre-wrap">{block.text}</p>
          ) : (
            <ChatText text={block.text} chat={chat} />
          )}
        </div>
      );
    case "facts":
      return (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 [&_dt]:font-semibold">
          {withKeys(block.facts, ({ title, text }) => (
            <>
              <dt>{title}</dt>
              <dd>
                <ChatText text={text} chat={chat} />
              </dd>
            </>
          ))}
        </dl>
      );
    case "columns":
      return (
        <div className="grid grid-cols-2 gap-x-4 gap-y-2">
          {withKeys(block.columns, (column) => (
            <div className="flex min-w-0 flex-col gap-2">
              <ChatBlocksView blocks={column} chat={chat} />
            </div>
          ))}
        </div>
      );
    case "image":
      return (
        <img
          src={block.url}
          alt={block.alt}
          title={block.url}
          className="max-h-60 min-h-6 max-w-full self-start rounded border text-xs text-muted"
        />
      );
    case "buttons":
      // As in the other previews, nothing is left by a click.
      return (
        <p className="flex flex-wrap gap-2">
          {withKeys(block.labels, (label) => (
            <span className="rounded-md border border-outline bg-raised px-3 py-1 font-medium">{label}</span>
          ))}
        </p>
      );
    case "divider":
      return <hr className="w-full" />;
    case "card":
      return (
        <div className="flex min-w-0 flex-col gap-2 rounded border border-outline border-s-4 bg-raised px-3 py-2">
          <ChatBlocksView blocks={block.blocks} chat={chat} />
        </div>
      );
    case "other":
      return (
        <p className="rounded border border-dashed border-outline px-2 py-1 text-xs text-muted">
          {`Not shown here: ${block.name}`}
        </p>
      );
  }
}
