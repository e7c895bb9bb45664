import type { ReadName } from "./declarations.ts";

export interface WriteDeclaration {
  /** Resources or single reads. */
  outdates: readonly string[];
  /** Reads of these that stay. */
  keeps?: readonly ReadName[];
  /** The caller does not wait until what is on screen is read again. */
  inBackground?: true;
  /** The read that the answer is also the answer of, and how many of the call's arguments it takes. */
  answers?: readonly [ReadName, number];
}

const RUNS = ["events", "notifications", "outbox", "v2.workflows"];
/** Reads of a layout itself: its editor has what it saves, and of a deleted one nothing is left to read. */
export const OF_LAYOUT: readonly ReadName[] = ["v2.layouts.edited", "v2.layouts.around", "v2.layouts.getUsage"];
const PAUSES: WriteDeclaration = { outdates: ["pauses", "waiting", "overview", ...RUNS] };
const OF_SUBSCRIBER: readonly ReadName[] = [
  "v2.subscribers.get",
  "v2.subscribers.listSubscriptions",
  "v2.subscribers.holdings",
  "subscribers.getEffectivePreferences",
];
const OF_TOPIC: readonly ReadName[] = ["v2.topics.get", "v2.topics.listSubscriptions", "v2.topics.size"];
/** Several are changed at once: the list is read again when the last of them has ended. */
const ONE_OF_MANY: WriteDeclaration = { outdates: [] };
/** Reads of subscribers, also as members of topics. */
const PEOPLE = ["v2.subscribers", "subscribers", "v2.topics"];
const SAMPLES: WriteDeclaration = { outdates: ["v2.workflows.listSamples"] };

/** Reads that writes outdate, by operation or for all of a resource. A write that is not named outdates those of its own resource. */
export const WRITES: Readonly<Record<string, WriteDeclaration>> = {
  // Members and invitations are one list.
  invites: { outdates: ["organizations"] },
  users: { outdates: ["membership", "organizations"] },
  "organizations.updateBranding": { outdates: ["membership", "organizations"] },
  "organizations.uploadLogo": { outdates: [] },
  "organizations.rename": { outdates: ["membership", "organizations"] },
  // The keys of a member who leaves end or go to another one.
  "organizations.removeMember": { outdates: ["organizations", "apiKeys"] },
  "environments.create": { outdates: ["environments", "membership", "publications"] },
  "environments.delete": { outdates: ["environments", "membership", "publications", "apiKeys"] },
  "environments.updateOne": { outdates: ["environments", "membership", "publications", "inboundParse"] },
  "pauses.continue": PAUSES,
  "pauses.discard": PAUSES,
  publications: { outdates: ["publications", "organizations.list", "layouts", "v2.layouts", "v2.workflows"] },
  // Issues of workflows, and what publishing needs, follow from them.
  environmentVariables: { outdates: ["environmentVariables", "v2.workflows", "publications"] },
  // Every screen says that it is on.
  testDelivery: { outdates: ["testDelivery", "membership"] },
  layouts: { outdates: ["v2.layouts"] },
  "v2.layouts.create": { outdates: ["v2.layouts"], inBackground: true },
  "v2.layouts.duplicate": { outdates: ["v2.layouts"], inBackground: true },
  "v2.layouts.delete": { outdates: ["v2.layouts"], keeps: OF_LAYOUT },
  subscribers: { outdates: PEOPLE },
  "subscribers.setCredentials": { outdates: PEOPLE, answers: ["v2.subscribers.get", 1] },
  "subscribers.preferencesLink": { outdates: [] },
  "subscribers.updatePreference": { outdates: ["subscribers.getEffectivePreferences"] },
  "subscribers.updateGlobalPreference": { outdates: ["subscribers.getEffectivePreferences"] },
  "subscribers.export": { outdates: [] },
  "v2.subscribers.create": { outdates: PEOPLE, inBackground: true },
  "v2.subscribers.patch": { outdates: PEOPLE, answers: ["v2.subscribers.get", 1], inBackground: true },
  // Of somebody who is gone nothing is left to read.
  "v2.subscribers.delete": { outdates: PEOPLE, keeps: OF_SUBSCRIBER, inBackground: true },
  "subscribers.erase": { outdates: PEOPLE, keeps: OF_SUBSCRIBER, inBackground: true },
  topics: { outdates: PEOPLE },
  "v2.topics": { outdates: PEOPLE },
  "v2.topics.save": { outdates: ["v2.topics"], inBackground: true },
  "v2.topics.patch": { outdates: ["v2.topics"], answers: ["v2.topics.get", 1] },
  "v2.topics.delete": { outdates: PEOPLE, keeps: OF_TOPIC, inBackground: true },
  "v2.contexts.create": { outdates: ["v2.contexts"], inBackground: true },
  "v2.contexts.update": { outdates: ["v2.contexts"], answers: ["v2.contexts.get", 2], inBackground: true },
  "v2.contexts.delete": { outdates: ["v2.contexts"], keeps: ["v2.contexts.get"], inBackground: true },
  "tenants.create": { outdates: ["tenants"], inBackground: true },
  "tenants.update": { outdates: ["tenants"], answers: ["tenants.get", 1], inBackground: true },
  "tenants.delete": { outdates: ["tenants"], keeps: ["tenants.get"], inBackground: true },
  schedules: { outdates: ["schedules"], inBackground: true },
  "v2.workflows.create": { outdates: ["v2.workflows"], inBackground: true },
  notificationTemplates: { outdates: ["v2.workflows", "notificationGroups"], inBackground: true },
  notificationGroups: { outdates: ["notificationGroups"], inBackground: true },
  "v2.workflows.patch": ONE_OF_MANY,
  "v2.workflows.delete": ONE_OF_MANY,
  // Editors show the answer, and have the rest read again.
  "v2.layouts.update": { outdates: [] },
  "v2.workflows.update": { outdates: [] },
  "v2.workflows.restoreVersion": { outdates: [] },
  "v2.workflows.nameVersion": { outdates: ["v2.workflows.listVersions", "v2.workflows.getVersion"] },
  "v2.workflows.createSample": SAMPLES,
  "v2.workflows.patchSample": SAMPLES,
  "v2.workflows.deleteSample": SAMPLES,
  "v2.workflows.sendTestMessage": { outdates: ["outbox"], inBackground: true },
  "v2.emailBodies.convert": { outdates: [] },
  // What the code refused before may be mended now.
  "bridge.setControls": {
    outdates: ["v2.workflows.edited", "v2.workflows.list"],
    answers: ["bridge.getControls", 2],
    inBackground: true,
  },
  "bridge.sync": { outdates: ["v2.workflows", "bridge.getControls", "membership"], inBackground: true },
  "translations.review": { outdates: [], answers: ["translations.listOutdated", 1] },
  "events.explain": { outdates: [] },
  // A form does not wait for the data of other screens.
  events: { outdates: RUNS, inBackground: true },
};
