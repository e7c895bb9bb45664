// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { MailFrame } from "./mail-frame.tsx";

afterEach(cleanup);

test("a mail is shown without scripts, forms or access to the dashboard", () => {
  render(<MailFrame title="Mail: Hello" html="<p>Hello</p>" />);
  const sandbox = screen.getByTitle("Mail: Hello").getAttribute("sandbox") ?? "";
  expect(sandbox.split(" ")).not.toContain("allow-scripts");
  expect(sandbox.split(" ")).not.toContain("allow-forms");
  expect(sandbox.split(" ")).not.toContain("allow-same-origin");
});
