// @vitest-environment happy-dom
import { EditorView } from "@codemirror/view";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { PatchPayloadSample } from "#contract/v2/payload-samples.ts";
import type { Preview, PreviewStep } from "#contract/v2/workflows.ts";
import type { PreviewedMessage } from "#contract/workflows/step-preview.ts";
import { usePreviewLook } from "./components/previews/preview-look.ts";
import { usePreferences } from "./preferences.ts";
import { deferred } from "./testing/deferred.ts";
import { type Answer, failure, type Handler, sessionOf } from "./testing/fake-server.ts";
import { aRun, aTranslationGroup, aWorkflow, DEVELOPMENT } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aStepV2, aWorkflowV2, opened } from "./testing/workflow-v2.ts";

// The preview of a step, as it is typed and for data of the member's choice.

beforeAll(() =>
  Promise.all([
    import("#dashboard/components/code/code-editor.tsx"),
    import("./components/previews/chat-preview.tsx"),
    import("./features/workflows/editor/preview/data-panel.tsx"),
    import("./features/workflows/editor/preview/send-step-test.tsx"),
  ]),
);
beforeEach(() => {
  sessionStorage.clear();
  usePreferences.setState({ payloadAsJson: false });
  usePreviewLook.setState(usePreviewLook.getInitialState(), true);
  setWidth(1440);
});
afterEach(cleanup);

/** Of the window, in pixels, for the media queries of widths. */
function setWidth(pixels: number): void {
  vi.spyOn(window, "matchMedia").mockImplementation((query) => {
    const least = Number(/width >= (\d+)px/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY);
    // The part of a list that is read.
    return {
      matches: pixels >= least,
      addEventListener() {},
      removeEventListener() {},
    } as unknown as MediaQueryList;
  });
}

const STEPS = [
  aStepV2({ _id: "bell", name: "Bell" }),
  aStepV2({ _id: "hourly", name: "Hourly", type: "digest", controlValues: { amount: 1, unit: "hours" } }),
  aStepV2({ _id: "mail", name: "Mail", type: "email", controlValues: { subject: "Hello", body: "<p>Hello</p>" } }),
  aStepV2({ _id: "text", name: "Text", type: "sms", controlValues: { body: "Hello" } }),
];

const mailOf = (change: Partial<Extract<PreviewedMessage, { channel: "email" }>> = {}) =>
  ({
    channel: "email",
    subject: "Hello",
    preheader: "",
    senderName: "",
    html: "<p>Hello</p>",
    text: "Hello",
    ...change,
  }) as const;

const answerOf = (change: Partial<Preview>): Answer => ({
  status: 201,
  body: { data: { result: { preview: {} }, previewPayloadExample: {}, missing: [], ...change } },
});

type Asked = PreviewStep & { data: NonNullable<PreviewStep["data"]> };

/** Opens a step whose previews a server answers; `asked` are the requests, in order. */
async function open(
  step: "bell" | "mail" | "text",
  preview: (asked: Asked, call: number) => Answer | Promise<Answer>,
  handlers: Record<string, Handler> | ((samplesPath: string) => Record<string, Handler>) = {},
  search = "",
) {
  // Another one each time: the data that was chosen for a workflow stays.
  const workflow = aWorkflow();
  const asked: Asked[] = [];
  const handler: Handler = ({ body }) => {
    asked.push(body as Asked);
    return preview(body as Asked, asked.length);
  };
  const path = (id: string) => `POST /v2/workflows/${workflow._id}/step/${id}/preview`;
  const shown = renderDashboard(`/workflows/${workflow._id}/steps/${step}${search}`, {
    environmentId: DEVELOPMENT,
    handlers: {
      ...opened(workflow, { steps: STEPS }),
      "GET /feeds": () => ({ body: { data: [] } }),
      "GET /notifications": () => ({ body: { data: [], page: 0, hasMore: false } }),
      "GET /integrations": () => ({ body: { data: [] } }),
      "GET /v2/layouts": () => ({ body: { data: { layouts: [], totalCount: 0 } } }),
      "GET /subscribers": () => ({
        body: { data: [{ subscriberId: "ada", firstName: "Ada", lastName: "Lovelace" }], page: 0, hasMore: false },
      }),
      [path("bell")]: handler,
      [path("mail")]: handler,
      [path("text")]: handler,
      ...(typeof handlers === "function" ? handlers(`/v2/workflows/${workflow._id}/samples`) : handlers),
    },
  });
  await screen.findByRole("region", { name: "Preview" });
  return { ...shown, asked, workflow };
}

