import type { Page } from "playwright-core";

/** The screen or paper on which somebody reads a mail. */
export interface Reader {
  name: string;
  width: number;
  media: "screen" | "print";
  colorScheme: "light" | "dark";
}

export const READERS: readonly Reader[] = [
  { name: "on a screen", width: 900, media: "screen", colorScheme: "light" },
  { name: "on a phone", width: 360, media: "screen", colorScheme: "light" },
  { name: "in dark mode", width: 900, media: "screen", colorScheme: "dark" },
  { name: "on paper", width: 700, media: "print", colorScheme: "light" },
];

/** An element with all that a browser computes about how it is shown. */
interface ComputedStyle {
  element: string;
  properties: string;
}

export interface ReadingOptions {
  reader: Reader;
  /** Whether style elements are ignored, as some mail programs do. */
  withoutStyleElements?: boolean;
}

/** Returns what a browser computes for each element of a mail, in the order of the document. */
export async function computedStyles(
  page: Page,
  html: string,
  { reader, withoutStyleElements = false }: ReadingOptions,
): Promise<ComputedStyle[]> {
  await page.setViewportSize({ width: reader.width, height: 900 });
  await page.emulateMedia({ media: reader.media, colorScheme: reader.colorScheme });
  await page.setContent(html);
  return page.evaluate((isWithout) => {
    if (isWithout) for (const style of document.querySelectorAll("style")) style.remove();
    const elements = [document.documentElement, document.body, ...document.body.querySelectorAll("*:not(style)")];
    return elements.map((element) => {
      const computed = getComputedStyle(element);
      const values = Array.from(computed, (name) => `${name}: ${computed.getPropertyValue(name)}`);
      return {
        element: `<${element.localName} class="${element.getAttribute("class") ?? ""}">`,
        properties: values.join("\n"),
      };
    });
  }, withoutStyleElements);
}

/** The properties that differ between two mails with the same elements, for a person to read. */
export function differences(one: readonly ComputedStyle[], other: readonly ComputedStyle[]): string[] {
  if (one.length !== other.length) return [`${one.length} elements, ${other.length} in the other one`];
  return one.flatMap(({ element, properties }, index) => {
    const others = other[index];
    if (!others || others.properties === properties) return [];
    const otherLines = others.properties.split("\n");
    return properties
      .split("\n")
      .flatMap((line, place) =>
        line === otherLines[place] ? [] : [`${index} ${element} ${line} / ${otherLines[place]}`],
      );
  });
}
