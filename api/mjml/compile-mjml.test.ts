import { expect, test } from "vitest";
import { compileMjml } from "./compile-mjml.ts";

const inBody = (content: string, head = "") => `<mjml>${head}<mj-body>\n${content}\n</mj-body></mjml>`;
const inColumn = (content: string) => inBody(`<mj-section><mj-column>${content}</mj-column></mj-section>`);

test("Liquid in texts, attributes, styles and between columns is the same after compiling", async () => {
  const pieces = [
    `{% for item in payload.items %}`,
    `{{ item.name | replace: "<b>", '"' | default: "a > b" }}`,
    `{% if item.count < 3 and item.name != "</mj-text>" %}`,
    `{{ payload.url | append: "?a=1&b=2" }}`,
    `{{ payload.color }}`,
    `{{ payload.alt | default: "it's" }}`,
    `{% raw %}{{ not a variable }}{% endraw %}`,
    `{{ payload.css }}`,
    `{{ payload.preview }}`,
  ];
  const [each = "", name = "", condition = "", url = "", color = "", alt = "", raw = "", css = "", preview = ""] =
    pieces;
  const source = inBody(
    `<mj-section><mj-raw>${each}</mj-raw><mj-column>
       <mj-text color="${color}">${name} ${condition}few{% endif %} ${raw} a &lt; b</mj-text>
       <mj-button href="${url}" css-class="strong">Open</mj-button><mj-image src="${url}" alt="${alt}" />
     </mj-column><mj-raw>{% endfor %}</mj-raw></mj-section>`,
    `<mj-head><mj-preview>${preview}</mj-preview><mj-style inline="inline">.strong { color: ${css}; }</mj-style></mj-head>`,
  );
  const { html = "", faults } = await compileMjml(source);
  expect(faults).toEqual([]);
  for (const piece of pieces) expect(html).toContain(piece);
  expect(html).toContain(`href="${url}"`);
  expect(html).toContain(`color:${color}`);
  expect(html).toMatch(/\{% for item in payload\.items %\}[\s\S]*mj-column-per-100[\s\S]*\{% endfor %\}/);
  expect(html).toMatch(/style="[^"]*color: \{\{ payload\.css \}\}/);
  expect(html).not.toMatch(/[\uE000-\uE2FF]/);
});

test("what is wrong is said with its line, and compiled where the rest can be sent", async () => {
  const faultsOf = async (source: string) => (await compileMjml(source)).faults;
  expect(await faultsOf(inBody("\n<mj-section>\n<mj-text>a</mj-text></mj-section>"))).toEqual([
    expect.stringMatching(/^Line 4: mj-text cannot be used inside mj-section, only inside: .*mj-column/),
  ]);
  expect(await faultsOf(inColumn("<mj-tekst>a</mj-tekst>"))).toEqual(["Line 2: mj-tekst is no element of MJML."]);
  expect(
    await faultsOf("<mjml><mj-body><mj-section>\n<mj-column>\n<mj-text>a</mj-text></mj-section></mj-body></mjml>"),
  ).toEqual(["Line 2: mj-column is not closed: end it with </mj-column>."]);
  expect(await faultsOf(inBody("{{ a\n}}\n<mj-section>{% for a in b %}<mj-column /></mj-section>"))).toEqual([
    "Line 2: {{ a }} has no place in mj-body: put it into <mj-raw>.",
    "Line 4: {% for a in b %} has no place in mj-section: put it into <mj-raw>.",
  ]);
  expect(await faultsOf(inColumn(`<mj-text {% if a %}color="red"{% endif %}>a</mj-text>`))).toEqual([
    "Line 2: Liquid has no place between the attributes of mj-text: put it into a value.",
  ]);
  expect(await faultsOf("<mjml></mjml>")).toEqual([expect.stringMatching(/^The MJML cannot be read\. Malformed MJML/)]);
  const lenient = await compileMjml(
    inColumn(`\nlost\n<mj-text colour="red" padding="{{ payload.padding }}">kept</mj-text>`),
  );
  expect(lenient.html).toContain("kept");
  expect(lenient.faults).toEqual([
    "Line 3: The text lost has no place in mj-column and is not sent.",
    "Line 4: mj-text: Attribute colour is illegal.",
    expect.stringMatching(
      /^Line 4: mj-text: Attribute padding has invalid value: \{\{ payload\.padding \}\} for type Unit/,
    ),
  ]);
});

test("no file is read, no prototype is changed, and what is too much is refused", async () => {
  for (const include of ["/etc/passwd", "file:///etc/passwd", "../package.json", "https://example.com/a.mjml"]) {
    for (const type of ["mjml", "css", "html"]) {
      const { html, faults } = await compileMjml(inBody(`<mj-include path="${include}" type="${type}" />`));
      expect(html).toBeUndefined();
      expect(faults).toEqual(["Line 2: mj-include is not supported, as no files are read: paste what it includes."]);
    }
  }
  const hostile = [
    `<mj-head><mj-attributes><__proto__ polluted="1" /></mj-attributes></mj-head>`,
    `<mj-head><mj-attributes><mj-class name="__proto__" polluted="1" /></mj-attributes></mj-head>`,
    `<mj-head><mj-attributes><mj-all __proto__="1" /></mj-attributes></mj-head>`,
    `<mj-head><mj-html-attributes><mj-selector path="constructor"><mj-html-attribute name="__proto__">1</mj-html-attribute></mj-selector></mj-html-attributes></mj-head>`,
  ];
  for (const head of hostile) {
    const { html, faults } = await compileMjml(inBody("<constructor />", head));
    expect(html).toBeUndefined();
    expect(faults).toContainEqual(expect.stringMatching(/cannot be used\.$/));
  }
  expect(Reflect.has({}, "polluted")).toBe(false);
  const deep = await compileMjml(inBody(`${"<mj-wrapper>".repeat(100)}${"</mj-wrapper>".repeat(100)}`));
  expect(deep.faults).toContainEqual("Line 2: Elements are nested more than 60 deep.");
  const many = await compileMjml(inBody("<mj-raw />".repeat(6_000)));
  expect(many.faults).toContainEqual("Line 2: There are more than 5000 elements: shorten the email.");
});
