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

  /** List alert rules, oldest first. */
  list(options: CallOptions = {}): Call<Answer<"listAlertRules">> {
    return this.#http.data("GET", `/v1/alert-rules`, options);
  }

  /** Create an alert rule for errors and failing integrations, by email or Slack. */
  create(body: Body<"createAlertRule">, options: CallOptions = {}): Call<Answer<"createAlertRule">> {
    return this.#http.data("POST", `/v1/alert-rules`, { ...options, body });
  }

  /** Update an alert rule; omitted fields stay. */
  update(
    alertRuleId: PathParameter<"updateAlertRule", "alertRuleId">,
    body: Body<"updateAlertRule">,
    options: CallOptions = {},
  ): Call<Answer<"updateAlertRule">> {
    return this.#http.data("PATCH", `/v1/alert-rules/${segment("alertRuleId", alertRuleId)}`, { ...options, body });
  }

  /** Delete an alert rule; its waiting alerts are not sent. */
  delete(alertRuleId: PathParameter<"deleteAlertRule", "alertRuleId">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/alert-rules/${segment("alertRuleId", alertRuleId)}`, options);
  }

  /** Send a test alert to the destinations of a rule. */
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
   * Count the outcomes of runs and messages in a period.
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

  /** List the API keys of the organisation and its environments; a key of an environment sees those of its own. */
  list(options: CallOptions = {}): Call<Answer<"listAllApiKeys">> {
    return this.#http.data("GET", `/v1/api-keys`, options);
  }

  /** Create an API key for an environment or the organisation; only this response shows it in full. */
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

  /** Rotate an API key; both keys work during the overlap. */
  roll(
    keyId: PathParameter<"rollApiKey", "keyId">,
    body: Body<"rollApiKey">,
    options: CallOptions = {},
  ): Call<Answer<"rollApiKey">> {
    return this.#http.data("POST", `/v1/api-keys/${segment("keyId", keyId)}/roll`, { ...options, body });
  }

  /** Revoke an API key immediately. */
  end(keyId: PathParameter<"endApiKey", "keyId">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/api-keys/${segment("keyId", keyId)}`, options);
  }
}

export class AuditLogs {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List audit log entries, newest first; a key sees those of its environment. */
  list(query: Query<"listAuditLogs"> = {}, options: CallOptions = {}): List<Answer<"listAuditLogs">> {
    return this.#http.list(`/v1/audit-logs`, { ...options, query }, "cursor");
  }

  /** Export audit log entries as CSV, up to 10000; the belfry-next-cursor header leads to the next ones. */
  export(query: Query<"exportAuditLogs"> = {}, options: CallOptions = {}): Call<Response> {
    return this.#http.file("GET", `/v1/audit-logs/export`, { ...options, query });
  }
}

export class Auth {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Create an account and sign in. */
  register(body: Body<"register">, options: CallOptions = {}): Call<Answer<"register">> {
    return this.#http.data("POST", `/v1/auth/register`, { ...options, body, anonymous: true });
  }

  /** Sign in with email and password. */
  signIn(body: Body<"signIn">, options: CallOptions = {}): Call<Answer<"signIn">> {
    return this.#http.data("POST", `/v1/auth/login`, { ...options, body, anonymous: true });
  }

  /** Complete a sign-in with a second-factor code. */
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

  /** Set a new password with the token of an emailed link, and sign in. */
  resetPassword(body: Body<"resetPassword">, options: CallOptions = {}): Call<Answer<"resetPassword">> {
    return this.#http.data("POST", `/v1/auth/reset`, { ...options, body, anonymous: true });
  }

  /** Confirm a change of email address with the token of the emailed link. */
  confirmEmail(body: Body<"confirmEmail">, options: CallOptions = {}): Call<Answer<"confirmEmail">> {
    return this.#http.data("POST", `/v1/auth/email`, { ...options, body, anonymous: true });
  }

  /**
   * Change the password; the current one is required.
   * Needs the token of a person who signed in.
   */
  changePassword(body: Body<"changePassword">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("POST", `/v1/auth/update-password`, { ...options, body });
  }

  /**
   * Refresh the session token.
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
   * Get whether sign-in with GitHub is available.
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
   * Complete the sign-in with GitHub.
   * Ends a sign-in: browsers are sent to the dashboard, with a token or an error behind the #.
   */
  completeGithubSignIn(query: Query<"completeGithubSignIn"> = {}, options: CallOptions = {}): Call<string> {
    return this.#http.location("GET", `/v1/auth/github/callback`, { ...options, query, anonymous: true });
  }

  /**
   * Get the person and the organisation of the session.
   * Needs the token of a person who signed in.
   */
  getSession(options: CallOptions = {}): Call<Answer<"getCurrentSession">> {
    return this.#http.data("GET", `/v1/auth/session`, options);
  }

