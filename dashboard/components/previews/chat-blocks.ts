import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { Chat } from "./chat-markup.ts";

/** A block of a chat's own, as the preview shows it. Texts have the markup of the chat, unless they are plain. */
export type ChatBlock =
  | { kind: "heading"; text: string }
  | { kind: "text"; text: string; isPlain?: boolean; isQuiet?: boolean }
  | { kind: "facts"; facts: { title: string; text: string }[] }
  | { kind: "columns"; columns: ChatBlock[][] }
  | { kind: "image"; url: string; alt: string }
  | { kind: "buttons"; labels: string[] }
  | { kind: "divider" }
  /** Parts of a card, in a frame. */
  | { kind: "card"; blocks: ChatBlock[] }
  /** The chat knows it, and the preview does not. */
  | { kind: "other"; name: string };

/** The blocks of a message, and whether the chat shows them in place of its text. */
export interface ChatBlocks {
  blocks: ChatBlock[];
  replacesText: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads the fields of a chat's own request: Block Kit of Slack, cards of Teams, embeds of Discord. */
export const readBlocks = (fields: Fields, chat: Chat): ChatBlocks => READERS[chat](fields);

const READERS: Readonly<Record<Chat, (fields: Fields) => ChatBlocks>> = {
  slack(fields) {
    const blocks = objects(fields.blocks).flatMap(slackBlock);
    const attached = objects(fields.attachments).map(slackAttachment);
    return { blocks: [...blocks, ...attached], replacesText: blocks.length > 0 };
  },
  teams(fields) {
    const cards = objects(fields.attachments).map(({ content }) => card(cardBlocks(objectOf(content))));
    const isCard = "@type" in fields || fields.type === "AdaptiveCard" || "sections" in fields;
    const own = isCard ? [card([...cardBlocks(fields), ...messageCard(fields)])] : [];
    return { blocks: [...cards, ...own], replacesText: cards.length > 0 || own.length > 0 };
  },
  discord(fields) {
    const components = objects(fields.components).flatMap(discordComponent);
    return { blocks: [...objects(fields.embeds).map(discordEmbed), ...components], replacesText: false };
  },
};

/** https://docs.slack.dev/reference/block-kit/blocks */
function slackBlock(block: Fields): ChatBlock[] {
  switch (block.type) {
    case "header":
      return [{ kind: "heading", text: textAt(block.text, "text") }];
    case "section": {
      const fields = objects(block.fields).map((field) => [slackText(field)]);
      return [
        ...(block.text === undefined ? [] : [slackText(objectOf(block.text))]),
        ...(fields.length > 0 ? [{ kind: "columns" as const, columns: fields }] : []),
        ...(block.accessory === undefined ? [] : slackElement(objectOf(block.accessory))),
      ];
    }
    case "context":
      return objects(block.elements).flatMap((element) =>
        element.type === "image" ? slackElement(element) : [{ ...slackText(element), isQuiet: true }],
      );
    case "actions":
      return joinButtons(objects(block.elements).flatMap(slackElement));
    case "divider":
      return [{ kind: "divider" }];
    case "image":
      return [...titled(textAt(block.title, "text")), ...slackElement(block)];
    case "markdown":
      return text(textAt(block, "text"));
    default:
      return [other(block.type)];
  }
}

const slackText = (given: Fields): ChatBlock & { kind: "text" } => ({
  kind: "text",
  text: textAt(given, "text"),
  ...(given.type === "plain_text" && { isPlain: true }),
});

function slackElement(element: Fields): ChatBlock[] {
  if (element.type === "image") return image(element.image_url, element.alt_text);
  if (element.type === "button") return [{ kind: "buttons", labels: [textAt(element.text, "text")] }];
  return [other(element.type)];
}

function slackAttachment({ pretext, title, text: body, fields, image_url, footer, blocks }: Fields): ChatBlock {
  const facts = objects(fields).map((field) => ({ title: textAt(field, "title"), text: textAt(field, "value") }));
  return card([
    ...text(pretext),
    ...titled(title),
    ...text(body),
    ...(facts.length > 0 ? [{ kind: "facts" as const, facts }] : []),
    ...image(image_url, ""),
    ...objects(blocks).flatMap(slackBlock),
    ...text(footer, true),
  ]);
}

/** https://adaptivecards.io/explorer */
function cardBlocks({ body, actions }: Fields): ChatBlock[] {
  const labels = objects(actions).map((action) => textAt(action, "title"));
  return [...objects(body).flatMap(cardElement), ...(labels.length > 0 ? [{ kind: "buttons" as const, labels }] : [])];
}

function cardElement(element: Fields): ChatBlock[] {
  switch (element.type) {
    case "TextBlock": {
      const isHeading = element.style === "heading" || /large/i.test(textAt(element, "size"));
      return isHeading ? titled(element.text) : text(element.text, element.isSubtle === true);
    }
    case "Image":
      return image(element.url, element.altText);
    case "ImageSet":
      return objects(element.images).flatMap(cardElement);
    case "FactSet":
      return [factsOf(element.facts, "title", "value")];
    case "Container":
      return objects(element.items).flatMap(cardElement);
    case "ColumnSet":
      return [
        { kind: "columns", columns: objects(element.columns).map(({ items }) => objects(items).flatMap(cardElement)) },
      ];
    case "ActionSet":
      return cardBlocks({ actions: element.actions });
    default:
      return [other(element.type)];
  }
}

/** https://learn.microsoft.com/outlook/actionable-messages/message-card-reference */
function messageCard({ title, text: body, sections, potentialAction }: Fields): ChatBlock[] {
  const labels = objects(potentialAction).map((action) => textAt(action, "name"));
  return [
    ...titled(title),
    ...text(body),
    ...objects(sections).flatMap((section) => [
      ...titled(section.activityTitle ?? section.title),
      ...text(section.activitySubtitle, true),
      ...text(section.text),
      ...(section.facts === undefined ? [] : [factsOf(section.facts, "name", "value")]),
    ]),
    ...(labels.length > 0 ? [{ kind: "buttons" as const, labels }] : []),
  ];
}

/** https://discord.com/developers/docs/resources/message#embed-object */
function discordEmbed(embed: Fields): ChatBlock {
  const fields = objects(embed.fields);
  return card([
    ...text(textAt(embed.author, "name"), true),
    ...titled(embed.title),
    ...text(embed.description),
    ...(fields.length > 0 ? [factsOf(fields, "name", "value")] : []),
    ...image(objectOf(embed.image).url, ""),
    ...image(objectOf(embed.thumbnail).url, ""),
    ...text(textAt(embed.footer, "text"), true),
  ]);
}

function discordComponent(component: Fields): ChatBlock[] {
  if (component.type === 1) return joinButtons(objects(component.components).flatMap(discordComponent));
  if (component.type === 2) return [{ kind: "buttons", labels: [textAt(component, "label")] }];
  return [other(`component ${component.type}`)];
}

/** Buttons that are beside each other. */
function joinButtons(blocks: readonly ChatBlock[]): ChatBlock[] {
  const labels = blocks.flatMap((block) => (block.kind === "buttons" ? block.labels : []));
  const others = blocks.filter(({ kind }) => kind !== "buttons");
  return [...(labels.length > 0 ? [{ kind: "buttons" as const, labels }] : []), ...others];
}

const card = (blocks: ChatBlock[]): ChatBlock => ({ kind: "card", blocks });
const titled = (given: unknown): ChatBlock[] => (isText(given) ? [{ kind: "heading", text: given }] : []);
const text = (given: unknown, isQuiet = false): ChatBlock[] =>
  isText(given) ? [{ kind: "text", text: given, ...(isQuiet && { isQuiet }) }] : [];
const image = (url: unknown, alt: unknown): ChatBlock[] =>
  isText(url) ? [{ kind: "image", url, alt: isText(alt) ? alt : "" }] : [];
const factsOf = (given: unknown, title: string, value: string): ChatBlock => ({
  kind: "facts",
  facts: objects(given).map((fact) => ({ title: textAt(fact, title), text: textAt(fact, value) })),
});
/** By the name that its type has in the JSON, in plain words: "rich_text" as "rich text". */
const other = (type: unknown): ChatBlock => ({
  kind: "other",
  name: isText(type) ? type.replace(/[_.]|(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase() : "block without a type",
});

const isText = (given: unknown): given is string => typeof given === "string" && given !== "";
const objectOf = (given: unknown): Fields => (isJsonObject(given) ? given : {});
const objects = (given: unknown): Fields[] => (Array.isArray(given) ? given.filter(isJsonObject) : []);
function textAt(given: unknown, key: string): string {
  const found = objectOf(given)[key];
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
}
