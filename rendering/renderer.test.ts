import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { RENDERED_MAX } from "#contract/constants/limits.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import { DomainError } from "#domain/errors.ts";
import { toLiquid } from "#domain/templates/handlebars/to-liquid.ts";
import { delayDuring, MAX_DELAY_MS } from "#test/support/event-loop.ts";
import { createRenderer, type RenderMessages } from "./renderer.ts";

const renderer = createRenderer();
afterAll(() => renderer.close());

/** Another one for each attempt of a test, so that nothing is paused from the one before. */
let environmentId = "";
beforeEach(() => {
  environmentId = crypto.randomUUID();
});

const shared = { payload: { item: "Tea & cake", list: [{ n: 1 }, { n: 2 }] } };
const subscribers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    subscriber: { subscriberId: `s${index}`, firstName: `Ann ${index}` },
  }));
const inApp = (content: string, more: Partial<MessageTemplate> = {}): MessageTemplate => ({
  type: "in_app",
  content,
  ...more,
});
const render = (content: string, count: number, more: Partial<RenderMessages> = {}) =>
  renderer.renderMessages({
    channel: "in_app",
    template: inApp(content),
    shared,
    members: subscribers(count),
    environmentId,
    ...more,
  });
const errorsOf = (outcomes: Awaited<ReturnType<typeof render>>) =>
  outcomes.map((outcome) => ("error" in outcome ? outcome.error : undefined));