  /**
   * Sign out.
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
   * Sign out the other sessions of the person.
   * Ends all sessions of the person but the one of this request.
   * Needs the token of a person who signed in.
   */
  endOtherSessions(options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/auth/sessions`, options);
  }

  /**
   * Sign out one session of the person.
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

  /** List blueprints by group. */
  list(options: CallOptions = {}): Call<Answer<"listBlueprints">> {
    return this.#http.data("GET", `/v1/blueprints/group-by-category`, { ...options, anonymous: true });
  }

  /** Get a blueprint by id or identifier. */
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

  /** Synchronise the workflows of a bridge. */
  sync(body: Body<"syncBridge">, options: CallOptions = {}): Call<Answer<"syncBridge">> {
    return this.#http.data("POST", `/v1/bridge/sync`, { ...options, body });
  }

  /** Compare the workflows of a bridge with the stored ones. */
  diff(body: Body<"compareBridge">, options: CallOptions = {}): Call<Answer<"compareBridge">> {
    return this.#http.data("POST", `/v1/bridge/diff`, { ...options, body });
  }

  /** Check whether a bridge answers at an address. */
  validate(body: Body<"validateBridge">, options: CallOptions = {}): Call<Answer<"validateBridge">> {
    return this.#http.data("POST", `/v1/bridge/validate`, { ...options, body });
  }

  /** Get the health of the environment's bridge. */
  getStatus(options: CallOptions = {}): Call<Answer<"getBridgeStatus">> {
    return this.#http.data("GET", `/v1/bridge/status`, options);
  }

  /**
   * Preview a code-first step by its bridge; nothing is stored.
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

  /** Get the control values of a code-first step. */
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
   * Set the control values of a code-first step.
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

  /** List pending or promoted changes, newest first. */
  get(query: Query<"listChanges">, options: CallOptions = {}): List<Answer<"listChanges">> {
    return this.#http.list(`/v1/changes`, { ...options, query }, "page");
  }

  /** Count the pending changes. */
  getCount(options: CallOptions = {}): Call<Answer<"countChanges">> {
    return this.#http.data("GET", `/v1/changes/count`, options);
  }

  /** Promote a change, with the ones it depends on. */
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

  /** List open digests, soonest to close first. */
  list(query: Query<"listDigests"> = {}, options: CallOptions = {}): List<Answer<"listDigests">> {
    return this.#http.list(`/v1/digests`, { ...options, query }, "cursor");
  }

  /** Get a digest, open or closed. */
  get(digestId: PathParameter<"getDigest", "digestId">, options: CallOptions = {}): Call<Answer<"getDigest">> {
    return this.#http.data("GET", `/v1/digests/${segment("digestId", digestId)}`, options);
  }

  /** List the events of a digest in the order in which they joined. */
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

  /** Discard a digest: its events are not sent and their runs are cancelled. */
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

  /** List the environment variables of the organisation by key, at most 1000. */
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

  /** Get a variable. */
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

  /** Delete a variable and its values in all environments. */
  delete(
    variableKey: PathParameter<"deleteEnvironmentVariable", "variableKey">,
    options: CallOptions = {},
  ): Call<void> {
    return this.#http.nothing("DELETE", `/v1/environment-variables/${segment("variableKey", variableKey)}`, options);
  }

  /** List the workflows, steps and layouts that use a variable. */
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

  /** List the API keys of the environment, with their last characters. */
  getApiKeys(options: CallOptions = {}): Call<Answer<"listApiKeys">> {
    return this.#http.data("GET", `/v1/environments/api-keys`, options);
  }

  /** Replace all API keys of the environment with a new one, shown only in this response. */
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

  /** Get the environment of the call. */
  getCurrent(options: CallOptions = {}): Call<Answer<"getCurrentEnvironment">> {
    return this.#http.data("GET", `/v1/environments/me`, options);
  }

  /** Update the name and settings of an environment. */
  updateOne(
    id: PathParameter<"updateEnvironment", "id">,
    body: Body<"updateEnvironment">,
    options: CallOptions = {},
  ): Call<Answer<"updateEnvironment">> {
    return this.#http.data("PUT", `/v1/environments/${segment("id", id)}`, { ...options, body });
  }

  /** Delete an environment and everything in it, except Development and Production. */
  delete(id: PathParameter<"deleteEnvironment", "id">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/environments/${segment("id", id)}`, options);
  }
}

export class Erasures {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Get the progress of an erasure. */
  get(id: PathParameter<"getErasure", "id">, options: CallOptions = {}): Call<Answer<"getErasure">> {
    return this.#http.data("GET", `/v1/erasures/${segment("id", id)}`, options);
  }
}

export class Events {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List accepted events, newest first. */
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
   * Send a test email of a template; it creates no run.
   * Needs the token of a member of the organisation.
   */
  sendTestEmail(body: Body<"sendTestEmail">, options: CallOptions = {}): Call<Answer<"sendTestEmail">> {
    return this.#http.data("POST", `/v1/events/test/email`, { ...options, body });
  }

  /** Send a signal to the waiting runs of a subscriber. */
  signal(body: Body<"sendSignal">, options: CallOptions = {}): Call<Answer<"sendSignal">> {
    return this.#http.data("POST", `/v1/events/signal`, { ...options, body });
  }

  /** Get the status of an event. */
  status(
    transactionId: PathParameter<"getEvent", "transactionId">,
    options: CallOptions = {},
  ): Call<Answer<"getEvent">> {
    return this.#http.data("GET", `/v1/events/trigger/${segment("transactionId", transactionId)}`, options);
  }

  /** Cancel the unstarted steps of an event. */
  cancel(
    transactionId: PathParameter<"cancelEvent", "transactionId">,
    options: CallOptions = {},
  ): Call<Answer<"cancelEvent">> {
    return this.#http.data("DELETE", `/v1/events/trigger/${segment("transactionId", transactionId)}`, options);
  }

  /** Resume the failed and stopped runs of an event; sent messages are not repeated. */
  resume(
    transactionId: PathParameter<"resumeEvent", "transactionId">,
    options: CallOptions = {},
  ): Call<Answer<"resumeEvent">> {
    return this.#http.data("POST", `/v1/events/trigger/${segment("transactionId", transactionId)}/resume`, options);
  }

  /** Explain step by step what an event would do for its recipients; nothing is written or sent. */
  explain(body: Body<"explainEvent">, options: CallOptions = {}): Call<Answer<"explainEvent">> {
    return this.#http.data("POST", `/v1/events/explain`, { ...options, body });
  }

  /** Simulate a workflow, or a draft of it, with past events; nothing is written or sent. */
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

  /** Export all subscribers, topics with members, preferences or suppressions in the format of imports. */
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

  /** List groups of failed steps by cause; failures are counted after five minutes. */
  list(query: Query<"listFailureGroups"> = {}, options: CallOptions = {}): List<Answer<"listFailureGroups">> {
    return this.#http.list(`/v1/failure-groups`, { ...options, query }, "cursor");
  }

  /** Get a group of failed steps by workflow version, with its latest runs. */
  get(
    failureGroupId: PathParameter<"getFailureGroup", "failureGroupId">,
    options: CallOptions = {},
  ): Call<Answer<"getFailureGroup">> {
    return this.#http.data("GET", `/v1/failure-groups/${segment("failureGroupId", failureGroupId)}`, options);
  }

  /** Resolve a group of failures; the next one reopens it. */
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

  /** Ignore a group of failures until a moment, below a rate, or for a number of failures. */
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

  /** Reopen a resolved or ignored group of failures. */
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

  /** Create a feed for in-app steps. */
  create(name: Exclude<Body<"createFeed">["name"], undefined>, options: CallOptions = {}): Call<Answer<"createFeed">> {
    return this.#http.data("POST", `/v1/feeds`, { ...options, body: { name } });
  }

  /** List feeds, oldest first. */
  get(options: CallOptions = {}): Call<Answer<"listFeeds">> {
    return this.#http.data("GET", `/v1/feeds`, options);
  }

  /** Delete an unused feed; returns the remaining feeds. */
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
   * Get the health of the installation.
   * 503 when database or engine do not answer.
   */
  get(options: CallOptions = {}): Call<Answer<"getHealth">> {
    return this.#http.data("GET", `/v1/health-check`, { ...options, anonymous: true, alsoAccepted: 503 });
  }

  /**
   * Get the state of the installation: addresses, queues, lanes, sockets and migrations.
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

  /** List the imports of the last 30 days, newest first. */
  list(query: Query<"listImports"> = {}, options: CallOptions = {}): List<Answer<"listImports">> {
    return this.#http.list(`/v1/imports`, { ...options, query }, "cursor");
  }

  /** Get an import and its progress. */
  get(id: PathParameter<"getImport", "id">, options: CallOptions = {}): Call<Answer<"getImport">> {
    return this.#http.data("GET", `/v1/imports/${segment("id", id)}`, options);
  }

