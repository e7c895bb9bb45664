import type { Page } from "playwright-core";

/** A change from one screen of the dashboard to another by a link. */
export interface Change {
  name: string;
  /** The link, as a selector of Playwright. */
  link: string;
  /** How the heading of the new screen begins. */
  heading: string;
  /** The first content of the new screen, as a selector of CSS. */
  content: string;
}

/** Clicks a link in the page. @returns milliseconds until the new screen's heading and its first content are painted */
export async function watchChange(page: Page, { link, heading, content }: Change): Promise<number> {
  const found = page.locator(link).first();
  await found.waitFor();
  return found.evaluate(
    (element, { heading, content }) =>
      new Promise<number>((resolve, reject) => {
        const began = performance.now();
        const isShown = () =>
          document.querySelector("h1")?.textContent?.startsWith(heading) &&
          [...document.querySelectorAll(content)].some((one) => one.checkVisibility());
        const look = () => {
          if (performance.now() - began > 10_000) reject(new Error(`${heading} with ${content} is not shown`));
          else if (!isShown()) requestAnimationFrame(look);
          // After the frame in which it is there.
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        };
        if (element instanceof HTMLElement) element.click();
        look();
      }),
    { heading, content },
  );
}

export interface TypedKeys {
  keys: number;
  /** Milliseconds from a key to the next painted frame, of 95 in 100 keys at most. */
  p95: number;
  /** In milliseconds; 0 without a task of 50 or more. */
  longestTask: number;
}

/** Measures the keys that are typed meanwhile. */
export async function watchKeys(page: Page, type: () => Promise<void>): Promise<TypedKeys> {
  const watch = await page.evaluateHandle(() => {
    const keys: number[] = [];
    const tasks: number[] = [];
    const onKey = ({ timeStamp }: KeyboardEvent) =>
      requestAnimationFrame(() => setTimeout(() => keys.push(performance.now() - timeStamp)));
    addEventListener("keydown", onKey, true);
    const observer = new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: "longtask" });
    return {
      end: () => {
        removeEventListener("keydown", onKey, true);
        tasks.push(...observer.takeRecords().map(({ duration }) => duration));
        observer.disconnect();
        const inOrder = keys.toSorted((one, other) => one - other);
        return {
          keys: keys.length,
          p95: inOrder[Math.ceil(inOrder.length * 0.95) - 1] ?? Number.NaN,
          longestTask: Math.max(0, ...tasks),
        };
      },
    };
  });
  await type();
  return watch.evaluate(({ end }) => end());
}
