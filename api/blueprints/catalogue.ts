import type { z } from "zod";
import type { StepInput } from "#contract/workflows/steps.ts";

/** A workflow to begin with. Its steps are written as a caller of `POST /v1/workflows` writes them. */
export interface CatalogueEntry {
  /** Never given to another entry: the ids of the blueprint and its steps follow from it. */
  number: number;
  name: string;
  description: string;
  group: string;
  /** Whether it is among those that are offered first. */
  popular?: boolean;
  critical?: boolean;
  steps: z.input<typeof StepInput>[];
}

type Step = CatalogueEntry["steps"][number];

const text = (content: string) => ({ type: "text" as const, content });
const button = (content: string, url: string) => ({ type: "button" as const, content, url });

const email = (subject: string, content: (ReturnType<typeof text> | ReturnType<typeof button>)[]): Step => ({
  name: "Email",
  template: { type: "email", contentType: "editor", subject, content },
});

const inApp = (content: string, url: string): Step => ({
  name: "In-app",
  template: { type: "in_app", content, cta: { type: "redirect", data: { url } } },
});

const sms = (content: string): Step => ({ name: "SMS", template: { type: "sms", content } });

const wait = (type: "delay" | "digest", metadata: Step["metadata"]): Step => ({
  name: type === "delay" ? "Delay" : "Digest",
  template: { type },
  metadata,
});

const HELLO = text("Hi {{ subscriber.firstName | default: 'there' }},");