  /** List the lines of an import that could not be written, up to 1,000. */
  listProblems(
    id: PathParameter<"listImportProblems", "id">,
    query: Query<"listImportProblems"> = {},
    options: CallOptions = {},
  ): List<Answer<"listImportProblems">> {
    return this.#http.list(`/v1/imports/${segment("id", id)}/problems`, { ...options, query }, "cursor");
  }

  /** Stop an import; written lines stay. */
  cancel(id: PathParameter<"cancelImport", "id">, options: CallOptions = {}): Call<Answer<"cancelImport">> {
    return this.#http.data("POST", `/v1/imports/${segment("id", id)}/cancel`, options);
  }

  /** Import a file: CSV, a JSON array, or a JSON object per line. */
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

  /** Get whether replies by e-mail reach the installation. */
  getMxStatus(options: CallOptions = {}): Call<Answer<"getMxStatus">> {
    return this.#http.data("GET", `/v1/inbound-parse/mx/status`, options);
  }

  /** Get the settings of inbound email and the outcome of the last reply. */
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
   * Snooze a message.
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
   * Mark messages as seen, by id or by filter.
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
   * Unarchive a message.
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
   * Unsnooze a message.
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
   * Mark an action of a message as completed.
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
   * Mark an action of a message as pending.
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
   * Get the name and the branding of the organisation.
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
   * Get the global preference of the subscriber.
   * Needs the token of a subscriber's inbox session.
   */
  getGlobalPreference(options: CallOptions = {}): Call<Answer<"getInboxGlobalPreference">> {
    return this.#http.data("GET", `/v1/inbox/preferences/global`, options);
  }

  /**
   * Update the global preference of the subscriber.
   * Needs the token of a subscriber's inbox session.
   */
  updateGlobalPreference(
    body: Body<"updateInboxGlobalPreference">,
    options: CallOptions = {},
  ): Call<Answer<"updateInboxGlobalPreference">> {
    return this.#http.data("PATCH", `/v1/inbox/preferences`, { ...options, body });
  }

  /**
   * Update the preferences of the subscriber for several workflows.
   * Needs the token of a subscriber's inbox session.
   */
  updatePreferences(
    body: Body<"updateInboxPreferences">,
    options: CallOptions = {},
  ): Call<Answer<"updateInboxPreferences">> {
    return this.#http.data("PATCH", `/v1/inbox/preferences/bulk`, { ...options, body });
  }

  /**
   * Update the preference of the subscriber for a workflow.
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
   * List the subscriptions of the subscriber to a topic, at most ten.
   * Needs the token of a subscriber's inbox session.
   */
  listSubscriptions(
    key: PathParameter<"listInboxSubscriptions", "key">,
    options: CallOptions = {},
  ): Call<Answer<"listInboxSubscriptions">> {
    return this.#http.data("GET", `/v1/inbox/topics/${segment("key", key)}/subscriptions`, options);
  }

  /**
   * Subscribe to a topic, or update the subscription.
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
   * Get a subscription of the subscriber; null where there is none.
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
   * Update the name or preferences of a subscription.
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
   * Update the preference of a subscription for a workflow.
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

  /** List the available providers and their credential fields. */
  listProviders(options: CallOptions = {}): Call<Answer<"listProviders">> {
    return this.#http.data("GET", `/v1/integrations/providers`, options);
  }

  /**
   * List the health of the integrations of an environment.
   * All but the inbox, which has no vendor. Each process that sends stores its counts every ten seconds.
   */
  listHealth(options: CallOptions = {}): Call<Answer<"listIntegrationHealth">> {
    return this.#http.data("GET", `/v1/integrations/health`, options);
  }

  /** Get whether an inbox has been opened. */
  getInAppStatus(options: CallOptions = {}): Call<Answer<"getInAppStatus">> {
    return this.#http.data("GET", `/v1/integrations/in-app/status`, options);
  }

  /** Get whether the reports of a provider are supported. */
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

  /** Get the monthly limit and usage of a channel's demo provider. */
  getDemoUsage(
    channel: PathParameter<"getDemoUsage", "channel">,
    options: CallOptions = {},
  ): Call<Answer<"getDemoUsage">> {
    return this.#http.data("GET", `/v1/integrations/${segment("channel", channel)}/limit`, options);
  }

  /** Get the sending rate of an integration, its limit and its queue. */
  getRate(id: PathParameter<"getSendingRate", "id">, options: CallOptions = {}): Call<Answer<"getSendingRate">> {
    return this.#http.data("GET", `/v1/integrations/${segment("id", id)}/rate`, options);
  }

  /** Test credentials with their provider, without storing them. */
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

  /** Set the order of a channel's integrations. */
  order(body: Body<"orderIntegrations">, options: CallOptions = {}): Call<Answer<"orderIntegrations">> {
    return this.#http.data("PUT", `/v1/integrations/order`, { ...options, body });
  }

  /** Update an integration; omitted fields stay. */
  update(
    id: PathParameter<"updateIntegration", "id">,
    body: Body<"updateIntegration">,
    options: CallOptions = {},
  ): Call<Answer<"updateIntegration">> {
    return this.#http.data("PUT", `/v1/integrations/${segment("id", id)}`, { ...options, body });
  }

  /** Make an integration the primary one of its channel. */
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

  /** Get the logo of a provider, always as SVG. */
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
   * Resend an invitation.
   * Needs the token of a member of the organisation.
   */
  resend(body: Body<"resendInvite">, options: CallOptions = {}): Call<Answer<"resendInvite">> {
    return this.#http.data("POST", `/v1/invites/resend`, { ...options, body });
  }

  /**
   * Get whether to remind the organisation to invite members.
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

  /** Get an invitation by its token. */
  get(token: PathParameter<"getInvite", "token">, options: CallOptions = {}): Call<Answer<"getInvite">> {
    return this.#http.data("GET", `/v1/invites/${segment("token", token)}`, { ...options, anonymous: true });
  }

  /**
   * Accept an invitation and get a token for its organisation.
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

  /** Get a layout. */
  get(id: PathParameter<"getLayout", "id">, options: CallOptions = {}): Call<Answer<"getLayout">> {
    return this.#http.data("GET", `/v1/layouts/${segment("id", id)}`, options);
  }

  /** Update a layout; omitted fields stay. */
  update(
    id: PathParameter<"updateLayout", "id">,
    body?: Body<"updateLayout">,
    options: CallOptions = {},
  ): Call<Answer<"updateLayout">> {
    return this.#http.data("PATCH", `/v1/layouts/${segment("id", id)}`, { ...options, body });
  }

