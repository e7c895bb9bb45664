import { expect, test } from "vitest";
import { compileTemplate } from "./compile-template.ts";

const VARIABLES = {
  id: 9007199254740993n,
  other: 9007199254740992n,
  small: 7,
  byId: { "9007199254740993": "found", "9007199254740992": "another" },
  list: [{ id: 9007199254740995n }, { id: 9007199254740993n }],
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
  ["{{ id | modulo: 10 }} {{ -9007199254740993 | modulo: 10 }} {{ id | modulo: 0 }}", "3 7 0"],
  [
    "{{ id | abs }} {{ -9007199254740993 | abs }} {{ '-9007199254740993' | abs }}",
    "9007199254740993 9007199254740993 9007199254740993",
  ],
  ["{{ id | at_least: other }} {{ id | at_most: other }} {{ 5 | at_most: id }}", "9007199254740993 9007199254740992 5"],
  [
    "{{ id | ceil }} {{ id | floor }} {{ id | round }} {{ id | round: 2 }}",
    "9007199254740993 9007199254740993 9007199254740993 9007199254740993",
  ],
  ["{{ id | plus: 0.5 }} {{ id | divided_by: 2 }}", "9007199254740992 4503599627370496"],
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

test("an integer that grows without end is infinite", () => {
  const template = "{% assign n = id %}{% for i in (1..30) %}{% assign n = n | times: n %}{% endfor %}{{ n }}";
  expect(compileTemplate(template, { escape: "none" }).render(VARIABLES)).toBe("Infinity");
});
