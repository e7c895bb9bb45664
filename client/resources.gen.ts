// Made by `npm run generate` from the operations in contract/.

import type { Call } from "./call.ts";
import { type CallOptions, type Http, segment, type UploadedContent } from "./http.ts";
import type { List } from "./list.ts";
import type { Answer, Body, ContentType, PathParameter, Query, RequestHeaders } from "./types.ts";

export class AlertRules {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Rules by which people are told of errors and of integrations that fail, oldest first. */
  list(options: CallOptions = {}): Call<Answer<"listAlertRules">> {
    return this.#http.data("GET", `/v1/alert-rules`, options);
  }

  /** Have people told of errors and of integrations that fail, by mail and in Slack. */
  create(body: Body<"createAlertRule">, options: CallOptions = {}): Call<Answer<"createAlertRule">> {
    return this.#http.data("POST", `/v1/alert-rules`, { ...options, body });
  }

  /** Change an alert rule; what is left out stays. */
  update(
    alertRuleId: PathParameter<"updateAlertRule", "alertRuleId">,
    body: Body<"updateAlertRule">,
    options: CallOptions = {},
  ): Call<Answer<"updateAlertRule">> {
    return this.#http.data("PATCH", `/v1/alert-rules/${segment("alertRuleId", alertRuleId)}`, { ...options, body });
  }

  /** Delete an alert rule; what waits to be told by it is not told any more. */
  delete(alertRuleId: PathParameter<"deleteAlertRule", "alertRuleId">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/alert-rules/${segment("alertRuleId", alertRuleId)}`, options);
  }

  /** Tell the destinations of a rule that this is a test, and return what became of it. */
  test(
    alertRuleId: PathParameter<"testAlertRule", "alertRuleId">,
    options: CallOptions = {},
  ): Call<Answer<"testAlertRule">> {
    return this.#http.data("POST", `/v1/alert-rules/${segment("alertRuleId", alertRuleId)}/test`, options);
  }
}

export class Analytics {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Count what became of the runs and messages of a period.
   * Totals with those of the period before, and parts by time, workflow, channel, provider, reason and tenant, of each
   * the 50 largest. What happened in the last two minutes is not counted yet. Steps that end later and messages that are
   * read later count for the time at which their run began or their message was made; older hours are counted again less
   * and less often. A plan that limits how long activity is shown limits the period as well.
   */
  get(query: Query<"getAnalytics"> = {}, options: CallOptions = {}): Call<Answer<"getAnalytics">> {
    return this.#http.data("GET", `/v1/analytics`, { ...options, query });
  }
}

export class ApiKeys {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List the API keys of all environments and those of the organisation; with an environment's key, those of its environment. */
  list(options: CallOptions = {}): Call<Answer<"listAllApiKeys">> {
    return this.#http.data("GET", `/v1/api-keys`, options);
  }

  /** Create an API key of an environment or of the organisation; the answer has it in clear, and no other has. */
  create(body: Body<"createApiKey">, options: CallOptions = {}): Call<Answer<"createApiKey">> {
    return this.#http.data("POST", `/v1/api-keys`, { ...options, body });
  }

  /** Rename an API key. */
  rename(
    keyId: PathParameter<"renameApiKey", "keyId">,
    body: Body<"renameApiKey">,
    options: CallOptions = {},
  ): Call<Answer<"renameApiKey">> {
    return this.#http.data("PATCH", `/v1/api-keys/${segment("keyId", keyId)}`, { ...options, body });
  }

  /** Replace an API key by a new one of the same name and role; for the overlap, both work. */
  roll(
    keyId: PathParameter<"rollApiKey", "keyId">,
    body: Body<"rollApiKey">,
    options: CallOptions = {},
  ): Call<Answer<"rollApiKey">> {
    return this.#http.data("POST", `/v1/api-keys/${segment("keyId", keyId)}/roll`, { ...options, body });
  }

  /** End an API key at once. */
  end(keyId: PathParameter<"endApiKey", "keyId">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/api-keys/${segment("keyId", keyId)}`, options);
  }
}

export class AuditLogs {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** What was changed by whom, newest first: of the organisation for its admins, of its environment for a key. */
  list(query: Query<"listAuditLogs"> = {}, options: CallOptions = {}): List<Answer<"listAuditLogs">> {
    return this.#http.list(`/v1/audit-logs`, { ...options, query }, "cursor");
  }

  /** The same as a CSV file of up to 10000 entries; the header belfry-next-cursor has the cursor of the next. */
  export(query: Query<"exportAuditLogs"> = {}, options: CallOptions = {}): Call<Response> {
    return this.#http.file("GET", `/v1/audit-logs/export`, { ...options, query });
  }
}

export class Auth {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Create an account, and sign in. */
  register(body: Body<"register">, options: CallOptions = {}): Call<Answer<"register">> {
    return this.#http.data("POST", `/v1/auth/register`, { ...options, body, anonymous: true });
  }

  /** Sign in with an e-mail address and a password. */
  signIn(body: Body<"signIn">, options: CallOptions = {}): Call<Answer<"signIn">> {
    return this.#http.data("POST", `/v1/auth/login`, { ...options, body, anonymous: true });
  }

  /** Complete a sign-in with a code of the second factor. */
  answerChallenge(body: Body<"answerChallenge">, options: CallOptions = {}): Call<Answer<"answerChallenge">> {
    return this.#http.data("POST", `/v1/auth/second-factor`, { ...options, body, anonymous: true });
  }

  /** Send a link to set a new password. */
  requestPasswordReset(
    body: Body<"requestPasswordReset">,
    query: Query<"requestPasswordReset"> = {},
    options: CallOptions = {},
  ): Call<Answer<"requestPasswordReset">> {
    return this.#http.data("POST", `/v1/auth/reset/request`, { ...options, body, query, anonymous: true });
  }

  /** Set a new password with the token of a link, and sign in. */
  resetPassword(body: Body<"resetPassword">, options: CallOptions = {}): Call<Answer<"resetPassword">> {
    return this.#http.data("POST", `/v1/auth/reset`, { ...options, body, anonymous: true });
  }

  /** Change the e-mail address of an account to the one that the link with this token was sent to. */
  confirmEmail(body: Body<"confirmEmail">, options: CallOptions = {}): Call<Answer<"confirmEmail">> {
    return this.#http.data("POST", `/v1/auth/email`, { ...options, body, anonymous: true });
  }

  /**
   * Change the password, by the current one.
   * Needs the token of a person who signed in.
   */
  changePassword(body: Body<"changePassword">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("POST", `/v1/auth/update-password`, { ...options, body });
  }

  /**
   * Replace the token of the session.
   * Needs the token of a person who signed in.
   */
  refreshToken(options: CallOptions = {}): Call<Answer<"refreshToken">> {
    return this.#http.data("GET", `/v1/auth/refresh`, options);
  }

  /**
   * Get a token for another organisation.
   * Needs the token of a person who signed in.
   */
  switchOrganization(
    id: PathParameter<"switchOrganization", "id">,
    options: CallOptions = {},
  ): Call<Answer<"switchOrganization">> {
    return this.#http.data("POST", `/v1/auth/organizations/${segment("id", id)}/switch`, options);
  }

  /**
   * Get a token for the organisation of an environment.
   * Needs the token of a person who signed in.
   */
  switchEnvironment(
    id: PathParameter<"switchEnvironment", "id">,
    options: CallOptions = {},
  ): Call<Answer<"switchEnvironment">> {
    return this.#http.data("POST", `/v1/auth/environments/${segment("id", id)}/switch`, options);
  }

  /**
   * Say whether people can sign in with GitHub.
   * Says whether people can sign in through GitHub.
   */
  getGithubSignIn(options: CallOptions = {}): Call<Answer<"getGithubSignIn">> {
    return this.#http.data("GET", `/v1/auth/github`, { ...options, anonymous: true });
  }

  /**
   * Redirect to GitHub to sign in.
   * Begins a sign-in: browsers are sent to GitHub.
   */
  startGithubSignIn(query: Query<"startGithubSignIn"> = {}, options: CallOptions = {}): Call<string> {
    return this.#http.location("GET", `/v1/auth/github/authorize`, { ...options, query, anonymous: true });
  }

  /**
   * Sign in a person whom GitHub has sent back.
   * Ends a sign-in: browsers are sent to the dashboard, with a token or an error behind the #.
   */
  completeGithubSignIn(query: Query<"completeGithubSignIn"> = {}, options: CallOptions = {}): Call<string> {
    return this.#http.location("GET", `/v1/auth/github/callback`, { ...options, query, anonymous: true });
  }

  /**
   * Read the person and the organisation of the session.
   * Needs the token of a person who signed in.
   */
  getSession(options: CallOptions = {}): Call<Answer<"getCurrentSession">> {
    return this.#http.data("GET", `/v1/auth/session`, options);
  }

  /**
   * End the session.
   * Needs the token of a person who signed in.
   */
  signOut(options: CallOptions = {}): Call<void> {
    return this.#http.nothing("POST", `/v1/auth/logout`, options);
  }

  /**
   * List the open sessions of the person.
   * Needs the token of a person who signed in.
   */
  listSessions(options: CallOptions = {}): Call<Answer<"listSessions">> {
    return this.#http.data("GET", `/v1/auth/sessions`, options);
  }

  /**
   * End the other sessions of the person.
   * Ends all sessions of the person but the one of this request.
   * Needs the token of a person who signed in.
   */
  endOtherSessions(options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/auth/sessions`, options);
  }

  /**
   * End one session of the person.
   * Needs the token of a person who signed in.
   */
  endSession(sessionId: PathParameter<"endSession", "sessionId">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/auth/sessions/${segment("sessionId", sessionId)}`, options);
  }
}

export class Blueprints {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Blueprints by their groups. */
  list(options: CallOptions = {}): Call<Answer<"listBlueprints">> {
    return this.#http.data("GET", `/v1/blueprints/group-by-category`, { ...options, anonymous: true });
  }

  /** One blueprint, by id or identifier. */
  get(
    blueprintId: PathParameter<"getBlueprint", "blueprintId">,
    options: CallOptions = {},
  ): Call<Answer<"getBlueprint">> {
    return this.#http.data("GET", `/v1/blueprints/${segment("blueprintId", blueprintId)}`, {
      ...options,
      anonymous: true,
    });
  }
}

export class Bridge {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Take over the workflows that a bridge lists. */
  sync(body: Body<"syncBridge">, options: CallOptions = {}): Call<Answer<"syncBridge">> {
    return this.#http.data("POST", `/v1/bridge/sync`, { ...options, body });
  }

  /** Compare the workflows that a bridge lists with those that there are. */
  diff(body: Body<"compareBridge">, options: CallOptions = {}): Call<Answer<"compareBridge">> {
    return this.#http.data("POST", `/v1/bridge/diff`, { ...options, body });
  }

  /** Whether a bridge answers at an address. */
  validate(body: Body<"validateBridge">, options: CallOptions = {}): Call<Answer<"validateBridge">> {
    return this.#http.data("POST", `/v1/bridge/validate`, { ...options, body });
  }

  /** The health of the environment's bridge. */
  getStatus(options: CallOptions = {}): Call<Answer<"getBridgeStatus">> {
    return this.#http.data("GET", `/v1/bridge/status`, options);
  }

  /**
   * Have the bridge make what a code-first step would send; nothing is stored.
   * The code of a custom step does its work for a preview as well: that takes the permission `environment.use`. Callers
   * without it are not given `providers`, which may hold secrets.
   */
  previewStep(
    workflowId: PathParameter<"previewBridgeStep", "workflowId">,
    stepId: PathParameter<"previewBridgeStep", "stepId">,
    body: Body<"previewBridgeStep">,
    options: CallOptions = {},
  ): Call<Answer<"previewBridgeStep">> {
    return this.#http.data(
      "POST",
      `/v1/bridge/preview/${segment("workflowId", workflowId)}/${segment("stepId", stepId)}`,
      { ...options, body },
    );
  }

  /** The values that are stored for the controls of a code-first step. */
  getControls(
    workflowId: PathParameter<"getStepControls", "workflowId">,
    stepId: PathParameter<"getStepControls", "stepId">,
    options: CallOptions = {},
  ): Call<Answer<"getStepControls">> {
    return this.#http.data(
      "GET",
      `/v1/bridge/controls/${segment("workflowId", workflowId)}/${segment("stepId", stepId)}`,
      options,
    );
  }

  /**
   * Set values for the controls of a code-first step.
   * Publishing carries neither code-first workflows nor these values: each environment, Production too, has its own.
   */
  setControls(
    workflowId: PathParameter<"setStepControls", "workflowId">,
    stepId: PathParameter<"setStepControls", "stepId">,
    body: Body<"setStepControls">,
    options: CallOptions = {},
  ): Call<Answer<"setStepControls">> {
    return this.#http.data(
      "PUT",
      `/v1/bridge/controls/${segment("workflowId", workflowId)}/${segment("stepId", stepId)}`,
      { ...options, body },
    );
  }
}

export class Changes {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Changes that wait to be promoted, or that were; newest first. */
  get(query: Query<"listChanges">, options: CallOptions = {}): List<Answer<"listChanges">> {
    return this.#http.list(`/v1/changes`, { ...options, query }, "page");
  }

  /** How many changes wait to be promoted. */
  getCount(options: CallOptions = {}): Call<Answer<"countChanges">> {
    return this.#http.data("GET", `/v1/changes/count`, options);
  }

  /** Promote a change, after those that belong to it. */
  applyOne(changeId: PathParameter<"applyChange", "changeId">, options: CallOptions = {}): Call<Answer<"applyChange">> {
    return this.#http.data("POST", `/v1/changes/${segment("changeId", changeId)}/apply`, options);
  }

  /** Promote changes one after the other, until one is refused. */
  applyMany(
    changeIds: Exclude<Body<"applyChanges">["changeIds"], undefined>,
    options: CallOptions = {},
  ): Call<Answer<"applyChanges">> {
    return this.#http.data("POST", `/v1/changes/bulk/apply`, { ...options, body: { changeIds } });
  }
}

export class Digests {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** The digests that are open, those that close first coming first. */
  list(query: Query<"listDigests"> = {}, options: CallOptions = {}): List<Answer<"listDigests">> {
    return this.#http.list(`/v1/digests`, { ...options, query }, "cursor");
  }

  /** One digest, open or closed. */
  get(digestId: PathParameter<"getDigest", "digestId">, options: CallOptions = {}): Call<Answer<"getDigest">> {
    return this.#http.data("GET", `/v1/digests/${segment("digestId", digestId)}`, options);
  }

  /** The events of a digest in the order in which they joined, with those that have left it. */
  listEvents(
    digestId: PathParameter<"listDigestEvents", "digestId">,
    query: Query<"listDigestEvents"> = {},
    options: CallOptions = {},
  ): List<Answer<"listDigestEvents">> {
    return this.#http.list(`/v1/digests/${segment("digestId", digestId)}/events`, { ...options, query }, "cursor");
  }

  /** Send a digest now, with the events that it has. */
  send(digestId: PathParameter<"sendDigest", "digestId">, options: CallOptions = {}): Call<Answer<"sendDigest">> {
    return this.#http.data("POST", `/v1/digests/${segment("digestId", digestId)}/send`, options);
  }

  /** Discard a digest: its events are not sent, and their runs end as cancelled. */
  discard(
    digestId: PathParameter<"discardDigest", "digestId">,
    options: CallOptions = {},
  ): Call<Answer<"discardDigest">> {
    return this.#http.data("POST", `/v1/digests/${segment("digestId", digestId)}/discard`, options);
  }
}

export class EnvironmentVariables {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Variables of the organization by their keys, 1000 at most. */
  list(
    query: Query<"listEnvironmentVariables"> = {},
    options: CallOptions = {},
  ): Call<Answer<"listEnvironmentVariables">> {
    return this.#http.data("GET", `/v1/environment-variables`, { ...options, query });
  }

  /** Create a variable that templates read as env.<key>. */
  create(
    body: Body<"createEnvironmentVariable">,
    options: CallOptions = {},
  ): Call<Answer<"createEnvironmentVariable">> {
    return this.#http.data("POST", `/v1/environment-variables`, { ...options, body });
  }

  /** Read a variable. */
  get(
    variableKey: PathParameter<"getEnvironmentVariable", "variableKey">,
    options: CallOptions = {},
  ): Call<Answer<"getEnvironmentVariable">> {
    return this.#http.data("GET", `/v1/environment-variables/${segment("variableKey", variableKey)}`, options);
  }

  /** Rename a variable, make it secret, or set values of environments. */
  update(
    variableKey: PathParameter<"updateEnvironmentVariable", "variableKey">,
    body: Body<"updateEnvironmentVariable">,
    options: CallOptions = {},
  ): Call<Answer<"updateEnvironmentVariable">> {
    return this.#http.data("PATCH", `/v1/environment-variables/${segment("variableKey", variableKey)}`, {
      ...options,
      body,
    });
  }

  /** Delete a variable with its values in all environments. */
  delete(
    variableKey: PathParameter<"deleteEnvironmentVariable", "variableKey">,
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing("DELETE", `/v1/environment-variables/${segment("variableKey", variableKey)}`, options);
  }

  /** The workflows, steps and layouts of the environment that name a variable. */
  usage(
    variableKey: PathParameter<"getEnvironmentVariableUsage", "variableKey">,
    options: CallOptions = {},
  ): Call<Answer<"getEnvironmentVariableUsage">> {
    return this.#http.data("GET", `/v1/environment-variables/${segment("variableKey", variableKey)}/usage`, options);
  }
}

export class Environments {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List the API keys of the environment, with their ends. */
  getApiKeys(options: CallOptions = {}): Call<Answer<"listApiKeys">> {
    return this.#http.data("GET", `/v1/environments/api-keys`, options);
  }

  /** Replace all API keys of the environment by a new one, which the answer has in clear. */
  regenerateApiKeys(options: CallOptions = {}): Call<Answer<"regenerateApiKeys">> {
    return this.#http.data("POST", `/v1/environments/api-keys/regenerate`, options);
  }

  /** List the environments of the organisation; with an environment's key, its own. */
  getAll(options: CallOptions = {}): Call<Answer<"listEnvironments">> {
    return this.#http.data("GET", `/v1/environments`, options);
  }

  /** Create an environment. */
  create(body: Body<"createEnvironment">, options: CallOptions = {}): Call<Answer<"createEnvironment">> {
    return this.#http.data("POST", `/v1/environments`, { ...options, body });
  }

  /** Read the environment of the call. */
  getCurrent(options: CallOptions = {}): Call<Answer<"getCurrentEnvironment">> {
    return this.#http.data("GET", `/v1/environments/me`, options);
  }

  /** Change the name and the settings of an environment. */
  updateOne(
    id: PathParameter<"updateEnvironment", "id">,
    body: Body<"updateEnvironment">,
    options: CallOptions = {},
  ): Call<Answer<"updateEnvironment">> {
    return this.#http.data("PUT", `/v1/environments/${segment("id", id)}`, { ...options, body });
  }

