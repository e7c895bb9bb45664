import { expect, test } from "vitest";
import { emailText } from "./email-text.ts";

test.each([
  ["<p>Hi <b>Ada</b> &amp; co,</p>\n\n<p>two\n  lines</p>", "Hi Ada & co,\n\ntwo lines"],
  ["one<br>two<br/>\n three<br><br>four", "one\ntwo\nthree\n\nfour"],
  [
    "<ul><li>One</li>\n<li>Two<ul><li>Deep<br>er</ul></li></ul><ol start=3><li>a<li><p>b</p></ol>after",
    "- One\n- Two\n  - Deep\n    er\n\n3. a\n4. b\n\nafter",
  ],
  ['<a href="https://example.com/a?b=1&amp;c=2">Open</a>.', "Open (https://example.com/a?b=1&c=2)."],
  [
    '<a href="https://example.com/">example.com</a> <a href="mailto:a@b.example">a@b.example</a>',
    "example.com a@b.example",
  ],
  [
    '<a href="mailto:a@b.example">Write</a> <a href="tel:+4930123">call</a> <a href="tel:+4930123">+49 30-123</a>',
    "Write (a@b.example) call (+4930123) +49 30-123",
  ],
  [
    '<a href="#top">Up</a> <a href="javascript:x()">run</a> <a href="https://x.example"></a> <a>none</a>',
    "Up run none",
  ],
  ['<a href="https://x.example"><img src="logo.png" alt="Logo"></a><img src="pixel.gif">', "Logo (https://x.example)"],
  ["<h1>Title</h1><div>a</div><div>b</div><hr>c", "Title\n\na\nb\n\n--------------------\n\nc"],
  ["<table><tr><td>Tea</td><td> 2.00 </td></tr><tr><td><p>Cake</p></td></tr></table>", "Tea 2.00\n\nCake"],
  ["<blockquote>One<br>two</blockquote>three", "> One\n> two\n\nthree"],
  ["<pre>a\n  b\n\nc</pre>", "a\n  b\n\nc"],
  ['<div style="color: red; display : none">hidden <div>more</div> still</div>x', "x"],
  [
    '<div style="max-height:0;overflow:hidden">hidden</div><p hidden>h</p><span style="mso-hide:all">h</span><p style="max-height:0.5em">x',
    "x",
  ],
  [
    "<head><title>T</title><style>p {}</style></head><script>if (a < b) '</p>'</script><!-- c --><!--[if mso]>m<![endif]--><![if !mso]>x<![endif]>",
    "x",
  ],
  ["5 < 6 & a <3 b, &lt;b&gt; &nbsp; &#8364;", "5 < 6 & a <3 b, <b> €"],
  ["<P TITLE='a > b'>x</P><p title=a\"b>y", "x\n\ny"],
  ['<p title="open', ""],
  ["", ""],
])("the html %j is sent as the text %j", (html, text) => {
  expect(emailText(html)).toBe(text);
});

const filled = (part: string) => part.repeat(Math.ceil(300_000 / part.length));

test.each([
  "<b>",
  "</p>",
  "<br>",
  "&amp;",
  "<",
  " \n",
  "<td>",
  "<p>\n ",
  "<li>",
  "<a href=x>",
  "<a href='",
  "<!--",
  "<style></",
  "<a b",
])("three hundred thousand characters of %j take their time once", (part) => {
  const started = performance.now();
  emailText(`<p>x${filled(part)}`);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test.each([
  ['<div style="visibility: hidden">Preview</div><p>Hi</p>', "Hi"],
  ['<div style="color:red;opacity:0">Preview&#847;&zwnj;</div><p>Hi</p>', "Hi"],
  ['<div style="opacity: 0.0 !important; color: red"><p>Preview</p></div><p>Hi</p>', "Hi"],
  ['<span style="font-size:0px;line-height:0">Preview</span><p>Hi</p>', "Hi"],
  ['<div style="font-size:0">Preview <b style="font-size:1em">too</b></div><p>Hi</p>', "Hi"],
  // Columns stand in cells without a size, as MJML makes them.
  [
    '<td style="font-size:0px"><div style="font-size:0;"><div><p style="font-size:13px">Hi</p> x</div></div></td><p>Ho</p>',
    "Hi\n\nHo",
  ],
  ['<div style="visibility:hidden">a<p style="visibility:visible">Hi</p></div><p>Ho</p>', "Hi\n\nHo"],
  ['<div style="font-size:0"><div>a</div>b</div>Hi', "Hi"],
  ['<p style="opacity:0.5;font-size:0.9em;max-height:0.5em">Hi</p>', "Hi"],
])("what cannot be seen is no text: %s", (html, text) => {
  expect(emailText(html).trim()).toBe(text);
});
