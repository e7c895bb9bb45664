import { expect, test } from "vitest";
import { elementSnippet, triggerSnippet } from "./demo-snippets.ts";

test("the call to copy triggers a workflow for the chosen subscriber with a body that is JSON", () => {
  const snippet = triggerSnippet("https://belfry.example/app", "ada");
  expect(snippet).toContain("https://belfry.example/app/v1/events/trigger");
  expect(JSON.parse(/-d '(.*)'/.exec(snippet)?.[1] ?? "")).toMatchObject({ to: { subscriberId: "ada" } });
});

test("the element to copy names the script, the application and the subscriber", () => {
  const snippet = elementSnippet("https://belfry.example/embed.js", "app-1", "ada");
  for (const part of ["https://belfry.example/embed.js", 'application-identifier="app-1"', 'subscriber-id="ada"'])
    expect(snippet).toContain(part);
});
