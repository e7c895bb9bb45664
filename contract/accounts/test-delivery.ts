import { z } from "zod";
import { PHONE_MAX } from "../constants/limits.ts";
import { TEST_ADDRESS_MAX, TEST_ADDRESSES_MAX } from "../constants/test-delivery.ts";
import { ADMIN, KEY, READER } from "../schemas/access.ts";
import { data, example, textUpTo } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { EmailAddress } from "../schemas/people.ts";
import { SubscriberId } from "../subscribers.ts";

const phone = textUpTo(PHONE_MAX).refine((text) => /^[\d\s()+./-]+$/.test(text) && /\d/.test(text), {
  error: "must be a phone number",
});

/** Who gets messages of an environment while its test delivery is on, and what becomes of the others. */
export const TestDelivery = z
  .object({
    /** Not in Production. */
    isOn: z.boolean({ error: "must be true or false" }),
    allowed: z
      .object({
        /** People who get their messages at their own addresses and devices. */
        subscriberIds: z.array(SubscriberId).max(TEST_ADDRESSES_MAX).default([]),
        /** Email addresses, phone numbers, webhook addresses of chats and device tokens, whoever they are sent for. */
        addresses: z.array(textUpTo(TEST_ADDRESS_MAX).trim().min(1)).max(TEST_ADDRESSES_MAX).default([]),
      })
      .default({ subscriberIds: [], addresses: [] }),
    /** The addresses that get everything else. On a channel without one, it is rendered and not sent. */
    to: z.object({ email: EmailAddress.optional(), sms: phone.optional() }).default({}),
  })
  .meta({ id: "TestDelivery" });
export type TestDelivery = z.infer<typeof TestDelivery>;

/** Messages that are on their way keep the setting by which they were written, see docs/test-delivery.md. */
export interface StoredTestDelivery extends TestDelivery {
  /** Changes with each change. */
  revision: string;
}

export const NO_TEST_DELIVERY: TestDelivery = { isOn: false, allowed: { subscriberIds: [], addresses: [] }, to: {} };

const ChangeTestDelivery = z.object(TestDelivery.shape).meta(
  example({
    isOn: false,
    allowed: { subscriberIds: ["ada"], addresses: ["qa@example.com"] },
    to: { email: "everything@example.com" },
  }),
);

export const testDeliveryOperations = operations("test-delivery", {
  getTestDelivery: {
    route: "GET /v1/test-delivery",
    client: "testDelivery.get",
    summary: "Get the test delivery of the environment",
    access: [KEY, READER],
    answer: { 200: data(TestDelivery) },
  },

  setTestDelivery: {
    route: "PUT /v1/test-delivery",
    client: "testDelivery.set",
    summary: "Set the test delivery of the environment",
    access: [KEY, ADMIN],
    audit: "environment.updated",
    body: ChangeTestDelivery,
    answer: { 200: data(TestDelivery) },
    failures: ["forbidden"],
  },
});
