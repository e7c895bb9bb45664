import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { contextPaths } from "#dashboard/app/page-settings.ts";
import { memberOf, useSession } from "#dashboard/app/session.ts";
import type { PickerItem } from "#dashboard/components/controls/picker-results.tsx";

export type AddressedChannel = "sms" | "push" | "chat";

/** The destination to which a member sends the tests of a channel. */
export interface TestAddress {
  kind: "address" | "subscriber";
  address: string;
  subscriber: PickerItem | null;
  /** The identifier of an integration; empty for the one that the step uses. */
  integration: string;
}

const NOWHERE: TestAddress = { kind: "address", address: "", subscriber: null, integration: "" };

interface Addresses {
  addresses: Readonly<Record<string, TestAddress>>;
}

/** By member, environment and channel. Kept for this tab; devices and addresses of chats are secrets, which nothing may store. */
const useAddresses = create<Addresses>()(
  persist(() => ({ addresses: {} }), {
    name: `belfry-test-addresses${contextPaths.web}`,
    storage: createJSONStorage(() => sessionStorage),
    partialize: ({ addresses }: Addresses): Addresses => ({
      addresses: Object.fromEntries(
        Object.entries(addresses).map(([key, one]) => [key, key.endsWith("/sms") ? one : { ...one, address: "" }]),
      ),
    }),
  }),
);

/** Returns the last destination of tests of a channel, and how to change it. */
export function useTestAddress(channel: AddressedChannel): [TestAddress, (changes: Partial<TestAddress>) => void] {
  const key = useSession(({ token, environmentId }) => `${memberOf(token)}/${environmentId}/${channel}`);
  const address = useAddresses(({ addresses }) => addresses[key]) ?? NOWHERE;
  const change = (changes: Partial<TestAddress>) =>
    useAddresses.setState(({ addresses: { [key]: before = NOWHERE, ...others } }) => ({
      addresses: { ...others, [key]: { ...before, ...changes } },
    }));
  return [address, change];
}
