import { expect, test } from "vitest";
import { requireStrongPassword } from "./password.ts";

test.each(["Belfry-demo-1", "aB3#5678", `aB3-${"x".repeat(60)}`, "Größe(1)", "aB3#567😀"])(
  "%s is a password",
  (password) => {
    expect(() => requireStrongPassword(password)).not.toThrow();
  },
);

test.each([
  ["shorter than 8 characters", "aB3#567"],
  ["longer than 64 characters", `aB3-${"x".repeat(61)}`],
  ["without an uppercase letter", "belfry-demo-1"],
  ["without a lowercase letter", "BELFRY-DEMO-1"],
  ["without a digit", "Belfry-demo"],
  ["without a special character", "Belfrydemo1"],
  ["with a special character of another kind only", "Belfry_demo1"],
  ["with a space", "Belfry demo-1"],
  ["with a line end", "Belfry-demo-1\n"],
  ["empty", ""],
])("a password %s is refused with the whole policy", (_, password) => {
  expect(() => requireStrongPassword(password)).toThrow(
    /^password must have 8 to 64 characters, among them an uppercase letter, a lowercase letter, a digit and one of # \? ! @/,
  );
});
