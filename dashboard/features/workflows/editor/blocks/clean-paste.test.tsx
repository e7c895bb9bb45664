// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { cleanPaste, isMailSource } from "./clean-paste.ts";

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri",sans-serif} --></style></head>
<body lang=EN-GB><!--StartFragment-->
<h1 style='mso-style-link:"Heading 1 Char"'><span style='font-size:16.0pt;color:#2E74B5'>Release notes<o:p></o:p></span></h1>
<p class=MsoNormal style='margin-bottom:8.0pt'><span style='font-family:"Calibri",sans-serif;mso-fareast-language:EN-US'>We are <b>very</b> happy, see <a href="https://example.com/notes"><span style='color:#0563C1'>the notes</span></a>.<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Faster</p>
<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o&nbsp; </span>By half</p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·&nbsp; </span>Smaller</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.&nbsp; </span>First</p>
<!--EndFragment--></body></html>`;

const DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;font-weight:400;">Plan</span></h2><p dir="ltr" style="line-height:1.38;text-align:center"><span style="font-size:11pt;font-weight:700;">Bold</span><span style="font-style:italic;white-space:pre-wrap;"> and italic</span></p><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="text-decoration:none;">Item</span></p></li></ul><img src="data:image/png;base64,AAAA"></b>`;

const flat = (html: string) => html.replaceAll(/\s*\n\s*/g, "").trim();

test("a text of Word becomes headings, paragraphs, lists and links, with nothing of Word in them", () => {
  const clean = flat(cleanPaste(WORD));
  expect(clean).toBe(
    '<h1>Release notes</h1><p>We are <b>very</b> happy, see <a href="https://example.com/notes">the notes</a>.</p>' +
      "<ul><li><p>Faster</p><ul><li><p>By half</p></li></ul></li><li><p>Smaller</p></li></ul><ol><li><p>First</p></li></ol>",
  );
});

test("what Word has made bold or italic stays so, whatever it says of other scripts", () => {
  const html =
    "<p class=MsoNormal>Dear <b style='mso-bidi-font-weight:normal'>{{ subscriber.firstName }}</b>, <i style='mso-bidi-font-style:normal'>see</i> <b style='font-weight:normal'>this</b> <span style='mso-bidi-font-weight:bold'>and that</span></p>";
  expect(flat(cleanPaste(html))).toBe("<p>Dear <b>{{ subscriber.firstName }}</b>, <i>see</i> this and that</p>");
});

test("a text of Google Docs keeps what is bold, and what is not is not", () => {
  expect(flat(cleanPaste(DOCS))).toBe(
    '<h2>Plan</h2><p style="text-align: center"><strong>Bold</strong><em> and italic</em></p><ul><li><p>Item</p></li></ul>',
  );
});

test("a table of data stays one, as HTML without the looks of its program; one that only places texts becomes these", () => {
  const data =
    "<table class=MsoTableGrid border=1 style='border:none'><tr><td width=200 style='border:solid windowtext 1.0pt'><p class=MsoNormal>Q1<o:p></o:p></p></td><td colspan=2><p class=MsoNormal><b>42 €</b> {{ payload.sum }}</p></td></tr></table>";
  const html =
    '<table border="1" cellpadding="6" style="border-collapse: collapse"><tbody><tr><td><p>Q1</p></td><td colspan="2"><p><b>42 €</b> {{ payload.sum }}</p></td></tr></tbody></table>';
  const page = new DOMParser().parseFromString(cleanPaste(data), "text/html");
  const [block, ...others] = page.body.children;
  expect(others).toEqual([]);
  expect(block?.getAttribute("data-block")).toBe("htmlCodeBlock");
  expect(JSON.parse(block?.getAttribute("data-attributes") ?? "")).toEqual({ html });

  const inOneColumn = "<table><tr><td><p>Only</p></td></tr><tr><td><p>below</p></td></tr></table>";
  expect(cleanPaste(inOneColumn)).not.toContain("data-block");
  expect(cleanPaste(`<table><tr><td>a</td><td>${inOneColumn}</td></tr></table>`)).not.toContain("data-block");
  expect(cleanPaste('<table role="presentation"><tr><td>a</td><td>b</td></tr></table>')).not.toContain("data-block");
});

test("links to places in the copied document, or on its device, are texts; others stay", () => {
  const links = [
    "#_ftn1",
    "file:///C:/a.docx",
    "javascript:alert(1)",
    "https://a.example",
    "mailto:a@b.example",
    "{{ payload.url }}",
  ];
  const pasted = cleanPaste(links.map((href) => `<a href="${href}">x</a>`).join(""));
  expect(pasted).toBe(
    'xxx<a href="https://a.example">x</a><a href="mailto:a@b.example">x</a><a href="{{ payload.url }}">x</a>',
  );
});

test("an image leaves no empty paragraph, and a line break between blocks none of its own", () => {
  expect(
    cleanPaste(
      '<p>a<br>b</p><br><p><span><span style="display:inline-block"><img src="https://a.example/1.png" width="200" height="100"></span></span></p><br class="Apple-interchange-newline">',
    ),
  ).toBe('<p>a<br>b</p><img src="https://a.example/1.png" width="200">');
});

test("items of Word at a level between two others are one list", () => {
  const item = (level: number, text: string) =>
    `<p style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>1.</span>${text}</p>`;
  expect(cleanPaste(item(1, "a") + item(3, "b") + item(2, "c"))).toBe(
    "<ol><li><p>a</p><ol><li><p>b</p></li><li><p>c</p></li></ol></li></ol>",
  );
});

test("blocks that were copied here stay as they are, and the source of a mail is known", () => {
  const own = '<p data-pm-slice="1 1 []" data-show-if="payload.a">Hi</p>';
  expect(cleanPaste(own)).toBe(own);
  expect([isMailSource("<!DOCTYPE html><html>"), isMailSource("<html lang='en'>"), isMailSource("a <html>")]).toEqual([
    true,
    true,
    false,
  ]);
});
