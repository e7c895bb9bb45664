import type { Channel } from "#contract/constants/channels.ts";
import { WEEK_DAYS } from "#contract/constants/values/time.ts";
import type { SafeHtml } from "#domain/templates/safe-html.ts";
import type { PageOfPreferences, ShownHours, ShownWorkflow } from "../../services/preference-page/read-page.ts";
import { document, type Frame } from "./document.ts";
import { html } from "./html.ts";

/** The message above the page after a change. */
export interface Notice {
  text: "saved" | "unsubscribed" | "undone";
  /** The state before the change, in the form of the address. */
  undo?: string | undefined;
}

/** The page of a subscriber's preferences. */
export function preferencePage(frame: Frame, shown: PageOfPreferences, notice?: Notice): string {
  const { texts, organization } = frame;
  const hasAny = shown.channels.length > 0 || shown.hours !== null;
  const content = html`
    <h1>${texts.title}</h1>
    <p class="lead muted">${frame.fill(texts.intro, { organization })}</p>${personPart(frame, shown.address)}
    ${notice && noticePart(frame, notice)}
    ${hasAny ? everything(frame, shown) : blank(texts.empty, frame.fill(texts.emptyHint, { organization }))}`;
  return document(frame, { title: texts.title, content });
}

const personPart = ({ texts, fill }: Frame, address: string | null) =>
  address !== null &&
  html`
    <p class="person muted">${fill(texts.person, { address })}</p>`;

const noticePart = ({ texts }: Frame, { text, undo }: Notice) => html`
    <div class="notice" role="status" tabindex="-1" autofocus><p>${texts[text]}</p>${
      undo !== undefined &&
      html`
      <form method="post" action="?"><input type="hidden" name="undo" value="${undo}"><button name="action" value="undo">${texts.undo}</button></form>`
    }
    </div>`;

const blank = (title: string, hint: string) => html`
    <section class="card blank"><p class="name">${title}</p><p class="muted">${hint}</p></section>`;

function everything(frame: Frame, shown: PageOfPreferences): SafeHtml {
  const { texts, organization, fill } = frame;
  const { channels, fromMessage, workflows, locked, hours, page, query, isPaged } = shown;
  return html`
    ${isPaged && html`<form method="get" action="?" id="search" role="search"></form>`}
    <form method="post" action="?" id="preferences">
      <input type="hidden" name="page" value="${page}"><input type="hidden" name="q" value="${query}">
      ${fromMessage && section("from", { title: texts.fromMessage, rows: [workflowRow(frame, fromMessage, "w")] })}
      ${
        channels.length > 0 &&
        section("channels", {
          title: texts.channels,
          hint: texts.channelsHint,
          rows: channels.map((one) => channelRow(frame, one)),
        })
      }
      ${
        (workflows.length > 0 || isPaged) &&
        section("workflows", {
          title: texts.workflows,
          hint: texts.workflowsHint,
          before: isPaged && searchPart(frame, query),
          rows: workflows.map((one, index) => workflowRow(frame, one, `w${index}`)),
        })
      }
      ${workflows.length + locked.length === 0 && query !== "" && html`<p class="card blank">${fill(texts.noMatch, { query })}</p>`}
      ${
        locked.length > 0 &&
        section("locked", {
          title: texts.locked,
          hint: fill(texts.lockedHint, { organization }),
          rows: locked.map((one, index) => lockedRow(frame, one, `l${index}`)),
        })
      }
      ${isPaged && pagesPart(frame, shown)}
      ${hours !== null && hoursPart(frame, hours)}
      <div class="save"><button class="primary" name="action" value="save">${texts.save}</button></div>
    </form>
    <section aria-labelledby="everything">
      <form method="post" action="?" class="card last">
        <div class="about"><h2 id="everything">${texts.everything}</h2><p class="muted small">${texts.everythingHint}</p></div>
        <button name="action" value="unsubscribe">${texts.everythingButton}</button>
      </form>
    </section>`;
}

interface Section {
  title: string;
  hint?: string;
  before?: SafeHtml | false;
  rows: readonly SafeHtml[];
}

const section = (id: string, { title, hint, before = false, rows }: Section) => html`
      <section aria-labelledby="${id}">
        <div class="head"><h2 id="${id}">${title}</h2>${hint !== undefined && html`<p class="muted small">${hint}</p>`}</div>${before}
        ${rows.length > 0 && html`<div class="card">${rows}</div>`}
      </section>`;

/** A checkbox, with what it showed: what has not been touched is not stored. */
const checkbox = (key: string, { channel, isOn }: { channel: Channel; isOn: boolean }, style = "") => html`
          <input type="hidden" name="shown" value="${key}:${channel}=${isOn ? 1 : 0}"><input type="checkbox" class="${style}" name="on" value="${key}:${channel}"${isOn && html` checked`}>`;