  /** Delete an unused layout. */
  delete(id: PathParameter<"deleteLayout", "id">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/layouts/${segment("id", id)}`, options);
  }

  /** Make a layout the default. */
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

  /** Delete the messages of a transaction, on all channels or one. */
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

  /** Get a notification group. */
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

  /** Get a workflow. */
  getOne(
    id: PathParameter<"getNotificationTemplate", "id">,
    options: CallOptions = {},
  ): Call<Answer<"getNotificationTemplate">> {
    return this.#http.data("GET", `/v1/notification-templates/${segment("id", id)}`, options);
  }

  /** Update a workflow; omitted fields stay. */
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

  /** Cancel the steps of a run that have not started; sends in progress are not interrupted. */
  cancel(runId: PathParameter<"cancelRun", "runId">, options: CallOptions = {}): Call<Answer<"cancelRun">> {
    return this.#http.data("POST", `/v1/notifications/${segment("runId", runId)}/cancel`, options);
  }

  /**
   * Cancel the unstarted steps of runs, by id or by filter.
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

  /** List the latest cancellations of runs, newest first. */
  listCancellations(
    query: Query<"listCancellations"> = {},
    options: CallOptions = {},
  ): Call<Answer<"listCancellations">> {
    return this.#http.data("GET", `/v1/notifications/cancellations`, { ...options, query });
  }

  /** Get the progress of a cancellation, with what it could not cancel. */
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

  /** Stop a cancellation; cancelled runs stay cancelled. */
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

  /** Count the runs that match the filters of the list, up to 1,000. */
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

  /** Get a run with its steps. */
  get(runId: PathParameter<"getRun", "runId">, options: CallOptions = {}): Call<Answer<"getRun">> {
    return this.#http.data("GET", `/v1/notifications/${segment("runId", runId)}`, options);
  }

  /**
   * End the delay of a run.
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

  /** Mark a run as not handled. */
  unmarkHandled(
    runId: PathParameter<"unmarkRunHandled", "runId">,
    options: CallOptions = {},
  ): Call<Answer<"unmarkRunHandled">> {
    return this.#http.data("DELETE", `/v1/notifications/${segment("runId", runId)}/handled`, options);
  }

  /** Resume the failed and unsent steps of a run; completed ones are not repeated. */
  resume(
    runId: PathParameter<"resumeRun", "runId">,
    body?: Body<"resumeRun">,
    options: CallOptions = {},
  ): Call<Answer<"resumeRun">> {
    return this.#http.data("POST", `/v1/notifications/${segment("runId", runId)}/resume`, { ...options, body });
  }

  /** Resume the failed and unsent steps of runs, by id or by filter. */
  createResumption(body: Body<"createResumption">, options: CallOptions = {}): Call<Answer<"createResumption">> {
    return this.#http.data("POST", `/v1/notifications/resumptions`, { ...options, body });
  }

  /** Count the runs that a resumption would resume, and what it would send; nothing is changed. */
  previewResumption(body: Body<"previewResumption">, options: CallOptions = {}): Call<Answer<"previewResumption">> {
    return this.#http.data("POST", `/v1/notifications/resumptions/preview`, { ...options, body });
  }

  /** List the latest resumptions, newest first. */
  listResumptions(query: Query<"listResumptions"> = {}, options: CallOptions = {}): Call<Answer<"listResumptions">> {
    return this.#http.data("GET", `/v1/notifications/resumptions`, { ...options, query });
  }

  /** Get the progress of a resumption, with what it could not resume. */
  getResumption(
    resumptionId: PathParameter<"getResumption", "resumptionId">,
    options: CallOptions = {},
  ): Call<Answer<"getResumption">> {
    return this.#http.data("GET", `/v1/notifications/resumptions/${segment("resumptionId", resumptionId)}`, options);
  }

  /** Stop a resumption; resumed runs go on. */
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

  /** Upload a logo: PNG or JPEG, up to 200 kB. */
  uploadLogo(body: Body<"uploadLogo">, options: CallOptions = {}): Call<Answer<"uploadLogo">> {
    return this.#http.data("POST", `/v1/organizations/branding/logo`, { ...options, body });
  }

  /** Preview a branding on the preferences page and an email; it need not be saved. */
  previewBranding(body: Body<"previewBranding">, options: CallOptions = {}): Call<Answer<"previewBranding">> {
    return this.#http.data("POST", `/v1/organizations/branding/preview`, { ...options, body });
  }

  /** Get an uploaded logo; the image at an address never changes. */
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

  /** Get the organisation. */
  getCurrent(options: CallOptions = {}): Call<Answer<"getOrganization">> {
    return this.#http.data("GET", `/v1/organizations/me`, options);
  }

  /** Update the logo, colours and font of the organisation. */
  updateBranding(body: Body<"updateBranding">, options: CallOptions = {}): Call<Answer<"updateBranding">> {
    return this.#http.data("PUT", `/v1/organizations/branding`, { ...options, body });
  }

  /** List the roles that members and API keys may have. */
  listRoles(options: CallOptions = {}): Call<Answer<"listRoles">> {
    return this.#http.data("GET", `/v1/organizations/roles`, options);
  }

  /**
   * Create a role.
   * Nobody can make a role of permissions that they do not have themselves.
   */
  createRole(body: Body<"createRole">, options: CallOptions = {}): Call<Answer<"createRole">> {
    return this.#http.data("POST", `/v1/organizations/roles`, { ...options, body });
  }

  /** Update the name or permissions of a custom role. */
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

  /** Delete an unused role. */
  deleteRole(identifier: PathParameter<"deleteRole", "identifier">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/organizations/roles/${segment("identifier", identifier)}`, options);
  }

  /** Get the limits and usage of the organisation's plan. */
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

  /** Get a message of the development providers. */
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
   * Get the overview of an environment.
   * Runs, messages and failures of a period with the one before it, what is waiting, and what needs attention. Periods
   * begin with an hour. A plan that limits how long activity is shown limits the period as well.
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

  /** List the pauses caused by safety caps. */
  list(query: Query<"listPauses"> = {}, options: CallOptions = {}): List<Answer<"listPauses">> {
    return this.#http.list(`/v1/pauses`, { ...options, query }, "page");
  }

  /** End a pause and continue the runs that it holds. */
  continue(
    pauseId: PathParameter<"continuePause", "pauseId">,
    options: CallOptions = {},
  ): Call<Answer<"continuePause">> {
    return this.#http.data("POST", `/v1/pauses/${segment("pauseId", pauseId)}/continue`, options);
  }

  /** End a pause and cancel the runs that it holds. */
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
   * Get the preferences that a workflow sets.
   * Needs the token of a member of the organisation.
   */
  get(query: Query<"getPreferencesOfWorkflow">, options: CallOptions = {}): Call<Answer<"getPreferencesOfWorkflow">> {
    return this.#http.data("GET", `/v1/preferences`, { ...options, query });
  }

  /**
   * Override the preferences of a workflow.
   * Needs the token of a member of the organisation.
   */
  set(body: Body<"setPreferencesOfWorkflow">, options: CallOptions = {}): Call<Answer<"setPreferencesOfWorkflow">> {
    return this.#http.data("POST", `/v1/preferences`, { ...options, body });
  }

  /**
   * Reset the preferences of a workflow to its own.
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
   * Show a subscriber's preferences page.
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
   * Save the choices of a subscriber's preferences page.
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
   * Show the page that confirms unsubscribing from a workflow's emails.
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

  /** Preview a workflow or layout of a publication as recipients see it in both environments. */
  rendered(query: Query<"renderPublication">, options: CallOptions = {}): Call<Answer<"renderPublication">> {
    return this.#http.data("GET", `/v1/publications/rendered`, { ...options, query });
  }

  /** List publications to an environment, newest first. */
  list(query: Query<"listPublications"> = {}, options: CallOptions = {}): List<Answer<"listPublications">> {
    return this.#http.list(`/v1/publications`, { ...options, query }, "cursor");
  }

  /** Get a publication with what became of each item. */
  get(
    publicationId: PathParameter<"getPublication", "publicationId">,
    options: CallOptions = {},
  ): Call<Answer<"getPublication">> {
    return this.#http.data("GET", `/v1/publications/${segment("publicationId", publicationId)}`, options);
  }

  /** Publish workflows, layouts and translation groups to an environment, or request the required approval. */
  create(body: Body<"createPublication">, options: CallOptions = {}): Call<Answer<"createPublication">> {
    return this.#http.data("POST", `/v1/publications`, { ...options, body });
  }

  /**
   * Approve a publication that another member requested, and carry it out.
   * Needs the token of a member of the organisation.
   */
  approve(
    publicationId: PathParameter<"approvePublication", "publicationId">,
    options: CallOptions = {},
  ): Call<Answer<"approvePublication">> {
    return this.#http.data("POST", `/v1/publications/${segment("publicationId", publicationId)}/approve`, options);
  }

  /**
   * Decline a publication that another member requested.
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

  /** Withdraw a publication that the caller requested. */
  withdraw(
    publicationId: PathParameter<"withdrawPublication", "publicationId">,
    options: CallOptions = {},
  ): Call<Answer<"withdrawPublication">> {
    return this.#http.data("POST", `/v1/publications/${segment("publicationId", publicationId)}/withdraw`, options);
  }

  /** Revert a publication; items that changed since stay. */
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
   * List recorded API calls that wrote or were refused, newest first.
   * Recorded within a second after a call was answered. A page may have fewer calls than its limit: `next` is null after
   * the last one.
   */
  list(query: Query<"listRequests"> = {}, options: CallOptions = {}): List<Answer<"listRequests">> {
    return this.#http.list(`/v1/requests`, { ...options, query }, "cursor");
  }

  /** Get which API calls are recorded, and how long they are kept. */
  getSettings(options: CallOptions = {}): Call<Answer<"getRequestSettings">> {
    return this.#http.data("GET", `/v1/requests/settings`, options);
  }

  /** Set which API calls are recorded, and how long they are kept. */
  setSettings(body: Body<"setRequestSettings">, options: CallOptions = {}): Call<Answer<"setRequestSettings">> {
    return this.#http.data("PUT", `/v1/requests/settings`, { ...options, body });
  }

  /** Get a recorded API call with its body, its answer and the events that it created. */
  get(requestId: PathParameter<"getRequest", "requestId">, options: CallOptions = {}): Call<Answer<"getRequest">> {
    return this.#http.data("GET", `/v1/requests/${segment("requestId", requestId)}`, options);
  }
}

