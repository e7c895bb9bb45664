import { expect, test } from "vitest";
import { compileTemplate } from "./compile-template.ts";

const VARIABLES = {
  id: 9007199254740993n,
  other: 9007199254740992n,
  small: 7,
  byId: { "9007199254740993": "found", "9007199254740992": "another" },
  ids: [9007199254740993n, 7, 9007199254740992n],
  mixed: [9007199254740993n, 7, null, "word"],
  fractions: [9007199254740993n, 0.25],
  list: [{ id: 9007199254740995n }, { id: 9007199254740993n }],
};

const DECIMALS = {
  large: 1e21,
  huge: 1e300,
  tiny: 1e-300,
  prices: [0.1, 0.2, 0.3],
  words: ["0.1", "0.2", "0.3", "none"],
  items: [{ price: 0.1 }, { price: 0.2 }, { price: "0.3" }, {}],
};

test.each([
  ["{{ id }}", "9007199254740993"],
  ["{{ id | append: '!' }}", "9007199254740993!"],
  ["{{ list | json }}", '[{"id":9007199254740995},{"id":9007199254740993}]'],
  ["{{ list }}", '{"id":9007199254740995}{"id":9007199254740993}'],
  ["{{ id | size }}", "0"],
  ["{{ id | plus: 1 }} {{ 1 | plus: id }} {{ '1' | plus: id }}", "9007199254740994 9007199254740994 9007199254740994"],
  ["{{ id | minus: id }} {{ id | minus: '9007199254740992' }}", "0 1"],
  ["{{ id | times: 3 }} {{ id | times: id }}", "27021597764222979 81129638414606699710187514626049"],
  ["{{ id | modulo: 10 }} {{ -9007199254740993 | modulo: 10 }} {{ id | modulo: 0 }}", "3 7 NaN"],
  [
    "{{ id | abs }} {{ -9007199254740993 | abs }} {{ '-9007199254740993' | abs }}",
    "9007199254740993 9007199254740993 9007199254740993",
  ],
  ["{{ id | at_least: other }} {{ id | at_most: other }} {{ 5 | at_most: id }}", "9007199254740993 9007199254740992 5"],
  [
    "{{ id | ceil }} {{ id | floor }} {{ id | round }} {{ id | round: 2 }}",
    "9007199254740993 9007199254740993 9007199254740993 9007199254740993",
  ],
  ["{{ id | plus: 0.5 }} {{ id | divided_by: 2 }}", "9007199254740994 4503599627370496"],
  [
    "{{ id | divided_by: 3 }} {{ id | divided_by: '-3' }} {{ id | divided_by: 10, true }} {{ id | divided_by: -10, true }}",
    "3002399751580331 -3002399751580331 900719925474099 -900719925474100",
  ],
  ["{{ id | times: 4 | divided_by: 2 }} {{ 7 | divided_by: 2, true }}", "18014398509481986 3"],
  ["{{ id | divided_by: 0 }} {{ id | divided_by: 0.5 }}", "Infinity 18014398509481986"],
  [
    "{{ list | sum: 'id' }} {{ list | map: 'id' | sum }} {{ id | sum }}",
    "18014398509481988 18014398509481988 9007199254740993",
  ],
  [
    "{{ mixed | sum }} {{ mixed | compact | sum }} {{ fractions | sum }}",
    "9007199254741000 9007199254741000 9007199254740994",
  ],
  ["{{ small | sum }} {{ '3,4' | split: ',' | sum }} {{ nothing | sum }}", "7 7 0"],
  [
    "{{ id | round: -2 }} {{ -9007199254740950 | round: -2 }} {{ id | round: -500 }}",
    "9007199254741000 -9007199254741000 0",
  ],
  ["{{ mixed | compact | json }}", '[9007199254740993,7,"word"]'],
  ["{{ ids | sort | join: ' ' }} {{ ids | reverse | first }}", "7 9007199254740992 9007199254740993 9007199254740992"],
  ["{{ ids | uniq | size }} {% if ids contains 9007199254740993 %}has it{% endif %}", "3 has it"],
  ["{{ list | find: 'id', 9007199254740993 | json }}", '{"id":9007199254740993}'],
  [
    "{{ list | reject: 'id', 9007199254740993 | json }} {{ list | has: 'id', 9007199254740992 }}",
    '[{"id":9007199254740995}] false',
  ],
  ["{{ list | group_by: 'id' | map: 'name' | join: ' ' }}", "9007199254740995 9007199254740993"],
  [
    "{{ list | find_index: 'id', 9007199254740993 }} {{ ids | concat: ids | uniq | join: ' ' }}",
    "1 9007199254740993 7 9007199254740992",
  ],
  ["{{ id | replace: '993', '' }} {{ id | slice: -3, 3 }} {{ id | truncate: 6 }}", "9007199254740 993 900..."],
  ["{{ small | plus: 1 }} {{ small | divided_by: 2 }} {{ '3' | times: 2 }} {{ nothing | plus: 2 }}", "8 3.5 6 2"],
  ["{% if id == 9007199254740993 %}same{% endif %}{% if id == 9007199254740992 %}wrong{% endif %}", "same"],
  ["{% if id > other and id >= 9007199254740993 and id < 9007199254740994 %}in order{% endif %}", "in order"],
  ["{% case id %}{% when 9007199254740992 %}wrong{% when 9007199254740993 %}right{% endcase %}", "right"],
  [
    "{{ id | eq: 9007199254740993 }} {{ id | equals: '9007199254740993' }} {{ id | equals: '9007199254740992' }}",
    "true true false",
  ],
  ["{{ id | gt: other }} {{ id | lte: 9007199254740992 }} {{ id | lt: '9007199254740994' }}", "true false true"],
  [
    "{{ id | numberFormat }} {{ '9007199254740993' | numberFormat: decimalLength: 0 }}",
    "9,007,199,254,740,993.00 9,007,199,254,740,993",
  ],
  ["{{ list | sortBy: 'id' | json }}", '[{"id":9007199254740993},{"id":9007199254740995}]'],
  ["{{ list | where: 'id', 9007199254740995 | json }}", '[{"id":9007199254740995}]'],
  ["{{ list | unique: 'id' | json }}", "[9007199254740995,9007199254740993]"],
  ["{{ list | sort: 'id' | map: 'id' | join: ' ' }}", "9007199254740993 9007199254740995"],
  ["{{ id | date: '%Y' }}{{ id | dateFormat: 'yyyy' }}", "90071992547409939007199254740993"],
  ["{{ byId | lookup: id }}", "found"],
  ["{{ id | pluralize: 'one', 'many' }}", "many"],
  ["{{ id | default: 'none' }} {% unless id %}none{% endunless %}", "9007199254740993 "],
])("%s prints %s", (template, text) => {
  expect(compileTemplate(template, { escape: "none" }).render(VARIABLES)).toBe(text);
});