  /** Delete an environment with everything in it; not Development or Production. */
  delete(id: PathParameter<"deleteEnvironment", "id">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/environments/${segment("id", id)}`, options);
  }
}

export class Erasures {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** How far the removal of a subscriber's data is. */
  get(id: PathParameter<"getErasure", "id">, options: CallOptions = {}): Call<Answer<"getErasure">> {
    return this.#http.data("GET", `/v1/erasures/${segment("id", id)}`, options);
  }
}

export class Events {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** The events that were accepted, newest first, with those that reached nobody. */
  list(query: Query<"listEvents"> = {}, options: CallOptions = {}): List<Answer<"listEvents">> {
    return this.#http.list(`/v1/events`, { ...options, query }, "cursor");
  }

  /** Trigger a workflow for subscribers and topics. */
  trigger(
    name: Exclude<Body<"triggerEvent">["name"], undefined>,
    body: Omit<Body<"triggerEvent">, "name">,
    options: CallOptions = {},
  ): Call<Answer<"triggerEvent">> {
    return this.#http.data("POST", `/v1/events/trigger`, { ...options, body: { ...body, name } });
  }

  /** Trigger up to 100 events; each has its own result. */
  bulkTrigger(
    events: Exclude<Body<"triggerEvents">["events"], undefined>,
    options: CallOptions = {},
  ): Call<Answer<"triggerEvents">> {
    return this.#http.data("POST", `/v1/events/trigger/bulk`, { ...options, body: { events } });
  }

  /** Trigger a workflow for every subscriber of the environment. */
  broadcast(
    name: Exclude<Body<"broadcastEvent">["name"], undefined>,
    body: Omit<Body<"broadcastEvent">, "name"> = {},
    options: CallOptions = {},
  ): Call<Answer<"broadcastEvent">> {
    return this.#http.data("POST", `/v1/events/trigger/broadcast`, { ...options, body: { ...body, name } });
  }

  /**
   * Render an email and send it at once, to see what it looks like; it has no run.
   * Needs the token of a member of the organisation.
   */
  sendTestEmail(body: Body<"sendTestEmail">, options: CallOptions = {}): Call<Answer<"sendTestEmail">> {
    return this.#http.data("POST", `/v1/events/test/email`, { ...options, body });
  }

  /** Tell the runs of a subscriber that wait for it that something has happened. */
  signal(body: Body<"sendSignal">, options: CallOptions = {}): Call<Answer<"sendSignal">> {
    return this.#http.data("POST", `/v1/events/signal`, { ...options, body });
  }

  /** Where an event stands. */
  status(
    transactionId: PathParameter<"getEvent", "transactionId">,
    options: CallOptions = {},
  ): Call<Answer<"getEvent">> {
    return this.#http.data("GET", `/v1/events/trigger/${segment("transactionId", transactionId)}`, options);
  }

  /** Cancel what of an event has not begun. */
  cancel(
    transactionId: PathParameter<"cancelEvent", "transactionId">,
    options: CallOptions = {},
  ): Call<Answer<"cancelEvent">> {
    return this.#http.data("DELETE", `/v1/events/trigger/${segment("transactionId", transactionId)}`, options);
  }

  /** Start again what of an event failed or was stopped; what has been sent is not sent again. */
  resume(
    transactionId: PathParameter<"resumeEvent", "transactionId">,
    options: CallOptions = {},
  ): Call<Answer<"resumeEvent">> {
    return this.#http.data("POST", `/v1/events/trigger/${segment("transactionId", transactionId)}/resume`, options);
  }

  /** Explain what an event would do for its recipients, step by step; nothing is written or sent. */
  explain(body: Body<"explainEvent">, options: CallOptions = {}): Call<Answer<"explainEvent">> {
    return this.#http.data("POST", `/v1/events/explain`, { ...options, body });
  }

  /** Go through earlier events with a workflow as it is, or as a draft; nothing is written or sent. */
  simulate(body: Body<"simulateEvents">, options: CallOptions = {}): Call<Answer<"simulateEvents">> {
    return this.#http.data("POST", `/v1/events/simulate`, { ...options, body });
  }
}

export class ExecutionDetails {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List the execution details of a run for a subscriber. */
  get(query: Query<"listExecutionDetails">, options: CallOptions = {}): Call<Answer<"listExecutionDetails">> {
    return this.#http.data("GET", `/v1/execution-details`, { ...options, query });
  }
}

export class Exports {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Export all subscribers, topics with their members, preferences or suppressed addresses, as an import takes them. */
  get(
    kind: PathParameter<"exportAll", "kind">,
    query: Query<"exportAll"> = {},
    options: CallOptions = {},
  ): Call<Response> {
    return this.#http.file("GET", `/v1/exports/${segment("kind", kind)}`, { ...options, query });
  }
}

export class FailureGroups {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Groups of failed steps with the same cause; failures are counted after five minutes. */
  list(query: Query<"listFailureGroups"> = {}, options: CallOptions = {}): List<Answer<"listFailureGroups">> {
    return this.#http.list(`/v1/failure-groups`, { ...options, query }, "cursor");
  }

  /** A group of failed steps by versions of workflows, with its latest runs. */
  get(
    failureGroupId: PathParameter<"getFailureGroup", "failureGroupId">,
    options: CallOptions = {},
  ): Call<Answer<"getFailureGroup">> {
    return this.#http.data("GET", `/v1/failure-groups/${segment("failureGroupId", failureGroupId)}`, options);
  }

  /** Resolve a group; the next failure opens it again. */
  resolve(
    failureGroupId: PathParameter<"resolveFailureGroup", "failureGroupId">,
    body?: Body<"resolveFailureGroup">,
    options: CallOptions = {},
  ): Call<Answer<"resolveFailureGroup">> {
    return this.#http.data("POST", `/v1/failure-groups/${segment("failureGroupId", failureGroupId)}/resolve`, {
      ...options,
      body,
    });
  }

  /** Ignore a group until a moment, below a number of failures a minute, or for a number of failures. */
  ignore(
    failureGroupId: PathParameter<"ignoreFailureGroup", "failureGroupId">,
    body: Body<"ignoreFailureGroup">,
    options: CallOptions = {},
  ): Call<Answer<"ignoreFailureGroup">> {
    return this.#http.data("POST", `/v1/failure-groups/${segment("failureGroupId", failureGroupId)}/ignore`, {
      ...options,
      body,
    });
  }

  /** Open a group that was resolved or is ignored. */
  open(
    failureGroupId: PathParameter<"openFailureGroup", "failureGroupId">,
    options: CallOptions = {},
  ): Call<Answer<"openFailureGroup">> {
    return this.#http.data("POST", `/v1/failure-groups/${segment("failureGroupId", failureGroupId)}/open`, options);
  }
}

export class Feeds {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Create a feed, to which in-app steps can send. */
  create(name: Exclude<Body<"createFeed">["name"], undefined>, options: CallOptions = {}): Call<Answer<"createFeed">> {
    return this.#http.data("POST", `/v1/feeds`, { ...options, body: { name } });
  }

  /** Feeds, oldest first. */
  get(options: CallOptions = {}): Call<Answer<"listFeeds">> {
    return this.#http.data("GET", `/v1/feeds`, options);
  }

  /** Delete a feed that no workflow uses; answers with those that remain. */
  delete(id: PathParameter<"deleteFeed", "id">, options: CallOptions = {}): Call<Answer<"deleteFeed">> {
    return this.#http.data("DELETE", `/v1/feeds/${segment("id", id)}`, options);
  }

  /** List the workflows that send to a feed, with their steps. */
  getUsage(id: PathParameter<"getFeedUsage", "id">, options: CallOptions = {}): Call<Answer<"getFeedUsage">> {
    return this.#http.data("GET", `/v1/feeds/${segment("id", id)}/usage`, options);
  }
}

export class Health {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Read the health of the installation.
   * 503 when database or engine do not answer.
   */
  get(options: CallOptions = {}): Call<Answer<"getHealth">> {
    return this.#http.data("GET", `/v1/health-check`, { ...options, anonymous: true, alsoAccepted: 503 });
  }

  /**
   * Read the state of the installation: addresses, queues, lanes, sockets and migrations.
   * Needs the token of a member of the organisation.
   */
  getSystem(options: CallOptions = {}): Call<Answer<"getSystem">> {
    return this.#http.data("GET", `/v1/health-check/system`, options);
  }
}

export class Imports {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Imports of the last 30 days, newest first. */
  list(query: Query<"listImports"> = {}, options: CallOptions = {}): List<Answer<"listImports">> {
    return this.#http.list(`/v1/imports`, { ...options, query }, "cursor");
  }

  /** One import, and how far it is. */
  get(id: PathParameter<"getImport", "id">, options: CallOptions = {}): Call<Answer<"getImport">> {
    return this.#http.data("GET", `/v1/imports/${segment("id", id)}`, options);
  }

  /** Lines that could not be written, in the order of the file; the first 1,000 of them. */
  listProblems(
    id: PathParameter<"listImportProblems", "id">,
    query: Query<"listImportProblems"> = {},
    options: CallOptions = {},
  ): List<Answer<"listImportProblems">> {
    return this.#http.list(`/v1/imports/${segment("id", id)}/problems`, { ...options, query }, "cursor");
  }

  /** End an import; what was written stays. */
  cancel(id: PathParameter<"cancelImport", "id">, options: CallOptions = {}): Call<Answer<"cancelImport">> {
    return this.#http.data("POST", `/v1/imports/${segment("id", id)}/cancel`, options);
  }

  /** Import a file, which is the body: CSV, a JSON array or one JSON object in each line. */
  create(
    content: UploadedContent,
    contentType: ContentType<"createImport">,
    query: Query<"createImport">,
    options: CallOptions = {},
  ): Call<Answer<"createImport">> {
    return this.#http.data("POST", `/v1/imports`, { ...options, content, contentType, query });
  }
}

export class InboundParse {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Read whether replies by e-mail reach the installation. */
  getMxStatus(options: CallOptions = {}): Call<Answer<"getMxStatus">> {
    return this.#http.data("GET", `/v1/inbound-parse/mx/status`, options);
  }

  /** Read how replies by e-mail come to the environment, and what became of the last one. */
  getSettings(options: CallOptions = {}): Call<Answer<"getInboundMailSettings">> {
    return this.#http.data("GET", `/v1/inbound-parse/settings`, options);
  }
}

export class Inbox {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Trigger the demo workflow for the subscriber.
   * In development mode only: an installation in production has no demo.
   * Needs the token of a subscriber's inbox session.
   */
  sendDemo(body: Body<"sendDemoNotification">, options: CallOptions = {}): Call<Answer<"sendDemoNotification">> {
    return this.#http.data("POST", `/v1/inbox/demo`, { ...options, body });
  }

  /**
   * List the in-app messages of the subscriber.
   * Needs the token of a subscriber's inbox session.
   */
  listNotifications(
    query: Query<"listInboxNotifications"> = {},
    options: CallOptions = {},
  ): List<Answer<"listInboxNotifications">> {
    return this.#http.list(`/v1/inbox/notifications`, { ...options, query }, "offset");
  }

  /**
   * Count the in-app messages of the subscriber by filters.
   * Needs the token of a subscriber's inbox session.
   */
  countNotifications(
    query: Query<"countInboxNotifications">,
    options: CallOptions = {},
  ): Call<Answer<"countInboxNotifications">> {
    return this.#http.data("GET", `/v1/inbox/notifications/count`, { ...options, query });
  }

  /**
   * Hide a message until a moment.
   * Needs the token of a subscriber's inbox session.
   */
  snoozeNotification(
    notificationId: PathParameter<"snoozeInboxNotification", "notificationId">,
    body: Body<"snoozeInboxNotification">,
    options: CallOptions = {},
  ): Call<Answer<"snoozeInboxNotification">> {
    return this.#http.data("PATCH", `/v1/inbox/notifications/${segment("notificationId", notificationId)}/snooze`, {
      ...options,
      body,
    });
  }

  /**
   * Delete a message.
   * Needs the token of a subscriber's inbox session.
   */
  deleteNotification(
    notificationId: PathParameter<"deleteInboxNotification", "notificationId">,
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing(
      "DELETE",
      `/v1/inbox/notifications/${segment("notificationId", notificationId)}/delete`,
      options,
    );
  }

  /**
   * Mark messages as seen, by their ids or a filter.
   * Needs the token of a subscriber's inbox session.
   */
  seeNotifications(body: Body<"seeInboxNotifications">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("POST", `/v1/inbox/notifications/seen`, { ...options, body });
  }

  /**
   * Mark a message as read.
   * Needs the token of a subscriber's inbox session.
   */
  readNotification(
    notificationId: PathParameter<"readInboxNotification", "notificationId">,
    options: CallOptions = {},
  ): Call<Answer<"readInboxNotification">> {
    return this.#http.data(
      "PATCH",
      `/v1/inbox/notifications/${segment("notificationId", notificationId)}/read`,
      options,
    );
  }

  /**
   * Mark a message as unread.
   * Needs the token of a subscriber's inbox session.
   */
  unreadNotification(
    notificationId: PathParameter<"unreadInboxNotification", "notificationId">,
    options: CallOptions = {},
  ): Call<Answer<"unreadInboxNotification">> {
    return this.#http.data(
      "PATCH",
      `/v1/inbox/notifications/${segment("notificationId", notificationId)}/unread`,
      options,
    );
  }

  /**
   * Archive a message.
   * Needs the token of a subscriber's inbox session.
   */
  archiveNotification(
    notificationId: PathParameter<"archiveInboxNotification", "notificationId">,
    options: CallOptions = {},
  ): Call<Answer<"archiveInboxNotification">> {
    return this.#http.data(
      "PATCH",
      `/v1/inbox/notifications/${segment("notificationId", notificationId)}/archive`,
      options,
    );
  }

  /**
   * Take a message out of the archive.
   * Needs the token of a subscriber's inbox session.
   */
  unarchiveNotification(
    notificationId: PathParameter<"unarchiveInboxNotification", "notificationId">,
    options: CallOptions = {},
  ): Call<Answer<"unarchiveInboxNotification">> {
    return this.#http.data(
      "PATCH",
      `/v1/inbox/notifications/${segment("notificationId", notificationId)}/unarchive`,
      options,
    );
  }

  /**
   * Show a snoozed message again.
   * Needs the token of a subscriber's inbox session.
   */
  unsnoozeNotification(
    notificationId: PathParameter<"unsnoozeInboxNotification", "notificationId">,
    options: CallOptions = {},
  ): Call<Answer<"unsnoozeInboxNotification">> {
    return this.#http.data(
      "PATCH",
      `/v1/inbox/notifications/${segment("notificationId", notificationId)}/unsnooze`,
      options,
    );
  }

  /**
   * Mark a button of a message as pressed.
   * Needs the token of a subscriber's inbox session.
   */
  completeAction(
    notificationId: PathParameter<"completeInboxAction", "notificationId">,
    body: Body<"completeInboxAction">,
    options: CallOptions = {},
  ): Call<Answer<"completeInboxAction">> {
    return this.#http.data("PATCH", `/v1/inbox/notifications/${segment("notificationId", notificationId)}/complete`, {
      ...options,
      body,
    });
  }

  /**
   * Mark a button of a message as not pressed.
   * Needs the token of a subscriber's inbox session.
   */
  revertAction(
    notificationId: PathParameter<"revertInboxAction", "notificationId">,
    body: Body<"revertInboxAction">,
    options: CallOptions = {},
  ): Call<Answer<"revertInboxAction">> {
    return this.#http.data("PATCH", `/v1/inbox/notifications/${segment("notificationId", notificationId)}/revert`, {
      ...options,
      body,
    });
  }

  /**
   * Mark all messages that match a filter as read.
   * Needs the token of a subscriber's inbox session.
   */
  readNotifications(body: Body<"readInboxNotifications">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("POST", `/v1/inbox/notifications/read`, { ...options, body });
  }

  /**
   * Archive all messages that match a filter.
   * Needs the token of a subscriber's inbox session.
   */
  archiveNotifications(body: Body<"archiveInboxNotifications">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("POST", `/v1/inbox/notifications/archive`, { ...options, body });
  }

  /**
   * Archive all read messages that match a filter.
   * Needs the token of a subscriber's inbox session.
   */
  archiveReadNotifications(body: Body<"archiveReadInboxNotifications">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("POST", `/v1/inbox/notifications/read-archive`, { ...options, body });
  }

  /**
   * Delete all messages that match a filter.
   * Needs the token of a subscriber's inbox session.
   */
  deleteNotifications(body: Body<"deleteInboxNotifications">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("POST", `/v1/inbox/notifications/delete`, { ...options, body });
  }

  /**
   * Read the name and the branding of the organisation.
   * Needs the token of a subscriber's inbox session.
   */
  getOrganization(options: CallOptions = {}): Call<Answer<"getInboxOrganization">> {
    return this.#http.data("GET", `/v1/inbox/organization`, options);
  }

  /**
   * List the preferences of the subscriber.
   * Needs the token of a subscriber's inbox session.
   */
  listPreferences(
    query: Query<"listInboxPreferences"> = {},
    options: CallOptions = {},
  ): Call<Answer<"listInboxPreferences">> {
    return this.#http.data("GET", `/v1/inbox/preferences`, { ...options, query });
  }

  /**
   * Read the global preference of the subscriber.
   * Needs the token of a subscriber's inbox session.
   */
  getGlobalPreference(options: CallOptions = {}): Call<Answer<"getInboxGlobalPreference">> {
    return this.#http.data("GET", `/v1/inbox/preferences/global`, options);
  }

  /**
   * Change the global preference of the subscriber.
   * Needs the token of a subscriber's inbox session.
   */
  updateGlobalPreference(
    body: Body<"updateInboxGlobalPreference">,
    options: CallOptions = {},
  ): Call<Answer<"updateInboxGlobalPreference">> {
    return this.#http.data("PATCH", `/v1/inbox/preferences`, { ...options, body });
  }

  /**
   * Change the preferences of the subscriber for several workflows.
   * Needs the token of a subscriber's inbox session.
   */
  updatePreferences(
    body: Body<"updateInboxPreferences">,
    options: CallOptions = {},
  ): Call<Answer<"updateInboxPreferences">> {
    return this.#http.data("PATCH", `/v1/inbox/preferences/bulk`, { ...options, body });
  }

  /**
   * Change the preference of the subscriber for a workflow.
   * Needs the token of a subscriber's inbox session.
   */
  updatePreference(
    workflowId: PathParameter<"updateInboxPreference", "workflowId">,
    body: Body<"updateInboxPreference">,
    options: CallOptions = {},
  ): Call<Answer<"updateInboxPreference">> {
    return this.#http.data("PATCH", `/v1/inbox/preferences/${segment("workflowId", workflowId)}`, { ...options, body });
  }

  /** Open a session of a subscriber's inbox. */
  openSession(body: Body<"openInboxSession">, options: CallOptions = {}): Call<Answer<"openInboxSession">> {
    return this.#http.data("POST", `/v1/inbox/session`, { ...options, body, anonymous: true });
  }

  /**
   * Open a WebSocket that receives the changes of an inbox.
   * Needs the token of a subscriber's inbox session.
   */
  openSocket(options: CallOptions = {}): string {
    return this.#http.socket(`/v1/inbox/socket`, options);
  }

  /**
   * List the subscriptions of the subscriber to a topic, of which there are ten at most.
   * Needs the token of a subscriber's inbox session.
   */
  listSubscriptions(
    key: PathParameter<"listInboxSubscriptions", "key">,
    options: CallOptions = {},
  ): Call<Answer<"listInboxSubscriptions">> {
    return this.#http.data("GET", `/v1/inbox/topics/${segment("key", key)}/subscriptions`, options);
  }

  /**
   * Subscribe to a topic, or change the subscription there is.
   * Needs the token of a subscriber's inbox session.
   */
  saveSubscription(
    key: PathParameter<"saveInboxSubscription", "key">,
    body: Body<"saveInboxSubscription">,
    options: CallOptions = {},
  ): Call<Answer<"saveInboxSubscription">> {
    return this.#http.data("POST", `/v1/inbox/topics/${segment("key", key)}/subscriptions`, { ...options, body });
  }

  /**
   * Read a subscription of the subscriber; null where there is none.
   * Needs the token of a subscriber's inbox session.
   */
  getSubscription(
    key: PathParameter<"getInboxSubscription", "key">,
    identifier: PathParameter<"getInboxSubscription", "identifier">,
    query: Query<"getInboxSubscription"> = {},
    options: CallOptions = {},
  ): Call<Answer<"getInboxSubscription">> {
    return this.#http.data(
      "GET",
      `/v1/inbox/topics/${segment("key", key)}/subscriptions/${segment("identifier", identifier)}`,
      { ...options, query },
    );
  }

  /**
   * Change the name or the preferences of a subscription.
   * Needs the token of a subscriber's inbox session.
   */
  patchSubscription(
    key: PathParameter<"patchInboxSubscription", "key">,
    identifier: PathParameter<"patchInboxSubscription", "identifier">,
    body: Body<"patchInboxSubscription">,
    options: CallOptions = {},
  ): Call<Answer<"patchInboxSubscription">> {
    return this.#http.data(
      "PATCH",
      `/v1/inbox/topics/${segment("key", key)}/subscriptions/${segment("identifier", identifier)}`,
      { ...options, body },
    );
  }

  /**
   * Unsubscribe from a topic.
   * Needs the token of a subscriber's inbox session.
   */
  deleteSubscription(
    key: PathParameter<"deleteInboxSubscription", "key">,
    identifier: PathParameter<"deleteInboxSubscription", "identifier">,
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing(
      "DELETE",
      `/v1/inbox/topics/${segment("key", key)}/subscriptions/${segment("identifier", identifier)}`,
      options,
    );
  }

  /**
   * Change the preference of a subscription for a workflow.
   * Needs the token of a subscriber's inbox session.
   */
  chooseForSubscription(
    identifier: PathParameter<"chooseForInboxSubscription", "identifier">,
    workflowId: PathParameter<"chooseForInboxSubscription", "workflowId">,
    body: Body<"chooseForInboxSubscription">,
    options: CallOptions = {},
  ): Call<Answer<"chooseForInboxSubscription">> {
    return this.#http.data(
      "PATCH",
      `/v1/inbox/subscriptions/${segment("identifier", identifier)}/preferences/${segment("workflowId", workflowId)}`,
      { ...options, body },
    );
  }
}

export class Integrations {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List integrations. */
  getAll(options: CallOptions = {}): Call<Answer<"listIntegrations">> {
    return this.#http.data("GET", `/v1/integrations`, options);
  }

  /** List active integrations. */
  getActive(options: CallOptions = {}): Call<Answer<"listActiveIntegrations">> {
    return this.#http.data("GET", `/v1/integrations/active`, options);
  }

  /** What can be connected, and what each provider asks for. */
  listProviders(options: CallOptions = {}): Call<Answer<"listProviders">> {
    return this.#http.data("GET", `/v1/integrations/providers`, options);
  }

  /**
   * List how the integrations of an environment do.
   * All but the inbox, which has no vendor. Each process that sends stores its counts every ten seconds.
   */
  listHealth(options: CallOptions = {}): Call<Answer<"listIntegrationHealth">> {
    return this.#http.data("GET", `/v1/integrations/health`, options);
  }

  /** Read whether an inbox has been opened yet. */
  getInAppStatus(options: CallOptions = {}): Call<Answer<"getInAppStatus">> {
    return this.#http.data("GET", `/v1/integrations/in-app/status`, options);
  }

  /** Say whether a provider's delivery reports are understood. */
  getWebhookProviderStatus(
    providerOrIntegrationId: PathParameter<"getWebhookStatus", "providerOrIntegrationId">,
    options: CallOptions = {},
  ): Call<Answer<"getWebhookStatus">> {
    return this.#http.data(
      "GET",
      `/v1/integrations/webhook/provider/${segment("providerOrIntegrationId", providerOrIntegrationId)}/status`,
      options,
    );
  }

  /** Read how many messages the channel's demo provider carries in a month, and has carried. */
  getDemoUsage(
    channel: PathParameter<"getDemoUsage", "channel">,
    options: CallOptions = {},
  ): Call<Answer<"getDemoUsage">> {
    return this.#http.data("GET", `/v1/integrations/${segment("channel", channel)}/limit`, options);
  }

  /** Read how fast an integration sends, what limits it, and how much waits. */
  getRate(id: PathParameter<"getSendingRate", "id">, options: CallOptions = {}): Call<Answer<"getSendingRate">> {
    return this.#http.data("GET", `/v1/integrations/${segment("id", id)}/rate`, options);
  }

  /** Ask a provider whether it takes credentials, without storing them. */
  testCredentials(body: Body<"testCredentials">, options: CallOptions = {}): Call<Answer<"testCredentials">> {
    return this.#http.data("POST", `/v1/integrations/test-credentials`, { ...options, body });
  }

  /** Connect a provider. */
  create(
    providerId: Exclude<Body<"createIntegration">["providerId"], undefined>,
    body: Omit<Body<"createIntegration">, "providerId">,
    options: CallOptions = {},
  ): Call<Answer<"createIntegration">> {
    return this.#http.data("POST", `/v1/integrations`, { ...options, body: { ...body, providerId } });
  }

  /** Set the order in which the integrations of a channel are tried. */
  order(body: Body<"orderIntegrations">, options: CallOptions = {}): Call<Answer<"orderIntegrations">> {
    return this.#http.data("PUT", `/v1/integrations/order`, { ...options, body });
  }

  /** Change an integration; what is left out stays. */
  update(
    id: PathParameter<"updateIntegration", "id">,
    body: Body<"updateIntegration">,
    options: CallOptions = {},
  ): Call<Answer<"updateIntegration">> {
    return this.#http.data("PUT", `/v1/integrations/${segment("id", id)}`, { ...options, body });
  }

  /** Make an integration the first one of its channel. */
  setIntegrationAsPrimary(
    integrationId: PathParameter<"setPrimaryIntegration", "integrationId">,
    options: CallOptions = {},
  ): Call<Answer<"setPrimaryIntegration">> {
    return this.#http.data("POST", `/v1/integrations/${segment("integrationId", integrationId)}/set-primary`, options);
  }

  /** Delete an integration. */
  delete(id: PathParameter<"deleteIntegration", "id">, options: CallOptions = {}): Call<Answer<"deleteIntegration">> {
    return this.#http.data("DELETE", `/v1/integrations/${segment("id", id)}`, options);
  }

  /** The mark of a provider, an SVG image whatever its file name ends in. */
  getProviderLogo(
    theme: PathParameter<"getProviderLogo", "theme">,
    file: PathParameter<"getProviderLogo", "file">,
    options: CallOptions = {},
  ): Call<Response> {
    return this.#http.file(
      "GET",
      `/v1/integrations/providers/logos/${segment("theme", theme)}/${segment("file", file)}`,
      { ...options, anonymous: true },
    );
  }
}

export class Invites {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Invite a person to the organisation.
   * Needs the token of a member of the organisation.
   */
  create(body: Body<"inviteMember">, options: CallOptions = {}): Call<Answer<"inviteMember">> {
    return this.#http.data("POST", `/v1/invites`, { ...options, body });
  }

  /**
   * Invite several people to the organisation.
   * Needs the token of a member of the organisation.
   */
  createBulk(body: Body<"inviteMembers">, options: CallOptions = {}): Call<Answer<"inviteMembers">> {
    return this.#http.data("POST", `/v1/invites/bulk`, { ...options, body });
  }

  /**
   * Send an invitation again.
   * Needs the token of a member of the organisation.
   */
  resend(body: Body<"resendInvite">, options: CallOptions = {}): Call<Answer<"resendInvite">> {
    return this.#http.data("POST", `/v1/invites/resend`, { ...options, body });
  }

  /**
   * Say whether an organisation should be reminded to invite others.
   * For the webhook condition of a workflow that reminds people to invite others. send is true when nobody else belongs
   * to the organisation of the payload and nobody was invited to it, and false otherwise.
   */
  answerNudge(
    body: Body<"answerInviteNudge">,
    headers: RequestHeaders<"answerInviteNudge">,
    options: CallOptions = {},
  ): Call<Answer<"answerInviteNudge">> {
    return this.#http.data("POST", `/v1/invites/webhook`, { ...options, body, headers, anonymous: true });
  }

  /** Read an invitation by its token. */
  get(token: PathParameter<"getInvite", "token">, options: CallOptions = {}): Call<Answer<"getInvite">> {
    return this.#http.data("GET", `/v1/invites/${segment("token", token)}`, { ...options, anonymous: true });
  }

  /**
   * Accept an invitation, and get a token for its organisation.
   * Needs the token of a person who signed in.
   */
  accept(token: PathParameter<"acceptInvite", "token">, options: CallOptions = {}): Call<Answer<"acceptInvite">> {
    return this.#http.data("POST", `/v1/invites/${segment("token", token)}/accept`, options);
  }
}

export class Layouts {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Create a layout. */
  create(body: Body<"createLayout">, options: CallOptions = {}): Call<Answer<"createLayout">> {
    return this.#http.data("POST", `/v1/layouts`, { ...options, body });
  }

  /** List layouts. */
  list(query: Query<"listLayouts"> = {}, options: CallOptions = {}): List<Answer<"listLayouts">> {
    return this.#http.list(`/v1/layouts`, { ...options, query }, "page");
  }

  /** Read a layout. */
  get(id: PathParameter<"getLayout", "id">, options: CallOptions = {}): Call<Answer<"getLayout">> {
    return this.#http.data("GET", `/v1/layouts/${segment("id", id)}`, options);
  }

  /** Change a layout; what is left out stays. */
  update(
    id: PathParameter<"updateLayout", "id">,
    body?: Body<"updateLayout">,
    options: CallOptions = {},
  ): Call<Answer<"updateLayout">> {
    return this.#http.data("PATCH", `/v1/layouts/${segment("id", id)}`, { ...options, body });
  }

  /** Delete a layout that no workflow uses. */
  delete(id: PathParameter<"deleteLayout", "id">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/layouts/${segment("id", id)}`, options);
  }

  /** Make a layout the default one. */
  setDefault(id: PathParameter<"setDefaultLayout", "id">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("POST", `/v1/layouts/${segment("id", id)}/default`, options);
  }
}

