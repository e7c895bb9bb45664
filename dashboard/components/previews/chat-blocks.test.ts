import { expect, test } from "vitest";
import { readBlocks } from "./chat-blocks.ts";

test("blocks of Slack are read as it shows them, in place of the text; one that is not known has its name", () => {
  const plain = (text: string) => ({ type: "plain_text", text });
  const blocks = [
    { type: "header", text: plain("Order 7") },
    {
      type: "section",
      text: { type: "mrkdwn", text: "*left*" },
      fields: [plain("One"), plain("Two")],
      accessory: { type: "image", image_url: "https://example.com/a.png", alt_text: "A cup" },
    },
    { type: "divider" },
    {
      type: "actions",
      elements: [
        { type: "button", text: plain("Track") },
        { type: "button", text: plain("Help") },
      ],
    },
    { type: "context", elements: [{ type: "mrkdwn", text: "Shop" }] },
    { type: "rich_text", elements: [] },
  ];
  expect(readBlocks({ blocks }, "slack")).toEqual({
    replacesText: true,
    blocks: [
      { kind: "heading", text: "Order 7" },
      { kind: "text", text: "*left*" },
      {
        kind: "columns",
        columns: [[{ kind: "text", text: "One", isPlain: true }], [{ kind: "text", text: "Two", isPlain: true }]],
      },
      { kind: "image", url: "https://example.com/a.png", alt: "A cup" },
      { kind: "divider" },
      { kind: "buttons", labels: ["Track", "Help"] },
      { kind: "text", text: "Shop", isQuiet: true },
      { kind: "other", name: "rich text" },
    ],
  });
  expect(readBlocks({ attachments: [{ title: "Details", text: "It left" }] }, "slack")).toEqual({
    replacesText: false,
    blocks: [
      {
        kind: "card",
        blocks: [
          { kind: "heading", text: "Details" },
          { kind: "text", text: "It left" },
        ],
      },
    ],
  });
});

test("cards of Teams are read: adaptive ones and those of connectors", () => {
  const content = {
    type: "AdaptiveCard",
    body: [
      { type: "TextBlock", text: "Order 7", size: "large" },
      { type: "FactSet", facts: [{ title: "Sum", value: "9 €" }] },
      { type: "ColumnSet", columns: [{ items: [{ type: "TextBlock", text: "left" }] }] },
      { type: "Input.Text" },
    ],
    actions: [{ type: "Action.OpenUrl", title: "Track" }],
  };
  expect(readBlocks({ attachments: [{ content }] }, "teams")).toEqual({
    replacesText: true,
    blocks: [
      {
        kind: "card",
        blocks: [
          { kind: "heading", text: "Order 7" },
          { kind: "facts", facts: [{ title: "Sum", text: "9 €" }] },
          { kind: "columns", columns: [[{ kind: "text", text: "left" }]] },
          { kind: "other", name: "input text" },
          { kind: "buttons", labels: ["Track"] },
        ],
      },
    ],
  });
  const connector = { "@type": "MessageCard", title: "Order 7", sections: [{ text: "It left" }] };
  expect(readBlocks(connector, "teams").blocks).toEqual([
    {
      kind: "card",
      blocks: [
        { kind: "heading", text: "Order 7" },
        { kind: "text", text: "It left" },
      ],
    },
  ]);
  expect(readBlocks({ summary: "Order 7" }, "teams")).toEqual({ blocks: [], replacesText: false });
});

test("embeds of Discord are read, below the text", () => {
  const embed = {
    title: "Order 7",
    description: "It **left**",
    fields: [{ name: "Sum", value: 9 }],
    footer: { text: "Shop" },
  };
  const components = [{ type: 1, components: [{ type: 2, label: "Track" }, { type: 3 }] }];
  expect(readBlocks({ embeds: [embed], components }, "discord")).toEqual({
    replacesText: false,
    blocks: [
      {
        kind: "card",
        blocks: [
          { kind: "heading", text: "Order 7" },
          { kind: "text", text: "It **left**" },
          { kind: "facts", facts: [{ title: "Sum", text: "9" }] },
          { kind: "text", text: "Shop", isQuiet: true },
        ],
      },
      { kind: "buttons", labels: ["Track"] },
      { kind: "other", name: "component 3" },
    ],
  });
});

test("what has another shape than the chat takes makes no block", () => {
  expect(readBlocks({ blocks: "none", attachments: [7] }, "slack")).toEqual({ blocks: [], replacesText: false });
  expect(readBlocks({ blocks: [{}] }, "slack").blocks).toEqual([{ kind: "other", name: "block without a type" }]);
});
