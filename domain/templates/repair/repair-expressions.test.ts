import { expect, test } from "vitest";
import { repairExpressions } from "./repair-expressions.ts";
import { strayCharacter } from "./stray-character.ts";

test.each([
  ['<a href="%7B%7Burl%7D%7D">', '<a href="{{url}}">'],
  ["?u=%7b%7b%20url%20%7d%7d&x", "?u={{ url }}&x"],
  ["Hi %7B%7Bname%7D%7D", "Hi {{name}}"],
  ["?u=%7B%7B+url+%7C+upcase+%7D%7D", "?u={{ url | upcase }}"],
  ["%7B%25%20if%20a%20%25%7D", "{% if a %}"],
  ["{{%20url%20}}", "{{ url }}"],
])("an expression encoded as an address is decoded: %s", (written, meant) => {
  expect(repairExpressions(written)).toBe(meant);
});

test.each([
  ["&#123;&#123; name &#125;&#125;", "{{ name }}"],
  ["&lcub;&lcub;a&rcub;&rcub; &lbrace;{a}&rbrace;", "{{a}} {{a}}"],
  ["&#x7B;&#x7b;a&#x7D;&#x07d;", "{{a}}"],
  ["&#123;% if a %&#125;", "{% if a %}"],
  ["&#123;&#123;&#123;a&#125;&#125;&#125;", "{{{a}}}"],
  ["{{&nbsp;name&nbsp;}} {{{&nbsp;a&nbsp;}}}", "{{ name }} {{{ a }}}"],
  ["{% if a &gt; 1 &amp;&amp; b %}", "{% if a > 1 && b %}"],
  ["{{ a | default: &quot;x &amp; y&quot; }}", "{{ a | default: 'x & y' }}"],
  [`<a href="{{ u | default: &#39;x&#39; }}">`, `<a href="{{ u | default: 'x' }}">`],
])("entities in and for braces are decoded: %s", (written, meant) => {
  expect(repairExpressions(written)).toBe(meant);
});

test.each([
  ["{{\u200Bname}}", "{{name}}"],
  ["{{\uFEFF name\u00AD}}", "{{ name}}"],
  ["{\u00AD{a}\u2060} {{ pay\u00ADload.a\u200E }}", "{{a}} {{ payload.a }}"],
  ["{{&shy;a&ZeroWidthSpace;}}", "{{a}}"],
  ["{{ a\u2028|\u3000upcase }}", "{{ a | upcase }}"],
])("characters that are not seen are removed: %j", (written, meant) => {
  expect(repairExpressions(written)).toBe(meant);
});

test.each([
  ["{<b>{ name }</b>}", "<b>{{ name }}</b>"],
  ['{{<span style="color:red">name</span>}}', '<span style="color:red">{{name}}</span>'],
  ["{{ user.<b>name }} is</b>", "<b>{{ user.name }} is</b>"],
  ["<p>{{ name</p><p>}} is</p>", "<p>{{ name}}</p><p> is</p>"],
  ["{% if count<br>> 1 %}many{% endif %}", "{% if count > 1 %}many{% endif %}"],
  ["{{ na<wbr>me }}", "{{ name }}"],
])("elements within an expression go around it: %s", (written, meant) => {
  expect(repairExpressions(written)).toBe(meant);
});

test.each([
  ["{{ name | default: ‘there’ }}", "{{ name | default: 'there' }}"],
  ["{{ name | default: “it’s” }}", "{{ name | default: 'it’s' }}"],
  ["{{ a | default: „x“ | append: «y» }}", "{{ a | default: 'x' | append: 'y' }}"],
  [
    '{{ name | default: "there” }} {{ name | default: “there" }}',
    "{{ name | default: 'there' }} {{ name | default: 'there' }}",
  ],
  ["{{#if (eq a “b”)}}x{{/if}} {{lookup ‘a’ “b”}}", "{{#if (eq a 'b')}}x{{/if}} {{lookup 'a' 'b'}}"],
  ["{{ a | default: “it's” }}", `{{ a | default: "it's" }}`],
  ["｛｛name｝｝ {{ a ｜ default： “x” }}", "{{name}} {{ a | default: 'x' }}"],
  ["{% if a ≥ 1 %}{%– if b –%}", "{% if a >= 1 %}{%- if b -%}"],
  ["\\{\\{ user\\_name \\}\\}", "{{ user_name }}"],
])("signs that an editor or an input method writes are replaced: %s", (written, meant) => {
  expect(repairExpressions(written)).toBe(meant);
});

test.each([
  "{{ name }} {% if a < b and c > d %}{{{ html }}}{{#each items}}{{this}}{{/each}}",
  "{% if a <b and c> d %}",
  '{{ a | append: "<b>x&nbsp;</b>“q” %20" }}',
  "{% raw %}{{&nbsp;a}} %7B%7Ba%7D%7D{% endraw %}{% comment %}&#123;&#123;a&#125;&#125;{% endcomment %}",
  "\\{{ name }} {{! a&nbsp;note }} {{!-- a&nbsp;note --}}",
  "{{ user’s }}",
  "@media print{.a{color:red}} 100%7B {&#123; a }",
  "&#123;&#123;&#123;&#123; a%7B%7B",
  "{{&#123;&#123;a}} {{{{ a&nbsp;}}}}",
])("what is no expression, or has nothing to repair, stays as it is: %s", (text) => {
  expect(repairExpressions(text)).toBe(text);
});

test("what is left of typographic signs is named with its place", () => {
  expect(strayCharacter("{{ user’s }}")).toBe(
    `has ’ in an expression, line 1, column 8: write a straight quote (" or '), a minus sign or a dot in its place`,
  );
  expect(strayCharacter("ok\n {{ a }} {{ a–b }}")).toContain("line 2, column 14");
  expect(strayCharacter("“quoted” {{ a | default: '–' }} {% raw %}{{ a–b }}{% endraw %}")).toBeUndefined();
});