describe("messages", () => {
  test("addresses that variables make are left out where they would run code, and stay where they open a page", async () => {
    const template = inApp("Hi", {
      cta: {
        data: { url: "{{ url }}", target: "_self" },
        action: { buttons: [{ type: "primary", content: "Go", url: "{{ url }}" }] },
      },
    });
    const ctaOf = async (url: string) => {
      const [outcome] = await render("", 1, { template, shared: { payload: { url } } });
      return outcome && "cta" in outcome ? outcome.cta : undefined;
    };
    for (const url of ["javascript:alert(1)", " JAVA\tSCRIPT:alert(1)", "&#106;avascript:1", "data:text/html,x"]) {
      const cta = await ctaOf(url);
      expect(cta?.data).toEqual({ target: "_self" });
      expect(cta?.action?.buttons).toEqual([{ type: "primary", content: "Go" }]);
    }
    for (const url of ["/orders", "https://example.com", "mailto:a@b.c", "tel:+1", "myapp://open"]) {
      const cta = await ctaOf(url);
      expect(cta?.data).toEqual({ url, target: "_self" });
      expect(cta?.action?.buttons).toEqual([{ type: "primary", content: "Go", url }]);
    }
  });

  test("in-app content keeps its formatting and loses what could harm the page, whoever wrote it", async () => {
    const content = "<b>{{ item }}</b><script>alert(1)</script> <a href='{{ url }}' onclick='x()'>Open</a> {{ html }}";
    const payload = { item: "Tea & cake", url: "javascript:alert(1)", html: "<img src=x onerror=alert(1)>" };
    expect(await render(content, 1, { shared: { payload } })).toEqual([
      expect.objectContaining({
        content: "<b>Tea &amp; cake</b> <a>Open</a> &lt;img src=x onerror=alert(1)&gt;",
      }),
    ]);
    expect(await render("5 < 6 & {{ item }}", 1, { shared: { payload } })).toEqual([
      expect.objectContaining({ content: "5 < 6 & Tea &amp; cake" }),
    ]);
  });

  test("the length of in-app content counts without what is removed, and what cannot be read in time is refused", async () => {
    const max = RENDERED_MAX.in_app;
    const removed = `<script>${"x".repeat(max)}</script>`;
    const [short] = await render(`${removed}<b>Hi</b>`, 1);
    expect(short).toMatchObject({ content: "<b>Hi</b>" });
    const [long] = await render(`<b>${"x".repeat(max)}</b>`, 1);
    expect(long).toMatchObject({ error: expect.stringContaining(`at most ${max}`) });
    const [huge] = await render(`${removed.repeat(4)}<b>Hi</b>`, 1);
    expect(huge).toMatchObject({ error: expect.stringContaining(`at most ${4 * max}`) });
  });

  test("in-app, with an action", async () => {
    const template = inApp("<b>{{ subscriber.firstName }}</b> {{ item }}", {
      subject: " {{ item }} ",
      cta: {
        data: { url: "/{{ subscriber.subscriberId }}", target: "_self" },
        action: { buttons: [{ type: "primary", content: "{{ item }}" }] },
      },
    });
    expect(await render("", 2, { template })).toEqual([
      {
        channel: "in_app",
        content: "<b>Ann 0</b> Tea &amp; cake",
        format: "html",
        subject: "Tea & cake",
        cta: {
          type: "redirect",
          data: { url: "/s0", target: "_self" },
          action: { status: "pending", buttons: [{ type: "primary", content: "Tea & cake" }], result: {} },
        },
      },
      expect.objectContaining({ content: "<b>Ann 1</b> Tea &amp; cake" }),
    ]);
  });

  test("email, with a layout and a preheader", async () => {
    const outcomes = await render("", 1, {
      channel: "email",
      template: {
        type: "email",
        contentType: "customHtml",
        content: "<p>{{ item }}</p>",
        subject: "{{ item }}",
        preheader: "For {{ subscriber.firstName }}",
        senderName: "Shop",
      },
      layout: {
        content: "<body>{{ body }} {{ footer }}</body>",
        variables: [{ name: "footer", type: "String", defaultValue: "Bye" }],
      },
    });
    expect(outcomes).toEqual([
      {
        channel: "email",
        subject: "Tea & cake",
        preheader: "For Ann 0",
        senderName: "Shop",
        content: "<p>Tea &amp; cake</p>",
        html: expect.stringMatching(/^<body><div style="display: none.*For Ann 0.*<p>Tea &amp; cake<\/p> Bye<\/body>$/),
        text: "Tea & cake\n\nBye",
      },
    ]);
  });

  test("text message, chat and push are plain", async () => {
    const content = "{{ item }} ";
    expect(await render("", 1, { channel: "sms", template: { type: "sms", content } })).toEqual([
      { channel: "sms", content: "Tea & cake" },
    ]);
    expect(await render("", 1, { channel: "chat", template: { type: "chat", content } })).toEqual([
      { channel: "chat", content: "Tea & cake", marked: "Tea \uFDD0 cake" },
    ]);
    const push: MessageTemplate = { type: "push", content, title: "{{ subscriber.firstName }}" };
    expect(await render("", 1, { channel: "push", template: push })).toEqual([
      { channel: "push", title: "Ann 0", content: "Tea & cake" },
    ]);
  });

  test("a loop is rendered in a thread, with the same result", async () => {
    const digest = { digest: true, events: [{ a: 1 }, { a: 2 }], total_count: 2 };
    const outcomes = await render("{% for e in step.events %}{{ e.a }},{% endfor %}{{ subscriber.firstName }}", 0, {
      members: [{ subscriber: { firstName: "A&B" }, step: digest }, { subscriber: {} }],
    });
    expect(outcomes).toMatchObject([{ content: "1,2,A&amp;B" }, { content: "" }]);
  });

  test("no members, no outcomes", async () => {
    expect(await render("x", 0)).toEqual([]);
  });

  test("a template that cannot be rendered says why and where, also from a thread", async () => {
    const cheap = errorsOf(await render("a\n{{ x | nope }}", 2));
    expect(cheap).toEqual([expect.stringContaining("undefined filter: nope, line:2"), cheap[0]]);
    const [costly] = errorsOf(await render("{% for x in list %}\n{{ x | nope }}{% endfor %}", 1));
    expect(costly).toContain("undefined filter: nope, line:2");
  });

  test("a call that was given up rejects", async () => {
    const signal = AbortSignal.abort(new Error("given up"));
    await expect(render("x", 1, { signal })).rejects.toThrow("given up");
  });
});

describe("one text", () => {
  test("is rendered as it is", async () => {
    expect(await renderer.renderText("{{ a }} ", { a: "<1>" })).toBe("<1> ");
    expect(await renderer.renderText("{% for x in a %}{{ x }}{% endfor %}", { a: [1, 2] })).toBe("12");
  });

  test("fails with the reason", async () => {
    await expect(renderer.renderText("{{ a | nope }}", {})).rejects.toThrow(DomainError);
    await expect(renderer.renderText("{% for x in (1..3) %}{{ a | nope }}{% endfor %}", {})).rejects.toThrow("nope");
  });
});

describe("size", { retry: 2 }, () => {
  test.each([
    ["in_app", "The content"],
    ["sms", "The content"],
    ["chat", "The content"],
    ["push", "The content"],
    ["email", "The content"],
  ] as const)("%s has a longest text", async (channel, name) => {
    const max = RENDERED_MAX[channel];
    const template: MessageTemplate = { type: channel, contentType: "customHtml", content: "{{ long }}" };
    const outcomes = await render("", 1, { channel, template, shared: { payload: { long: "x".repeat(max + 1) } } });
    expect(errorsOf(outcomes)).toEqual([
      `${name} is ${max + 1} characters, at most ${max}: shorten the template or the payload`,
    ]);
  });

  test("variables without end are not copied to a thread", async () => {
    const list = Array.from({ length: 1_000_000 }, (_, index) => index);
    const { result, delayMs } = await delayDuring(() => render("{{ list }}", 2, { shared: { payload: { list } } }));
    expect(errorsOf(result)[0]).toContain("variables of the message are larger than");
    expect(delayMs).toBeLessThan(MAX_DELAY_MS);
  });
});

// On a busy machine other processes hold up the event loop, too; a template would do so every time.
describe("hostile templates are cut off while everything else goes on", { retry: 2 }, () => {
  const loop = "{% for i in (1..3000) %}{% for j in (1..3000) %}{{ i }}{% endfor %}{% endfor %}";

  test("loops without end: the first members are cut off, the others are not tried", async () => {
    const started = performance.now();
    const { result, delayMs } = await delayDuring(async () => {
      const hostile = render(loop, 45);
      const texts: string[] = [];
      for (let count = 0; count < 20; count++) {
        texts.push(await renderer.renderText("{{ a }}", { a: count }));
        await sleep(20);
      }
      return { outcomes: await hostile, texts };
    });
    expect(performance.now() - started).toBeLessThan(5000);
    expect(delayMs).toBeLessThan(MAX_DELAY_MS);
    expect(result.texts).toHaveLength(20);
    const errors = errorsOf(result.outcomes);
    expect(errors.slice(0, 2)).toEqual(Array(2).fill("The template took longer than 250 ms to render"));
    expect(new Set(errors.slice(2))).toEqual(
      new Set([
        "The template took longer than 250 ms to render. This happened for 2 members in a row, so it is not rendered again for 60 seconds",
      ]),
    );
    const again = performance.now();
    expect(errorsOf(await render(loop, 3))[0]).toContain("not rendered again for 60 seconds");
    // One try would take longer.
    expect(performance.now() - again).toBeLessThan(250);
  });

  test("loops of another customer come through meanwhile", async () => {
    await render("{% for x in list %}{{ x.n }}{% endfor %}", 1);
    const hostile = [render(loop, 45), render(`${loop} `, 45), render(`${loop}  `, 45)];
    const started = performance.now();
    const outcomes = await render("{% for x in list %}{{ x.n }}{% endfor %}", 100);
    expect(outcomes).toHaveLength(100);
    expect(outcomes).toEqual(Array(100).fill(expect.objectContaining({ content: "12" })));
    expect(performance.now() - started).toBeLessThan(2000);
    await Promise.all(hostile);
  });

  const doubled = (step: string, times: number) => step.repeat(times);
  test.each<[string, string]>([
    ["a text that doubles", `{% assign a = "xxxx" %}${doubled("{% assign a = a | append: a %}", 40)}{{ a }}`],
    [
      "a text that doubles in a loop",
      `{% assign a = "x" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}`,
    ],
    [
      "captures that double",
      `{% assign a = "xxxx" %}${doubled("{% capture a %}{{ a }}{{ a }}{% endcapture %}", 40)}{{ a }}`,
    ],
    [
      "captures in loops",
      `{% for i in (1..100000) %}{% capture a %}{{ a }}${"x".repeat(50_000)}{% endcapture %}{% endfor %}{{ a | upcase }}`,
    ],
    [
      "lists in lists",
      `{% assign a = "x" | split: "" %}${doubled("{% assign a = a | push: a %}", 60)}{{ a | join }}{{ a }}`,
    ],
    ["JSON of JSON", `{% assign a = "'" | append: '"' %}${doubled("{% assign a = a | json %}", 60)}{{ a }}`],
    ["a long output", `{% for i in (1..100000) %}${"x".repeat(60_000)}{% endfor %}`],
    [
      "a comparison that never looks at the clock",
      `{% assign a = "x" | split: "" %}{% assign b = "x" | split: "" %}${doubled(
        "{% assign a = a | push: a %}{% assign b = b | push: b %}",
        40,
      )}{% if a == b %}x{% endif %}`,
    ],
    ["more expressions than can be read in time", "{{ a | upcase | downcase }}".repeat(35_000)],
    ["a list without end", "{% for i in (1..1000000000) %}{% endfor %}"],
    [
      "ampersands",
      `{% assign a = "&<>'" %}{% for i in (1..18) %}{% assign a = a | append: a %}{% endfor %}{{ a }}{{ a | escape }}`,
    ],
    [
      "one filter that works for long",
      `{% assign a = "ab" %}{% for i in (1..16) %}{% assign a = a | append: a %}{% endfor %}{% assign l = a | split: "" %}{% for i in (1..100) %}{{ l | sort | size }}{% endfor %}`,
    ],
    ["loops in loops of Handlebars", toLiquid(`${"{{#each @root.list}}".repeat(40)}x${"{{/each}}".repeat(40)}`)],
    ["empty loops of Handlebars", toLiquid("{{#each @root.list}}".repeat(40) + "{{/each}}".repeat(40))],
    [
      "a long output of Handlebars",
      toLiquid(`${"{{#each @root.list}}".repeat(12)}${"x".repeat(60_000)}{{{json}}}${"{{/each}}".repeat(12)}`),
    ],
    ["many variables", "{% for i in (1..2000000) %}{% increment x %}{% endfor %}"],
  ])(
    "%s",
    async (_, content) => {
      const { result, delayMs } = await delayDuring(() => render(content, 5));
      for (const error of errorsOf(result)) {
        expect(error).toMatch(/took longer than|more memory than|is \d+ characters, at most|exceeds|longer than \d+/);
      }
      expect(delayMs).toBeLessThan(MAX_DELAY_MS);
      expect(await render("{% for x in list %}{{ x.n }}{% endfor %}", 1)).toMatchObject([{ content: "12" }]);
    },
    60_000,
  );
});

test("a number is grouped by short separators", async () => {
  const content = `{% assign a = "xx" %}${'{% assign a = "1e308" | numberFormat: thousandsSep: a %}'.repeat(20)}{{ a }}`;
  const [message] = await render(content, 1);
  expect(message && "content" in message && message.content.length).toBeLessThan(3000);
});

describe("style rules", { retry: 2 }, () => {
  const rules = Array.from({ length: 60 }, (_, index) => `.c${index} { color: #${100 + index}; margin: ${index}px }`);
  const rows = Array.from(
    { length: 60 },
    (_, index) => `<tr><td class="c${index}">Row ${index} of a newsletter, {{ item }}</td></tr>`,
  );
  const media = "@media (max-width: 600px) { td { width: 100% !important } }";
  const head = `<head><style>${rules.join("\n")} ${media}</style></head>`;
  const newsletter = `<html>${head}<body><h1>Hello {{ subscriber.firstName }}</h1><table>${rows.join("\n")}</table></body></html>`;
  const email = {
    channel: "email",
    template: { type: "email", contentType: "customHtml", content: newsletter },
  } as const;

  test("of a newsletter are inlined once for a thousand members", async () => {
    await renderer.renderText("{% for x in (1..2) %}{% endfor %}", {});
    const started = performance.now();
    const { result, delayMs } = await delayDuring(() => render("", 1000, email));
    const firstMs = performance.now() - started;
    expect(delayMs).toBeLessThan(MAX_DELAY_MS);
    // Ten times what it takes on a machine that does nothing else; inlining for each member would take minutes.
    expect(firstMs).toBeLessThan(20_000);
    const [first, , third] = result;
    if (!first || !third || !("html" in first) || !("html" in third)) throw new Error("not rendered");
    expect(first.html).toContain(
      '<td style="color: #107; margin: 7px;" class="c7">Row 7 of a newsletter, Tea &amp; cake</td>',
    );
    expect(first.html).toContain("@media (max-width: 600px)");
    expect(first.html).not.toContain(".c7 {");
    expect(first.html).toContain("<h1>Hello Ann 0</h1>");
    expect(third.html).toContain("<h1>Hello Ann 2</h1>");
    expect(first.content).toContain(".c7 {");
    // Inlining takes a multiple of this, and reading html for each member would take minutes.
    let quickest = Number.POSITIVE_INFINITY;
    for (let time = 0; time < 5; time++) {
      const again = performance.now();
      await render("", 10, email);
      quickest = Math.min(quickest, performance.now() - again);
    }
    expect(quickest).toBeLessThan(100);
  }, 60_000);

  test("that are without end are sent along", async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `div div:not(.a${index}) ~ p { color: #${index} }`);
    const content = `<style>${many.join("\n")}</style>${"<div>".repeat(300)}<p>{{ item }}</p>${"<p>x</p>".repeat(2000)}`;
    const template = { ...email.template, content };
    const { result, delayMs } = await delayDuring(() => render("", 2, { ...email, template }));
    expect(result).toMatchObject([{ html: expect.stringContaining("div div:not(.a7)") }, {}]);
    expect(delayMs).toBeLessThan(MAX_DELAY_MS);
  }, 15_000);
});

test("closing ends all threads, and a closed renderer starts none", async () => {
  const ports = () => process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;
  const before = ports();
  const closing = createRenderer();
  const renderLoop = (content: string) =>
    closing.renderMessages({ channel: "sms", template: { type: "sms", content }, shared, members: subscribers(1) });
  const quick = "{% for x in list %}{{ x.n }}{% endfor %}";
  await Promise.all([renderLoop(quick), renderLoop(`${quick}.`)]);
  const hostile = renderLoop("{% for i in (1..100000) %}{% for j in (1..100000) %}{% endfor %}{% endfor %}");
  await sleep(50);
  await Promise.all([closing.close(), expect(hostile).rejects.toThrow()]);
  expect(ports()).toBe(before);
  await expect(renderLoop(quick)).rejects.toThrow("closed");
});
