import { expect, test } from "vitest";
import { elementSnippet, snippets, triggerSnippet } from "./snippets.ts";

const session = { applicationIdentifier: "app-1", subscriberId: "ada" };

test("the call to copy triggers a workflow for the chosen subscriber with a body that is JSON", () => {
  const snippet = triggerSnippet("https://belfry.example/app", "ada");
  expect(snippet).toContain("https://belfry.example/app/v1/events/trigger");
  expect(JSON.parse(/-d '(.*)'/.exec(snippet)?.[1] ?? "")).toMatchObject({ to: { subscriberId: "ada" } });
});

test("the element to copy names the script, the application and the subscriber", () => {
  const snippet = elementSnippet("https://belfry.example/embed.js", session);
  for (const part of ["https://belfry.example/embed.js", 'application-identifier="app-1"', 'subscriber-id="ada"'])
    expect(snippet).toContain(part);
});

test("every part is shown as it is written with React", () => {
  for (const part of Object.values(snippets("embed.js", session))) expect(part.React).not.toBe("");
});