const panel = () => within(screen.getByRole("region", { name: "Preview" }));
const frame = (subject = "Hello") => screen.findByTitle(`Mail: ${subject}`);

const localeField = () => screen.findByRole<HTMLInputElement>("combobox", { name: "Locale" });

/** Types into the field of a template, a letter at a time. */
async function typeInto(label: string, text: string) {
  const view = await waitFor(() => {
    const found = EditorView.findFromDOM(screen.getByLabelText(label));
    if (!found) throw new Error("The editor is not loaded yet.");
    return found;
  });
  for (const letter of text)
    act(() => view.dispatch({ changes: { from: view.state.doc.length, insert: letter }, userEvent: "input.type" }));
}

test("a pause in typing shows what is typed, before it is saved, and once for all keys before it", async () => {
  const { asked, received } = await open("mail", ({ controlValues }) =>
    answerOf({ message: mailOf({ subject: String(controlValues?.subject) }) }),
  );
  await frame();
  await typeInto("Subject", " Ada");
  expect(panel().getByText("Hello")).toBeTruthy();
  await frame("Hello Ada");
  // The data that the preview is for may come meanwhile, and is asked for again then.
  expect(new Set(asked.map(({ controlValues }) => controlValues?.subject))).toEqual(new Set(["Hello", "Hello Ada"]));
  const calls = received.map(({ method, path }) => (path.endsWith("/preview") ? "preview" : method));
  expect(calls.filter((call) => call === "preview" || call === "PUT").slice(0, 2)).toEqual(["preview", "preview"]);
});

test("a step is opened in a locale of the organisation, and says which texts are not in it", async () => {
  const fellBack = [{ key: "shop.bye", locale: "de" }, { key: "shop.lost" }];
  const translations = { locales: ["de-AT", "de", "en"], fellBack };
  const groups = { data: [aTranslationGroup(["de-AT", "fr"])], page: 0, pageSize: 100, totalCount: 1 };
  const { asked, router } = await open(
    "mail",
    ({ data }) => answerOf({ message: mailOf(), ...(data.locale === "de-AT" && { translations }) }),
    { "GET /translations": () => ({ body: groups }) },
    "?locale=de-AT",
  );
  const texts = await screen.findByRole("list", { name: "Texts from other locales" });
  expect([...texts.children].map(({ textContent }) => textContent)).toEqual([
    "shop.bye is shown in de",
    "shop.lost is in no locale: its key or the template's default text is shown",
  ]);
  expect(asked.at(-1)?.data.locale).toBe("de-AT");
  // What is chosen is this tab's; the address of the step is its own again.
  expect(router.state.location.search).toEqual({ view: "preview" });
  const field = await localeField();
  expect(field.value).toBe("de-AT");
  fireEvent.change(field, { target: { value: "" } });
  fireEvent.keyDown(field, { key: "ArrowDown" });
  expect((await screen.findAllByRole("option")).map(({ textContent }) => textContent)).toEqual(["en", "de-AT", "fr"]);
  fireEvent.click(screen.getByRole("option", { name: "fr" }));
  await waitFor(() => expect(asked.at(-1)?.data.locale).toBe("fr"));
  await waitFor(() => expect(screen.queryByRole("list", { name: "Texts from other locales" })).toBeNull());
});

test("an answer that comes after a newer one does not take its place", async () => {
  const slow = deferred<Answer>();
  const { asked } = await open("mail", ({ controlValues }, call) =>
    call === 1 ? slow.promise : answerOf({ message: mailOf({ subject: String(controlValues?.subject) }) }),
  );
  await waitFor(() => expect(asked).toHaveLength(1));
  await typeInto("Subject", "2");
  await frame("Hello2");
  slow.resolve(answerOf({ message: mailOf({ subject: "Late" }) }));
  await act(() => slow.promise);
  await frame("Hello2");
});