const channelRow = ({ texts }: Frame, shown: { channel: Channel; isOn: boolean }) => html`
          <label class="row"><span class="name">${texts.channel[shown.channel]}</span>${checkbox("all", shown, "switch")}</label>`;

const aboutPart = ({ name, description }: ShownWorkflow, id: string) => html`
            <div class="about"><p class="name" id="${id}"><bdi>${name}</bdi></p>${description !== "" && html`<p class="muted small"><bdi>${description}</bdi></p>`}</div>`;

function workflowRow(frame: Frame, workflow: ShownWorkflow, id: string): SafeHtml {
  const chips = workflow.channels.map(
    (one) => html`<label class="chip">${checkbox(workflow.id, one)}${frame.texts.channel[one.channel]}</label>`,
  );
  return html`
          <div class="row workflow" role="group" aria-labelledby="${id}">${aboutPart(workflow, id)}
            <div class="chips">${chips}</div>
          </div>`;
}

const LOCK = html`<svg class="lock" viewBox="0 0 16 16" aria-hidden="true"><path fill="currentColor" d="M5 7V5a3 3 0 0 1 6 0v2h.5A1.5 1.5 0 0 1 13 8.5v4a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 12.5v-4A1.5 1.5 0 0 1 4.5 7H5Zm1.5 0h3V5a1.5 1.5 0 0 0-3 0v2Z"/></svg>`;

function lockedRow({ texts }: Frame, workflow: ShownWorkflow, id: string): SafeHtml {
  const chips = workflow.channels.map(
    ({ channel, isOn }) =>
      html`<span class="chip fixed">${isOn && LOCK}${texts.channel[channel]}<span class="hidden">: ${isOn ? texts.on : texts.off}</span></span>`,
  );
  return html`
          <div class="row workflow" role="group" aria-labelledby="${id}">${aboutPart(workflow, id)}
            <div class="chips">${chips}</div>
          </div>`;
}

/** Its form stands apart: forms are not nested. */
const searchPart = ({ texts }: Frame, query: string) => html`
        <div class="search">
          <input type="search" name="q" form="search" value="${query}" maxlength="100" aria-label="${texts.search}" placeholder="${texts.search}"><button form="search">${texts.searchButton}</button>
          ${query !== "" && html`<a class="button" href="?">${texts.searchAll}</a>`}
        </div>`;

function pagesPart({ texts, fill }: Frame, { page, query, hasNext }: PageOfPreferences): SafeHtml {
  if (page === 1 && !hasNext) return html``;
  const address = (number: number) => `?${new URLSearchParams({ page: String(number), ...(query && { q: query }) })}`;
  return html`
      <nav class="pages" aria-label="${texts.pages}">
        <span>${page > 1 && html`<a class="button" rel="prev" href="${address(page - 1)}">${texts.previous}</a>`}</span>
        <span class="muted small">${fill(texts.pageNumber, { number: String(page) })}</span>
        <span>${hasNext && html`<a class="button" rel="next" href="${address(page + 1)}">${texts.next}</a>`}</span>
      </nav>`;
}

function hoursPart(frame: Frame, { isOn, zone, days }: ShownHours): SafeHtml {
  const { texts, fill, language } = frame;
  // The first of January 2024 was a Monday.
  const nameOf = (index: number) => {
    const weekday = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
    const name = weekday.format(Date.UTC(2024, 0, 1 + index));
    // As a label begins: some languages write days in small letters.
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  };
  const rows = WEEK_DAYS.map((day, index) => {
    const { isEnabled, spans } = days[day];
    const name = nameOf(index);
    const times = spans.map(
      ({ start, end }) => html`
              <div class="span"><input type="time" name="${day}.start" value="${start}" aria-label="${fill(texts.start, { day: name })}"><span aria-hidden="true">–</span><input type="time" name="${day}.end" value="${end}" aria-label="${fill(texts.end, { day: name })}"></div>`,
    );
    return html`
          <div class="row day"><label><input type="checkbox" name="day" value="${day}"${isEnabled && html` checked`}>${name}</label>
            <div class="times">${times}</div>
          </div>`;
  });
  return html`
      <section aria-labelledby="hours-title" class="hours">
        <div class="head"><h2 id="hours-title">${texts.hours}</h2><p class="muted small">${fill(texts.hoursHint, { zone })}</p></div>
        <div class="card">
          <label class="row"><span class="name">${texts.hoursSwitch}</span><input type="hidden" name="hours" value="shown"><input type="checkbox" class="switch" id="hours" name="hours" value="on"${isOn && html` checked`}></label>${rows}
        </div>
      </section>`;
}
