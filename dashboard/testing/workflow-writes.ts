import { fireEvent, screen, within } from "@testing-library/react";
import { WORKFLOW_FILE_FORMAT, WORKFLOW_FILE_VERSION } from "#contract/workflows/workflow-file.ts";
import { definitionOf } from "../features/workflows/file/copy-workflow.ts";
import { usePreferences } from "../preferences.ts";
import { aWorkflow, environments } from "./fixtures.ts";
import { handlersOf, SCREENS } from "./screens.ts";
import { data, filled, gone, heading, press, type TestWrite, type } from "./test-write.ts";
import { aListedWorkflow, aStepV2, aWorkflowV2, historyOf, listOf, opened } from "./workflow-v2.ts";

const workflow = aWorkflow({ name: "Parcel sent" });
const listed = aListedWorkflow({ _id: workflow._id, name: workflow.name });
const made = aWorkflowV2({ _id: workflow._id, name: "Parcel sent" });
const edited = { ...made, steps: [aStepV2({ _id: "bell", name: "Bell" })] };
const template = aWorkflow({ name: "Welcome mail" });
const LIST = { ...handlersOf("/workflows"), "GET /v2/workflows": () => listOf(listed), ...opened(workflow) };
const NEW = { ...handlersOf("/workflows/new"), "GET /search": data([]), ...opened(workflow) };

/** Chooses an action of the row of the workflow. */
const choose = async (action: string) => {
  await press("Actions of Parcel sent");
  fireEvent.click(await screen.findByRole("menuitem", { name: action }));
};
const mailStep = aStepV2({
  _id: "mail",
  name: "Mail",
  type: "email",
  controlValues: { subject: "Sent", body: "<p>It left</p>", editorType: "html" },
});
/** The screen of a step that sends an email. */
const MAIL = SCREENS.find(({ address }) => address.endsWith("/steps/mail"))?.address ?? "";
/** The screen of a step that sends a text message. */
const TEXT = SCREENS.find(({ address }) => /\/steps\/text\b/.test(address))?.address ?? "";
const sample = {
  _id: "00000000-0000-4000-8000-0000000000d1",
  name: "Large order",
  payload: { order: 7 },
  createdAt: "2026-01-05T09:00:00.000Z",
  updatedAt: "2026-01-05T09:00:00.000Z",
};
const SAMPLES = `/v2${MAIL.replace(/\/steps\/.*/, "")}/samples`;
const SAMPLED = { ...handlersOf(MAIL), [`GET ${SAMPLES}`]: data([sample]) };
/** Chooses the payload of the data, which stays chosen for the workflow. */
async function choosePayload(name: RegExp, text: string) {
  usePreferences.setState({ payloadAsJson: true });
  await press(/ Payload$/);
  fireEvent.click(await screen.findByRole("option", { name }));
  await filled("Payload as JSON", text);
}
const chooseExample = () => choosePayload(/^Example/, '{\n  "number": "number"\n}');
const chooseSample = () => choosePayload(/^Large order/, '{\n  "order": 7\n}');
const fillNew = async () => {
  await type("Name", "Parcel sent");
  await filled("Identifier", "parcel-sent");
};

/** The screen of a step that is code. */
const CODE = SCREENS.find(({ address }) => address.endsWith("/steps/count"))?.address ?? "";
const withBridge = environments.map((one) => ({ ...one, bridge: { url: "https://example.com/api/novu" } }));
const CONTROLS = `PUT /bridge/controls/${CODE.split("/")[2]}/count`;