test("a template that is wrong keeps the last preview and says why, until it is mended", async () => {
  const message = "undefined filter: upcas, line:1, col:3";
  await open("mail", (_, call) =>
    call === 2 ? answerOf({ problem: { message, path: "subject" } }) : answerOf({ message: mailOf() }),
  );
  await frame();
  await typeInto("Subject", "{");
  await panel().findByText(`Subject: ${message}`);
  expect(panel().getByText("Below is the last preview that could be made.")).toBeTruthy();
  await frame();
  await typeInto("Subject", "}");
  await waitFor(() => expect(panel().queryByText(`Subject: ${message}`)).toBeNull());
});

test("a call that fails keeps the last preview, says why, and is made again when that is asked for", async () => {
  let isDown = false;
  await open("mail", () => (isDown ? failure(500, "It broke", "r-1") : answerOf({ message: mailOf() })));
  await frame();
  isDown = true;
  await typeInto("Subject", "!");
  await panel().findByText(/^The preview could not be made\./);
  await frame();
  isDown = false;
  fireEvent.click(panel().getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(panel().queryByText(/^The preview could not be made\./)).toBeNull());
});

test("what would be empty is said, and a picture is something", async () => {
  let html = "";
  await open("mail", () => answerOf({ message: mailOf({ subject: "", html, text: "" }) }));
  await panel().findByText("With this data the subject and body are empty.");
  html = '<img src="https://example.com/a.png" alt="">';
  await typeInto("Subject", "!");
  await panel().findByText("With this data the subject is empty.");
});

test.each([
  [1440, "Data"],
  [1024, "Preview"],
])("a variable that the data lacks is named once: at %i px in %s", async (width, region) => {
  setWidth(width);
  await open("mail", () => answerOf({ message: mailOf(), missing: ["payload.order.id"] }));
  await within(await screen.findByRole("region", { name: region })).findByText("A variable is missing from the data:");
  expect(screen.getAllByText("payload.order.id")).toHaveLength(1);
});

test("a variable that the data lacks is marked in its field, which is no error, and its name leads there", async () => {
  await open("mail", () => answerOf({ message: mailOf(), missing: ["payload.order.id"] }));
  await typeInto("Subject", "{{payload.order.id}}");
  await screen.findByText("Line 1, column 8: payload.order.id has no value in this sample.");
  const subject = screen.getByRole("textbox", { name: "Subject" });
  expect(subject.getAttribute("aria-invalid")).toBe("false");
  fireEvent.click(screen.getByRole("button", { name: "payload.order.id" }));
  await waitFor(() => expect(document.activeElement).toBe(subject));
  const { from, to } = EditorView.findFromDOM(subject)?.state.selection.main ?? {};
  expect([from, to]).toEqual([7, 23]);
});

test("the chosen data is sent, kept for the next load of the page, and the same for all steps", async () => {
  const first = await open("mail", () => answerOf({ message: mailOf() }));
  await frame();
  fireEvent.click(screen.getByRole("button", { name: /^Subscriber/ }));
  fireEvent.click(await screen.findByRole("option", { name: /Ada Lovelace/ }));
  await waitFor(() => expect(first.asked.at(-1)?.data.subscriberId).toBe("ada"));
  fireEvent.change(await localeField(), { target: { value: "pt-BR" } });
  await waitFor(() => expect(first.asked.at(-1)?.data).toMatchObject({ subscriberId: "ada", locale: "pt-BR" }));
  await act(() =>
    first.router.navigate({
      to: "/workflows/$workflowId/steps/$stepId",
      params: { workflowId: first.workflow._id, stepId: "text" },
    }),
  );
  await waitFor(() => expect(first.asked.at(-1)?.controlValues).toEqual({ body: "Hello" }));
  expect(first.asked.at(-1)?.data).toMatchObject({ subscriberId: "ada", locale: "pt-BR" });
  // A locale that is none is said at its field, and not sent.
  const before = first.asked.length;
  fireEvent.change(await localeField(), { target: { value: "?" } });
  await screen.findByText("Write it as en or pt-BR");
  expect(first.asked).toHaveLength(before);
});

test("a chat message is shown as the chosen chat shows its markup", async () => {
  await open("text", () => answerOf({ message: { channel: "chat", content: "*Order* **left**" } }));
  await waitFor(() => expect(panel().getByText("Order").closest("strong")).not.toBeNull());
  fireEvent.click(panel().getByRole("radio", { name: "Teams" }));
  await waitFor(() => expect(panel().getByText("left").closest("strong")).not.toBeNull());
});