export class Messages {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List messages, newest first. */
  list(query: Query<"listMessages"> = {}, options: CallOptions = {}): List<Answer<"listMessages">> {
    return this.#http.list(`/v1/messages`, { ...options, query }, "after");
  }

  /** Delete a message. */
  deleteById(messageId: PathParameter<"deleteMessage", "messageId">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/messages/${segment("messageId", messageId)}`, options);
  }

  /** Delete the messages of a transaction, of all channels or one. */
  deleteByTransactionId(
    transactionId: PathParameter<"deleteMessagesOfTransaction", "transactionId">,
    query: Query<"deleteMessagesOfTransaction"> = {},
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing("DELETE", `/v1/messages/transaction/${segment("transactionId", transactionId)}`, {
      ...options,
      query,
    });
  }
}

export class NotificationGroups {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Create a notification group. */
  create(
    name: Exclude<Body<"createNotificationGroup">["name"], undefined>,
    options: CallOptions = {},
  ): Call<Answer<"createNotificationGroup">> {
    return this.#http.data("POST", `/v1/notification-groups`, { ...options, body: { name } });
  }

  /** List notification groups. */
  get(options: CallOptions = {}): Call<Answer<"listNotificationGroups">> {
    return this.#http.data("GET", `/v1/notification-groups`, options);
  }

  /** Read a notification group. */
  getOne(
    id: PathParameter<"getNotificationGroup", "id">,
    options: CallOptions = {},
  ): Call<Answer<"getNotificationGroup">> {
    return this.#http.data("GET", `/v1/notification-groups/${segment("id", id)}`, options);
  }

  /** Rename a notification group. */
  update(
    id: PathParameter<"renameNotificationGroup", "id">,
    body: Body<"renameNotificationGroup">,
    options: CallOptions = {},
  ): Call<Answer<"renameNotificationGroup">> {
    return this.#http.data("PATCH", `/v1/notification-groups/${segment("id", id)}`, { ...options, body });
  }

  /** Delete a notification group. */
  delete(id: PathParameter<"deleteNotificationGroup", "id">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/notification-groups/${segment("id", id)}`, options);
  }
}

export class NotificationTemplates {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List workflows. */
  getAll(
    query: Query<"listNotificationTemplates"> = {},
    options: CallOptions = {},
  ): List<Answer<"listNotificationTemplates">> {
    return this.#http.list(`/v1/notification-templates`, { ...options, query }, "page");
  }

  /** Create a workflow. */
  create(
    body: Body<"createNotificationTemplate">,
    options: CallOptions = {},
  ): Call<Answer<"createNotificationTemplate">> {
    return this.#http.data("POST", `/v1/notification-templates`, { ...options, body });
  }

  /** Read a workflow. */
  getOne(
    id: PathParameter<"getNotificationTemplate", "id">,
    options: CallOptions = {},
  ): Call<Answer<"getNotificationTemplate">> {
    return this.#http.data("GET", `/v1/notification-templates/${segment("id", id)}`, options);
  }

  /** Change a workflow; what is left out stays. */
  update(
    id: PathParameter<"updateNotificationTemplate", "id">,
    body: Body<"updateNotificationTemplate">,
    options: CallOptions = {},
  ): Call<Answer<"updateNotificationTemplate">> {
    return this.#http.data("PUT", `/v1/notification-templates/${segment("id", id)}`, { ...options, body });
  }

  /** Activate or deactivate a workflow. */
  updateStatus(
    id: PathParameter<"setNotificationTemplateStatus", "id">,
    active: Exclude<Body<"setNotificationTemplateStatus">["active"], undefined>,
    options: CallOptions = {},
  ): Call<Answer<"setNotificationTemplateStatus">> {
    return this.#http.data("PUT", `/v1/notification-templates/${segment("id", id)}/status`, {
      ...options,
      body: { active },
    });
  }

  /** Delete a workflow. */
  delete(
    id: PathParameter<"deleteNotificationTemplate", "id">,
    options: CallOptions = {},
  ): Call<Answer<"deleteNotificationTemplate">> {
    return this.#http.data("DELETE", `/v1/notification-templates/${segment("id", id)}`, options);
  }
}

export class Notifications {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Cancel the steps of one run that have not begun; what is being sent is not interrupted. */
  cancel(runId: PathParameter<"cancelRun", "runId">, options: CallOptions = {}): Call<Answer<"cancelRun">> {
    return this.#http.data("POST", `/v1/notifications/${segment("runId", runId)}/cancel`, options);
  }

  /**
   * Cancel what has not begun of runs by their ids, or of all runs that match a filter.
   * The events of the runs are not cancelled: other runs of them continue. A run that ends meanwhile is counted as
   * ended.
   */
  createCancellation(body: Body<"createCancellation">, options: CallOptions = {}): Call<Answer<"createCancellation">> {
    return this.#http.data("POST", `/v1/notifications/cancellations`, { ...options, body });
  }

  /** Count the runs that a cancellation would cancel, by workflow and state; nothing is changed. */
  previewCancellation(
    body: Body<"previewCancellation">,
    options: CallOptions = {},
  ): Call<Answer<"previewCancellation">> {
    return this.#http.data("POST", `/v1/notifications/cancellations/preview`, { ...options, body });
  }

  /** The latest cancellations of runs, newest first. */
  listCancellations(
    query: Query<"listCancellations"> = {},
    options: CallOptions = {},
  ): Call<Answer<"listCancellations">> {
    return this.#http.data("GET", `/v1/notifications/cancellations`, { ...options, query });
  }

  /** How far a cancellation of runs is, and what it could not cancel. */
  getCancellation(
    cancellationId: PathParameter<"getCancellation", "cancellationId">,
    options: CallOptions = {},
  ): Call<Answer<"getCancellation">> {
    return this.#http.data(
      "GET",
      `/v1/notifications/cancellations/${segment("cancellationId", cancellationId)}`,
      options,
    );
  }

  /** End a cancellation; runs that were cancelled stay so. */
  endCancellation(
    cancellationId: PathParameter<"endCancellation", "cancellationId">,
    options: CallOptions = {},
  ): Call<Answer<"endCancellation">> {
    return this.#http.data(
      "DELETE",
      `/v1/notifications/cancellations/${segment("cancellationId", cancellationId)}`,
      options,
    );
  }

  /** List runs of workflows, newest first. */
  list(query: Query<"listRuns"> = {}, options: CallOptions = {}): List<Answer<"listRuns">> {
    return this.#http.list(`/v1/notifications`, { ...options, query }, "cursor");
  }

  /** Count the runs that the list has with these filters, up to 1,000. */
  count(query: Query<"countRuns"> = {}, options: CallOptions = {}): Call<Answer<"countRuns">> {
    return this.#http.data("GET", `/v1/notifications/count`, { ...options, query });
  }

  /** Count the runs of the last week and month. */
  getStats(options: CallOptions = {}): Call<Answer<"getRunStats">> {
    return this.#http.data("GET", `/v1/notifications/stats`, options);
  }

  /** Count the runs of each day. */
  getGraph(query: Query<"getRunGraph"> = {}, options: CallOptions = {}): Call<Answer<"getRunGraph">> {
    return this.#http.data("GET", `/v1/notifications/graph/stats`, { ...options, query });
  }

  /**
   * Count the runs and failures of some workflows on each of the last seven days.
   * One answer for a page of `GET /v2/workflows`, and a call of its own: a list is shown before its numbers are there,
   * and these can be read again without it. Runs of all workflows of an environment are counted together by spans, so
   * that one statement serves all ids.
   */
  getWorkflowActivity(
    query: Query<"getWorkflowActivity">,
    options: CallOptions = {},
  ): Call<Answer<"getWorkflowActivity">> {
    return this.#http.data("GET", `/v1/notifications/graph/workflows`, { ...options, query });
  }

  /** Read a run with its steps. */
  get(runId: PathParameter<"getRun", "runId">, options: CallOptions = {}): Call<Answer<"getRun">> {
    return this.#http.data("GET", `/v1/notifications/${segment("runId", runId)}`, options);
  }

  /**
   * End the delay at which a run waits.
   * The run continues at once with its next step. A run that does not wait at a delay is refused.
   */
  endDelay(runId: PathParameter<"endRunDelay", "runId">, options: CallOptions = {}): Call<Answer<"endRunDelay">> {
    return this.#http.data("POST", `/v1/notifications/${segment("runId", runId)}/end-delay`, options);
  }

  /**
   * Mark a run as handled.
   * Says who looked after what went wrong in it. A resume of the run takes the mark back.
   */
  markHandled(
    runId: PathParameter<"markRunHandled", "runId">,
    options: CallOptions = {},
  ): Call<Answer<"markRunHandled">> {
    return this.#http.data("POST", `/v1/notifications/${segment("runId", runId)}/handled`, options);
  }

  /** Take back the mark that a run is handled. */
  unmarkHandled(
    runId: PathParameter<"unmarkRunHandled", "runId">,
    options: CallOptions = {},
  ): Call<Answer<"unmarkRunHandled">> {
    return this.#http.data("DELETE", `/v1/notifications/${segment("runId", runId)}/handled`, options);
  }

  /** Execute the failed and unsent steps of one run; what is done is not repeated. */
  resume(
    runId: PathParameter<"resumeRun", "runId">,
    body?: Body<"resumeRun">,
    options: CallOptions = {},
  ): Call<Answer<"resumeRun">> {
    return this.#http.data("POST", `/v1/notifications/${segment("runId", runId)}/resume`, { ...options, body });
  }

  /** Execute the failed and unsent steps of runs by their ids, or of all runs that match a filter. */
  createResumption(body: Body<"createResumption">, options: CallOptions = {}): Call<Answer<"createResumption">> {
    return this.#http.data("POST", `/v1/notifications/resumptions`, { ...options, body });
  }

  /** Count the runs that a resumption would resume, and what it would send again; nothing is changed. */
  previewResumption(body: Body<"previewResumption">, options: CallOptions = {}): Call<Answer<"previewResumption">> {
    return this.#http.data("POST", `/v1/notifications/resumptions/preview`, { ...options, body });
  }

  /** The latest resumptions, newest first. */
  listResumptions(query: Query<"listResumptions"> = {}, options: CallOptions = {}): Call<Answer<"listResumptions">> {
    return this.#http.data("GET", `/v1/notifications/resumptions`, { ...options, query });
  }

  /** How far a resumption is, and what it could not resume. */
  getResumption(
    resumptionId: PathParameter<"getResumption", "resumptionId">,
    options: CallOptions = {},
  ): Call<Answer<"getResumption">> {
    return this.#http.data("GET", `/v1/notifications/resumptions/${segment("resumptionId", resumptionId)}`, options);
  }

  /** End a resumption; runs that were resumed go on. */
  endResumption(
    resumptionId: PathParameter<"endResumption", "resumptionId">,
    options: CallOptions = {},
  ): Call<Answer<"endResumption">> {
    return this.#http.data("DELETE", `/v1/notifications/resumptions/${segment("resumptionId", resumptionId)}`, options);
  }
}

export class Organizations {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Store a PNG or JPEG of up to 200 kB, for the branding to name by its address. */
  uploadLogo(body: Body<"uploadLogo">, options: CallOptions = {}): Call<Answer<"uploadLogo">> {
    return this.#http.data("POST", `/v1/organizations/branding/logo`, { ...options, body });
  }

