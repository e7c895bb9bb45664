import { expect, onTestFinished, test } from "vitest";
import { createMjmlCompiler } from "./mjml-compiler.ts";

test("MJML is compiled in a thread, which is ended when it takes too long, and works on with the next", {
  timeout: 60_000,
}, async () => {
  const compiler = createMjmlCompiler({ compileMs: 500 });
  onTestFinished(() => compiler.close());
  const source = (text: string) =>
    `<mjml><mj-body><mj-section><mj-column>${text}</mj-column></mj-section></mj-body></mjml>`;
  const rules = Array.from({ length: 5_000 }, (_, index) => `i.x:not(.y${index}) i i i { color: red }`).join("");
  const hostile = source(`<mj-raw>${'<i class="x">'.repeat(500)}</mj-raw>`).replace(
    "<mjml>",
    `<mjml><mj-head><mj-style inline="inline">${rules}</mj-style></mj-head>`,
  );
  const answers = await Promise.all([compiler.compile(hostile), compiler.compile(source("<mj-text>Fine</mj-text>"))]);
  expect(answers[0]).toEqual({ faults: ["The MJML takes too long to compile: shorten it."] });
  expect(answers[1]).toMatchObject({ html: expect.stringContaining("Fine"), faults: [] });
});
