import { expect, test } from "vitest";
import { convertEmailBody } from "./convert-email-body.ts";

const document = JSON.stringify({ type: "doc", content: [{ type: "horizontalRule" }] });

test("a document becomes the HTML that is sent, HTML becomes a document, and what is one of them already stays", () => {
  const html = '<div style="max-width:600px;margin:0 auto;"><hr></div>';
  expect(convertEmailBody({ body: document, to: "html" }).body).toBe(html);
  expect(convertEmailBody({ body: html, to: "html" }).body).toBe(html);
  expect(convertEmailBody({ body: html, to: "blocks" }).body).toBe(document);
  expect(convertEmailBody({ body: document, to: "blocks" }).body).toBe(document);
});

test("Handlebars is Liquid in the document, and HTML that is neither stays HTML", () => {
  const { body } = convertEmailBody({ body: "{{#if payload.vip}}<p>Hello</p>{{/if}}", to: "blocks" });
  expect(JSON.parse(body).content).toEqual([
    { type: "paragraph", attrs: { showIfKey: "payload.vip" }, content: [{ type: "text", text: "Hello" }] },
  ]);
  expect(convertEmailBody({ body: "{{#if payload.vip}}<p>Hello</p>", to: "blocks" })).toMatchObject({ htmlBlocks: 1 });
});

test("elements in elements without end are read, as HTML", () => {
  for (const tag of ["<div>", "<b>", "<table><tr><td>", "<ul><li>"]) {
    const source = `${tag.repeat(50_000)}x`;
    expect(JSON.parse(convertEmailBody({ body: source, to: "blocks" }).body).content).toEqual([
      { type: "htmlCodeBlock", content: [{ type: "text", text: source }] },
    ]);
  }
});
