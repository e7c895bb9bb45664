import { useQuery } from "@tanstack/react-query";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { jsonFault } from "#dashboard/components/controls/json-fault.ts";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { type ChatBlocks, readBlocks } from "./chat-blocks.ts";
import { ChatBlocksView } from "./chat-blocks-view.tsx";
import { CHATS, type Chat } from "./chat-markup.ts";
import { ChatText } from "./chat-text.tsx";
import { usePreviewLook } from "./preview-look.ts";
import type { PreviewOf } from "./preview-message.ts";

const NAMES: Readonly<Record<Chat, string>> = { slack: "Slack", teams: "Teams", discord: "Discord" };
const NO_BLOCKS: ChatBlocks = { blocks: [], replacesText: false };
const PROVIDERS: Readonly<Record<string, Chat>> = { slack: "slack", msteams: "teams", discord: "discord" };

/** A message as a chat shows its markup: that of the environment's integration, until another one is chosen. */
export default function ChatPreview({ message: { content, providers = {} } }: { message: PreviewOf<"chat"> }) {
  const { read } = useEnvironment();
  const { chat, setChat } = usePreviewLook();
  const integrations = useQuery({ ...read("integrations.getAll"), enabled: chat === undefined });
  const used = integrations.data?.find(({ channel, active }) => channel === "chat" && active)?.providerId ?? "";
  const shown = chat ?? PROVIDERS[used] ?? "slack";
  const named = Object.entries(providers);
  const own = named.find(([id]) => PROVIDERS[id] === shown)?.[1] ?? cardIn(content, shown);
  const { blocks, replacesText } = own ? readBlocks(own, shown) : NO_BLOCKS;
  const others = named.flatMap(([id]) => (PROVIDERS[id] === undefined ? [id] : []));
  return (
    <>
      <Segmented
        label="Shown in"
        value={shown}
        options={CHATS.map((id) => ({ id, text: NAMES[id] }))}
        onChange={setChat}
      />
      <div
        dir="auto"
        translate="no"
        className="flex min-h-10 max-w-lg min-w-16 flex-col gap-2 self-start rounded-md border px-4 py-3 wrap-anywhere"
      >
        {!replacesText && <ChatText text={content} chat={shown} />}
        <ChatBlocksView blocks={blocks} chat={shown} />
      </div>
      <p className="text-xs text-muted">
        {replacesText
          ? `${NAMES[shown]} shows the blocks in place of the body, which notifications have.`
          : `${NAMES[shown]} shows its own markup.`}
        {others.length > 0 && ` What is given for ${listed(others)} is sent, and not shown here.`}
      </p>
    </>
  );
}

/** A body for Teams may be a card itself. */
function cardIn(content: string, chat: Chat): Record<string, unknown> | undefined {
  if (chat !== "teams" || !content.trimStart().startsWith("{") || jsonFault(content)) return undefined;
  const card: unknown = JSON.parse(content);
  return isJsonObject(card) ? { ...card } : undefined;
}

const listed = (names: readonly string[]): string => new Intl.ListFormat("en").format(names);
