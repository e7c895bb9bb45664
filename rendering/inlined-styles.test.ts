import { expect, test, vi } from "vitest";
import { createInlineStyles } from "./inlined-styles.ts";
import type { RenderThreads } from "./render-threads.ts";

const inlined = { layout: undefined, content: "inlined", frame: undefined };
const content = "<style>p { color: red }</style><p>{{ a }}</p>";

function setup(...results: readonly (() => unknown)[]) {
  const run = vi.fn<() => unknown>();
  for (const result of results) run.mockImplementationOnce(async () => result());
  const pool = { run, close: async () => {} } as unknown as RenderThreads;
  return { run, inlineStyles: createInlineStyles(pool) };
}

test("a template is inlined once, also for calls at the same time", async () => {
  const { run, inlineStyles } = setup(() => ({ result: inlined }));
  expect(await Promise.all([inlineStyles({ content }), inlineStyles({ content })])).toEqual([inlined, inlined]);
  expect(await inlineStyles({ content })).toEqual(inlined);
  expect(run).toHaveBeenCalledTimes(1);
});

test("another layout is another template", async () => {
  const { run, inlineStyles } = setup(...Array(2).fill(() => ({ result: inlined })));
  await inlineStyles({ content });
  await inlineStyles({ content, layout: "<b>{{ body }}</b>" });
  expect(run).toHaveBeenCalledTimes(2);
});

test("a template without style rules needs no thread", async () => {
  const { run, inlineStyles } = setup();
  expect(await inlineStyles({ content: "<p>x</p>" })).toBeUndefined();
  expect(run).not.toHaveBeenCalled();
});

test("a template that takes too long is not tried again", async () => {
  const { run, inlineStyles } = setup(() => ({ endedAt: 0, limit: "time" }));
  expect(await inlineStyles({ content })).toBeUndefined();
  expect(await inlineStyles({ content })).toBeUndefined();
  expect(run).toHaveBeenCalledTimes(1);
});

test("after a failure of the thread it is tried again", async () => {
  const fail = () => {
    throw new Error("no thread");
  };
  const { inlineStyles } = setup(fail, () => ({ result: inlined }));
  await expect(inlineStyles({ content })).rejects.toThrow("no thread");
  expect(await inlineStyles({ content })).toEqual(inlined);
});