export class Retention {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Get how long activity is kept. */
  get(options: CallOptions = {}): Call<Answer<"getRetention">> {
    return this.#http.data("GET", `/v1/retention`, options);
  }

  /** Set how long activity is kept. */
  update(body: Body<"updateRetention">, options: CallOptions = {}): Call<Answer<"updateRetention">> {
    return this.#http.data("PATCH", `/v1/retention`, { ...options, body });
  }
}

export class SafetyCaps {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Get the safety caps of the environment. */
  get(options: CallOptions = {}): Call<Answer<"getSafetyCaps">> {
    return this.#http.data("GET", `/v1/safety-caps`, options);
  }

  /** Set the safety caps of the environment. */
  set(body: Body<"setSafetyCaps">, options: CallOptions = {}): Call<Answer<"setSafetyCaps">> {
    return this.#http.data("PUT", `/v1/safety-caps`, { ...options, body });
  }

  /** Get the safety caps of a workflow. */
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

  /** List the saved views of the caller and shared ones by name. */
  list(query: Query<"listSavedViews"> = {}, options: CallOptions = {}): Call<Answer<"listSavedViews">> {
    return this.#http.data("GET", `/v1/saved-views`, { ...options, query });
  }

  /** Create a saved view of a list. */
  create(body: Body<"createSavedView">, options: CallOptions = {}): Call<Answer<"createSavedView">> {
    return this.#http.data("POST", `/v1/saved-views`, { ...options, body });
  }

  /** Rename, share or unshare a saved view of the caller. */
  update(
    savedViewId: PathParameter<"updateSavedView", "savedViewId">,
    body: Body<"updateSavedView">,
    options: CallOptions = {},
  ): Call<Answer<"updateSavedView">> {
    return this.#http.data("PATCH", `/v1/saved-views/${segment("savedViewId", savedViewId)}`, { ...options, body });
  }