test("a chat message is shown with the blocks of its step, as each chat shows them", async () => {
  const text = { type: "plain_text", text: "Order 7" };
  const slack = {
    blocks: [{ type: "header", text }, { type: "rich_text" }, { type: "section", text: { text: "*left*" } }],
  };
  const providers = { slack, discord: { embeds: [{ title: "Details" }] }, zulip: {} };
  await open("text", () => answerOf({ message: { channel: "chat", content: "The body", providers } }));
  await waitFor(() => expect(panel().getByText("left").closest("strong")).not.toBeNull());
  expect(panel().getByText("Order 7")).toBeTruthy();
  expect(panel().getByText("Not shown here: rich text")).toBeTruthy();
  expect(panel().queryByText("The body")).toBeNull();
  expect(panel().getByText(/What is given for zulip is sent, and not shown here\.$/)).toBeTruthy();
  fireEvent.click(panel().getByRole("radio", { name: "Discord" }));
  expect(await panel().findByText("Details")).toBeTruthy();
  expect(panel().getByText("The body")).toBeTruthy();
  expect(panel().queryByText("Order 7")).toBeNull();
});

const showJson = async () => fireEvent.click(await screen.findByRole("radio", { name: "JSON" }));

test("a payload is shown as fields, of which each changes its own value alone", async () => {
  const payload = {
    order: 9007199254740993n,
    customer: { name: "Ada" },
    items: [{ count: 2, isNew: false }],
    note: null,
  };
  const { asked } = await open("text", () => answerOf({ message: { channel: "chat", content: "Hello" } }), {
    "GET /notifications": () => ({ body: { data: [aRun({ payload })], page: 0, hasMore: false } }),
  });
  const data = within(screen.getByRole("region", { name: "Data" }));
  fireEvent.change(await data.findByLabelText("name"), { target: { value: "Grace" } });
  fireEvent.click(within(data.getByRole("group", { name: "items 1" })).getByRole("checkbox", { name: "isNew" }));
  fireEvent.change(data.getByLabelText("note"), { target: { value: "Soon" } });
  await waitFor(() =>
    expect(asked.at(-1)?.data.payload).toEqual({
      number: "number",
      order: 9007199254740993n,
      customer: { name: "Grace" },
      items: [{ count: 2, isNew: true }],
      note: "Soon",
    }),
  );
  expect(data.getByRole("button", { name: /^My own/ })).toBeTruthy();
  // A number of any size stays as it is written, which a field could not say.
  expect(data.getByLabelText<HTMLInputElement>("order").readOnly).toBe(true);
});

test("the payload is an example, that of the last event, or the member's own, which has to be JSON", async () => {
  // JSON.parse would make another order of it.
  const event = aRun({ payload: { order: 9007199254740993n } });
  const { asked } = await open("text", () => answerOf({ message: { channel: "chat", content: "Hello" } }), {
    "GET /notifications": () => ({ body: { data: [event], page: 0, hasMore: false } }),
  });
  await waitFor(() => expect(asked.at(-1)?.data.payload).toEqual({ number: "number", order: 9007199254740993n }));
  await showJson();
  fireEvent.click(screen.getByRole("button", { name: /^Example/ }));
  fireEvent.click(await screen.findByRole("option", { name: /Last event/ }));
  await waitFor(() => expect(asked.at(-1)?.data.payload).toEqual({ order: 9007199254740993n }));
  const field = screen.getByLabelText<HTMLTextAreaElement>("Payload as JSON");
  expect(field.value).toContain('"order": 9007199254740993');
  fireEvent.change(field, { target: { value: '{ "order": ' } });
  await panel().findByText(/^The payload has an error in line 1/);
  const before = asked.length;
  fireEvent.change(field, { target: { value: '{ "order": 1e999 }' } });
  await panel().findByText(/^The payload has a number beyond 1.8e308 in order/);
  fireEvent.change(field, { target: { value: "[1]" } });
  await panel().findByText(/^The payload must be an object/);
  expect(asked).toHaveLength(before);
  fireEvent.change(field, { target: { value: '{ "order": 9007199254740995 }' } });
  await waitFor(() => expect(asked.at(-1)?.data.payload).toEqual({ order: 9007199254740995n }));
  expect(field.value).toBe('{ "order": 9007199254740995 }');
  expect(screen.getByRole("button", { name: /^My own/ })).toBeTruthy();
});