  /** Render the preferences page and a mail with a branding that need not be saved. */
  previewBranding(body: Body<"previewBranding">, options: CallOptions = {}): Call<Answer<"previewBranding">> {
    return this.#http.data("POST", `/v1/organizations/branding/preview`, { ...options, body });
  }

  /** A logo that was uploaded, which never changes under its address. */
  getLogo(file: PathParameter<"getLogo", "file">, options: CallOptions = {}): Call<Response> {
    return this.#http.file("GET", `/v1/logos/${segment("file", file)}`, { ...options, anonymous: true });
  }

  /** List the members of the organisation. */
  getMembers(options: CallOptions = {}): Call<Answer<"listMembers">> {
    return this.#http.data("GET", `/v1/organizations/members`, options);
  }

  /**
   * Remove a member from the organisation.
   * Removes a member, or withdraws an invitation. The API keys of the member become an admin's, or end.
   */
  removeMember(
    id: PathParameter<"removeMember", "id">,
    query: Query<"removeMember"> = {},
    options: CallOptions = {},
  ): Call<Answer<"removeMember">> {
    return this.#http.data("DELETE", `/v1/organizations/members/${segment("id", id)}`, { ...options, query });
  }

  /** Change the role of a member. */
  updateMemberRole(
    id: PathParameter<"updateMemberRole", "id">,
    body: Body<"updateMemberRole">,
    options: CallOptions = {},
  ): Call<Answer<"updateMemberRole">> {
    return this.#http.data("PUT", `/v1/organizations/members/${segment("id", id)}/roles`, { ...options, body });
  }

  /**
   * Leave the organisation.
   * Ends the caller's own membership.
   * Needs the token of a member of the organisation.
   */
  leave(query: Query<"leaveOrganization"> = {}, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("POST", `/v1/organizations/leave`, { ...options, query });
  }

  /** List the organisations of the caller. */
  list(options: CallOptions = {}): Call<Answer<"listOrganizations">> {
    return this.#http.data("GET", `/v1/organizations`, options);
  }

  /** Create an organisation with its first environments. */
  create(body: Body<"createOrganization">, options: CallOptions = {}): Call<Answer<"createOrganization">> {
    return this.#http.data("POST", `/v1/organizations`, { ...options, body });
  }

  /** Rename the organisation, or set its default locale. */
  rename(body: Body<"renameOrganization">, options: CallOptions = {}): Call<Answer<"renameOrganization">> {
    return this.#http.data("PATCH", `/v1/organizations`, { ...options, body });
  }

  /** Read the organisation. */
  getCurrent(options: CallOptions = {}): Call<Answer<"getOrganization">> {
    return this.#http.data("GET", `/v1/organizations/me`, options);
  }

  /** Change logo, colours and font of the organisation. */
  updateBranding(body: Body<"updateBranding">, options: CallOptions = {}): Call<Answer<"updateBranding">> {
    return this.#http.data("PUT", `/v1/organizations/branding`, { ...options, body });
  }

  /** List the roles that members and API keys may have. */
  listRoles(options: CallOptions = {}): Call<Answer<"listRoles">> {
    return this.#http.data("GET", `/v1/organizations/roles`, options);
  }

  /**
   * Make a role out of permissions.
   * Nobody can make a role of permissions that they do not have themselves.
   */
  createRole(body: Body<"createRole">, options: CallOptions = {}): Call<Answer<"createRole">> {
    return this.#http.data("POST", `/v1/organizations/roles`, { ...options, body });
  }

  /** Change the name or the permissions of a role that the organisation made. */
  updateRole(
    identifier: PathParameter<"updateRole", "identifier">,
    body: Body<"updateRole">,
    options: CallOptions = {},
  ): Call<Answer<"updateRole">> {
    return this.#http.data("PATCH", `/v1/organizations/roles/${segment("identifier", identifier)}`, {
      ...options,
      body,
    });
  }

  /** Delete a role that no member and no API key has. */
  deleteRole(identifier: PathParameter<"deleteRole", "identifier">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/organizations/roles/${segment("identifier", identifier)}`, options);
  }

  /** Read the limits of the organisation's plan, and what is used of them. */
  getUsage(options: CallOptions = {}): Call<Answer<"getOrganizationUsage">> {
    return this.#http.data("GET", `/v1/organizations/me/usage`, options);
  }
}

export class Outbox {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List messages of the development providers, newest first. */
  list(query: Query<"listOutboxMessages"> = {}, options: CallOptions = {}): List<Answer<"listOutboxMessages">> {
    return this.#http.list(`/v1/outbox`, { ...options, query }, "page");
  }

  /** Read a message of the development providers. */
  get(id: PathParameter<"getOutboxMessage", "id">, options: CallOptions = {}): Call<Answer<"getOutboxMessage">> {
    return this.#http.data("GET", `/v1/outbox/${segment("id", id)}`, options);
  }

  /** Delete all messages of the development providers. */
  clear(options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/outbox`, options);
  }
}

export class Overview {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Read the numbers of an environment in one call.
   * Runs, messages and failures of a period with the one before it, what waits, and what needs somebody's attention.
   * Periods begin with an hour. A plan that limits how long activity is shown limits the period as well.
   */
  get(query: Query<"getOverview"> = {}, options: CallOptions = {}): Call<Answer<"getOverview">> {
    return this.#http.data("GET", `/v1/overview`, { ...options, query });
  }
}

export class Pauses {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List the pauses that safety caps have caused. */
  list(query: Query<"listPauses"> = {}, options: CallOptions = {}): List<Answer<"listPauses">> {
    return this.#http.list(`/v1/pauses`, { ...options, query }, "page");
  }

  /** End a pause, and execute what it holds. */
  continue(
    pauseId: PathParameter<"continuePause", "pauseId">,
    options: CallOptions = {},
  ): Call<Answer<"continuePause">> {
    return this.#http.data("POST", `/v1/pauses/${segment("pauseId", pauseId)}/continue`, options);
  }

  /** End a pause, and cancel what it holds. */
  discard(pauseId: PathParameter<"discardPause", "pauseId">, options: CallOptions = {}): Call<Answer<"discardPause">> {
    return this.#http.data("POST", `/v1/pauses/${segment("pauseId", pauseId)}/discard`, options);
  }
}

export class Preferences {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Read the preferences that a workflow sets.
   * Needs the token of a member of the organisation.
   */
  get(query: Query<"getPreferencesOfWorkflow">, options: CallOptions = {}): Call<Answer<"getPreferencesOfWorkflow">> {
    return this.#http.data("GET", `/v1/preferences`, { ...options, query });
  }

  /**
   * Set the preferences of a workflow in place of its own.
   * Needs the token of a member of the organisation.
   */
  set(body: Body<"setPreferencesOfWorkflow">, options: CallOptions = {}): Call<Answer<"setPreferencesOfWorkflow">> {
    return this.#http.data("POST", `/v1/preferences`, { ...options, body });
  }

  /**
   * Return to the preferences that the workflow itself sets.
   * Needs the token of a member of the organisation.
   */
  delete(
    query: Query<"deletePreferencesOfWorkflow">,
    options: CallOptions = {},
  ): Call<Answer<"deletePreferencesOfWorkflow">> {
    return this.#http.data("DELETE", `/v1/preferences`, { ...options, query });
  }
}

export class PreferencesPage {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Show the page of a subscriber's preferences.
   * Refusals are pages, too, for clients that accept text/html.
   */
  show(
    token: PathParameter<"showPreferencePage", "token">,
    query: Query<"showPreferencePage"> = {},
    options: CallOptions = {},
  ): Call<Response> {
    return this.#http.file("GET", `/v1/preferences-page/${segment("token", token)}`, {
      ...options,
      query,
      anonymous: true,
    });
  }

  /**
   * Store what a subscriber has chosen on the page.
   * Takes the forms of the page alone, and leads back to it.
   */
  submit(
    token: PathParameter<"submitPreferencePage", "token">,
    content: UploadedContent,
    contentType: ContentType<"submitPreferencePage">,
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing("POST", `/v1/preferences-page/${segment("token", token)}`, {
      ...options,
      content,
      contentType,
      anonymous: true,
    });
  }

  /**
   * Ask a subscriber whether to unsubscribe from the emails of a workflow.
   * Changes nothing: mail scanners open every link of a mail.
   */
  showUnsubscribe(token: PathParameter<"showUnsubscribePage", "token">, options: CallOptions = {}): Call<Response> {
    return this.#http.file("GET", `/v1/preferences-page/${segment("token", token)}/one-click`, {
      ...options,
      anonymous: true,
    });
  }

  /** Unsubscribe from the emails of a workflow: the one-click POST of RFC 8058. */
  unsubscribe(
    token: PathParameter<"unsubscribe", "token">,
    content: UploadedContent,
    contentType: ContentType<"unsubscribe">,
    options: CallOptions = {},
  ): Call<Response> {
    return this.#http.file("POST", `/v1/preferences-page/${segment("token", token)}/one-click`, {
      ...options,
      content,
      contentType,
      anonymous: true,
    });
  }
}

export class Publications {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Compare two environments: what publishing each workflow, layout and translation group would change. */
  preview(query: Query<"previewPublication">, options: CallOptions = {}): Call<Answer<"previewPublication">> {
    return this.#http.data("GET", `/v1/publications/preview`, { ...options, query });
  }

  /** Render what a workflow sends, or a layout, as recipients see it in both environments. */
  rendered(query: Query<"renderPublication">, options: CallOptions = {}): Call<Answer<"renderPublication">> {
    return this.#http.data("GET", `/v1/publications/rendered`, { ...options, query });
  }

  /** List publications to an environment, newest first. */
  list(query: Query<"listPublications"> = {}, options: CallOptions = {}): List<Answer<"listPublications">> {
    return this.#http.list(`/v1/publications`, { ...options, query }, "cursor");
  }

  /** Read a publication with what became of each item. */
  get(
    publicationId: PathParameter<"getPublication", "publicationId">,
    options: CallOptions = {},
  ): Call<Answer<"getPublication">> {
    return this.#http.data("GET", `/v1/publications/${segment("publicationId", publicationId)}`, options);
  }

  /** Publish workflows, layouts and translation groups to an environment, or ask for the approval that it requires. */
  create(body: Body<"createPublication">, options: CallOptions = {}): Call<Answer<"createPublication">> {
    return this.#http.data("POST", `/v1/publications`, { ...options, body });
  }

  /**
   * Approve a publication that another member asked for, and carry it out.
   * Needs the token of a member of the organisation.
   */
  approve(
    publicationId: PathParameter<"approvePublication", "publicationId">,
    options: CallOptions = {},
  ): Call<Answer<"approvePublication">> {
    return this.#http.data("POST", `/v1/publications/${segment("publicationId", publicationId)}/approve`, options);
  }

  /**
   * Decline a publication that another member asked for.
   * Needs the token of a member of the organisation.
   */
  decline(
    publicationId: PathParameter<"declinePublication", "publicationId">,
    body?: Body<"declinePublication">,
    options: CallOptions = {},
  ): Call<Answer<"declinePublication">> {
    return this.#http.data("POST", `/v1/publications/${segment("publicationId", publicationId)}/decline`, {
      ...options,
      body,
    });
  }

  /** Withdraw a publication that the caller asked for and that waits for approval. */
  withdraw(
    publicationId: PathParameter<"withdrawPublication", "publicationId">,
    options: CallOptions = {},
  ): Call<Answer<"withdrawPublication">> {
    return this.#http.data("POST", `/v1/publications/${segment("publicationId", publicationId)}/withdraw`, options);
  }

  /** Take back what a publication wrote, item by item; what was changed since stays. */
  revert(
    publicationId: PathParameter<"revertPublication", "publicationId">,
    body?: Body<"revertPublication">,
    options: CallOptions = {},
  ): Call<Answer<"revertPublication">> {
    return this.#http.data("POST", `/v1/publications/${segment("publicationId", publicationId)}/revert`, {
      ...options,
      body,
    });
  }
}

export class Requests {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Calls with API keys that wrote or were refused, newest first.
   * Recorded within a second after a call was answered. A page may have fewer calls than its limit: `next` is null after
   * the last one.
   */
  list(query: Query<"listRequests"> = {}, options: CallOptions = {}): List<Answer<"listRequests">> {
    return this.#http.list(`/v1/requests`, { ...options, query }, "cursor");
  }

  /** Read what is recorded of calls, and for how long it is kept. */
  getSettings(options: CallOptions = {}): Call<Answer<"getRequestSettings">> {
    return this.#http.data("GET", `/v1/requests/settings`, options);
  }

  /** Set what is recorded of calls, and for how long it is kept. */
  setSettings(body: Body<"setRequestSettings">, options: CallOptions = {}): Call<Answer<"setRequestSettings">> {
    return this.#http.data("PUT", `/v1/requests/settings`, { ...options, body });
  }

  /** One call with its body, its answer and the events that it brought. */
  get(requestId: PathParameter<"getRequest", "requestId">, options: CallOptions = {}): Call<Answer<"getRequest">> {
    return this.#http.data("GET", `/v1/requests/${segment("requestId", requestId)}`, options);
  }
}

export class Retention {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Read how long activity is kept. */
  get(options: CallOptions = {}): Call<Answer<"getRetention">> {
    return this.#http.data("GET", `/v1/retention`, options);
  }

  /** Change how long activity is kept. */
  update(body: Body<"updateRetention">, options: CallOptions = {}): Call<Answer<"updateRetention">> {
    return this.#http.data("PATCH", `/v1/retention`, { ...options, body });
  }
}

export class SafetyCaps {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Read the safety caps of the environment. */
  get(options: CallOptions = {}): Call<Answer<"getSafetyCaps">> {
    return this.#http.data("GET", `/v1/safety-caps`, options);
  }

  /** Set the safety caps of the environment. */
  set(body: Body<"setSafetyCaps">, options: CallOptions = {}): Call<Answer<"setSafetyCaps">> {
    return this.#http.data("PUT", `/v1/safety-caps`, { ...options, body });
  }

  /** Read the safety caps of a workflow. */
  getOfWorkflow(
    workflowId: PathParameter<"getWorkflowSafetyCaps", "workflowId">,
    options: CallOptions = {},
  ): Call<Answer<"getWorkflowSafetyCaps">> {
    return this.#http.data("GET", `/v1/safety-caps/workflows/${segment("workflowId", workflowId)}`, options);
  }

  /** Set the safety caps of a workflow. */
  setOfWorkflow(
    workflowId: PathParameter<"setWorkflowSafetyCaps", "workflowId">,
    body: Body<"setWorkflowSafetyCaps">,
    options: CallOptions = {},
  ): Call<Answer<"setWorkflowSafetyCaps">> {
    return this.#http.data("PUT", `/v1/safety-caps/workflows/${segment("workflowId", workflowId)}`, {
      ...options,
      body,
    });
  }
}

export class SavedViews {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Views of the caller, and those that others share, by their names. */
  list(query: Query<"listSavedViews"> = {}, options: CallOptions = {}): Call<Answer<"listSavedViews">> {
    return this.#http.data("GET", `/v1/saved-views`, { ...options, query });
  }

  /** Keep the filters of a list under a name. */
  create(body: Body<"createSavedView">, options: CallOptions = {}): Call<Answer<"createSavedView">> {
    return this.#http.data("POST", `/v1/saved-views`, { ...options, body });
  }

  /** Rename a view of the caller, share it or take it back. */
  update(
    savedViewId: PathParameter<"updateSavedView", "savedViewId">,
    body: Body<"updateSavedView">,
    options: CallOptions = {},
  ): Call<Answer<"updateSavedView">> {
    return this.#http.data("PATCH", `/v1/saved-views/${segment("savedViewId", savedViewId)}`, { ...options, body });
  }

  /** Delete a view of the caller. */
  delete(savedViewId: PathParameter<"deleteSavedView", "savedViewId">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/saved-views/${segment("savedViewId", savedViewId)}`, options);
  }
}

export class Schedules {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Trigger a workflow at set times, once or again and again. */
  create(body: Body<"createSchedule">, options: CallOptions = {}): Call<Answer<"createSchedule">> {
    return this.#http.data("POST", `/v1/schedules`, { ...options, body });
  }

  /** Schedules, newest first. */
  list(query: Query<"listSchedules"> = {}, options: CallOptions = {}): List<Answer<"listSchedules">> {
    return this.#http.list(`/v1/schedules`, { ...options, query }, "after");
  }

  /** One schedule, with its next occurrences. */
  get(id: PathParameter<"getSchedule", "id">, options: CallOptions = {}): Call<Answer<"getSchedule">> {
    return this.#http.data("GET", `/v1/schedules/${segment("id", id)}`, options);
  }

  /** Change a schedule; what is left out stays. */
  update(
    id: PathParameter<"updateSchedule", "id">,
    body: Body<"updateSchedule">,
    options: CallOptions = {},
  ): Call<Answer<"updateSchedule">> {
    return this.#http.data("PATCH", `/v1/schedules/${segment("id", id)}`, { ...options, body });
  }

  /** Delete a schedule; what it has triggered goes on. */
  delete(id: PathParameter<"deleteSchedule", "id">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/schedules/${segment("id", id)}`, options);
  }

  /** Fire no occurrence until the schedule is resumed. */
  pause(id: PathParameter<"pauseSchedule", "id">, options: CallOptions = {}): Call<Answer<"pauseSchedule">> {
    return this.#http.data("POST", `/v1/schedules/${segment("id", id)}/pause`, options);
  }

  /** Go on with the next occurrence from now. */
  resume(id: PathParameter<"resumeSchedule", "id">, options: CallOptions = {}): Call<Answer<"resumeSchedule">> {
    return this.#http.data("POST", `/v1/schedules/${segment("id", id)}/resume`, options);
  }
}

export class Search {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Find objects of an environment by name or by a pasted id.
   * Workflows, layouts, translation groups and integrations are found by the beginning of any word of their name or
   * identifier, subscribers and topics by how their name, id, key, address or number begins, tenants by how their name
   * or identifier begins; runs by their id or by the transactionId of their event, messages by their id. Names and
   * addresses count in any case, ids of subscribers, keys of topics and identifiers of tenants as they are written.
   * Webhook endpoints are found by callers who may read them.
   */
  find(query: Query<"searchObjects">, options: CallOptions = {}): Call<Answer<"searchObjects">> {
    return this.#http.data("GET", `/v1/search`, { ...options, query });
  }
}