  /** Delete a saved view of the caller. */
  delete(savedViewId: PathParameter<"deleteSavedView", "savedViewId">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/saved-views/${segment("savedViewId", savedViewId)}`, options);
  }
}

export class Schedules {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Create a schedule that triggers a workflow, once or repeatedly. */
  create(body: Body<"createSchedule">, options: CallOptions = {}): Call<Answer<"createSchedule">> {
    return this.#http.data("POST", `/v1/schedules`, { ...options, body });
  }

  /** List schedules, newest first. */
  list(query: Query<"listSchedules"> = {}, options: CallOptions = {}): List<Answer<"listSchedules">> {
    return this.#http.list(`/v1/schedules`, { ...options, query }, "after");
  }

  /** Get a schedule with its next occurrences. */
  get(id: PathParameter<"getSchedule", "id">, options: CallOptions = {}): Call<Answer<"getSchedule">> {
    return this.#http.data("GET", `/v1/schedules/${segment("id", id)}`, options);
  }

  /** Update a schedule; omitted fields stay. */
  update(
    id: PathParameter<"updateSchedule", "id">,
    body: Body<"updateSchedule">,
    options: CallOptions = {},
  ): Call<Answer<"updateSchedule">> {
    return this.#http.data("PATCH", `/v1/schedules/${segment("id", id)}`, { ...options, body });
  }

  /** Delete a schedule; runs that it triggered go on. */
  delete(id: PathParameter<"deleteSchedule", "id">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/schedules/${segment("id", id)}`, options);
  }

  /** Pause a schedule. */
  pause(id: PathParameter<"pauseSchedule", "id">, options: CallOptions = {}): Call<Answer<"pauseSchedule">> {
    return this.#http.data("POST", `/v1/schedules/${segment("id", id)}/pause`, options);
  }

  /** Resume a schedule from its next occurrence. */
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
   * Search an environment by name or id.
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
   * Complete the connection of a subscriber's chat channel.
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

  /** Get the effective preferences of a subscriber by workflow and channel, with what decides each. */
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

  /** Update the preference of a subscriber for a workflow. */
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

  /** Update the global preference of a subscriber. */
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
   * Create a link to a subscriber's preferences page.
   * The link works without a login, for 365 days, or for an hour where a member makes it. It is meant for the subscriber
   * only: do not share it.
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

  /** Get the in-app messages of a subscriber. */
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

  /** Record the action that a subscriber chose in a message. */
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

  /** Get a subscriber. */
  get(
    subscriberId: PathParameter<"getSubscriber", "subscriberId">,
    options: CallOptions = {},
  ): Call<Answer<"getSubscriber">> {
    return this.#http.data("GET", `/v1/subscribers/${segment("subscriberId", subscriberId)}`, options);
  }

  /** Create or update a subscriber. */
  identify(
    subscriberId: Exclude<Body<"saveSubscriber">["subscriberId"], undefined>,
    body: Omit<Body<"saveSubscriber">, "subscriberId"> = {},
    options: CallOptions = {},
  ): Call<Answer<"saveSubscriber">> {
    return this.#http.data("POST", `/v1/subscribers`, { ...options, body: { ...body, subscriberId } });
  }

  /** Create or update up to 500 subscribers. */
  bulkCreate(
    subscribers: Exclude<Body<"saveSubscribers">["subscribers"], undefined>,
    options: CallOptions = {},
  ): Call<Answer<"saveSubscribers">> {
    return this.#http.data("POST", `/v1/subscribers/bulk`, { ...options, body: { subscribers } });
  }

  /** Update a subscriber; omitted fields stay. */
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

  /** Add credentials to a chat or push channel. */
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

  /** List suppressed addresses, newest first. */
  list(query: Query<"listSuppressions"> = {}, options: CallOptions = {}): List<Answer<"listSuppressions">> {
    return this.#http.list(`/v1/suppressions`, { ...options, query }, "after");
  }

  /** Suppress addresses. */
  add(body: Body<"addSuppressions">, options: CallOptions = {}): Call<Answer<"addSuppressions">> {
    return this.#http.data("POST", `/v1/suppressions`, { ...options, body });
  }

  /** Get a suppression, also after it was lifted. */
  get(
    suppressionId: PathParameter<"getSuppression", "suppressionId">,
    options: CallOptions = {},
  ): Call<Answer<"getSuppression">> {
    return this.#http.data("GET", `/v1/suppressions/${segment("suppressionId", suppressionId)}`, options);
  }

  /** Lift a suppression. */
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

  /** Get the bounce rules of the environment. */
  getRules(options: CallOptions = {}): Call<Answer<"getSuppressionRules">> {
    return this.#http.data("GET", `/v1/suppression-rules`, options);
  }

  /** Set the bounce rules of the environment. */
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

  /** Get a tenant. */
  get(identifier: PathParameter<"getTenant", "identifier">, options: CallOptions = {}): Call<Answer<"getTenant">> {
    return this.#http.data("GET", `/v1/tenants/${segment("identifier", identifier)}`, options);
  }

  /** Update a tenant; omitted fields stay. */
  update(
    identifier: PathParameter<"updateTenant", "identifier">,
    body: Body<"updateTenant">,
    options: CallOptions = {},
  ): Call<Answer<"updateTenant">> {
    return this.#http.data("PATCH", `/v1/tenants/${segment("identifier", identifier)}`, { ...options, body });
  }

  /** Delete a tenant and its workflow overrides. */
  delete(identifier: PathParameter<"deleteTenant", "identifier">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/tenants/${segment("identifier", identifier)}`, options);
  }
}

export class TestDelivery {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Get the test delivery of the environment. */
  get(options: CallOptions = {}): Call<Answer<"getTestDelivery">> {
    return this.#http.data("GET", `/v1/test-delivery`, options);
  }

  /** Set the test delivery of the environment. */
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

  /** Get a topic with the ids of its members. */
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

  /** Add subscribers to a topic, creating it if needed. */
  addSubscribers(
    key: PathParameter<"addTopicSubscribers", "key">,
    body: Body<"addTopicSubscribers">,
    options: CallOptions = {},
  ): Call<Answer<"addTopicSubscribers">> {
    return this.#http.data("POST", `/v1/topics/${segment("key", key)}/subscribers`, { ...options, body });
  }

  /** Get whether a subscriber belongs to a topic. */
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

  /** List translation groups, newest first. */
  listGroups(
    query: Query<"listTranslationGroups"> = {},
    options: CallOptions = {},
  ): List<Answer<"listTranslationGroups">> {
    return this.#http.list(`/v1/translations`, { ...options, query }, "page");
  }

  /** Get a translation group with its locales. */
  getGroup(
    identifier: PathParameter<"getTranslationGroup", "identifier">,
    options: CallOptions = {},
  ): Call<Answer<"getTranslationGroup">> {
    return this.#http.data("GET", `/v1/translations/${segment("identifier", identifier)}`, options);
  }

  /** Update a translation group; omitted fields stay. */
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

  /** Import the texts of a locale, replacing the existing ones. */
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

  /** Preview an import of several locales; nothing is stored. */
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

  /** Delete a translation key in all locales. */
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

  /** List outdated translations: keys that changed in the default locale since. */
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

  /** List the translation keys that templates use, with their steps and layouts. */
  getUsage(query: Query<"getTranslationUsage"> = {}, options: CallOptions = {}): Call<Answer<"getTranslationUsage">> {
    return this.#http.data("GET", `/v1/translation-usage`, { ...options, query });
  }

  /** Count the missing and outdated texts of translation groups, newest groups first. */
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

  /** Get the account of the caller. */
  getCurrent(options: CallOptions = {}): Call<Answer<"getCurrentUser">> {
    return this.#http.data("GET", `/v1/users/me`, options);
  }

  /** Update the name and picture of the caller. */
  updateProfile(body: Body<"updateProfile">, options: CallOptions = {}): Call<Answer<"updateProfile">> {
    return this.#http.data("PUT", `/v1/users/profile`, { ...options, body });
  }

  /**
   * Request a change of email address; it takes effect once the emailed link is opened.
   * Needs the token of a person who signed in.
   */
  changeEmail(body: Body<"changeEmail">, options: CallOptions = {}): Call<Answer<"changeEmail">> {
    return this.#http.data("PUT", `/v1/users/profile/email`, { ...options, body });
  }

  /**
   * Cancel a pending change of email address.
   * Needs the token of a person who signed in.
   */
  cancelEmail(options: CallOptions = {}): Call<Answer<"cancelEmail">> {
    return this.#http.data("DELETE", `/v1/users/profile/email`, options);
  }

  /**
   * Start setting up a second factor; it takes effect once a code confirms it.
   * Needs the token of a person who signed in.
   */
  beginSecondFactor(body: Body<"beginSecondFactor">, options: CallOptions = {}): Call<Answer<"beginSecondFactor">> {
    return this.#http.data("POST", `/v1/users/second-factor`, { ...options, body });
  }

  /**
   * Enable the second factor with a code and get recovery codes; other sessions are signed out.
   * Needs the token of a person who signed in.
   */
  confirmSecondFactor(
    body: Body<"confirmSecondFactor">,
    options: CallOptions = {},
  ): Call<Answer<"confirmSecondFactor">> {
    return this.#http.data("POST", `/v1/users/second-factor/confirm`, { ...options, body });
  }

  /**
   * Disable the second factor; a password and a code are required.
   * Needs the token of a person who signed in.
   */
  removeSecondFactor(body: Body<"removeSecondFactor">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("POST", `/v1/users/second-factor/remove`, { ...options, body });
  }

  /**
   * Replace all recovery codes; a password and a code are required.
   * Needs the token of a person who signed in.
   */
  renewRecoveryCodes(body: Body<"renewRecoveryCodes">, options: CallOptions = {}): Call<Answer<"renewRecoveryCodes">> {
    return this.#http.data("POST", `/v1/users/second-factor/recovery-codes`, { ...options, body });
  }

  /** Save whether the caller has finished the introduction. */
  updateOnboarding(body: Body<"updateOnboarding">, options: CallOptions = {}): Call<Answer<"updateOnboarding">> {
    return this.#http.data("PUT", `/v1/users/onboarding`, { ...options, body });
  }

  /**
   * Save the caller's progress in the dashboard tour.
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

  /** Get a context. */
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

  /** Delete a context and its data; its messages and preferences stay. */
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

  /** Convert the body of an email between HTML and blocks; nothing is stored. */
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

  /** Preview what publishing to an environment would change. */
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

  /** Copy workflows and layouts from Development, or another environment, to an environment. */
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

  /** Create a layout, with built-in content by default. */
  create(body: Body<"createLayoutV2">, options: CallOptions = {}): Call<Answer<"createLayoutV2">> {
    return this.#http.data("POST", `/v2/layouts`, { ...options, body });
  }

  /** Get a layout. */
  get(layoutId: PathParameter<"getLayoutV2", "layoutId">, options: CallOptions = {}): Call<Answer<"getLayoutV2">> {
    return this.#http.data("GET", `/v2/layouts/${segment("layoutId", layoutId)}`, options);
  }

  /** Update the name and content of a layout. */
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

  /** Preview a layout with sample data. */
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

  /** Get the preferences of a subscriber. */
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

  /** Update the preferences of a subscriber, for one workflow or globally. */
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

  /** Update the preferences of a subscriber for several workflows. */
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

  /** Snooze a message of a subscriber. */
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

  /** Mark messages of a subscriber as seen, by id or by filter. */
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

  /** Unarchive a message of a subscriber. */
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

  /** Unsnooze a message of a subscriber. */
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

  /** Mark an action of a subscriber's message as completed. */
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

  /** Mark an action of a subscriber's message as pending. */
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

  /** Create or update a subscriber. */
  create(
    body: Body<"createSubscriberV2">,
    query: Query<"createSubscriberV2"> = {},
    options: CallOptions = {},
  ): Call<Answer<"createSubscriberV2">> {
    return this.#http.data("POST", `/v2/subscribers`, { ...options, body, query });
  }

  /** Get a subscriber. */
  get(
    subscriberId: PathParameter<"getSubscriberV2", "subscriberId">,
    options: CallOptions = {},
  ): Call<Answer<"getSubscriberV2">> {
    return this.#http.data("GET", `/v2/subscribers/${segment("subscriberId", subscriberId)}`, options);
  }

  /** Update a subscriber. */
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

  /** Create or update a topic. */
  save(body: Body<"saveTopic">, query: Query<"saveTopic"> = {}, options: CallOptions = {}): Call<Answer<"saveTopic">> {
    return this.#http.data("POST", `/v2/topics`, { ...options, body, query });
  }

  /** Get a topic. */
  get(key: PathParameter<"getTopicV2", "key">, options: CallOptions = {}): Call<Answer<"getTopicV2">> {
    return this.#http.data("GET", `/v2/topics/${segment("key", key)}`, options);
  }

  /** Update a topic. */
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

  /** Get a membership. */
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

  /** Update the name or preferences of a membership. */
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

  /** Compute the next times at which a digest or delay would end; it need not be saved. */
  previewDates(body: Body<"previewWaitDates">, options: CallOptions = {}): Call<Answer<"previewWaitDates">> {
    return this.#http.data("POST", `/v2/waits/dates`, { ...options, body });
  }
}

export class V2Webhooks {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Receive delivery reports of a provider. */
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

  /** Receive delivery reports of a provider. */
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
   * List the payload samples of a workflow by name.
   * Payloads for previews and tests. They belong to no version of the workflow, and are not published.
   */
  listSamples(
    workflowId: PathParameter<"listPayloadSamples", "workflowId">,
    options: CallOptions = {},
  ): Call<Answer<"listPayloadSamples">> {
    return this.#http.data("GET", `/v2/workflows/${segment("workflowId", workflowId)}/samples`, options);
  }

  /**
   * Save a payload as a sample.
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
   * Simulate a digest, delay or throttle with the events of the last seven days; it need not be saved.
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

  /** Get a workflow. */
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

  /** Update a workflow; omitted fields stay. */
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

  /** Preview a step with sample data. */
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
   * Send a test message of a step and get the vendor's answer; it creates no run.
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

  /** Get the fields that a trigger of a workflow needs. */
  getTestData(
    workflowId: PathParameter<"getTestData", "workflowId">,
    options: CallOptions = {},
  ): Call<Answer<"getTestData">> {
    return this.#http.data("GET", `/v2/workflows/${segment("workflowId", workflowId)}/test-data`, options);
  }

  /** Get a step of a workflow. */
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

  /** Update a step of a workflow; in Production, only the control values of code-first steps. */
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

  /** Get a version of a workflow. */
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
   * Get the versions of a workflow in use, with their waiting runs.
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
   * Restore an earlier version of a workflow as a new version.
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

  /** List waiting work: delays, digests, held runs and retries, soonest first. */
  list(query: Query<"listWaiting"> = {}, options: CallOptions = {}): List<Answer<"listWaiting">> {
    return this.#http.list(`/v1/waiting`, { ...options, query }, "cursor");
  }

  /** Count the waiting work by kind and workflow. */
  count(query: Query<"countWaiting"> = {}, options: CallOptions = {}): Call<Answer<"countWaiting">> {
    return this.#http.data("GET", `/v1/waiting/counts`, { ...options, query });
  }
}

export class WebhookEndpoints {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List webhook endpoints, oldest first. */
  list(options: CallOptions = {}): Call<Answer<"listWebhookEndpoints">> {
    return this.#http.data("GET", `/v1/webhook-endpoints`, options);
  }

  /** Create a webhook endpoint; only this response shows its signing secret. */
  create(body: Body<"createWebhookEndpoint">, options: CallOptions = {}): Call<Answer<"createWebhookEndpoint">> {
    return this.#http.data("POST", `/v1/webhook-endpoints`, { ...options, body });
  }

  /** Get a webhook endpoint. */
  get(id: PathParameter<"getWebhookEndpoint", "id">, options: CallOptions = {}): Call<Answer<"getWebhookEndpoint">> {
    return this.#http.data("GET", `/v1/webhook-endpoints/${segment("id", id)}`, options);
  }

  /** Update a webhook endpoint; omitted fields stay. */
  update(
    id: PathParameter<"updateWebhookEndpoint", "id">,
    body: Body<"updateWebhookEndpoint">,
    options: CallOptions = {},
  ): Call<Answer<"updateWebhookEndpoint">> {
    return this.#http.data("PATCH", `/v1/webhook-endpoints/${segment("id", id)}`, { ...options, body });
  }

  /** Delete a webhook endpoint; its waiting events are not sent. */
  delete(id: PathParameter<"deleteWebhookEndpoint", "id">, options: CallOptions = {}): Call<void> {
    return this.#http.nothing("DELETE", `/v1/webhook-endpoints/${segment("id", id)}`, options);
  }

  /** Rotate the signing secret; events are signed with both for 24 hours. */
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

  /** List the events of a webhook endpoint, newest first. */
  listMessages(
    id: PathParameter<"listWebhookMessages", "id">,
    query: Query<"listWebhookMessages"> = {},
    options: CallOptions = {},
  ): List<Answer<"listWebhookMessages">> {
    return this.#http.list(`/v1/webhook-endpoints/${segment("id", id)}/messages`, { ...options, query }, "cursor");
  }

  /** Get an event of a webhook endpoint, with the answer to its last attempt. */
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

  /** Resend a webhook event with the same webhook-id. */
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

  /** Count the failed and missed events of an endpoint since a moment, before recovering them. */
  countRecoverable(
    id: PathParameter<"countRecoverableWebhooks", "id">,
    query: Query<"countRecoverableWebhooks">,
    options: CallOptions = {},
  ): Call<Answer<"countRecoverableWebhooks">> {
    return this.#http.data("GET", `/v1/webhook-endpoints/${segment("id", id)}/recoverable`, { ...options, query });
  }

  /**
   * Recover the failed and missed events of an endpoint since a moment; repeat while there are more.
   * Each event is one message for the endpoint, however often it is recovered. They are spread over time, between the
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
   * Pull the webhook events since the last call, oldest first.
   * For receivers that cannot be called. An event appears once all transactions that are older than the one which stored
   * it have ended, so that none is passed over.
   */
  pull(query: Query<"pullWebhookEvents"> = {}, options: CallOptions = {}): List<Answer<"pullWebhookEvents">> {
    return this.#http.list(`/v1/webhook-events`, { ...options, query }, "after");
  }

  /** List the latest events, newest first. */
  list(query: Query<"listWebhookEvents"> = {}, options: CallOptions = {}): List<Answer<"listWebhookEvents">> {
    return this.#http.list(`/v1/webhook-events/latest`, { ...options, query }, "cursor");
  }

  /** Get which webhook events are kept, and for how long. */
  getSettings(options: CallOptions = {}): Call<Answer<"getWebhookEventSettings">> {
    return this.#http.data("GET", `/v1/webhook-events/settings`, options);
  }

  /** Set which webhook events are kept: all, or those that an endpoint subscribes to. */
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

  /** Receive delivery reports of a provider; set this address up at the vendor. */
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

  /** Receive delivery reports of a provider; set this address up at the vendor. */
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
   * Get the in-app messages of the subscriber.
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
   * Record the action that the subscriber chose in a message.
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
   * Get the branding of the organisation.
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
   * Get the subscriber's preferences of a level.
   * Needs the token of a subscriber's inbox session.
   */
  getPreferences(
    parameter: PathParameter<"getWidgetPreferences", "parameter">,
    options: CallOptions = {},
  ): Call<Answer<"getWidgetPreferences">> {
    return this.#http.data("GET", `/v1/widgets/preferences/${segment("parameter", parameter)}`, options);
  }

  /**
   * Update the subscriber's preferences for a workflow.
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
   * Update the subscriber's preferences for all workflows.
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
   * Accept usage reports of older front ends; nothing is stored.
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

  /** List workflow overrides, newest first. */
  list(query: Query<"listWorkflowOverrides"> = {}, options: CallOptions = {}): List<Answer<"listWorkflowOverrides">> {
    return this.#http.list(`/v1/workflow-overrides`, { ...options, query }, "page");
  }

  /** Get an override. */
  getOneById(
    overrideId: PathParameter<"getWorkflowOverride", "overrideId">,
    options: CallOptions = {},
  ): Call<Answer<"getWorkflowOverride">> {
    return this.#http.data("GET", `/v1/workflow-overrides/${segment("overrideId", overrideId)}`, options);
  }

  /** Update an override; omitted fields stay. */
  updateOneById(
    overrideId: PathParameter<"updateWorkflowOverride", "overrideId">,
    body: Body<"updateWorkflowOverride">,
    options: CallOptions = {},
  ): Call<Answer<"updateWorkflowOverride">> {
    return this.#http.data("PUT", `/v1/workflow-overrides/${segment("overrideId", overrideId)}`, { ...options, body });
  }

  /** Delete an override; the tenant's triggers follow the workflow again. */
  delete(
    overrideId: PathParameter<"deleteWorkflowOverride", "overrideId">,
    options: CallOptions = {},
  ): Call<Answer<"deleteWorkflowOverride">> {
    return this.#http.data("DELETE", `/v1/workflow-overrides/${segment("overrideId", overrideId)}`, options);
  }

  /** Get the override of a workflow for a tenant. */
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

  /** Update the override of a workflow for a tenant; omitted fields stay. */
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

  /** Get a workflow. */
  getOne(id: PathParameter<"getWorkflow", "id">, options: CallOptions = {}): Call<Answer<"getWorkflow">> {
    return this.#http.data("GET", `/v1/workflows/${segment("id", id)}`, options);
  }

  /** Update a workflow; omitted fields stay. */
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
