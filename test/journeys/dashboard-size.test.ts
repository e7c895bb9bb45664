import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { projectRoot } from "#config.ts";
import { LONG_GERMAN } from "#dashboard/features/catalogue/sample-texts.ts";
import { dashboardFolder as folder, manifest, componentsOfRoutes as routes } from "#test/support/built-dashboard.ts";
import { printFigure } from "#test/support/figures.ts";

// What a browser loads of the built dashboard before a screen shows, by the manifest of the build.

const [entry = ""] = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);

/** Returns the parts that a screen loads: the entry, its route, the routes around that, and what these import. */
function partsOf(route: string): Set<string> {
  const found = new Set<string>();
  const add = (key: string): void => {
    if (found.has(key)) return;
    found.add(key);
    manifest[key]?.imports?.forEach(add);
  };
  add(entry);
  for (const [other, key] of routes) if (other === route || route.startsWith(`${other}/`)) add(key);
  return found;
}

/** Returns a file as it is sent: compressed, where that makes it smaller. */
function sent(file: string): Buffer {
  const path = join(folder, file);
  return readFileSync(existsSync(`${path}.gz`) ? `${path}.gz` : path);
}

/** Returns the bytes that are sent for the scripts of a screen. */
const sizeOf = (route: string) =>
  [...partsOf(route)].reduce((sum, key) => sum + sent(manifest[key]?.file ?? "").length, 0);

test("no screen's first load has more than 250 kB of script, and that of a step's editor no more than 320", () => {
  const sizes = [...routes.keys()].map((route) => [route, sizeOf(route)] as const);
  const [largest] = sizes.toSorted(([, one], [, other]) => other - one);
  printFigure(`gzip: the largest screen, ${largest?.[0]}, loads ${largest?.[1]} bytes of script`);
  expect(routes.size).toBeGreaterThan(10);
  const isEditor = (route: string) => route === "/_app/workflows/$workflowId/_steps/steps.$stepId";
  expect(sizes.filter(([route, size]) => size > (isEditor(route) ? 320_000 : 250_000))).toEqual([]);
});

test("what a browser loads is compressed in the build, of both front ends", () => {
  for (const name of ["dashboard", "inbox"]) {
    const built = join(projectRoot, "dist", name);
    const files = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((file) =>
      /\.(?:css|js)$/.test(file),
    );
    expect(files.length).toBeGreaterThan(5);
    for (const file of files.filter((one) => statSync(join(built, one)).size > 1_000)) {
      const content = readFileSync(join(built, file));
      expect([file, gunzipSync(readFileSync(join(built, `${file}.gz`))).equals(content)]).toEqual([file, true]);
    }
  }
});

test("no screen loads zod first, which is a tenth of what it may load", () => {
  const heavy = [...routes.keys()].filter((route) =>
    [...partsOf(route)].some((key) => /ZodType\b/.test(readFileSync(join(folder, manifest[key]?.file ?? ""), "utf8"))),
  );
  expect(heavy.filter((route) => route.startsWith("/_app"))).toEqual([]);
});

test("the build for production has nothing of the catalogue of components", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  const telling = files.filter((name) => readFileSync(join(folder, name), "utf8").includes(LONG_GERMAN.value));
  expect(files.length).toBeGreaterThan(10);
  expect(telling).toEqual([]);
});

test("Inter is part of the build, under its licence", () => {
  const fonts = (manifest[entry]?.css ?? []).flatMap((file) => [
    ...readFileSync(join(folder, file), "utf8").matchAll(/url\(([^)]*inter-[^)]*\.woff2)\)/g),
  ]);
  expect(fonts.map(([, url]) => url).filter((url) => /^(https?:)?\/\//.test(url ?? ""))).toEqual([]);
  expect(fonts.length).toBeGreaterThan(1);
  expect(readFileSync(join(folder, "inter-license.txt"), "utf8")).toContain("SIL Open Font License");
});