export class Subscribers {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Redirect to the provider to connect a channel of a subscriber.
   * Begins to connect a channel: browsers are sent to a page of the provider's. `hmacHash` is demanded where the
   * integration's `hmac` is on.
   */
  startChatOauth(
    subscriberId: PathParameter<"startChatOauth", "subscriberId">,
    providerId: PathParameter<"startChatOauth", "providerId">,
    query: Query<"startChatOauth">,
    options: CallOptions = {},
  ): Call<string> {
    return this.#http.location(
      "GET",
      `/v1/subscribers/${segment("subscriberId", subscriberId)}/credentials/${segment("providerId", providerId)}/oauth`,
      { ...options, query, anonymous: true },
    );
  }

  /**
   * Store the channel that a subscriber has connected at the provider.
   * Stores the channel, and sends the browser to the integration's `redirectUrl`, or answers with a page that closes its
   * tab.
   */
  completeChatOauth(
    subscriberId: PathParameter<"completeChatOauth", "subscriberId">,
    providerId: PathParameter<"completeChatOauth", "providerId">,
    query: Query<"completeChatOauth">,
    options: CallOptions = {},
  ): Call<Response> {
    return this.#http.file(
      "GET",
      `/v1/subscribers/${segment("subscriberId", subscriberId)}/credentials/${segment("providerId", providerId)}/oauth/callback`,
      { ...options, query, anonymous: true, alsoAccepted: 302 },
    );
  }

  /** Remove everything that is stored about a subscriber; its runs end first. */
  erase(
    subscriberId: PathParameter<"eraseSubscriber", "subscriberId">,
    options: CallOptions = {},
  ): Call<Answer<"eraseSubscriber">> {
    return this.#http.data("POST", `/v1/subscribers/${segment("subscriberId", subscriberId)}/erase`, options);
  }

  /** Export everything that is stored about a subscriber. */
  export(subscriberId: PathParameter<"exportSubscriber", "subscriberId">, options: CallOptions = {}): Call<Response> {
    return this.#http.file("GET", `/v1/subscribers/${segment("subscriberId", subscriberId)}/export`, options);
  }

  /** List the preferences of a subscriber by workflow. */
  getPreference(
    subscriberId: PathParameter<"listPreferences", "subscriberId">,
    query: Query<"listPreferences"> = {},
    options: CallOptions = {},
  ): Call<Answer<"listPreferences">> {
    return this.#http.data("GET", `/v1/subscribers/${segment("subscriberId", subscriberId)}/preferences`, {
      ...options,
      query,
    });
  }

  /** List the preferences of a subscriber: global, or by workflow. */
  getPreferenceByLevel(
    subscriberId: PathParameter<"listPreferencesByLevel", "subscriberId">,
    parameter: PathParameter<"listPreferencesByLevel", "parameter">,
    query: Query<"listPreferencesByLevel"> = {},
    options: CallOptions = {},
  ): Call<Answer<"listPreferencesByLevel">> {
    return this.#http.data(
      "GET",
      `/v1/subscribers/${segment("subscriberId", subscriberId)}/preferences/${segment("parameter", parameter)}`,
      { ...options, query },
    );
  }

  /** Read which workflows may reach a subscriber on which channels, and what decides that. */
  getEffectivePreferences(
    subscriberId: PathParameter<"getEffectivePreferences", "subscriberId">,
    options: CallOptions = {},
  ): Call<Answer<"getEffectivePreferences">> {
    return this.#http.data(
      "GET",
      `/v1/subscribers/${segment("subscriberId", subscriberId)}/effective-preferences`,
      options,
    );
  }

  /** Change the preference of a subscriber for a workflow. */
  updatePreference(
    subscriberId: PathParameter<"updateWorkflowPreference", "subscriberId">,
    parameter: PathParameter<"updateWorkflowPreference", "parameter">,
    body: Body<"updateWorkflowPreference">,
    options: CallOptions = {},
  ): Call<Answer<"updateWorkflowPreference">> {
    return this.#http.data(
      "PATCH",
      `/v1/subscribers/${segment("subscriberId", subscriberId)}/preferences/${segment("parameter", parameter)}`,
      { ...options, body },
    );
  }

  /** Change the global preference of a subscriber. */
  updateGlobalPreference(
    subscriberId: PathParameter<"updateGlobalPreference", "subscriberId">,
    body: Body<"updateGlobalPreference">,
    options: CallOptions = {},
  ): Call<Answer<"updateGlobalPreference">> {
    return this.#http.data("PATCH", `/v1/subscribers/${segment("subscriberId", subscriberId)}/preferences`, {
      ...options,
      body,
    });
  }

  /**
   * Make a link to the page of a subscriber's preferences.
   * The link works without a login, for 365 days, or for an hour where a member makes it. It is for the subscriber
   * alone: send it to nobody else.
   */
  preferencesLink(
    subscriberId: PathParameter<"createPreferencesLink", "subscriberId">,
    options: CallOptions = {},
  ): Call<Answer<"createPreferencesLink">> {
    return this.#http.data(
      "POST",
      `/v1/subscribers/${segment("subscriberId", subscriberId)}/preferences/link`,
      options,
    );
  }

  /** Read the in-app messages of a subscriber. */
  getNotificationsFeed(
    subscriberId: PathParameter<"getFeedOfSubscriber", "subscriberId">,
    query: Query<"getFeedOfSubscriber"> = {},
    options: CallOptions = {},
  ): List<Answer<"getFeedOfSubscriber">> {
    return this.#http.list(
      `/v1/subscribers/${segment("subscriberId", subscriberId)}/notifications/feed`,
      { ...options, query },
      "page",
    );
  }

  /** Count the unseen in-app messages of a subscriber. */
  getUnseenCount(
    subscriberId: PathParameter<"countUnseenOfSubscriber", "subscriberId">,
    query: Query<"countUnseenOfSubscriber"> = {},
    options: CallOptions = {},
  ): Call<Answer<"countUnseenOfSubscriber">> {
    return this.#http.data("GET", `/v1/subscribers/${segment("subscriberId", subscriberId)}/notifications/unseen`, {
      ...options,
      query,
    });
  }

  /** Mark messages of a subscriber as seen or read. */
  markMessageAs(
    subscriberId: PathParameter<"markMessagesOfSubscriber", "subscriberId">,
    messageId: Exclude<Body<"markMessagesOfSubscriber">["messageId"], undefined>,
    mark: Exclude<Body<"markMessagesOfSubscriber">["mark"], undefined>,
    options: CallOptions = {},
  ): Call<Answer<"markMessagesOfSubscriber">> {
    return this.#http.data("POST", `/v1/subscribers/${segment("subscriberId", subscriberId)}/messages/markAs`, {
      ...options,
      body: { messageId, mark },
    });
  }

  /** Mark messages of a subscriber as seen, read, unseen or unread. */
  markMessagesAs(
    subscriberId: PathParameter<"markMessagesOfSubscriberAs", "subscriberId">,
    body: Body<"markMessagesOfSubscriberAs">,
    options: CallOptions = {},
  ): Call<Answer<"markMessagesOfSubscriberAs">> {
    return this.#http.data("POST", `/v1/subscribers/${segment("subscriberId", subscriberId)}/messages/mark-as`, {
      ...options,
      body,
    });
  }

  /** Mark all messages of a subscriber as seen, read, unseen or unread. */
  markAllMessagesAs(
    subscriberId: PathParameter<"markAllMessagesOfSubscriber", "subscriberId">,
    markAs: Exclude<Body<"markAllMessagesOfSubscriber">["markAs"], undefined>,
    feedIdentifier?: Body<"markAllMessagesOfSubscriber">["feedIdentifier"],
    options: CallOptions = {},
  ): Call<Answer<"markAllMessagesOfSubscriber">> {
    return this.#http.data("POST", `/v1/subscribers/${segment("subscriberId", subscriberId)}/messages/mark-all`, {
      ...options,
      body: { markAs, feedIdentifier },
    });
  }

  /** Note which button of a message a subscriber has pressed. */
  markMessageActionSeen(
    subscriberId: PathParameter<"updateActionOfSubscriber", "subscriberId">,
    messageId: PathParameter<"updateActionOfSubscriber", "messageId">,
    type: PathParameter<"updateActionOfSubscriber", "type">,
    body: Body<"updateActionOfSubscriber">,
    options: CallOptions = {},
  ): Call<Answer<"updateActionOfSubscriber">> {
    return this.#http.data(
      "POST",
      `/v1/subscribers/${segment("subscriberId", subscriberId)}/messages/${segment("messageId", messageId)}/actions/${segment("type", type)}`,
      { ...options, body },
    );
  }

  /** List subscribers. */
  list(query: Query<"listSubscribers"> = {}, options: CallOptions = {}): List<Answer<"listSubscribers">> {
    return this.#http.list(`/v1/subscribers`, { ...options, query }, "page");
  }

  /** Read a subscriber. */
  get(
    subscriberId: PathParameter<"getSubscriber", "subscriberId">,
    options: CallOptions = {},
  ): Call<Answer<"getSubscriber">> {
    return this.#http.data("GET", `/v1/subscribers/${segment("subscriberId", subscriberId)}`, options);
  }

  /** Create a subscriber, or change the one that exists. */
  identify(
    subscriberId: Exclude<Body<"saveSubscriber">["subscriberId"], undefined>,
    body: Omit<Body<"saveSubscriber">, "subscriberId"> = {},
    options: CallOptions = {},
  ): Call<Answer<"saveSubscriber">> {
    return this.#http.data("POST", `/v1/subscribers`, { ...options, body: { ...body, subscriberId } });
  }

  /** Create or change up to 500 subscribers. */
  bulkCreate(
    subscribers: Exclude<Body<"saveSubscribers">["subscribers"], undefined>,
    options: CallOptions = {},
  ): Call<Answer<"saveSubscribers">> {
    return this.#http.data("POST", `/v1/subscribers/bulk`, { ...options, body: { subscribers } });
  }

  /** Change a subscriber; what is left out stays. */
  update(
    subscriberId: PathParameter<"updateSubscriber", "subscriberId">,
    body: Body<"updateSubscriber">,
    options: CallOptions = {},
  ): Call<Answer<"updateSubscriber">> {
    return this.#http.data("PUT", `/v1/subscribers/${segment("subscriberId", subscriberId)}`, { ...options, body });
  }

  /** Delete a subscriber. */
  delete(subscriberId: PathParameter<"deleteSubscriber", "subscriberId">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/subscribers/${segment("subscriberId", subscriberId)}`, options);
  }

  /** Set whether a subscriber is online. */
  updateOnlineStatus(
    subscriberId: PathParameter<"setOnlineStatus", "subscriberId">,
    online: Exclude<Body<"setOnlineStatus">["online"], undefined>,
    body: Omit<Body<"setOnlineStatus">, "online"> = {},
    options: CallOptions = {},
  ): Call<Answer<"setOnlineStatus">> {
    return this.#http.data("PATCH", `/v1/subscribers/${segment("subscriberId", subscriberId)}/online-status`, {
      ...options,
      body: { ...body, online },
    });
  }

  /** Delete the credentials of a subscriber at a provider. */
  deleteCredentials(
    subscriberId: PathParameter<"deleteCredentials", "subscriberId">,
    providerId: PathParameter<"deleteCredentials", "providerId">,
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing(
      "DELETE",
      `/v1/subscribers/${segment("subscriberId", subscriberId)}/credentials/${segment("providerId", providerId)}`,
      options,
    );
  }

  /** Replace the credentials of a chat or push channel. */
  setCredentials(
    subscriberId: PathParameter<"setCredentials", "subscriberId">,
    providerId: Exclude<Body<"setCredentials">["providerId"], undefined>,
    credentials: Exclude<Body<"setCredentials">["credentials"], undefined>,
    integrationIdentifier?: Body<"setCredentials">["integrationIdentifier"],
    options: CallOptions = {},
  ): Call<Answer<"setCredentials">> {
    return this.#http.data("PUT", `/v1/subscribers/${segment("subscriberId", subscriberId)}/credentials`, {
      ...options,
      body: { providerId, credentials, integrationIdentifier },
    });
  }

  /** Add to the credentials of a chat or push channel. */
  addCredentials(
    subscriberId: PathParameter<"addCredentials", "subscriberId">,
    body: Body<"addCredentials">,
    options: CallOptions = {},
  ): Call<Answer<"addCredentials">> {
    return this.#http.data("PATCH", `/v1/subscribers/${segment("subscriberId", subscriberId)}/credentials`, {
      ...options,
      body,
    });
  }
}

export class Suppressions {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Addresses to which nothing is sent, newest first. */
  list(query: Query<"listSuppressions"> = {}, options: CallOptions = {}): List<Answer<"listSuppressions">> {
    return this.#http.list(`/v1/suppressions`, { ...options, query }, "after");
  }

  /** Add addresses to which nothing is sent any more. */
  add(body: Body<"addSuppressions">, options: CallOptions = {}): Call<Answer<"addSuppressions">> {
    return this.#http.data("POST", `/v1/suppressions`, { ...options, body });
  }

  /** One suppressed address, also after it was lifted. */
  get(
    suppressionId: PathParameter<"getSuppression", "suppressionId">,
    options: CallOptions = {},
  ): Call<Answer<"getSuppression">> {
    return this.#http.data("GET", `/v1/suppressions/${segment("suppressionId", suppressionId)}`, options);
  }

  /** Send to an address again. */
  lift(
    suppressionId: PathParameter<"liftSuppression", "suppressionId">,
    body: Body<"liftSuppression">,
    options: CallOptions = {},
  ): Call<Answer<"liftSuppression">> {
    return this.#http.data("POST", `/v1/suppressions/${segment("suppressionId", suppressionId)}/lift`, {
      ...options,
      body,
    });
  }

  /** Read which soft bounces suppress an address, and for how long bounces do. */
  getRules(options: CallOptions = {}): Call<Answer<"getSuppressionRules">> {
    return this.#http.data("GET", `/v1/suppression-rules`, options);
  }

  /** Set which soft bounces suppress an address, and for how long bounces do. */
  setRules(body: Body<"setSuppressionRules">, options: CallOptions = {}): Call<Answer<"setSuppressionRules">> {
    return this.#http.data("PUT", `/v1/suppression-rules`, { ...options, body });
  }
}

export class Tenants {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Create a tenant. */
  create(
    identifier: Exclude<Body<"createTenant">["identifier"], undefined>,
    body: Omit<Body<"createTenant">, "identifier">,
    options: CallOptions = {},
  ): Call<Answer<"createTenant">> {
    return this.#http.data("POST", `/v1/tenants`, { ...options, body: { ...body, identifier } });
  }

  /** List or search tenants, newest first. */
  list(query: Query<"listTenants"> = {}, options: CallOptions = {}): List<Answer<"listTenants">> {
    return this.#http.list(`/v1/tenants`, { ...options, query }, "page");
  }

  /** One tenant. */
  get(identifier: PathParameter<"getTenant", "identifier">, options: CallOptions = {}): Call<Answer<"getTenant">> {
    return this.#http.data("GET", `/v1/tenants/${segment("identifier", identifier)}`, options);
  }

  /** Change a tenant; what is left out stays. */
  update(
    identifier: PathParameter<"updateTenant", "identifier">,
    body: Body<"updateTenant">,
    options: CallOptions = {},
  ): Call<Answer<"updateTenant">> {
    return this.#http.data("PATCH", `/v1/tenants/${segment("identifier", identifier)}`, { ...options, body });
  }

  /** Delete a tenant, and the overrides of workflows for it. */
  delete(identifier: PathParameter<"deleteTenant", "identifier">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/tenants/${segment("identifier", identifier)}`, options);
  }
}

export class TestDelivery {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Read who gets messages of the environment while it is tested. */
  get(options: CallOptions = {}): Call<Answer<"getTestDelivery">> {
    return this.#http.data("GET", `/v1/test-delivery`, options);
  }

  /** Set who gets messages of the environment while it is tested. */
  set(body: Body<"setTestDelivery">, options: CallOptions = {}): Call<Answer<"setTestDelivery">> {
    return this.#http.data("PUT", `/v1/test-delivery`, { ...options, body });
  }
}

export class Topics {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Create a topic. */
  create(body: Body<"createTopic">, options: CallOptions = {}): Call<Answer<"createTopic">> {
    return this.#http.data("POST", `/v1/topics`, { ...options, body });
  }

  /** List topics. */
  list(query: Query<"listTopics"> = {}, options: CallOptions = {}): List<Answer<"listTopics">> {
    return this.#http.list(`/v1/topics`, { ...options, query }, "page");
  }

  /** Read a topic with the ids of its members. */
  get(key: PathParameter<"getTopic", "key">, options: CallOptions = {}): Call<Answer<"getTopic">> {
    return this.#http.data("GET", `/v1/topics/${segment("key", key)}`, options);
  }

  /** Rename a topic. */
  rename(
    key: PathParameter<"renameTopic", "key">,
    name: Exclude<Body<"renameTopic">["name"], undefined>,
    options: CallOptions = {},
  ): Call<Answer<"renameTopic">> {
    return this.#http.data("PATCH", `/v1/topics/${segment("key", key)}`, { ...options, body: { name } });
  }

