import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { grafanaOnCall } from "./grafana-on-call.ts";

const url = "https://oncall.example.com/integrations/v1/formatted_webhook/s3cret/";
const takes = (json: unknown): Exchange[] => [
  { request: { url, headers: { "content-type": "application/json" }, json }, answer: { text: "Ok." } },
];
const result = { id: "m-1", date: ANSWERED_AT };

testProvider(grafanaOnCall, {
  limits: "recipient",
  credentials: {},
  message: { id: "m-1", webhookUrl: url, content: "The disk is full" },
  sends: {
    "a message": { exchanges: takes({ message: "The disk is full" }), result },
    "an alert with everything that an integration sets": {
      credentials: {
        alertUid: "a-1",
        title: "Disk",
        imageUrl: "https://example.com/a.png",
        state: "alerting",
        externalLink: "https://example.com/a",
      },
      exchanges: takes({
        alert_uid: "a-1",
        title: "Disk",
        image_url: "https://example.com/a.png",
        state: "alerting",
        link_to_upstream_details: "https://example.com/a",
        message: "The disk is full",
      }),
      result,
    },
    "fields of the trigger's own": {
      credentials: { title: "Disk", state: "alerting" },
      message: { customData: { state: "ok", alert_uid: "a-2" } },
      exchanges: takes({ alert_uid: "a-2", title: "Disk", state: "ok", message: "The disk is full" }),
      result,
    },
  },
  statuses: { 404: "CREDENTIAL" },
});