test("a payload is kept as a sample, chosen, renamed and deleted, and the deletion taken back", async () => {
  let samples: (PatchPayloadSample & { _id: string })[] = [];
  const keep: Handler = ({ body }) => {
    const sample = { _id: `s${samples.length}`, ...(body as PatchPayloadSample) };
    samples = [...samples, sample];
    return { status: 201, body: { data: sample } };
  };
  const { asked } = await open(
    "text",
    () => answerOf({ message: { channel: "chat", content: "Hello" } }),
    (path) => ({
      [`GET ${path}`]: () => ({ body: { data: samples } }),
      [`POST ${path}`]: keep,
      [`PATCH ${path}/s0`]: ({ body }) => {
        samples = samples.map((one) => ({ ...one, ...(body as PatchPayloadSample) }));
        return { body: { data: samples[0] } };
      },
      [`DELETE ${path}/s0`]: () => {
        samples = [];
        return { status: 204, body: null };
      },
    }),
  );
  const field = () => screen.getByLabelText<HTMLTextAreaElement>("Payload as JSON");
  const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
  const name = async (text: string, action: string) => {
    fireEvent.change(await screen.findByLabelText("Name of the sample"), { target: { value: text } });
    await press(action);
  };
  await showJson();
  await waitFor(() => expect(field().value).toContain("number"));
  fireEvent.change(field(), { target: { value: '{"order": 7}' } });
  await press("Save as sample");
  await name("  Large order ", "Save");
  await screen.findByRole("button", { name: /^Large order/ });
  expect(samples).toMatchObject([{ name: "Large order", payload: { order: 7 } }]);

  fireEvent.change(field(), { target: { value: '{"order": 8}' } });
  await screen.findByText("Changed from the sample Large order.");
  await press("Update sample");
  await waitFor(() => expect(samples).toMatchObject([{ name: "Large order", payload: { order: 8 } }]));
  await press("Rename sample");
  await name("Larger order", "Rename");
  await screen.findByRole("button", { name: /^Larger order/ });
  await waitFor(() => expect(asked.at(-1)?.data.payload).toEqual({ order: 8 }));

  await press("Delete sample");
  await screen.findByText("Sample Larger order deleted");
  await waitFor(() => expect(field().value).toContain("number"));
  const results = within(screen.getByRole("region", { name: /Results of actions/ }));
  fireEvent.click(results.getByRole("button", { name: "Undo" }));
  await screen.findByRole("button", { name: /^Larger order/ });
  expect(samples).toMatchObject([{ name: "Larger order", payload: { order: 8 } }]);
});

test("a viewer chooses samples, and changes none", async () => {
  const sample = { _id: "s0", name: "Large order", payload: { order: 7 } };
  const { asked } = await open(
    "text",
    () => answerOf({ message: { channel: "chat", content: "Hello" } }),
    (path) => ({
      "GET /auth/session": () => ({ body: { data: sessionOf("viewer") } }),
      [`GET ${path}`]: () => ({ body: { data: [sample] } }),
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: /^Example/ }));
  fireEvent.click(await screen.findByRole("option", { name: /Large order/ }));
  await waitFor(() => expect(asked.at(-1)?.data.payload).toEqual({ order: 7 }));
  expect(screen.queryByRole("button", { name: /sample|Rename/ })).toBeNull();
});

test("an actor is asked for under More, and among the data once a template uses one", async () => {
  const { asked } = await open("text", () => answerOf({ message: { channel: "chat", content: "" }, missing: [] }));
  const more = (await screen.findByText("More")).closest("details");
  expect(more?.textContent).toContain("Actor");
  cleanup();
  sessionStorage.clear();
  const uses = await open("text", ({ data }) =>
    answerOf({ message: { channel: "chat", content: "" }, missing: data.actor ? [] : ["actor.firstName"] }),
  );
  await waitFor(() => expect(screen.queryByText("More")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: /^Actor/ }));
  fireEvent.click(await screen.findByRole("option", { name: /Ada Lovelace/ }));
  await waitFor(() => expect(uses.asked.at(-1)?.data.actor).toBe("ada"));
  expect(asked.at(-1)?.data).not.toHaveProperty("actor");
});