  /** Delete a topic that has no members. */
  delete(key: PathParameter<"deleteTopic", "key">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/topics/${segment("key", key)}`, options);
  }

  /** Add subscribers to a topic, which is created if it is missing. */
  addSubscribers(
    key: PathParameter<"addTopicSubscribers", "key">,
    body: Body<"addTopicSubscribers">,
    options: CallOptions = {},
  ): Call<Answer<"addTopicSubscribers">> {
    return this.#http.data("POST", `/v1/topics/${segment("key", key)}/subscribers`, { ...options, body });
  }

  /** Read whether a subscriber belongs to a topic. */
  checkSubscriber(
    key: PathParameter<"getTopicSubscriber", "key">,
    subscriberId: PathParameter<"getTopicSubscriber", "subscriberId">,
    options: CallOptions = {},
  ): Call<Answer<"getTopicSubscriber">> {
    return this.#http.data(
      "GET",
      `/v1/topics/${segment("key", key)}/subscribers/${segment("subscriberId", subscriberId)}`,
      options,
    );
  }

  /** Remove subscribers from a topic. */
  removeSubscribers(
    key: PathParameter<"removeTopicSubscribers", "key">,
    body: Body<"removeTopicSubscribers">,
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing("POST", `/v1/topics/${segment("key", key)}/subscribers/removal`, { ...options, body });
  }
}

export class Translations {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Create a translation group. */
  createGroup(body: Body<"createTranslationGroup">, options: CallOptions = {}): Call<Answer<"createTranslationGroup">> {
    return this.#http.data("POST", `/v1/translations`, { ...options, body });
  }

  /** Translation groups, newest first. */
  listGroups(
    query: Query<"listTranslationGroups"> = {},
    options: CallOptions = {},
  ): List<Answer<"listTranslationGroups">> {
    return this.#http.list(`/v1/translations`, { ...options, query }, "page");
  }

  /** One translation group with its locales. */
  getGroup(
    identifier: PathParameter<"getTranslationGroup", "identifier">,
    options: CallOptions = {},
  ): Call<Answer<"getTranslationGroup">> {
    return this.#http.data("GET", `/v1/translations/${segment("identifier", identifier)}`, options);
  }

  /** Change a translation group; what is left out stays. */
  updateGroup(
    identifier: PathParameter<"updateTranslationGroup", "identifier">,
    body: Body<"updateTranslationGroup">,
    options: CallOptions = {},
  ): Call<Answer<"updateTranslationGroup">> {
    return this.#http.data("PATCH", `/v1/translations/${segment("identifier", identifier)}`, { ...options, body });
  }

  /** Delete a translation group with the texts of all locales. */
  deleteGroup(
    identifier: PathParameter<"deleteTranslationGroup", "identifier">,
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing("DELETE", `/v1/translations/${segment("identifier", identifier)}`, options);
  }

  /** Export the texts of one locale. */
  export(
    identifier: PathParameter<"exportTranslations", "identifier">,
    locale: PathParameter<"exportTranslations", "locale">,
    options: CallOptions = {},
  ): Call<Answer<"exportTranslations">> {
    return this.#http.data(
      "GET",
      `/v1/translations/${segment("identifier", identifier)}/locales/${segment("locale", locale)}`,
      options,
    );
  }

  /** Import the texts of one locale, which take the place of those that it has. */
  import(
    identifier: PathParameter<"importTranslations", "identifier">,
    locale: PathParameter<"importTranslations", "locale">,
    body: Body<"importTranslations">,
    options: CallOptions = {},
  ): Call<Answer<"importTranslations">> {
    return this.#http.data(
      "PUT",
      `/v1/translations/${segment("identifier", identifier)}/locales/${segment("locale", locale)}`,
      { ...options, body },
    );
  }

  /** Import texts of several locales at once. */
  importLocales(
    identifier: PathParameter<"importLocales", "identifier">,
    body: Body<"importLocales">,
    options: CallOptions = {},
  ): Call<Answer<"importLocales">> {
    return this.#http.data("POST", `/v1/translations/${segment("identifier", identifier)}/import`, {
      ...options,
      body,
    });
  }

  /** List what an import of several locales would change; nothing is stored. */
  previewImport(
    identifier: PathParameter<"previewImportOfLocales", "identifier">,
    body: Body<"previewImportOfLocales">,
    options: CallOptions = {},
  ): Call<Answer<"previewImportOfLocales">> {
    return this.#http.data("POST", `/v1/translations/${segment("identifier", identifier)}/import/preview`, {
      ...options,
      body,
    });
  }

  /** Delete the texts that a key has, in all locales. */
  deleteKey(
    identifier: PathParameter<"deleteTranslationKey", "identifier">,
    query: Query<"deleteTranslationKey">,
    options: CallOptions = {},
  ): Call<Answer<"deleteTranslationKey">> {
    return this.#http.data("DELETE", `/v1/translations/${segment("identifier", identifier)}/keys`, {
      ...options,
      query,
    });
  }

  /** List the keys whose text in the default locale changed after they were translated. */
  listOutdated(
    identifier: PathParameter<"listOutdatedTexts", "identifier">,
    options: CallOptions = {},
  ): Call<Answer<"listOutdatedTexts">> {
    return this.#http.data("GET", `/v1/translations/${segment("identifier", identifier)}/outdated`, options);
  }

  /** Mark texts of a locale as up to date with those of the default locale. */
  review(
    identifier: PathParameter<"reviewTexts", "identifier">,
    locale: PathParameter<"reviewTexts", "locale">,
    body: Body<"reviewTexts">,
    options: CallOptions = {},
  ): Call<Answer<"reviewTexts">> {
    return this.#http.data(
      "POST",
      `/v1/translations/${segment("identifier", identifier)}/locales/${segment("locale", locale)}/review`,
      { ...options, body },
    );
  }

  /** List the keys that templates print, with the steps and layouts that print them. */
  getUsage(query: Query<"getTranslationUsage"> = {}, options: CallOptions = {}): Call<Answer<"getTranslationUsage">> {
    return this.#http.data("GET", `/v1/translation-usage`, { ...options, query });
  }

  /** Count the missing and the outdated texts of translation groups, newest groups first. */
  count(query: Query<"countTranslations"> = {}, options: CallOptions = {}): Call<Answer<"countTranslations">> {
    return this.#http.data("GET", `/v1/translation-counts`, { ...options, query });
  }

  /** Delete the texts of one locale. */
  delete(
    identifier: PathParameter<"deleteTranslations", "identifier">,
    locale: PathParameter<"deleteTranslations", "locale">,
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing(
      "DELETE",
      `/v1/translations/${segment("identifier", identifier)}/locales/${segment("locale", locale)}`,
      options,
    );
  }
}

export class Users {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Read the account of the caller. */
  getCurrent(options: CallOptions = {}): Call<Answer<"getCurrentUser">> {
    return this.#http.data("GET", `/v1/users/me`, options);
  }

  /** Change the name and the picture of the caller. */
  updateProfile(body: Body<"updateProfile">, options: CallOptions = {}): Call<Answer<"updateProfile">> {
    return this.#http.data("PUT", `/v1/users/profile`, { ...options, body });
  }

  /**
   * Ask for another e-mail address, which takes effect when the link that is sent to it was followed.
   * Needs the token of a person who signed in.
   */
  changeEmail(body: Body<"changeEmail">, options: CallOptions = {}): Call<Answer<"changeEmail">> {
    return this.#http.data("PUT", `/v1/users/profile/email`, { ...options, body });
  }

  /**
   * Keep the e-mail address, and make the link that was sent to another one void.
   * Needs the token of a person who signed in.
   */
  cancelEmail(options: CallOptions = {}): Call<Answer<"cancelEmail">> {
    return this.#http.data("DELETE", `/v1/users/profile/email`, options);
  }

  /**
   * Begin to set up a second factor, by the password; it counts once a code has confirmed it.
   * Needs the token of a person who signed in.
   */
  beginSecondFactor(body: Body<"beginSecondFactor">, options: CallOptions = {}): Call<Answer<"beginSecondFactor">> {
    return this.#http.data("POST", `/v1/users/second-factor`, { ...options, body });
  }

  /**
   * Switch the second factor on with a code, and get recovery codes; ends the other sessions.
   * Needs the token of a person who signed in.
   */
  confirmSecondFactor(
    body: Body<"confirmSecondFactor">,
    options: CallOptions = {},
  ): Call<Answer<"confirmSecondFactor">> {
    return this.#http.data("POST", `/v1/users/second-factor/confirm`, { ...options, body });
  }

  /**
   * Switch the second factor off, by the password and a code.
   * Needs the token of a person who signed in.
   */
  removeSecondFactor(body: Body<"removeSecondFactor">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("POST", `/v1/users/second-factor/remove`, { ...options, body });
  }

  /**
   * Replace all recovery codes by new ones, by the password and a code.
   * Needs the token of a person who signed in.
   */
  renewRecoveryCodes(body: Body<"renewRecoveryCodes">, options: CallOptions = {}): Call<Answer<"renewRecoveryCodes">> {
    return this.#http.data("POST", `/v1/users/second-factor/recovery-codes`, { ...options, body });
  }

  /** Note whether the caller has finished the introduction. */
  updateOnboarding(body: Body<"updateOnboarding">, options: CallOptions = {}): Call<Answer<"updateOnboarding">> {
    return this.#http.data("PUT", `/v1/users/onboarding`, { ...options, body });
  }

  /**
   * Note how far the caller is in the tour of the dashboard.
   * Needs the token of a person who signed in.
   */
  updateOnboardingTour(
    body: Body<"updateOnboardingTour">,
    options: CallOptions = {},
  ): Call<Answer<"updateOnboardingTour">> {
    return this.#http.data("PUT", `/v1/users/onboarding-tour`, { ...options, body });
  }
}

export class V2Contexts {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Create a context. */
  create(body: Body<"createContext">, options: CallOptions = {}): Call<Answer<"createContext">> {
    return this.#http.data("POST", `/v2/contexts`, { ...options, body });
  }

  /** List or search contexts. */
  list(query: Query<"listContexts"> = {}, options: CallOptions = {}): List<Answer<"listContexts">> {
    return this.#http.list(`/v2/contexts`, { ...options, query }, "after");
  }

  /** Read a context. */
  get(
    type: PathParameter<"getContext", "type">,
    id: PathParameter<"getContext", "id">,
    options: CallOptions = {},
  ): Call<Answer<"getContext">> {
    return this.#http.data("GET", `/v2/contexts/${segment("type", type)}/${segment("id", id)}`, options);
  }

  /** Replace the data of a context. */
  update(
    type: PathParameter<"updateContext", "type">,
    id: PathParameter<"updateContext", "id">,
    body: Body<"updateContext">,
    options: CallOptions = {},
  ): Call<Answer<"updateContext">> {
    return this.#http.data("PATCH", `/v2/contexts/${segment("type", type)}/${segment("id", id)}`, { ...options, body });
  }

  /** Delete a context with its data; the messages and choices of it stay. */
  delete(
    type: PathParameter<"deleteContext", "type">,
    id: PathParameter<"deleteContext", "id">,
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing("DELETE", `/v2/contexts/${segment("type", type)}/${segment("id", id)}`, options);
  }
}

export class V2EmailBodies {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Turn the body of an email from HTML into blocks, or the other way round; nothing is stored. */
  convert(body: Body<"convertEmailBody">, options: CallOptions = {}): Call<Answer<"convertEmailBody">> {
    return this.#http.data("POST", `/v2/email-bodies/convert`, { ...options, body });
  }
}

export class V2Environments {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List the tags of the workflows of an environment. */
  listTags(
    id: PathParameter<"listTagsOfEnvironment", "id">,
    options: CallOptions = {},
  ): Call<Answer<"listTagsOfEnvironment">> {
    return this.#http.data("GET", `/v2/environments/${segment("id", id)}/tags`, options);
  }

  /** What publishing to an environment would change. */
  diff(
    targetEnvironmentId: PathParameter<"compareEnvironment", "targetEnvironmentId">,
    body?: Body<"compareEnvironment">,
    options: CallOptions = {},
  ): Call<Answer<"compareEnvironment">> {
    return this.#http.data("POST", `/v2/environments/${segment("targetEnvironmentId", targetEnvironmentId)}/diff`, {
      ...options,
      body,
    });
  }

  /** Copy workflows and layouts of Development, or another environment, to an environment. */
  publish(
    targetEnvironmentId: PathParameter<"publishEnvironment", "targetEnvironmentId">,
    body?: Body<"publishEnvironment">,
    options: CallOptions = {},
  ): Call<Answer<"publishEnvironment">> {
    return this.#http.data("POST", `/v2/environments/${segment("targetEnvironmentId", targetEnvironmentId)}/publish`, {
      ...options,
      body,
    });
  }
}

export class V2Layouts {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List or search layouts. */
  list(query: Query<"searchLayouts"> = {}, options: CallOptions = {}): Call<Answer<"searchLayouts">> {
    return this.#http.data("GET", `/v2/layouts`, { ...options, query });
  }

  /** Create a layout, with the built-in content unless another one is given. */
  create(body: Body<"createLayoutV2">, options: CallOptions = {}): Call<Answer<"createLayoutV2">> {
    return this.#http.data("POST", `/v2/layouts`, { ...options, body });
  }

  /** Read a layout. */
  get(layoutId: PathParameter<"getLayoutV2", "layoutId">, options: CallOptions = {}): Call<Answer<"getLayoutV2">> {
    return this.#http.data("GET", `/v2/layouts/${segment("layoutId", layoutId)}`, options);
  }

  /** Change name and content of a layout. */
  update(
    layoutId: PathParameter<"updateLayoutV2", "layoutId">,
    body: Body<"updateLayoutV2">,
    options: CallOptions = {},
  ): Call<Answer<"updateLayoutV2">> {
    return this.#http.data("PUT", `/v2/layouts/${segment("layoutId", layoutId)}`, { ...options, body });
  }

  /** Delete a layout. */
  delete(layoutId: PathParameter<"deleteLayoutV2", "layoutId">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v2/layouts/${segment("layoutId", layoutId)}`, options);
  }

  /** Copy a layout. */
  duplicate(
    layoutId: PathParameter<"duplicateLayout", "layoutId">,
    body: Body<"duplicateLayout">,
    options: CallOptions = {},
  ): Call<Answer<"duplicateLayout">> {
    return this.#http.data("POST", `/v2/layouts/${segment("layoutId", layoutId)}/duplicate`, { ...options, body });
  }

  /** Render a layout with an example. */
  preview(
    layoutId: PathParameter<"previewLayout", "layoutId">,
    body: Body<"previewLayout">,
    options: CallOptions = {},
  ): Call<Answer<"previewLayout">> {
    return this.#http.data("POST", `/v2/layouts/${segment("layoutId", layoutId)}/preview`, { ...options, body });
  }

  /** List the workflows that use a layout, with their steps. */
  getUsage(
    layoutId: PathParameter<"getLayoutUsage", "layoutId">,
    options: CallOptions = {},
  ): Call<Answer<"getLayoutUsage">> {
    return this.#http.data("GET", `/v2/layouts/${segment("layoutId", layoutId)}/usage`, options);
  }
}

export class V2Subscribers {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Read the preferences of a subscriber. */
  getPreferences(
    subscriberId: PathParameter<"getPreferencesOfSubscriber", "subscriberId">,
    query: Query<"getPreferencesOfSubscriber"> = {},
    options: CallOptions = {},
  ): Call<Answer<"getPreferencesOfSubscriber">> {
    return this.#http.data("GET", `/v2/subscribers/${segment("subscriberId", subscriberId)}/preferences`, {
      ...options,
      query,
    });
  }

  /** Change the preferences of a subscriber, for one workflow or for all. */
  updatePreferences(
    subscriberId: PathParameter<"updatePreferencesOfSubscriber", "subscriberId">,
    body: Body<"updatePreferencesOfSubscriber">,
    options: CallOptions = {},
  ): Call<Answer<"updatePreferencesOfSubscriber">> {
    return this.#http.data("PATCH", `/v2/subscribers/${segment("subscriberId", subscriberId)}/preferences`, {
      ...options,
      body,
    });
  }

  /** Change the preferences of a subscriber for several workflows. */
  updateSomePreferences(
    subscriberId: PathParameter<"updateSomePreferencesOfSubscriber", "subscriberId">,
    body: Body<"updateSomePreferencesOfSubscriber">,
    options: CallOptions = {},
  ): Call<Answer<"updateSomePreferencesOfSubscriber">> {
    return this.#http.data("PATCH", `/v2/subscribers/${segment("subscriberId", subscriberId)}/preferences/bulk`, {
      ...options,
      body,
    });
  }

  /** List the in-app messages of a subscriber. */
  listNotifications(
    subscriberId: PathParameter<"listNotificationsOfSubscriber", "subscriberId">,
    query: Query<"listNotificationsOfSubscriber"> = {},
    options: CallOptions = {},
  ): List<Answer<"listNotificationsOfSubscriber">> {
    return this.#http.list(
      `/v2/subscribers/${segment("subscriberId", subscriberId)}/notifications`,
      { ...options, query },
      "offset",
    );
  }

  /** Count the in-app messages of a subscriber by filters. */
  countNotifications(
    subscriberId: PathParameter<"countNotificationsOfSubscriber", "subscriberId">,
    query: Query<"countNotificationsOfSubscriber">,
    options: CallOptions = {},
  ): Call<Answer<"countNotificationsOfSubscriber">> {
    return this.#http.data("GET", `/v2/subscribers/${segment("subscriberId", subscriberId)}/notifications/count`, {
      ...options,
      query,
    });
  }

  /** Hide a message of a subscriber until a moment. */
  snoozeNotification(
    subscriberId: PathParameter<"snoozeNotification", "subscriberId">,
    notificationId: PathParameter<"snoozeNotification", "notificationId">,
    body: Body<"snoozeNotification">,
    query: Query<"snoozeNotification"> = {},
    options: CallOptions = {},
  ): Call<Answer<"snoozeNotification">> {
    return this.#http.data(
      "PATCH",
      `/v2/subscribers/${segment("subscriberId", subscriberId)}/notifications/${segment("notificationId", notificationId)}/snooze`,
      { ...options, body, query },
    );
  }

  /** Delete a message of a subscriber. */
  deleteNotification(
    subscriberId: PathParameter<"deleteNotification", "subscriberId">,
    notificationId: PathParameter<"deleteNotification", "notificationId">,
    query: Query<"deleteNotification"> = {},
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing(
      "DELETE",
      `/v2/subscribers/${segment("subscriberId", subscriberId)}/notifications/${segment("notificationId", notificationId)}`,
      { ...options, query },
    );
  }

  /** Mark messages of a subscriber as seen, by their ids or a filter. */
  seeNotifications(
    subscriberId: PathParameter<"seeNotifications", "subscriberId">,
    body: Body<"seeNotifications">,
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing("POST", `/v2/subscribers/${segment("subscriberId", subscriberId)}/notifications/seen`, {
      ...options,
      body,
    });
  }

  /** Mark a message of a subscriber as read. */
  readNotification(
    subscriberId: PathParameter<"readNotification", "subscriberId">,
    notificationId: PathParameter<"readNotification", "notificationId">,
    query: Query<"readNotification"> = {},
    options: CallOptions = {},
  ): Call<Answer<"readNotification">> {
    return this.#http.data(
      "PATCH",
      `/v2/subscribers/${segment("subscriberId", subscriberId)}/notifications/${segment("notificationId", notificationId)}/read`,
      { ...options, query },
    );
  }

  /** Mark a message of a subscriber as unread. */
  unreadNotification(
    subscriberId: PathParameter<"unreadNotification", "subscriberId">,
    notificationId: PathParameter<"unreadNotification", "notificationId">,
    query: Query<"unreadNotification"> = {},
    options: CallOptions = {},
  ): Call<Answer<"unreadNotification">> {
    return this.#http.data(
      "PATCH",
      `/v2/subscribers/${segment("subscriberId", subscriberId)}/notifications/${segment("notificationId", notificationId)}/unread`,
      { ...options, query },
    );
  }

  /** Archive a message of a subscriber. */
  archiveNotification(
    subscriberId: PathParameter<"archiveNotification", "subscriberId">,
    notificationId: PathParameter<"archiveNotification", "notificationId">,
    query: Query<"archiveNotification"> = {},
    options: CallOptions = {},
  ): Call<Answer<"archiveNotification">> {
    return this.#http.data(
      "PATCH",
      `/v2/subscribers/${segment("subscriberId", subscriberId)}/notifications/${segment("notificationId", notificationId)}/archive`,
      { ...options, query },
    );
  }

  /** Take a message of a subscriber out of the archive. */
  unarchiveNotification(
    subscriberId: PathParameter<"unarchiveNotification", "subscriberId">,
    notificationId: PathParameter<"unarchiveNotification", "notificationId">,
    query: Query<"unarchiveNotification"> = {},
    options: CallOptions = {},
  ): Call<Answer<"unarchiveNotification">> {
    return this.#http.data(
      "PATCH",
      `/v2/subscribers/${segment("subscriberId", subscriberId)}/notifications/${segment("notificationId", notificationId)}/unarchive`,
      { ...options, query },
    );
  }

  /** Show a snoozed message of a subscriber again. */
  unsnoozeNotification(
    subscriberId: PathParameter<"unsnoozeNotification", "subscriberId">,
    notificationId: PathParameter<"unsnoozeNotification", "notificationId">,
    query: Query<"unsnoozeNotification"> = {},
    options: CallOptions = {},
  ): Call<Answer<"unsnoozeNotification">> {
    return this.#http.data(
      "PATCH",
      `/v2/subscribers/${segment("subscriberId", subscriberId)}/notifications/${segment("notificationId", notificationId)}/unsnooze`,
      { ...options, query },
    );
  }

  /** Mark a button of a subscriber's message as pressed. */
  completeAction(
    subscriberId: PathParameter<"completeAction", "subscriberId">,
    notificationId: PathParameter<"completeAction", "notificationId">,
    actionType: PathParameter<"completeAction", "actionType">,
    query: Query<"completeAction"> = {},
    options: CallOptions = {},
  ): Call<Answer<"completeAction">> {
    return this.#http.data(
      "PATCH",
      `/v2/subscribers/${segment("subscriberId", subscriberId)}/notifications/${segment("notificationId", notificationId)}/actions/${segment("actionType", actionType)}/complete`,
      { ...options, query },
    );
  }

  /** Mark a button of a subscriber's message as not pressed. */
  revertAction(
    subscriberId: PathParameter<"revertAction", "subscriberId">,
    notificationId: PathParameter<"revertAction", "notificationId">,
    actionType: PathParameter<"revertAction", "actionType">,
    query: Query<"revertAction"> = {},
    options: CallOptions = {},
  ): Call<Answer<"revertAction">> {
    return this.#http.data(
      "PATCH",
      `/v2/subscribers/${segment("subscriberId", subscriberId)}/notifications/${segment("notificationId", notificationId)}/actions/${segment("actionType", actionType)}/revert`,
      { ...options, query },
    );
  }

  /** Mark all messages of a subscriber that match a filter as read. */
  readNotifications(
    subscriberId: PathParameter<"readNotifications", "subscriberId">,
    body: Body<"readNotifications">,
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing("POST", `/v2/subscribers/${segment("subscriberId", subscriberId)}/notifications/read`, {
      ...options,
      body,
    });
  }

  /** Archive all messages of a subscriber that match a filter. */
  archiveNotifications(
    subscriberId: PathParameter<"archiveNotifications", "subscriberId">,
    body: Body<"archiveNotifications">,
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing(
      "POST",
      `/v2/subscribers/${segment("subscriberId", subscriberId)}/notifications/archive`,
      { ...options, body },
    );
  }

  /** Archive all read messages of a subscriber that match a filter. */
  archiveReadNotifications(
    subscriberId: PathParameter<"archiveReadNotifications", "subscriberId">,
    body: Body<"archiveReadNotifications">,
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing(
      "POST",
      `/v2/subscribers/${segment("subscriberId", subscriberId)}/notifications/read-archive`,
      { ...options, body },
    );
  }

  /** Delete all messages of a subscriber that match a filter. */
  deleteNotifications(
    subscriberId: PathParameter<"deleteNotifications", "subscriberId">,
    body: Body<"deleteNotifications">,
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing("POST", `/v2/subscribers/${segment("subscriberId", subscriberId)}/notifications/delete`, {
      ...options,
      body,
    });
  }

  /** List or search subscribers. */
  list(query: Query<"searchSubscribers"> = {}, options: CallOptions = {}): List<Answer<"searchSubscribers">> {
    return this.#http.list(`/v2/subscribers`, { ...options, query }, "after");
  }

  /** Create a subscriber, or change the one there is. */
  create(
    body: Body<"createSubscriberV2">,
    query: Query<"createSubscriberV2"> = {},
    options: CallOptions = {},
  ): Call<Answer<"createSubscriberV2">> {
    return this.#http.data("POST", `/v2/subscribers`, { ...options, body, query });
  }

  /** Read a subscriber. */
  get(
    subscriberId: PathParameter<"getSubscriberV2", "subscriberId">,
    options: CallOptions = {},
  ): Call<Answer<"getSubscriberV2">> {
    return this.#http.data("GET", `/v2/subscribers/${segment("subscriberId", subscriberId)}`, options);
  }

  /** Change a subscriber. */
  patch(
    subscriberId: PathParameter<"patchSubscriber", "subscriberId">,
    body: Body<"patchSubscriber">,
    options: CallOptions = {},
  ): Call<Answer<"patchSubscriber">> {
    return this.#http.data("PATCH", `/v2/subscribers/${segment("subscriberId", subscriberId)}`, { ...options, body });
  }

  /** Delete a subscriber. */
  delete(subscriberId: PathParameter<"deleteSubscriberV2", "subscriberId">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v2/subscribers/${segment("subscriberId", subscriberId)}`, options);
  }

  /** List the topics of a subscriber. */
  listSubscriptions(
    subscriberId: PathParameter<"listTopicsOfSubscriber", "subscriberId">,
    query: Query<"listTopicsOfSubscriber"> = {},
    options: CallOptions = {},
  ): List<Answer<"listTopicsOfSubscriber">> {
    return this.#http.list(
      `/v2/subscribers/${segment("subscriberId", subscriberId)}/subscriptions`,
      { ...options, query },
      "after",
    );
  }
}

export class V2Topics {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List or search topics. */
  list(query: Query<"searchTopics"> = {}, options: CallOptions = {}): List<Answer<"searchTopics">> {
    return this.#http.list(`/v2/topics`, { ...options, query }, "after");
  }

  /** Create a topic, or change the one there is. */
  save(body: Body<"saveTopic">, query: Query<"saveTopic"> = {}, options: CallOptions = {}): Call<Answer<"saveTopic">> {
    return this.#http.data("POST", `/v2/topics`, { ...options, body, query });
  }

  /** Read a topic. */
  get(key: PathParameter<"getTopicV2", "key">, options: CallOptions = {}): Call<Answer<"getTopicV2">> {
    return this.#http.data("GET", `/v2/topics/${segment("key", key)}`, options);
  }

  /** Change a topic. */
  patch(
    key: PathParameter<"patchTopic", "key">,
    body: Body<"patchTopic">,
    options: CallOptions = {},
  ): Call<Answer<"patchTopic">> {
    return this.#http.data("PATCH", `/v2/topics/${segment("key", key)}`, { ...options, body });
  }

  /** Delete a topic with its members. */
  delete(key: PathParameter<"deleteTopicV2", "key">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v2/topics/${segment("key", key)}`, options);
  }

  /** List the members of a topic. */
  listSubscriptions(
    key: PathParameter<"listSubscriptions", "key">,
    query: Query<"listSubscriptions"> = {},
    options: CallOptions = {},
  ): List<Answer<"listSubscriptions">> {
    return this.#http.list(`/v2/topics/${segment("key", key)}/subscriptions`, { ...options, query }, "after");
  }

  /** Add members to a topic. */
  addSubscriptions(
    key: PathParameter<"addSubscriptions", "key">,
    body: Body<"addSubscriptions">,
    options: CallOptions = {},
  ): Call<Answer<"addSubscriptions">> {
    return this.#http.whole("POST", `/v2/topics/${segment("key", key)}/subscriptions`, { ...options, body });
  }

  /** Remove members from a topic. */
  removeSubscriptions(
    key: PathParameter<"removeSubscriptions", "key">,
    body: Body<"removeSubscriptions">,
    options: CallOptions = {},
  ): Call<Answer<"removeSubscriptions">> {
    return this.#http.whole("DELETE", `/v2/topics/${segment("key", key)}/subscriptions`, { ...options, body });
  }

  /** Read a membership. */
  getSubscription(
    key: PathParameter<"getSubscription", "key">,
    identifier: PathParameter<"getSubscription", "identifier">,
    options: CallOptions = {},
  ): Call<Answer<"getSubscription">> {
    return this.#http.data(
      "GET",
      `/v2/topics/${segment("key", key)}/subscriptions/${segment("identifier", identifier)}`,
      options,
    );
  }

  /** Change the name or the preferences of a membership. */
  renameSubscription(
    key: PathParameter<"renameSubscription", "key">,
    identifier: PathParameter<"renameSubscription", "identifier">,
    body: Body<"renameSubscription">,
    options: CallOptions = {},
  ): Call<Answer<"renameSubscription">> {
    return this.#http.data(
      "PATCH",
      `/v2/topics/${segment("key", key)}/subscriptions/${segment("identifier", identifier)}`,
      { ...options, body },
    );
  }
}

