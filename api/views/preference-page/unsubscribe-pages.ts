import { document, type Frame } from "./document.ts";
import { html } from "./html.ts";

/** A workflow from whose emails somebody unsubscribes. */
interface Unsubscribing {
  workflow: string;
  /** The page of all preferences, relative to this one. */
  home: string;
}

/** Asks whether to unsubscribe: a GET changes nothing, because mail scanners open every link of a mail. */
export function confirmPage(frame: Frame, { workflow, home }: Unsubscribing): string {
  const { texts, fill, organization } = frame;
  const title = fill(texts.confirm, { workflow });
  const content = html`
  <div class="card"><h1>${title}</h1><p class="lead muted">${fill(texts.confirmHint, { organization })}</p>
    <div class="actions">
      <form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button class="primary">${texts.confirmButton}</button></form>
      <a class="button" href="${home}">${texts.manage}</a>
    </div>
  </div>`;
  return document(frame, { title, content, isAlone: true });
}

/** Says that it is done. `undo` is the state before, where the click has changed something. */
export function unsubscribedPage(
  frame: Frame,
  { workflow, home, undo }: Unsubscribing & { undo?: string | undefined },
): string {
  const { texts, fill, organization } = frame;
  const content = html`
  <div class="card"><div role="status"><h1>${texts.confirmed}</h1><p class="lead muted">${fill(texts.confirmedHint, { organization, workflow })}</p></div>
    <div class="actions">
      ${undo !== undefined && html`<form method="post" action="${home}"><input type="hidden" name="undo" value="${undo}"><button name="action" value="undo">${texts.subscribeAgain}</button></form>`}
      <a class="button" href="${home}">${texts.manage}</a>
    </div>
  </div>`;
  return document(frame, { title: texts.confirmed, content, isAlone: true });
}

/** Why a page cannot be shown, or a change not made. */
export type Problem = "notFound" | "expired" | "tooMany" | "failed" | "invalid" | "noChoice";

export function problemPage(frame: Frame, problem: Problem): string {
  const { texts, fill, organization } = frame;
  const content = html`
  <div class="card" role="alert"><h1>${texts[problem]}</h1><p class="lead muted">${fill(texts[`${problem}Hint`], { organization })}</p></div>`;
  return document(frame, { title: texts[problem], content, isAlone: true });
}
