import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { msteams } from "./msteams.ts";

const connector = "https://contoso.webhook.office.com/webhookb2/1/IncomingWebhook/s3cret";
const logicApp = "https://prod-23.westeurope.logic.azure.com/workflows/f1/triggers/manual/paths/invoke?sig=s3cret";
const powerPlatform =
  "https://default1.2f.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/f2/triggers/manual/paths/invoke?sig=s3cret";
const ownHost = "https://flows.example.com/workflows/f3/triggers/manual/paths/invoke";

const takes = (url: string, json: unknown, answer: Exchange["answer"]): Exchange[] => [
  { request: { url, headers: { "content-type": "application/json" }, json }, answer },
];
const byConnector = { status: 200, text: "1", headers: { "request-id": "r-1" } };
const byWorkflow = { status: 202, headers: { "x-ms-workflow-run-id": "run-1" } };
const card = {
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: {
        type: "AdaptiveCard",
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        version: "1.4",
        body: [{ type: "TextBlock", text: "Hi & <hello>", wrap: true }],
      },
    },
  ],
};
const messageCard = { "@type": "MessageCard", summary: "S", text: "T" };
const refused = (status: number) =>
  `Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error ${status} with ContextId x.`;

testProvider(msteams, {
  limits: "recipient",
  credentials: {},
  message: { id: "m-1", webhookUrl: connector, content: "Hi & <hello>" },
  sends: {
    "a text to a connector": {
      exchanges: takes(connector, { text: "Hi & <hello>" }, byConnector),
      result: { id: "r-1", date: ANSWERED_AT },
    },
    "a card that is the content": {
      message: { content: JSON.stringify(messageCard) },
      exchanges: takes(connector, messageCard, byConnector),
      result: { id: "r-1", date: ANSWERED_AT },
    },
    "content that is JSON, but no object, is a text": {
      message: { content: "[1, 2]" },
      exchanges: takes(connector, { text: "[1, 2]" }, byConnector),
      result: { id: "r-1", date: ANSWERED_AT },
    },
    "fields of the vendor's own": {
      message: { customData: { title: "News", text: "Other" } },
      exchanges: takes(connector, { text: "Other", title: "News" }, byConnector),
      result: { id: "r-1", date: ANSWERED_AT },
    },
    "an answer without an id": {
      exchanges: takes(connector, { text: "Hi & <hello>" }, { text: "1" }),
      result: { id: "m-1", date: ANSWERED_AT },
    },
    "a text to a workflow is a card": {
      message: { webhookUrl: logicApp },
      exchanges: takes(logicApp, card, byWorkflow),
      result: { id: "run-1", date: ANSWERED_AT },
    },
    "so is one to a workflow of Power Platform": {
      message: { webhookUrl: powerPlatform },
      exchanges: takes(powerPlatform, card, byWorkflow),
      result: { id: "run-1", date: ANSWERED_AT },
    },
    "and one to an address that only has a workflow's path": {
      message: { webhookUrl: ownHost },
      exchanges: takes(ownHost, card, byWorkflow),
      result: { id: "run-1", date: ANSWERED_AT },
    },
    "a card of the content's own to a workflow": {
      message: { webhookUrl: logicApp, content: JSON.stringify(card) },
      exchanges: takes(logicApp, card, byWorkflow),
      result: { id: "run-1", date: ANSWERED_AT },
    },
  },
  statuses: { 404: "CREDENTIAL" },
  refusalOf: (code) => ({ status: 400, json: { error: { code, message: "Microsoft's words" } } }),
  refusals: {
    "the flow is switched off, which is of this address alone": {
      answer: { status: 400, json: { error: { code: "WorkflowTriggerIsNotEnabled", message: "Not enabled" } } },
      class: "CREDENTIAL",
    },
    "200, but Teams has refused it as too large": { answer: { text: refused(413) }, class: "PERMANENT" },
    "200, but Teams was asked too often": { answer: { text: refused(429) }, class: "RETRY", rate: "recipient" },
    "200, but Teams has failed": { answer: { text: refused(503) }, class: "RETRY", rate: undefined },
    "200, but it failed for a reason that is not said": {
      answer: { text: "Webhook message delivery failed with error: unknown" },
      class: "PERMANENT",
    },
    "400: the text is empty": { answer: { status: 400, text: "Summary or Text is required." }, class: "PERMANENT" },
    "410: the connector was removed": { answer: { status: 410, text: "Gone" }, class: "CREDENTIAL" },
  },
});
