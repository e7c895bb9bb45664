import { useState } from "react";
import { WHATSAPP_PROVIDER } from "#contract/constants/provider-ids.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { SENTENCE } from "#dashboard/components/controls/field.tsx";
import { Picker } from "#dashboard/components/controls/picker.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { TextInput } from "#dashboard/components/controls/text-input.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { type AddressedChannel, useTestAddress } from "./test-addresses.ts";
import { TestAnswer } from "./test-answer.tsx";
import { type StepTestProps, useStepTest } from "./use-step-test.ts";

const PHONE = {
  kind: "A number",
  label: "Phone number",
  lacking: "Enter a phone number for the test",
  placeholder: "+4915112345678",
  code: false,
};
const ADDRESSES = {
  sms: PHONE,
  push: {
    kind: "A device",
    label: "Device token",
    lacking: "Enter the token of a device for the test",
    placeholder: "",
    code: true,
  },
  chat: {
    kind: "A channel",
    label: "Webhook URL of the channel",
    lacking: "Enter the address of a channel for the test",
    placeholder: "https://",
    code: true,
  },
} as const;

/** Sends the message of the preview to an address that the member gives, or to whatever a subscriber has. */
export function SendToAddress({ channel, ...props }: StepTestProps & { channel: AddressedChannel }) {
  const { current, searches } = useEnvironment();
  const [{ kind, address, subscriber, integration }, change] = useTestAddress(channel);
  const [isAsked, setAsked] = useState(false);
  const test = useStepTest(props);

  const { usable, used } = useIntegrations(channel, [integration, props.step.integrationIdentifier]);
  const texts = used?.providerId === WHATSAPP_PROVIDER ? PHONE : ADDRESSES[channel];
  const isEmpty = kind === "address" ? address.trim() === "" : subscriber === null;
  const lacking = kind === "address" ? texts.lacking : "Choose a subscriber for the test";
  const fault = isAsked && isEmpty ? { type: SENTENCE, message: lacking } : undefined;

  function send() {
    setAsked(true);
    if (kind === "subscriber") {
      if (subscriber) test.send({ subscriberId: subscriber.id });
    } else if (!isEmpty) {
      test.send({ to: address.trim(), ...(used && { integrationIdentifier: used.identifier }) });
    }
  }

  return (
    <form
      noValidate
      aria-label="Send a test"
      className="flex flex-col gap-2 border-t pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <h3 className="font-semibold">Send a test to</h3>
      <Segmented
        label="Send a test to"
        value={kind}
        options={[
          { id: "address", text: texts.kind },
          { id: "subscriber", text: "A subscriber" },
        ]}
        onChange={(next) => change({ kind: next })}
      />
      {kind === "address" ? (
        <TextInput
          label={texts.label}
          placeholder={texts.placeholder}
          code={texts.code}
          error={fault}
          value={address}
          onChange={(next) => change({ address: next })}
        />
      ) : (
        <Picker
          label="Subscriber of the test"
          placeholder="Choose by name or id"
          clearable
          error={fault}
          value={subscriber}
          onChange={(next) => change({ subscriber: next })}
          queryKey={["environment", current?._id, "subscribers"]}
          search={searches.subscribers}
        />
      )}
      {kind === "address" && usable.length > 1 && used && (
        <Select
          label="Integration of the test"
          value={used.identifier}
          options={usable.map(({ identifier, name }) => ({ id: identifier, text: name, description: identifier }))}
          onChange={(identifier) => change({ integration: identifier })}
        />
      )}
      <Button type="submit" className="self-start" pending={test.isPending}>
        Send test
      </Button>
      <TestAnswer test={test} />
    </form>
  );
}

/** Returns the integrations that the environment could send through, and the one that it does: the first that is wanted, else the first. */
function useIntegrations(channel: AddressedChannel, wanted: readonly (string | undefined)[]) {
  const { current } = useEnvironment();
  const usable = (useRead("integrations.getAll").data ?? []).filter(
    (one) => one.channel === channel && one.active && one._environmentId === current?._id,
  );
  const named = wanted.flatMap((identifier) => usable.filter((one) => one.identifier === identifier));
  return { usable, used: named[0] ?? usable[0] };
}