export class V2Waits {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Compute the next moments at which a digest or delay ends that need not be saved. */
  previewDates(body: Body<"previewWaitDates">, options: CallOptions = {}): Call<Answer<"previewWaitDates">> {
    return this.#http.data("POST", `/v2/waits/dates`, { ...options, body });
  }
}

export class V2Webhooks {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Take delivery reports of a provider. */
  sendReports(
    environmentId: PathParameter<"receiveDeliveryReportsV2", "environmentId">,
    integrationId: PathParameter<"receiveDeliveryReportsV2", "integrationId">,
    content: UploadedContent,
    contentType: string,
    options: CallOptions = {},
  ): Call<Response> {
    return this.#http.file(
      "POST",
      `/v2/inbound-webhooks/delivery-providers/${segment("environmentId", environmentId)}/${segment("integrationId", integrationId)}`,
      { ...options, content, contentType, anonymous: true },
    );
  }

  /** Take delivery reports of a provider. */
  sendReportsByQuery(
    environmentId: PathParameter<"receiveDeliveryReportsByQueryV2", "environmentId">,
    integrationId: PathParameter<"receiveDeliveryReportsByQueryV2", "integrationId">,
    options: CallOptions = {},
  ): Call<Response> {
    return this.#http.file(
      "GET",
      `/v2/inbound-webhooks/delivery-providers/${segment("environmentId", environmentId)}/${segment("integrationId", integrationId)}`,
      { ...options, anonymous: true },
    );
  }
}

export class V2Workflows {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Try conditions on the latest events of a workflow.
   * Nothing is sent and no webhook is called. Each event is tried for the first of its recipients.
   */
  tryConditions(
    workflowId: PathParameter<"tryConditions", "workflowId">,
    body: Body<"tryConditions">,
    options: CallOptions = {},
  ): Call<Answer<"tryConditions">> {
    return this.#http.data("POST", `/v2/workflows/${segment("workflowId", workflowId)}/conditions/try`, {
      ...options,
      body,
    });
  }

  /**
   * Samples of a workflow's payload, by their names.
   * Payloads for previews and tests. They belong to no version of the workflow, and are not published.
   */
  listSamples(
    workflowId: PathParameter<"listPayloadSamples", "workflowId">,
    options: CallOptions = {},
  ): Call<Answer<"listPayloadSamples">> {
    return this.#http.data("GET", `/v2/workflows/${segment("workflowId", workflowId)}/samples`, options);
  }

  /**
   * Keep a payload as a sample.
   * A workflow has at most 20 samples, each under a name of its own.
   */
  createSample(
    workflowId: PathParameter<"createPayloadSample", "workflowId">,
    body: Body<"createPayloadSample">,
    options: CallOptions = {},
  ): Call<Answer<"createPayloadSample">> {
    return this.#http.data("POST", `/v2/workflows/${segment("workflowId", workflowId)}/samples`, { ...options, body });
  }

  /** Rename a sample, or change its payload. */
  patchSample(
    workflowId: PathParameter<"patchPayloadSample", "workflowId">,
    sampleId: PathParameter<"patchPayloadSample", "sampleId">,
    body: Body<"patchPayloadSample">,
    options: CallOptions = {},
  ): Call<Answer<"patchPayloadSample">> {
    return this.#http.data(
      "PATCH",
      `/v2/workflows/${segment("workflowId", workflowId)}/samples/${segment("sampleId", sampleId)}`,
      { ...options, body },
    );
  }

  /** Delete a sample. */
  deleteSample(
    workflowId: PathParameter<"deletePayloadSample", "workflowId">,
    sampleId: PathParameter<"deletePayloadSample", "sampleId">,
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing(
      "DELETE",
      `/v2/workflows/${segment("workflowId", workflowId)}/samples/${segment("sampleId", sampleId)}`,
      options,
    );
  }

  /**
   * Go through the events of the last seven days with a digest, delay or throttle that need not be saved.
   * Reads the newest 10,000 events at most. The step is taken as if events reached it when they were triggered, and
   * without its conditions. Nothing is written or sent.
   */
  simulateWait(
    workflowId: PathParameter<"simulateWait", "workflowId">,
    body: Body<"simulateWait">,
    options: CallOptions = {},
  ): Call<Answer<"simulateWait">> {
    return this.#http.data("POST", `/v2/workflows/${segment("workflowId", workflowId)}/waits/simulate`, {
      ...options,
      body,
    });
  }

  /** List or search workflows of both versions. */
  list(query: Query<"searchWorkflows"> = {}, options: CallOptions = {}): Call<Answer<"searchWorkflows">> {
    return this.#http.data("GET", `/v2/workflows`, { ...options, query });
  }

  /** Create a workflow. */
  create(body: Body<"createWorkflowV2">, options: CallOptions = {}): Call<Answer<"createWorkflowV2">> {
    return this.#http.data("POST", `/v2/workflows`, { ...options, body });
  }

  /** Read a workflow. */
  get(
    workflowId: PathParameter<"getWorkflowV2", "workflowId">,
    query: Query<"getWorkflowV2"> = {},
    options: CallOptions = {},
  ): Call<Answer<"getWorkflowV2">> {
    return this.#http.data("GET", `/v2/workflows/${segment("workflowId", workflowId)}`, { ...options, query });
  }

  /** Replace a workflow. */
  update(
    workflowId: PathParameter<"updateWorkflowV2", "workflowId">,
    body: Body<"updateWorkflowV2">,
    options: CallOptions = {},
  ): Call<Answer<"updateWorkflowV2">> {
    return this.#http.data("PUT", `/v2/workflows/${segment("workflowId", workflowId)}`, { ...options, body });
  }

  /** Change a workflow; what is left out stays. */
  patch(
    workflowId: PathParameter<"patchWorkflow", "workflowId">,
    body: Body<"patchWorkflow">,
    options: CallOptions = {},
  ): Call<Answer<"patchWorkflow">> {
    return this.#http.data("PATCH", `/v2/workflows/${segment("workflowId", workflowId)}`, { ...options, body });
  }

  /** Delete a workflow. */
  delete(workflowId: PathParameter<"deleteWorkflowV2", "workflowId">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v2/workflows/${segment("workflowId", workflowId)}`, options);
  }

  /** Copy a workflow to another environment. */
  sync(
    workflowId: PathParameter<"syncWorkflow", "workflowId">,
    body: Body<"syncWorkflow">,
    options: CallOptions = {},
  ): Call<Answer<"syncWorkflow">> {
    return this.#http.data("PUT", `/v2/workflows/${segment("workflowId", workflowId)}/sync`, { ...options, body });
  }

  /** Render a step with an example. */
  previewStep(
    workflowId: PathParameter<"previewStep", "workflowId">,
    stepId: PathParameter<"previewStep", "stepId">,
    body?: Body<"previewStep">,
    options: CallOptions = {},
  ): Call<Answer<"previewStep">> {
    return this.#http.data(
      "POST",
      `/v2/workflows/${segment("workflowId", workflowId)}/step/${segment("stepId", stepId)}/preview`,
      { ...options, body },
    );
  }

  /**
   * Send the message of a step at once, to see what it looks like and what the vendor answers; it has no run.
   * Needs the token of a member of the organisation.
   */
  sendTestMessage(
    workflowId: PathParameter<"sendStepTest", "workflowId">,
    stepId: PathParameter<"sendStepTest", "stepId">,
    body: Body<"sendStepTest">,
    options: CallOptions = {},
  ): Call<Answer<"sendStepTest">> {
    return this.#http.data(
      "POST",
      `/v2/workflows/${segment("workflowId", workflowId)}/steps/${segment("stepId", stepId)}/test-message`,
      { ...options, body },
    );
  }

  /** Read what a trigger of a workflow needs. */
  getTestData(
    workflowId: PathParameter<"getTestData", "workflowId">,
    options: CallOptions = {},
  ): Call<Answer<"getTestData">> {
    return this.#http.data("GET", `/v2/workflows/${segment("workflowId", workflowId)}/test-data`, options);
  }

  /** Read a step of a workflow. */
  getStep(
    workflowId: PathParameter<"getStep", "workflowId">,
    stepId: PathParameter<"getStep", "stepId">,
    options: CallOptions = {},
  ): Call<Answer<"getStep">> {
    return this.#http.data(
      "GET",
      `/v2/workflows/${segment("workflowId", workflowId)}/steps/${segment("stepId", stepId)}`,
      options,
    );
  }

  /** Change a step of a workflow; in Production, members set values of steps that are code. */
  patchStep(
    workflowId: PathParameter<"patchStep", "workflowId">,
    stepId: PathParameter<"patchStep", "stepId">,
    body: Body<"patchStep">,
    options: CallOptions = {},
  ): Call<Answer<"patchStep">> {
    return this.#http.data(
      "PATCH",
      `/v2/workflows/${segment("workflowId", workflowId)}/steps/${segment("stepId", stepId)}`,
      { ...options, body },
    );
  }

  /** List the versions of a workflow, newest first. */
  listVersions(
    workflowId: PathParameter<"listWorkflowVersions", "workflowId">,
    query: Query<"listWorkflowVersions"> = {},
    options: CallOptions = {},
  ): List<Answer<"listWorkflowVersions">> {
    return this.#http.list(
      `/v2/workflows/${segment("workflowId", workflowId)}/versions`,
      { ...options, query },
      "cursor",
    );
  }

  /** Read a version of a workflow. */
  getVersion(
    workflowId: PathParameter<"getWorkflowVersion", "workflowId">,
    version: PathParameter<"getWorkflowVersion", "version">,
    options: CallOptions = {},
  ): Call<Answer<"getWorkflowVersion">> {
    return this.#http.data(
      "GET",
      `/v2/workflows/${segment("workflowId", workflowId)}/versions/${segment("version", version)}`,
      options,
    );
  }

  /**
   * Read which versions of a workflow environments execute, and how many runs wait with which version.
   * Counts stop at 10,000 for each version.
   */
  getVersionUsage(
    workflowId: PathParameter<"getVersionUsage", "workflowId">,
    options: CallOptions = {},
  ): Call<Answer<"getVersionUsage">> {
    return this.#http.data("GET", `/v2/workflows/${segment("workflowId", workflowId)}/version-usage`, options);
  }

  /**
   * Name a version of a workflow.
   * Keeps a working copy as it is: the next save makes a new version.
   */
  nameVersion(
    workflowId: PathParameter<"nameWorkflowVersion", "workflowId">,
    version: PathParameter<"nameWorkflowVersion", "version">,
    body: Body<"nameWorkflowVersion">,
    options: CallOptions = {},
  ): Call<Answer<"nameWorkflowVersion">> {
    return this.#http.data(
      "PATCH",
      `/v2/workflows/${segment("workflowId", workflowId)}/versions/${segment("version", version)}`,
      { ...options, body },
    );
  }

  /**
   * Make a new version of a workflow from an earlier one.
   * Runs that have begun go on with the version that they began with.
   */
  restoreVersion(
    workflowId: PathParameter<"restoreWorkflowVersion", "workflowId">,
    version: PathParameter<"restoreWorkflowVersion", "version">,
    options: CallOptions = {},
  ): Call<Answer<"restoreWorkflowVersion">> {
    return this.#http.data(
      "POST",
      `/v2/workflows/${segment("workflowId", workflowId)}/versions/${segment("version", version)}/restore`,
      options,
    );
  }
}

export class Waiting {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Delays, digests, held runs and sends to be tried again; what is due first comes first. */
  list(query: Query<"listWaiting"> = {}, options: CallOptions = {}): List<Answer<"listWaiting">> {
    return this.#http.list(`/v1/waiting`, { ...options, query }, "cursor");
  }

  /** How much waits, by kind and workflow. */
  count(query: Query<"countWaiting"> = {}, options: CallOptions = {}): Call<Answer<"countWaiting">> {
    return this.#http.data("GET", `/v1/waiting/counts`, { ...options, query });
  }
}

export class WebhookEndpoints {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Webhook endpoints, oldest first. */
  list(options: CallOptions = {}): Call<Answer<"listWebhookEndpoints">> {
    return this.#http.data("GET", `/v1/webhook-endpoints`, options);
  }

  /** Have events sent to an address; the answer has the secret that they are signed with, and no other has. */
  create(body: Body<"createWebhookEndpoint">, options: CallOptions = {}): Call<Answer<"createWebhookEndpoint">> {
    return this.#http.data("POST", `/v1/webhook-endpoints`, { ...options, body });
  }

  /** One webhook endpoint. */
  get(id: PathParameter<"getWebhookEndpoint", "id">, options: CallOptions = {}): Call<Answer<"getWebhookEndpoint">> {
    return this.#http.data("GET", `/v1/webhook-endpoints/${segment("id", id)}`, options);
  }

  /** Change a webhook endpoint; what is left out stays. */
  update(
    id: PathParameter<"updateWebhookEndpoint", "id">,
    body: Body<"updateWebhookEndpoint">,
    options: CallOptions = {},
  ): Call<Answer<"updateWebhookEndpoint">> {
    return this.#http.data("PATCH", `/v1/webhook-endpoints/${segment("id", id)}`, { ...options, body });
  }

  /** Delete a webhook endpoint; what waits for it is not sent any more. */
  delete(id: PathParameter<"deleteWebhookEndpoint", "id">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/webhook-endpoints/${segment("id", id)}`, options);
  }

  /** Replace the secret; for 24 hours events are signed with both. */
  rotateSecret(
    id: PathParameter<"rotateWebhookSecret", "id">,
    options: CallOptions = {},
  ): Call<Answer<"rotateWebhookSecret">> {
    return this.#http.data("POST", `/v1/webhook-endpoints/${segment("id", id)}/rotate-secret`, options);
  }

  /** Send a test event to a webhook endpoint. */
  test(id: PathParameter<"testWebhookEndpoint", "id">, options: CallOptions = {}): Call<Answer<"testWebhookEndpoint">> {
    return this.#http.data("POST", `/v1/webhook-endpoints/${segment("id", id)}/test`, options);
  }

  /** Events that were sent to a webhook endpoint, or wait to be, newest first. */
  listMessages(
    id: PathParameter<"listWebhookMessages", "id">,
    query: Query<"listWebhookMessages"> = {},
    options: CallOptions = {},
  ): List<Answer<"listWebhookMessages">> {
    return this.#http.list(`/v1/webhook-endpoints/${segment("id", id)}/messages`, { ...options, query }, "cursor");
  }

  /** One event of a webhook endpoint, with the answer to its last attempt. */
  getMessage(
    id: PathParameter<"getWebhookMessage", "id">,
    messageId: PathParameter<"getWebhookMessage", "messageId">,
    options: CallOptions = {},
  ): Call<Answer<"getWebhookMessage">> {
    return this.#http.data(
      "GET",
      `/v1/webhook-endpoints/${segment("id", id)}/messages/${segment("messageId", messageId)}`,
      options,
    );
  }

  /** Send an event again, with the same webhook-id. */
  resendMessage(
    id: PathParameter<"resendWebhookMessage", "id">,
    messageId: PathParameter<"resendWebhookMessage", "messageId">,
    options: CallOptions = {},
  ): Call<Answer<"resendWebhookMessage">> {
    return this.#http.data(
      "POST",
      `/v1/webhook-endpoints/${segment("id", id)}/messages/${segment("messageId", messageId)}/resend`,
      options,
    );
  }

  /** Count the events that an endpoint has failed to take or missed since a moment, before they are recovered. */
  countRecoverable(
    id: PathParameter<"countRecoverableWebhooks", "id">,
    query: Query<"countRecoverableWebhooks">,
    options: CallOptions = {},
  ): Call<Answer<"countRecoverableWebhooks">> {
    return this.#http.data("GET", `/v1/webhook-endpoints/${segment("id", id)}/recoverable`, { ...options, query });
  }

  /**
   * Send what an endpoint has failed to take or missed since a moment; repeat the call while there are more.
   * Each event is one message for the endpoint, however often it is recovered. They are spread over time, beside the
   * events that happen meanwhile.
   */
  recover(
    id: PathParameter<"recoverWebhooks", "id">,
    body: Body<"recoverWebhooks">,
    options: CallOptions = {},
  ): Call<Answer<"recoverWebhooks">> {
    return this.#http.data("POST", `/v1/webhook-endpoints/${segment("id", id)}/recover`, { ...options, body });
  }
}

