import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { jsonBody, type ReportDefinition, UnreadableReportError } from "../reports/delivery-reports.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map(
  Object.entries<ReportStatus>({
    "notification.willDisplay": "delivered",
    "notification.displayed": "delivered",
    "notification.clicked": "clicked",
  }),
);

const Event = z.object({ event: z.string(), id: z.string().optional(), notificationId: z.string().optional() });

/** OneSignal's webhooks, which browsers call when they show a web push; nothing is signed. */
export const oneSignalReports: ReportDefinition<object> = {
  setUp: {
    steps: [
      "In OneSignal, open Settings > Web and turn on Enable webhooks.",
      "Enter the address for reports as the URL of the events notification.willDisplay and notification.clicked.",
      "Save the settings; Chrome and Firefox then report web push notifications, while Safari and mobile apps report none.",
    ],
    source: "https://documentation.onesignal.com/docs/webhooks",
  },
  isGenuine: () => "unsigned",
  parse(call) {
    const raw = jsonBody(call);
    const event = Event.safeParse(raw);
    if (!event.success) throw new UnreadableReportError("The body has no event");
    const identifier = event.data.notificationId ?? event.data.id;
    const status = STATUSES.get(event.data.event);
    return identifier && status ? [{ identifier, status, at: null, raw }] : [];
  },
};
