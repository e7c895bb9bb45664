import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { pushpad } from "./pushpad.ts";

const takes = (notification: object): Exchange[] => [
  {
    request: {
      url: "https://pushpad.xyz/api/v1/projects/123/notifications",
      headers: {
        authorization: 'Token token="s3cret"',
        accept: "application/json",
        "content-type": "application/json",
      },
      json: { notification, uids: ["ada"] },
    },
    answer: { status: 201, json: { id: 4_711, scheduled: 1, uids: ["ada"] } },
  },
];
const result = { id: "4711", date: ANSWERED_AT };

testProvider(pushpad, {
  credentials: { apiKey: "s3cret", applicationId: "123" },
  message: { id: "m-1", target: ["ada"], title: "T", content: "C", payload: {}, subscriber: {}, step: {} },
  statuses: { 402: "FUNDS", 404: "CREDENTIAL" },
  sends: {
    "title and content": { exchanges: takes({ body: "C", title: "T" }), result },
    "payload and overrides as fields of Pushpad": {
      message: {
        payload: { order: { id: 7 } },
        overrides: {
          clickAction: "https://shop.example",
          icon: "https://i.example/1.png",
          ttl: 60,
          priority: "high",
          badgeUrl: "https://i.example/2.png",
          image: "https://i.example/3.png",
          requireInteraction: true,
          silent: false,
          actions: [{ title: "Open", action: "open" }],
          starred: true,
          sound: "none",
          sendAt: "2026-05-06T10:00:00Z",
          customMetrics: ["orders"],
        },
      },
      exchanges: takes({
        body: "C",
        title: "T",
        custom_data: '{"order":{"id":7}}',
        target_url: "https://shop.example",
        ttl: 60,
        icon_url: "https://i.example/1.png",
        badge_url: "https://i.example/2.png",
        urgent: true,
        silent: false,
        image_url: "https://i.example/3.png",
        require_interaction: true,
        starred: true,
        actions: [{ title: "Open", action: "open" }],
        send_at: "2026-05-06T10:00:00Z",
        custom_metrics: ["orders"],
      }),
      result,
    },
    "what is passed through is merged into the notification": {
      message: { passthrough: { body: { title: "Passed" } } },
      exchanges: takes({ body: "C", title: "Passed" }),
      result,
    },
  },
  refusals: {
    "the user has no subscription": {
      answer: { status: 201, json: { id: 1, scheduled: 1, uids: [] } },
      class: "PERMANENT",
    },
    "nothing is scheduled": { answer: { status: 201, json: { id: 1, scheduled: 0 } }, class: "PERMANENT" },
    "a field is not valid": { answer: { status: 422, json: { body: ["can't be blank"] } }, class: "PERMANENT" },
  },
});
