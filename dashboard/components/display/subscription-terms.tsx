import type { Subscription } from "#contract/v2/topics.ts";
import type { Column } from "#dashboard/lists/table.tsx";

type Terms = Pick<Subscription, "contextKeys" | "preferences" | "name">;

const isPlain = ({ contextKeys, preferences, name }: Terms): boolean =>
  !contextKeys && preferences.length === 0 && !name;

/** Which events reach a subscriber by a subscription, in words; nothing for one that takes all without contexts. */
function SubscriptionTerms({ contextKeys, preferences, name }: Terms) {
  const hasConditions = preferences.some(({ condition }) => condition !== undefined);
  const isOff = preferences.some(({ enabled, condition }) => !enabled && condition === undefined);
  const words = [...(hasConditions ? ["with conditions"] : []), ...(isOff ? ["not for all workflows"] : [])];
  return (
    <span className="flex min-w-0 flex-col">
      {name && (
        <span dir="auto" translate="no" className="truncate" title={name}>
          {name}
        </span>
      )}
      {contextKeys && (
        <span translate="no" className="truncate font-mono text-xs" title={contextKeys.join(", ")}>
          {contextKeys.join(", ")}
        </span>
      )}
      {words.length > 0 && <span className="text-muted">{words.join(", ")}</span>}
    </span>
  );
}

/** The column of contexts and conditions, where one of these subscriptions has any. */
export const termsColumns = (subscriptions: readonly Subscription[]): Column<Subscription>[] =>
  subscriptions.every(isPlain)
    ? []
    : [
        {
          id: "terms",
          name: "Contexts and conditions",
          className: "sm:max-w-0 sm:w-1/4",
          cell: (subscription) => <SubscriptionTerms {...subscription} />,
        },
      ];

/** Whether adding the subscriber again brings the subscription back as it was. */
export const canBeAddedAgain = (subscription: Subscription): boolean =>
  isPlain(subscription) && /^tk[_=]/.test(subscription.identifier);