test.each([
  ["{{ 0.1 | plus: 0.2 }} {{ '0.1' | plus: '0.2' }} {{ 0.3 | minus: 0.1 }}", "0.3 0.3 0.2"],
  [
    "{{ 4.35 | times: 100 }} {{ 4.35 | times: 100 | floor }} {{ 1.1 | times: 1.1 }} {{ 100 | times: 1.1 }}",
    "435 435 1.21 110",
  ],
  ["{{ prices | sum }} {{ items | sum: 'price' }} {{ words | sum }}", "0.6 0.6 0.6"],
  ["{{ 0.3 | modulo: 0.1 }} {{ -0.3 | modulo: 0.2 }} {{ 5.5 | modulo: 2 }} {{ 0.5 | modulo: 0 }}", "0 0.1 1.5 NaN"],
  [
    "{{ 1.15 | divided_by: 0.1 }} {{ 0.3 | divided_by: 0.1, true }} {{ 0.1 | divided_by: 3 }}",
    "11.5 3 0.03333333333333333",
  ],
  [
    "{{ 2.5 | round }} {{ -2.5 | round }} {{ 1.005 | round: 2 }} {{ 2.675 | round: 2 }} {{ 155.5 | round: -1 }}",
    "3 -3 1.01 2.68 160",
  ],
  ["{{ 1.15 | times: 100 | ceil }} {{ 0.07 | times: 100 | ceil }} {{ -0.5 | abs }}", "115 7 0.5"],
  ["{{ 0.1 | at_least: 0.2 }} {{ 0.1 | at_most: '0.05' }} {{ 1.5 | at_least: 2 }}", "0.2 0.05 2"],
  [
    "{{ 1.255 | numberFormat: decimalLength: 2 }} {{ 5.015 | numberFormat }} {{ -1.005 | numberFormat }}",
    "1.26 5.02 -1.01",
  ],
  [
    "{{ '1234.565' | numberFormat }} {{ large | numberFormat }} {{ 8.345 | numberFormat: decimalLength: 0 }}",
    "1,234.57 1,000,000,000,000,000,000,000.00 8",
  ],
  [
    "{% assign n = 0 %}{% for i in (1..10) %}{% assign n = n | plus: 0.1 %}{% endfor %}{{ n }}{% if n == 1 %} is one{% endif %}",
    "1 is one",
  ],
  [
    "{{ 0.5 | plus: nothing }} {{ 'word' | plus: 0.5 }} {{ '0x10' | plus: 0.5 }} {{ ' 1.5 ' | plus: '.5' }}",
    "0.5 0.5 16.5 2",
  ],
  ["{{ huge | plus: tiny }} {{ tiny | times: tiny }} {{ 0.5 | times: huge | times: huge }}", "1e+300 0 Infinity"],
])("numbers are calculated as they are written, in decimals: %s prints %s", (template, text) => {
  expect(compileTemplate(template, { escape: "none" }).render(DECIMALS)).toBe(text);
});

test("a long text of digits is calculated with in time", () => {
  const long = `0.${"123456789".repeat(100_000)}`;
  const { render } = compileTemplate("{{ long | times: long | round: 4 }} {{ long | plus: '0.1' | round: 4 }}", {
    escape: "none",
  });
  expect(render({ long })).toBe("0.0152 0.2235");
});

test("an integer that grows without end is infinite", () => {
  const template = "{% assign n = id %}{% for i in (1..30) %}{% assign n = n | times: n %}{% endfor %}{{ n }}";
  expect(compileTemplate(template, { escape: "none" }).render(VARIABLES)).toBe("Infinity");
});