/** Served when no organisation is configured to make blueprints. Texts are plain English, to be changed by whoever uses them. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    number: 1,
    name: "Welcome",
    group: "Onboarding",
    popular: true,
    description: "Greets a new user in the inbox and by email, and asks two days later whether everything works",
    steps: [
      inApp("Welcome, {{ subscriber.firstName | default: 'and thank you for signing up' }}!", "{{ appUrl }}"),
      email("Welcome to {{ appName }}", [
        HELLO,
        text("your account at {{ appName }} is ready. Begin with the first steps, they take about five minutes."),
        button("Open {{ appName }}", "{{ appUrl }}"),
      ]),
      wait("delay", { type: "regular", amount: 2, unit: "days" }),
      email("How do you like {{ appName }}?", [
        HELLO,
        text("does everything work as you expect? Answer this email if something is missing."),
      ]),
    ],
  },
  {
    number: 2,
    name: "Trial ending",
    group: "Onboarding",
    description: "Waits until a moment that the event names, and then says that a trial is about to end",
    steps: [
      wait("delay", { type: "scheduled", delayPath: "remindAt" }),
      email("Your trial ends on {{ endsOn }}", [
        HELLO,
        text("your trial of the plan {{ plan }} ends on {{ endsOn }}. Choose a plan to keep your data."),
        button("Choose a plan", "{{ plansUrl }}"),
      ]),
    ],
  },
  {
    number: 3,
    name: "Password reset",
    group: "Account security",
    popular: true,
    critical: true,
    description: "Sends the link to choose a new password",
    steps: [
      email("Choose a new password", [
        HELLO,
        text("a new password was requested for your account. The link can be used once, within {{ validFor }}."),
        button("Choose a new password", "{{ resetUrl }}"),
        text("If it was not you, leave this email as it is: your password stays unchanged."),
      ]),
    ],
  },
  {
    number: 4,
    name: "New sign-in",
    group: "Account security",
    critical: true,
    description: "Says that an account was used from a device that is not known",
    steps: [
      inApp("New sign-in from {{ device }} in {{ place }}", "{{ devicesUrl }}"),
      email("New sign-in to your account", [
        HELLO,
        text("your account was used from {{ device }} in {{ place }} at {{ time }}."),
        button("Look at my devices", "{{ devicesUrl }}"),
      ]),
    ],
  },
  {
    number: 5,
    name: "Comment digest",
    group: "Collaboration",
    popular: true,
    description: "Collects the comments on one post for ten minutes, and sends one message about all of them",
    steps: [
      wait("digest", { type: "regular", amount: 10, unit: "minutes", digestKey: "postId" }),
      inApp(
        "{{ step.total_count }} new {{ step.total_count | pluralize: 'comment', 'comments' }} on {{ postTitle }}",
        "{{ postUrl }}",
      ),
      email("New comments on {{ postTitle }}", [
        text("{% for event in step.events %}<b>{{ event.author }}</b>: {{ event.comment }}<br />{% endfor %}"),
        button("Open the post", "{{ postUrl }}"),
      ]),
    ],
  },
  {
    number: 6,
    name: "Mention",
    group: "Collaboration",
    popular: true,
    description: "Shows a mention in the inbox, and sends an email when it is still unread after 15 minutes",
    steps: [
      { ...inApp("{{ author }} mentioned you in {{ title }}", "{{ url }}"), uuid: "mention" },
      wait("delay", { type: "regular", amount: 15, unit: "minutes" }),
      {
        ...email("{{ author }} mentioned you", [
          text("<b>{{ author }}</b> mentioned you in {{ title }}:"),
          text("{{ excerpt }}"),
          button("Answer", "{{ url }}"),
        ]),
        filters: [{ value: "AND", children: [{ on: "previousStep", step: "mention", stepType: "unread" }] }],
      },
    ],
  },
  {
    number: 7,
    name: "Order shipped",
    group: "Orders",
    popular: true,
    description: "Says that an order has left, and asks three days later how it was",
    steps: [
      email("Your order {{ orderId }} is on its way", [
        HELLO,
        text("your order {{ orderId }} has left our warehouse."),
        button("Follow the parcel", "{{ trackingUrl }}"),
      ]),
      sms("Your order {{ orderId }} is on its way: {{ trackingUrl }}"),
      wait("delay", { type: "regular", amount: 3, unit: "days" }),
      inApp("How was order {{ orderId }}? Tell us with one click", "{{ reviewUrl }}"),
    ],
  },
  {
    number: 8,
    name: "Invoice",
    group: "Billing",
    description: "Sends the link to a new invoice",
    steps: [
      email("Invoice {{ invoiceNumber }}", [
        HELLO,
        text("your invoice {{ invoiceNumber }} over {{ amount }} is due on {{ dueOn }}."),
        button("Open the invoice", "{{ invoiceUrl }}"),
      ]),
    ],
  },
  {
    number: 9,
    name: "Payment failed",
    group: "Billing",
    critical: true,
    description: "Asks for another way to pay, in the inbox and by email",
    steps: [
      inApp("Your payment of {{ amount }} failed: {{ reason }}", "{{ billingUrl }}"),
      email("Your payment failed", [
        HELLO,
        text("we could not collect {{ amount }}: {{ reason }}. We try again on {{ retryOn }}."),
        button("Change how I pay", "{{ billingUrl }}"),
      ]),
    ],
  },
  {
    number: 10,
    name: "Weekly summary",
    group: "Summaries",
    popular: true,
    description: "Collects what happened during the week, and sends one email on Monday morning",
    steps: [
      wait("digest", { type: "timed", timed: { cronExpression: "0 9 * * 1" } }),
      email("Your week: {{ step.total_count }} {{ step.total_count | pluralize: 'update', 'updates' }}", [
        HELLO,
        text("{% for event in step.events %}{{ event.title }}<br />{% endfor %}"),
      ]),
    ],
  },
  {
    number: 11,
    name: "Incident alert",
    group: "Operations",
    critical: true,
    description: "Alerts whoever is on call at once, by SMS, email and in the inbox",
    steps: [
      sms("{{ severity | upcase }}: {{ title }}. {{ incidentUrl }}"),
      inApp("{{ severity | upcase }}: {{ title }}", "{{ incidentUrl }}"),
      email("{{ severity | upcase }}: {{ title }}", [
        text("<b>{{ title }}</b>"),
        text("{{ details }}"),
        button("Open the incident", "{{ incidentUrl }}"),
      ]),
    ],
  },
];