export class WebhookEvents {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Pull the events that happened after the last call, oldest first.
   * For receivers that cannot be called. An event appears once all transactions that are older than the one which stored
   * it have ended, so that none is passed over.
   */
  pull(query: Query<"pullWebhookEvents"> = {}, options: CallOptions = {}): List<Answer<"pullWebhookEvents">> {
    return this.#http.list(`/v1/webhook-events`, { ...options, query }, "after");
  }

  /** The latest events, newest first. */
  list(query: Query<"listWebhookEvents"> = {}, options: CallOptions = {}): List<Answer<"listWebhookEvents">> {
    return this.#http.list(`/v1/webhook-events/latest`, { ...options, query }, "cursor");
  }

  /** Read which events are kept, and for how many days. */
  getSettings(options: CallOptions = {}): Call<Answer<"getWebhookEventSettings">> {
    return this.#http.data("GET", `/v1/webhook-events/settings`, options);
  }

  /** Set which events are kept: those that an endpoint takes, switched on or not, or all. */
  setSettings(
    body: Body<"setWebhookEventSettings">,
    options: CallOptions = {},
  ): Call<Answer<"setWebhookEventSettings">> {
    return this.#http.data("PUT", `/v1/webhook-events/settings`, { ...options, body });
  }
}

export class Webhooks {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Take delivery reports of a provider; the address is set up at the vendor. */
  sendReports(
    organizationId: PathParameter<"receiveDeliveryReports", "organizationId">,
    environmentId: PathParameter<"receiveDeliveryReports", "environmentId">,
    channel: PathParameter<"receiveDeliveryReports", "channel">,
    providerOrIntegrationId: PathParameter<"receiveDeliveryReports", "providerOrIntegrationId">,
    content: UploadedContent,
    contentType: string,
    options: CallOptions = {},
  ): Call<Response> {
    return this.#http.file(
      "POST",
      `/v1/webhooks/organizations/${segment("organizationId", organizationId)}/environments/${segment("environmentId", environmentId)}/${segment("channel", channel)}/${segment("providerOrIntegrationId", providerOrIntegrationId)}`,
      { ...options, content, contentType, anonymous: true },
    );
  }

  /** Take delivery reports of a provider; the address is set up at the vendor. */
  sendReportsByQuery(
    organizationId: PathParameter<"receiveDeliveryReportsByQuery", "organizationId">,
    environmentId: PathParameter<"receiveDeliveryReportsByQuery", "environmentId">,
    channel: PathParameter<"receiveDeliveryReportsByQuery", "channel">,
    providerOrIntegrationId: PathParameter<"receiveDeliveryReportsByQuery", "providerOrIntegrationId">,
    options: CallOptions = {},
  ): Call<Response> {
    return this.#http.file(
      "GET",
      `/v1/webhooks/organizations/${segment("organizationId", organizationId)}/environments/${segment("environmentId", environmentId)}/${segment("channel", channel)}/${segment("providerOrIntegrationId", providerOrIntegrationId)}`,
      { ...options, anonymous: true },
    );
  }
}

export class Widgets {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Read the in-app messages of the subscriber.
   * Needs the token of a subscriber's inbox session.
   */
  getFeed(query: Query<"getWidgetFeed"> = {}, options: CallOptions = {}): List<Answer<"getWidgetFeed">> {
    return this.#http.list(`/v1/widgets/notifications/feed`, { ...options, query }, "page");
  }

  /**
   * Count the unseen in-app messages.
   * Needs the token of a subscriber's inbox session.
   */
  countUnseen(query: Query<"countWidgetUnseen"> = {}, options: CallOptions = {}): Call<Answer<"countWidgetUnseen">> {
    return this.#http.data("GET", `/v1/widgets/notifications/unseen`, { ...options, query });
  }

  /**
   * Count the unread in-app messages.
   * Needs the token of a subscriber's inbox session.
   */
  countUnread(query: Query<"countWidgetUnread"> = {}, options: CallOptions = {}): Call<Answer<"countWidgetUnread">> {
    return this.#http.data("GET", `/v1/widgets/notifications/unread`, { ...options, query });
  }

  /**
   * Count the in-app messages that match a filter.
   * Needs the token of a subscriber's inbox session.
   */
  countMessages(
    query: Query<"countWidgetMessages"> = {},
    options: CallOptions = {},
  ): Call<Answer<"countWidgetMessages">> {
    return this.#http.data("GET", `/v1/widgets/notifications/count`, { ...options, query });
  }

  /**
   * Mark messages as seen or read.
   * Needs the token of a subscriber's inbox session.
   */
  markMessages(body: Body<"markWidgetMessages">, options: CallOptions = {}): Call<Answer<"markWidgetMessages">> {
    return this.#http.data("POST", `/v1/widgets/messages/markAs`, { ...options, body });
  }

  /**
   * Mark messages as seen, read, unseen or unread.
   * Needs the token of a subscriber's inbox session.
   */
  markMessagesAs(body: Body<"markWidgetMessagesAs">, options: CallOptions = {}): Call<Answer<"markWidgetMessagesAs">> {
    return this.#http.data("POST", `/v1/widgets/messages/mark-as`, { ...options, body });
  }

  /**
   * Note which button of a message the subscriber has pressed.
   * Needs the token of a subscriber's inbox session.
   */
  updateAction(
    messageId: PathParameter<"updateWidgetAction", "messageId">,
    type: PathParameter<"updateWidgetAction", "type">,
    body: Body<"updateWidgetAction">,
    options: CallOptions = {},
  ): Call<Answer<"updateWidgetAction">> {
    return this.#http.data(
      "POST",
      `/v1/widgets/messages/${segment("messageId", messageId)}/actions/${segment("type", type)}`,
      { ...options, body },
    );
  }

  /**
   * Delete messages by their ids.
   * Needs the token of a subscriber's inbox session.
   */
  deleteMessages(body: Body<"deleteWidgetMessages">, options: CallOptions = {}): Call<Answer<"deleteWidgetMessages">> {
    return this.#http.whole("POST", `/v1/widgets/messages/bulk/delete`, { ...options, body });
  }

  /**
   * Delete a message.
   * Needs the token of a subscriber's inbox session.
   */
  deleteMessage(
    messageId: PathParameter<"deleteWidgetMessage", "messageId">,
    options: CallOptions = {},
  ): Call<Answer<"deleteWidgetMessage">> {
    return this.#http.data("DELETE", `/v1/widgets/messages/${segment("messageId", messageId)}`, options);
  }

  /**
   * Delete all messages of a feed.
   * Needs the token of a subscriber's inbox session.
   */
  deleteAllMessages(query: Query<"deleteAllWidgetMessages"> = {}, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/widgets/messages`, { ...options, query });
  }

  /**
   * Mark all messages of a feed as read.
   * Needs the token of a subscriber's inbox session.
   */
  readAllMessages(
    body: Body<"readAllWidgetMessages">,
    options: CallOptions = {},
  ): Call<Answer<"readAllWidgetMessages">> {
    return this.#http.data("POST", `/v1/widgets/messages/read`, { ...options, body });
  }

  /**
   * Mark all messages of a feed as seen.
   * Needs the token of a subscriber's inbox session.
   */
  seeAllMessages(body: Body<"seeAllWidgetMessages">, options: CallOptions = {}): Call<Answer<"seeAllWidgetMessages">> {
    return this.#http.data("POST", `/v1/widgets/messages/seen`, { ...options, body });
  }

  /**
   * Read the branding of the organisation.
   * Needs the token of a subscriber's inbox session.
   */
  getOrganization(options: CallOptions = {}): Call<Answer<"getWidgetOrganization">> {
    return this.#http.data("GET", `/v1/widgets/organization`, options);
  }

  /**
   * List the subscriber's preferences by workflow.
   * Needs the token of a subscriber's inbox session.
   */
  listPreferences(options: CallOptions = {}): Call<Answer<"listWidgetPreferences">> {
    return this.#http.data("GET", `/v1/widgets/preferences`, options);
  }

  /**
   * Read the subscriber's preferences of a level.
   * Needs the token of a subscriber's inbox session.
   */
  getPreferences(
    parameter: PathParameter<"getWidgetPreferences", "parameter">,
    options: CallOptions = {},
  ): Call<Answer<"getWidgetPreferences">> {
    return this.#http.data("GET", `/v1/widgets/preferences/${segment("parameter", parameter)}`, options);
  }

  /**
   * Change the subscriber's preferences for a workflow.
   * Needs the token of a subscriber's inbox session.
   */
  updatePreference(
    parameter: PathParameter<"updateWidgetPreference", "parameter">,
    body: Body<"updateWidgetPreference">,
    options: CallOptions = {},
  ): Call<Answer<"updateWidgetPreference">> {
    return this.#http.data("PATCH", `/v1/widgets/preferences/${segment("parameter", parameter)}`, { ...options, body });
  }

  /**
   * Change the subscriber's preferences for all workflows.
   * Needs the token of a subscriber's inbox session.
   */
  updateGlobalPreference(
    body: Body<"updateWidgetGlobalPreference">,
    options: CallOptions = {},
  ): Call<Answer<"updateWidgetGlobalPreference">> {
    return this.#http.data("PATCH", `/v1/widgets/preferences`, { ...options, body });
  }

  /** Open a session of a subscriber's inbox. */
  openSession(body: Body<"openWidgetSession">, options: CallOptions = {}): Call<Answer<"openWidgetSession">> {
    return this.#http.data("POST", `/v1/widgets/session/initialize`, { ...options, body, anonymous: true });
  }

  /**
   * Accept what older front ends report of their use; nothing is stored.
   * Needs the token of a subscriber's inbox session.
   */
  logUsage(body: Body<"logWidgetUsage">, options: CallOptions = {}): Call<Answer<"logWidgetUsage">> {
    return this.#http.data("POST", `/v1/widgets/usage/log`, { ...options, body });
  }
}

export class WorkflowOverrides {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Create the override of a workflow for a tenant. */
  create(body: Body<"createWorkflowOverride">, options: CallOptions = {}): Call<Answer<"createWorkflowOverride">> {
    return this.#http.data("POST", `/v1/workflow-overrides`, { ...options, body });
  }

  /** Overrides of workflows, newest first. */
  list(query: Query<"listWorkflowOverrides"> = {}, options: CallOptions = {}): List<Answer<"listWorkflowOverrides">> {
    return this.#http.list(`/v1/workflow-overrides`, { ...options, query }, "page");
  }

  /** One override. */
  getOneById(
    overrideId: PathParameter<"getWorkflowOverride", "overrideId">,
    options: CallOptions = {},
  ): Call<Answer<"getWorkflowOverride">> {
    return this.#http.data("GET", `/v1/workflow-overrides/${segment("overrideId", overrideId)}`, options);
  }

  /** Change an override; what is left out stays. */
  updateOneById(
    overrideId: PathParameter<"updateWorkflowOverride", "overrideId">,
    body: Body<"updateWorkflowOverride">,
    options: CallOptions = {},
  ): Call<Answer<"updateWorkflowOverride">> {
    return this.#http.data("PUT", `/v1/workflow-overrides/${segment("overrideId", overrideId)}`, { ...options, body });
  }

  /** Delete an override: the tenant's triggers follow the workflow again. */
  delete(
    overrideId: PathParameter<"deleteWorkflowOverride", "overrideId">,
    options: CallOptions = {},
  ): Call<Answer<"deleteWorkflowOverride">> {
    return this.#http.data("DELETE", `/v1/workflow-overrides/${segment("overrideId", overrideId)}`, options);
  }

  /** The override of a workflow for a tenant. */
  getOneByTenantIdandWorkflowId(
    workflowId: PathParameter<"getWorkflowOverrideOfTenant", "workflowId">,
    tenantId: PathParameter<"getWorkflowOverrideOfTenant", "tenantId">,
    options: CallOptions = {},
  ): Call<Answer<"getWorkflowOverrideOfTenant">> {
    return this.#http.data(
      "GET",
      `/v1/workflow-overrides/workflows/${segment("workflowId", workflowId)}/tenants/${segment("tenantId", tenantId)}`,
      options,
    );
  }

  /** Change the override of a workflow for a tenant; what is left out stays. */
  updateOneByTenantIdandWorkflowId(
    workflowId: PathParameter<"updateWorkflowOverrideOfTenant", "workflowId">,
    tenantId: PathParameter<"updateWorkflowOverrideOfTenant", "tenantId">,
    body: Body<"updateWorkflowOverrideOfTenant">,
    options: CallOptions = {},
  ): Call<Answer<"updateWorkflowOverrideOfTenant">> {
    return this.#http.data(
      "PUT",
      `/v1/workflow-overrides/workflows/${segment("workflowId", workflowId)}/tenants/${segment("tenantId", tenantId)}`,
      { ...options, body },
    );
  }
}

export class Workflows {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List workflows. */
  getAll(query: Query<"listWorkflows"> = {}, options: CallOptions = {}): List<Answer<"listWorkflows">> {
    return this.#http.list(`/v1/workflows`, { ...options, query }, "page");
  }

  /** Create a workflow. */
  create(body: Body<"createWorkflow">, options: CallOptions = {}): Call<Answer<"createWorkflow">> {
    return this.#http.data("POST", `/v1/workflows`, { ...options, body });
  }

  /** Read a workflow. */
  getOne(id: PathParameter<"getWorkflow", "id">, options: CallOptions = {}): Call<Answer<"getWorkflow">> {
    return this.#http.data("GET", `/v1/workflows/${segment("id", id)}`, options);
  }

  /** Change a workflow; what is left out stays. */
  update(
    id: PathParameter<"updateWorkflow", "id">,
    body: Body<"updateWorkflow">,
    options: CallOptions = {},
  ): Call<Answer<"updateWorkflow">> {
    return this.#http.data("PUT", `/v1/workflows/${segment("id", id)}`, { ...options, body });
  }

  /** Activate or deactivate a workflow. */
  updateStatus(
    id: PathParameter<"setWorkflowStatus", "id">,
    body: Body<"setWorkflowStatus">,
    options: CallOptions = {},
  ): Call<Answer<"setWorkflowStatus">> {
    return this.#http.data("PUT", `/v1/workflows/${segment("id", id)}/status`, { ...options, body });
  }

  /** Delete a workflow. */
  delete(id: PathParameter<"deleteWorkflow", "id">, options: CallOptions = {}): Call<Answer<"deleteWorkflow">> {
    return this.#http.data("DELETE", `/v1/workflows/${segment("id", id)}`, options);
  }

  /** List the variables that every template can use. */
  listVariables(options: CallOptions = {}): Call<Answer<"listWorkflowVariables">> {
    return this.#http.data("GET", `/v1/workflows/variables`, options);
  }
}

/** Resources of version 2. */
export class V2 {
  readonly contexts: V2Contexts;
  readonly emailBodies: V2EmailBodies;
  readonly environments: V2Environments;
  readonly layouts: V2Layouts;
  readonly subscribers: V2Subscribers;
  readonly topics: V2Topics;
  readonly waits: V2Waits;
  readonly webhooks: V2Webhooks;
  readonly workflows: V2Workflows;

  constructor(http: Http) {
    this.contexts = new V2Contexts(http);
    this.emailBodies = new V2EmailBodies(http);
    this.environments = new V2Environments(http);
    this.layouts = new V2Layouts(http);
    this.subscribers = new V2Subscribers(http);
    this.topics = new V2Topics(http);
    this.waits = new V2Waits(http);
    this.webhooks = new V2Webhooks(http);
    this.workflows = new V2Workflows(http);
  }
}

/** Every operation of the API, by resource. */
export class Resources {
  readonly alertRules: AlertRules;
  readonly analytics: Analytics;
  readonly apiKeys: ApiKeys;
  readonly auditLogs: AuditLogs;
  readonly auth: Auth;
  readonly blueprints: Blueprints;
  readonly bridge: Bridge;
  readonly changes: Changes;
  readonly digests: Digests;
  readonly environmentVariables: EnvironmentVariables;
  readonly environments: Environments;
  readonly erasures: Erasures;
  readonly events: Events;
  readonly executionDetails: ExecutionDetails;
  readonly exports: Exports;
  readonly failureGroups: FailureGroups;
  readonly feeds: Feeds;
  readonly health: Health;
  readonly imports: Imports;
  readonly inboundParse: InboundParse;
  readonly inbox: Inbox;
  readonly integrations: Integrations;
  readonly invites: Invites;
  readonly layouts: Layouts;
  readonly messages: Messages;
  readonly notificationGroups: NotificationGroups;
  readonly notificationTemplates: NotificationTemplates;
  readonly notifications: Notifications;
  readonly organizations: Organizations;
  readonly outbox: Outbox;
  readonly overview: Overview;
  readonly pauses: Pauses;
  readonly preferences: Preferences;
  readonly preferencesPage: PreferencesPage;
  readonly publications: Publications;
  readonly requests: Requests;
  readonly retention: Retention;
  readonly safetyCaps: SafetyCaps;
  readonly savedViews: SavedViews;
  readonly schedules: Schedules;
  readonly search: Search;
  readonly subscribers: Subscribers;
  readonly suppressions: Suppressions;
  readonly tenants: Tenants;
  readonly testDelivery: TestDelivery;
  readonly topics: Topics;
  readonly translations: Translations;
  readonly users: Users;
  readonly waiting: Waiting;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly webhookEvents: WebhookEvents;
  readonly webhooks: Webhooks;
  readonly widgets: Widgets;
  readonly workflowOverrides: WorkflowOverrides;
  readonly workflows: Workflows;
  readonly v2: V2;

  constructor(http: Http) {
    this.alertRules = new AlertRules(http);
    this.analytics = new Analytics(http);
    this.apiKeys = new ApiKeys(http);
    this.auditLogs = new AuditLogs(http);
    this.auth = new Auth(http);
    this.blueprints = new Blueprints(http);
    this.bridge = new Bridge(http);
    this.changes = new Changes(http);
    this.digests = new Digests(http);
    this.environmentVariables = new EnvironmentVariables(http);
    this.environments = new Environments(http);
    this.erasures = new Erasures(http);
    this.events = new Events(http);
    this.executionDetails = new ExecutionDetails(http);
    this.exports = new Exports(http);
    this.failureGroups = new FailureGroups(http);
    this.feeds = new Feeds(http);
    this.health = new Health(http);
    this.imports = new Imports(http);
    this.inboundParse = new InboundParse(http);
    this.inbox = new Inbox(http);
    this.integrations = new Integrations(http);
    this.invites = new Invites(http);
    this.layouts = new Layouts(http);
    this.messages = new Messages(http);
    this.notificationGroups = new NotificationGroups(http);
    this.notificationTemplates = new NotificationTemplates(http);
    this.notifications = new Notifications(http);
    this.organizations = new Organizations(http);
    this.outbox = new Outbox(http);
    this.overview = new Overview(http);
    this.pauses = new Pauses(http);
    this.preferences = new Preferences(http);
    this.preferencesPage = new PreferencesPage(http);
    this.publications = new Publications(http);
    this.requests = new Requests(http);
    this.retention = new Retention(http);
    this.safetyCaps = new SafetyCaps(http);
    this.savedViews = new SavedViews(http);
    this.schedules = new Schedules(http);
    this.search = new Search(http);
    this.subscribers = new Subscribers(http);
    this.suppressions = new Suppressions(http);
    this.tenants = new Tenants(http);
    this.testDelivery = new TestDelivery(http);
    this.topics = new Topics(http);
    this.translations = new Translations(http);
    this.users = new Users(http);
    this.waiting = new Waiting(http);
    this.webhookEndpoints = new WebhookEndpoints(http);
    this.webhookEvents = new WebhookEvents(http);
    this.webhooks = new Webhooks(http);
    this.widgets = new Widgets(http);
    this.workflowOverrides = new WorkflowOverrides(http);
    this.workflows = new Workflows(http);
    this.v2 = new V2(http);
  }
}
