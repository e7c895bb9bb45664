import { expect, test } from "vitest";
import { insertPreheader } from "./preheader.ts";

const placesOf = (html: string): string =>
  insertPreheader(html, "Soon").replace(/<div style="[^"]*">Soon(?:&#847;&zwnj;&nbsp;)+<\/div>/g, "|");

test.each([
  ["<html><body bgcolor='>'><p>Hi</p></body></html>", "<html><body bgcolor='>'>|<p>Hi</p></body></html>"],
  // Outlook reads both.
  [
    '<!--[if mso]><body class="mso"><![endif]--><body><p>Hi</p></body>',
    '<!--[if mso]><body class="mso"><![endif]--><body>|<p>Hi</p></body>',
  ],
  [
    '<!--[if mso]><body class="mso"><![endif]--><!--[if !mso]><!--><body><!--<![endif]--><p>Hi</p></body>',
    '<!--[if mso]><body class="mso">|<![endif]--><!--[if !mso]><!--><body>|<!--<![endif]--><p>Hi</p></body>',
  ],
  [
    "<!--[if gte mso 9]><body><![endif]--><![if !mso]><body><![endif]><p>Hi</p></body>",
    "<!--[if gte mso 9]><body>|<![endif]--><![if !mso]><body>|<![endif]><p>Hi</p></body>",
  ],
  ["<!-- <body> --><body><p>Hi</p></body>", "<!-- <body> --><body>|<p>Hi</p></body>"],
  ["<!--[if !mso]> <body> <![endif]--><body>", "<!--[if !mso]> <body> <![endif]--><body>|"],
  ["<!--[if mso]><p>Hi</p>", "<!--[if mso]><p>Hi</p>"],
  ["<p>no body</p>", "<p>no body</p>"],
])("the preview of %j stands in each body that its reader has", (html, expected) => {
  expect(placesOf(html)).toBe(expected);
});