test("an example that cannot be read is said beside the data, and can be read again", async () => {
  let isDown = true;
  const workflow = aWorkflow();
  const { asked } = await open("text", () => answerOf({ message: { channel: "chat", content: "Hello" } }));
  await waitFor(() => expect(asked).toHaveLength(1));
  cleanup();
  sessionStorage.clear();
  renderDashboard(`/workflows/${workflow._id}/steps/text`, {
    environmentId: DEVELOPMENT,
    handlers: {
      ...opened(workflow, { steps: STEPS }),
      "GET /integrations": () => ({ body: { data: [] } }),
      [`GET /v2/workflows/${workflow._id}/test-data`]: () =>
        isDown ? failure(500, "It broke") : { body: { data: { example: { payload: { number: "7" } } } } },
    },
  });
  await screen.findByText(/^The example could not be loaded\./);
  isDown = false;
  fireEvent.click(within(screen.getByRole("region", { name: "Data" })).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("number").value).toBe("7"));
});

test("after a digest the preview has as many events as are chosen; before one, none", async () => {
  const { asked, router, workflow } = await open("mail", () => answerOf({ message: mailOf() }));
  await waitFor(() => expect(asked.at(-1)?.data.digestEvents).toHaveLength(2));
  fireEvent.click(screen.getByRole("radio", { name: "10" }));
  await waitFor(() => expect(asked.at(-1)?.data.digestEvents).toHaveLength(10));
  fireEvent.click(screen.getByRole("radio", { name: "0" }));
  await waitFor(() => expect(asked.at(-1)?.data).not.toHaveProperty("digestEvents"));
  await act(() =>
    router.navigate({
      to: "/workflows/$workflowId/steps/$stepId",
      params: { workflowId: workflow._id, stepId: "bell" },
    }),
  );
  await screen.findByRole("heading", { level: 2, name: "Bell" });
  expect(screen.queryByText("Events of the digest")).toBeNull();
});

test("an email is shown on a desktop, on a phone and as plain text, in light and in dark, and never with scripts", async () => {
  await open("mail", () =>
    answerOf({ message: mailOf({ preheader: "Look inside", senderName: "Shop", text: "Hello in plain words" }) }),
  );
  const mail = await frame();
  expect(mail.getAttribute("sandbox")).not.toMatch(/allow-scripts|allow-same-origin/);
  for (const part of ["Look inside", "Shop"]) expect(panel().getByText(part)).toBeTruthy();
  fireEvent.click(panel().getByRole("radio", { name: "Dark" }));
  expect(panel().getByText(/^The mail has no dark styles\./)).toBeTruthy();
  fireEvent.click(panel().getByRole("radio", { name: "Phone" }));
  expect((await frame()).parentElement?.style.width).toBe("375px");
  fireEvent.click(panel().getByRole("radio", { name: "Plain text" }));
  expect(panel().getByText("Hello in plain words")).toBeTruthy();
  expect(screen.queryByTitle("Mail: Hello")).toBeNull();
});

test("a text message has its segments and its encoding, and the character that makes it wide", async () => {
  await open("text", () =>
    answerOf({
      message: { channel: "sms", content: "Hello ж", encoding: "UCS-2", segments: 2, units: 71, capacity: 134 },
    }),
  );
  await panel().findByText("71 of 134");
  expect(panel().getByText("UCS-2")).toBeTruthy();
  expect(panel().getByText(/^“ж” needs Unicode/)).toBeTruthy();
});

const TEXT_MESSAGE = {
  message: { channel: "sms", content: "Hello", encoding: "GSM-7", segments: 1, units: 5, capacity: 160 },
} as const;