/** Changes of workflows. */
export const WORKFLOW_WRITES: readonly TestWrite[] = [
  {
    name: "setting the controls of a step of code",
    write: "bridge.setControls",
    address: CODE,
    handlers: handlersOf(CODE),
    call: CONTROLS,
    answer: data({ controls: { title: "Weighed" } }),
    fill: () => type("Title", "Weighed"),
    send: () => press("Save"),
    kept: { Title: "Weighed" },
    done: () => screen.findByText("Set here"),
  },
  {
    name: "synchronising with a bridge",
    write: "bridge.sync",
    address: CODE,
    handlers: { ...handlersOf(CODE), "GET /environments": data(withBridge) },
    call: "POST /bridge/sync",
    answer: data([], 201),
    send: () => press("Synchronise"),
    done: () => gone(() => screen.queryByText(/^Nothing was synchronised/)),
  },
  {
    name: "creating a blank workflow",
    write: "v2.workflows.create",
    address: "/workflows/new",
    handlers: NEW,
    call: "POST /v2/workflows",
    answer: data(made, 201),
    fill: fillNew,
    send: () => press("Create workflow"),
    field: { label: "Identifier", path: "workflowId" },
    kept: { Name: "Parcel sent", Identifier: "parcel-sent" },
    done: () => heading("Parcel sent"),
  },
  {
    name: "sending the email of a step to oneself",
    write: "v2.workflows.sendTestMessage",
    address: MAIL,
    handlers: handlersOf(MAIL),
    call: `POST /v2${MAIL}/test-message`,
    answer: data({ sends: [{ integration: "Postmark", isAccepted: true, id: "m-1" }] }, 201),
    send: () => press("Send test to me"),
    done: () => screen.findByText("Postmark accepted the message."),
  },
  {
    name: "sending the text of a step to a number",
    write: "v2.workflows.sendTestMessage",
    address: TEXT,
    handlers: handlersOf(TEXT),
    call: `POST /v2${TEXT.replace(/\?.*/, "")}/test-message`,
    answer: data({ sends: [{ integration: "Twilio", isAccepted: true, id: "m-1" }] }, 201),
    fill: () => type("Phone number", "+4915100000000"),
    send: () => press("Send test"),
    kept: { "Phone number": "+4915100000000" },
    done: () => screen.findByText("Twilio accepted the message."),
  },
  {
    name: "keeping a payload as a sample",
    write: "v2.workflows.createSample",
    address: `${MAIL}?view=data`,
    handlers: SAMPLED,
    call: `POST ${SAMPLES}`,
    answer: data(sample, 201),
    fill: async () => {
      await chooseExample();
      await press("Save as sample");
      await type("Name of the sample", "Large order");
    },
    send: () => press("Save"),
    field: { label: "Name of the sample", path: "name" },
    kept: { "Name of the sample": "Large order" },
    done: () => screen.findByRole("button", { name: /^Large order/, hidden: true }),
  },
  {
    name: "changing a sample",
    write: "v2.workflows.patchSample",
    address: `${MAIL}?view=data`,
    handlers: SAMPLED,
    call: `PATCH ${SAMPLES}/${sample._id}`,
    answer: data(sample),
    fill: async () => {
      await chooseSample();
      await type("Payload as JSON", '{"order": 8}');
    },
    send: () => press("Update sample"),
    kept: { "Payload as JSON": '{"order": 8}' },
    done: () => screen.findByRole("button", { name: "Delete sample", hidden: true }),
  },
  {
    name: "deleting a sample",
    write: "v2.workflows.deleteSample",
    address: `${MAIL}?view=data`,
    handlers: SAMPLED,
    call: `DELETE ${SAMPLES}/${sample._id}`,
    answer: () => ({ status: 204, body: null }),
    fill: chooseSample,
    send: () => press("Delete sample"),
    done: () => screen.findByText("Sample Large order deleted"),
  },
  {
    name: "changing the body of an email to blocks",
    write: "v2.emailBodies.convert",
    address: MAIL,
    handlers: { ...handlersOf(MAIL), ...opened({ ...workflow, _id: MAIL.split("/")[2] ?? "" }, { steps: [mailStep] }) },
    call: "POST /v2/email-bodies/convert",
    answer: data({ body: JSON.stringify({ type: "doc", content: [] }), losses: [], htmlBlocks: 0 }),
    send: async () => {
      fireEvent.click(await screen.findByRole("radio", { name: "Blocks" }));
    },
    done: () => screen.findByText("No layout around the blocks"),
  },
  {
    name: "creating the group of a new workflow",
    write: "notificationGroups.create",
    address: "/workflows/new",
    handlers: { ...NEW, "POST /v2/workflows": data(made, 201) },
    call: "POST /notification-groups",
    answer: data({ _id: "g", name: "Shipping" }, 201),
    fill: async () => {
      await fillNew();
      fireEvent.change(await screen.findByRole("combobox", { name: "Group" }), { target: { value: "Shipping" } });
    },
    send: () => press("Create workflow"),
    kept: { Name: "Parcel sent" },
    done: () => heading("Parcel sent"),
  },
  {
    name: "creating a workflow from a template",
    write: "notificationTemplates.create",
    address: `/workflows/new?template=${template._id}`,
    handlers: {
      ...NEW,
      "GET /blueprints/group-by-category": data({
        general: [{ name: "Onboarding", blueprints: [template] }],
        popular: { name: "Popular", blueprints: [] },
      }),
    },
    call: "POST /notification-templates",
    answer: data(workflow, 201),
    fill: async () => {
      await filled("Name", "Welcome mail");
      await type("Description", "For new people");
    },
    send: () => press("Create workflow"),
    field: { label: "Description", path: "description" },
    kept: { Name: "Welcome mail", Description: "For new people" },
    done: () => heading("Parcel sent"),
  },
  {
    name: "making a workflow inactive",
    write: "v2.workflows.patch",
    address: "/workflows",
    handlers: LIST,
    call: `PATCH /v2/workflows/${workflow._id}`,
    answer: data(made),
    send: () => choose("Deactivate"),
    once: true,
    done: () => screen.findByText("Parcel sent is inactive"),
  },
  {
    name: "deleting a workflow",
    write: "v2.workflows.delete",
    address: "/workflows",
    handlers: { ...LIST, "GET /waiting/counts": data([]) },
    call: `DELETE /v2/workflows/${workflow._id}`,
    answer: () => ({ status: 204, body: null }),
    fill: () => choose("Delete"),
    send: () => press("Delete workflow"),
    done: () => screen.findByText("Parcel sent deleted"),
  },
  {
    name: "duplicating a workflow",
    address: "/workflows",
    handlers: LIST,
    call: "POST /v2/workflows",
    answer: data({ ...made, name: "Parcel sent copy" }, 201),
    send: () => choose("Duplicate"),
    done: () => heading("Parcel sent"),
  },
  {
    name: "sending a test",
    write: "events.trigger",
    address: `/workflows/${workflow._id}/test`,
    handlers: {
      ...opened(workflow),
      "GET /notifications": () => ({ body: { data: [], page: 0, pageSize: 1, hasMore: false } }),
    },
    call: "POST /events/trigger",
    answer: data({ acknowledged: true, status: "processed", transactionId: "t" }, 201),
    fill: async () => {
      usePreferences.setState({ payloadAsJson: true });
      await type("Payload", '{"number": 7}');
    },
    send: () => press("Run dry test"),
    field: { label: "Payload", path: "payload.order.id" },
    kept: { Payload: '{"number": 7}' },
    done: () => screen.findByText("The run begins"),
  },
  {
    name: "importing a workflow over another one",
    write: "v2.workflows.update",
    address: "/workflows",
    handlers: {
      ...LIST,
      "GET /search": data([{ kind: "workflow", _id: workflow._id, workflowId: made.workflowId }]),
      [`GET /v2/workflows/${made.workflowId}`]: data(made),
    },
    call: `PUT /v2/workflows/${made._id}`,
    answer: data(made),
    fill: async () => {
      await press("Import");
      const text = JSON.stringify({
        format: WORKFLOW_FILE_FORMAT,
        version: WORKFLOW_FILE_VERSION,
        workflows: [definitionOf(made)],
      });
      const files = [new File([text], "workflows.json", { type: "application/json" })];
      fireEvent.change(await screen.findByLabelText("File of workflows"), { target: { files } });
      fireEvent.click(await screen.findByRole("radio", { name: "Replace" }));
    },
    send: () => press(/^(Import 1 workflow|Try again)$/),
    once: true,
    done: () => screen.findByText("Replaced"),
  },
  {
    name: "restoring a version",
    write: "v2.workflows.restoreVersion",
    address: `/workflows/${workflow._id}/history?versions=1`,
    handlers: {
      ...opened(workflow, { steps: edited.steps, version: 2 }),
      ...historyOf(workflow, [{}, { steps: edited.steps }]),
    },
    call: `POST /v2/workflows/${workflow._id}/versions/1/restore`,
    answer: data({ ...edited, version: 3 }, 201),
    fill: () => press("Restore version 1"),
    send: async () => {
      const dialog = await screen.findByRole("alertdialog");
      fireEvent.click(within(dialog).getByRole("button", { name: "Restore version 1" }));
    },
    done: () => screen.findByText("Version 3 has what version 1 had"),
  },
  {
    name: "naming a version",
    write: "v2.workflows.nameVersion",
    address: `/workflows/${workflow._id}/history`,
    handlers: {
      ...opened(workflow, { steps: edited.steps, version: 2 }),
      ...historyOf(workflow, [{}, { steps: edited.steps }]),
    },
    call: `PATCH /v2/workflows/${workflow._id}/versions/2`,
    answer: data({}),
    fill: async () => {
      await press("Name version 2");
      await type("Name", "Before the sale");
    },
    send: () => press("Save"),
    field: { label: "Name", path: "name" },
    kept: { Name: "Before the sale" },
    done: () => gone(() => screen.queryByLabelText("Name")),
  },
  {
    name: "changing the preferences of a workflow",
    address: `/workflows/${workflow._id}/preferences`,
    handlers: opened(workflow),
    call: `PUT /v2/workflows/${workflow._id}`,
    answer: data({ ...made, updatedAt: "2026-01-05T10:00:00.000Z" }),
    send: async () => {
      const again = screen.queryByRole("button", { name: "Save now" });
      if (again) fireEvent.click(again);
      else fireEvent.click(await screen.findByRole("switch", { name: "Email by default" }));
    },
    // Both versions are offered.
    except: ["409"],
    once: true,
    done: () => screen.findByText(/^Saved /),
  },
  {
    name: "saving a workflow that is edited",
    address: `/workflows/${workflow._id}/steps/bell`,
    handlers: { "GET /feeds": data([]), [`GET /v2/workflows/${workflow._id}`]: data(edited) },
    call: `PUT /v2/workflows/${workflow._id}`,
    answer: data({ ...edited, version: 2 }),
    // It is saved by itself the first time.
    send: async () => {
      const again = screen.queryByRole("button", { name: "Save now" });
      if (again) fireEvent.click(again);
      else await type("Name", "Doorbell");
    },
    kept: { Name: "Doorbell" },
    // Both versions are offered.
    except: ["409"],
    once: true,
    done: () => screen.findByText(/^Saved .*, version 2$/),
  },
];
