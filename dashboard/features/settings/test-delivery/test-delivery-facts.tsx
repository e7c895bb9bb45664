import type { TestDelivery } from "#contract/accounts/test-delivery.ts";

/** Who gets messages while the environment is tested, for members who may not change it. */
export function TestDeliveryFacts({ setting: { isOn, allowed, to } }: { setting: TestDelivery }) {
  const facts = [
    { name: "State", text: isOn ? "On" : "Off" },
    { name: "People", text: allowed.subscriberIds.join(", ") },
    { name: "Addresses", text: allowed.addresses.join(", ") },
    { name: "All other emails", text: to.email ?? "Only rendered" },
    { name: "All other texts", text: to.sms ?? "Only rendered" },
  ];
  return (
    <dl className="flex flex-col gap-3">
      {facts.map(({ name, text }) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="wrap-anywhere" dir="auto">
            {text || "Nobody"}
          </dd>
        </div>
      ))}
    </dl>
  );
}