test("a test shows the vendor's own answer, and the number is there again for the next one", async () => {
  const tested: unknown[] = [];
  const refusal = {
    integration: "Twilio",
    isAccepted: false,
    message: "POST api.twilio.com answered 400",
    status: 400,
  };
  const handlers = (samples: string) => ({
    [`POST ${samples.replace("samples", "steps/text/test-message")}`]: ({ body }: { body: unknown }) => {
      tested.push(body);
      const answer = '{"message": "The number is not a mobile number"}';
      const sends =
        tested.length === 1 ? [{ ...refusal, answer }] : [{ integration: "Twilio", isAccepted: true, id: "SM1" }];
      return { status: 201, body: { data: { sends } } };
    },
  });
  await open("text", () => answerOf(TEXT_MESSAGE), handlers);
  const sendTest = async () => fireEvent.click(await panel().findByRole("button", { name: "Send test" }));
  // A file before this one in its worker may have typed a number, which stays for as long as the tab is open.
  fireEvent.change(await panel().findByLabelText("Phone number"), { target: { value: "" } });
  await sendTest();
  await waitFor(() =>
    expect(panel().getByLabelText<HTMLInputElement>("Phone number").getAttribute("aria-invalid")).toBe("true"),
  );
  fireEvent.change(panel().getByLabelText("Phone number"), { target: { value: "+4915100000000" } });
  await sendTest();
  await panel().findByText("Twilio did not take the message.");
  expect(panel().getByText('{"message": "The number is not a mobile number"}')).toBeTruthy();
  expect(panel().getByText("400")).toBeTruthy();
  await sendTest();
  await panel().findByText("Twilio accepted the message.");
  expect(panel().getByText("SM1")).toBeTruthy();
  expect(panel().queryByText("400")).toBeNull();
  expect(tested).toMatchObject([{ to: "+4915100000000", controlValues: { body: "Hello" } }, { to: "+4915100000000" }]);

  cleanup();
  await open("text", () => answerOf(TEXT_MESSAGE));
  expect((await panel().findByLabelText<HTMLInputElement>("Phone number")).value).toBe("+4915100000000");
});

test("what was typed is saved before it is tested, so that the version which the test keeps has it", async () => {
  const { received, workflow } = await open(
    "text",
    () => answerOf(TEXT_MESSAGE),
    (samples) => ({
      [`POST ${samples.replace("samples", "steps/text/test-message")}`]: () => ({
        status: 201,
        body: { data: { sends: [{ integration: "Twilio", isAccepted: true, id: "SM1" }] } },
      }),
      [`PUT ${samples.replace("/samples", "")}`]: () => ({ body: { data: saved } }),
    }),
  );
  const saved = aWorkflowV2({ _id: workflow._id, name: workflow.name, version: 2, steps: STEPS });
  fireEvent.change(await panel().findByLabelText("Phone number"), { target: { value: "+4915100000000" } });
  await typeInto("Body", " Ada");
  fireEvent.click(await panel().findByRole("button", { name: "Send test" }));
  await panel().findByText("Twilio accepted the message.");
  const writes = received.filter(({ method, path }) => method === "PUT" || path.endsWith("/test-message"));
  expect(writes.map(({ method }) => method)).toEqual(["PUT", "POST"]);
});

test("a message to the inbox is shown by the inbox's own component", async () => {
  await open("bell", () =>
    answerOf({
      message: {
        channel: "in_app",
        subject: "Order 7",
        content: "It <b>left</b>",
        format: "html",
        cta: { type: "redirect", action: { buttons: [{ type: "primary", content: "Track" }] } },
      },
    }),
  );
  await waitFor(() => {
    const entry = document.querySelector(".belfry-shadow")?.shadowRoot;
    expect(entry?.querySelector("li.belfry-item")?.textContent).toMatch(/Order 7.*It left.*Track/);
    expect(entry?.querySelector("b, strong")?.textContent).toBe("left");
  });
});

test("below 1280 px the data is a drawer, below 900 px the preview is a tab, both in the address", async () => {
  setWidth(1000);
  const { router } = await open("mail", () => answerOf({ message: mailOf() }));
  expect(screen.queryByLabelText("Locale")).toBeNull();
  const opener = panel().getByRole("button", { name: "Data" });
  act(() => opener.focus());
  fireEvent.click(opener);
  const drawer = await screen.findByRole("dialog", { name: "Data" });
  expect(router.state.location.search).toMatchObject({ view: "data" });
  await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(panel().getByRole("button", { name: "Data" })));
  cleanup();

  setWidth(600);
  const narrow = await open("mail", () => answerOf({ message: mailOf() }), {}, "?view=preview");
  await frame();
  fireEvent.click(screen.getByRole("radio", { name: "Content" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Preview" })).toBeNull());
  expect(narrow.router.state.location.search).not.toHaveProperty("view");
  expect(screen.getByRole("region", { name: "Step Mail" })).toBeTruthy();
});
