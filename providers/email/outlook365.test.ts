import { once } from "node:events";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { TEST_CERTIFICATE, TEST_KEY } from "#test/support/tls-certificate.ts";
import {
  ANSWERED_AT,
  answering,
  type Exchange,
  type FakeVendors,
  type ReceivedRequest,
  startFakeVendors,
} from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import type { EmailMessage } from "../messages.ts";
import type { SendOptions } from "../send-context.ts";
import { outlook365, outlook365At } from "./outlook365.ts";

const account = { password: "pa$s", from: "team@example.com", senderName: "Team" };
const application = { ...account, clientId: "client-1", secretKey: "s3cret", tenantId: "tenant-1" };
const mail: EmailMessage = { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" };

const tokenUrl = "https://login.microsoftonline.com/tenant-1/oauth2/v2.0/token";
const url = "https://graph.microsoft.com/v1.0/users/team%40example.com/sendMail";
const givesToken = (token = "t-1"): Exchange => ({
  request: {
    url: tokenUrl,
    form: {
      grant_type: "client_credentials",
      client_id: "client-1",
      client_secret: "s3cret",
      scope: "https://graph.microsoft.com/.default",
    },
  },
  answer: { json: { token_type: "Bearer", expires_in: 3599, access_token: token } },
});
const accepted = { status: 202, headers: { "request-id": "r-1" } };
const sends = (message: object, answer: Exchange["answer"] = accepted, token = "t-1"): Exchange => ({
  request: { url, headers: { authorization: `Bearer ${token}` }, json: { message } },
  answer,
});
const takes = (message: object) => [givesToken(), sends(message)];
const result = { id: "r-1", date: ANSWERED_AT };
const ofAddress = (address: string) => ({ emailAddress: { address } });
const plain = {
  subject: "Hi",
  body: { contentType: "HTML", content: "<p>Hi</p>" },
  from: { emailAddress: { address: "team@example.com", name: "Team" } },
  toRecipients: [ofAddress("ada@example.com")],
  internetMessageHeaders: [{ name: "X-Belfry-Message-Id", value: "m-1" }],
};
const refuses = (status: number, code: string) => ({ status, json: { error: { code, message: "no" } } });

const mailbox = "https://graph.microsoft.com/v1.0/users/team%40example.com";
const uploadUrl =
  "https://outlook.office.com/api/v2.0/Users('u')/Messages('AAM=')/AttachmentSessions('s')?authtoken=eyJ";
const authorization = "Bearer t-1";
const LARGE = 3_500_000;
const PART = 10 * 320 * 1024;
const large = { file: Buffer.alloc(LARGE, "a"), mime: "application/pdf", name: "large.pdf", cid: "c" };
const small = { file: Buffer.from("text"), mime: "text/plain", name: "a.txt" };
const posts = (path: string, json: unknown, answer: Exchange["answer"]): Exchange => ({
  request: { url: `${mailbox}/${path}`, headers: { authorization }, ...(json !== undefined && { json }) },
  answer,
});
const puts = (start: number, bytes: number, answer: Exchange["answer"]): Exchange => ({
  request: {
    method: "PUT",
    url: uploadUrl,
    text: "a".repeat(bytes),
    headers: {
      authorization: undefined,
      "content-type": "application/octet-stream",
      "content-length": String(bytes),
      "content-range": `bytes ${start}-${start + bytes - 1}/${LARGE}`,
    },
  },
  answer,
});
const uploads = [
  givesToken(),
  posts("messages", plain, { status: 201, json: { id: "AAM=" } }),
  posts(
    "messages/AAM%3D/attachments",
    {
      "@odata.type": "#microsoft.graph.fileAttachment",
      name: "a.txt",
      contentType: "text/plain",
      contentBytes: Buffer.from("text").toString("base64"),
    },
    { status: 201, json: { id: "1" } },
  ),
  posts(
    "messages/AAM%3D/attachments/createUploadSession",
    {
      AttachmentItem: {
        attachmentType: "file",
        name: "large.pdf",
        contentType: "application/pdf",
        contentId: "c",
        isInline: true,
        size: LARGE,
      },
    },
    { status: 201, json: { uploadUrl, nextExpectedRanges: ["0-"] } },
  ),
  puts(0, PART, { json: { nextExpectedRanges: [String(PART)] } }),
  puts(PART, LARGE - PART, { status: 201 }),
];
const sendsDraft = posts("messages/AAM%3D/send", undefined, accepted);

testProvider(outlook365, {
  credentials: application,
  message: mail,
  tokenUrl,
  takesNoListHeaders: true,
  sends: {
    "a mail of one recipient": { exchanges: takes(plain), result },
    "a mail that can be unsubscribed from, without a warning of each": {
      message: { unsubscribeUrl: "https://belfry.example.com/unsubscribe" },
      exchanges: takes(plain),
      result,
    },
    "a mail with everything that it can have": {
      message: {
        from: "other@example.com",
        senderName: "Other",
        text: "Hi",
        replyTo: "reply@example.com",
        to: ["ada@example.com", "bob@example.com"],
        cc: ["cara@example.com"],
        bcc: ["dan@example.com"],
        headers: { "X-One": "1", "List-Unsubscribe": "<https://u.example>" },
        attachments: [
          { file: Buffer.from("text"), mime: "text/plain", name: "a.txt" },
          { file: Buffer.from("png"), mime: "image/png", name: "b.png", cid: "b", disposition: "inline" },
        ],
      },
      exchanges: takes({
        ...plain,
        from: { emailAddress: { address: "other@example.com", name: "Other" } },
        toRecipients: [ofAddress("ada@example.com"), ofAddress("bob@example.com")],
        ccRecipients: [ofAddress("cara@example.com")],
        bccRecipients: [ofAddress("dan@example.com")],
        replyTo: [ofAddress("reply@example.com")],
        internetMessageHeaders: [...plain.internetMessageHeaders, { name: "X-One", value: "1" }],
        attachments: [
          {
            "@odata.type": "#microsoft.graph.fileAttachment",
            name: "a.txt",
            contentType: "text/plain",
            contentBytes: Buffer.from("text").toString("base64"),
          },
          {
            "@odata.type": "#microsoft.graph.fileAttachment",
            name: "b.png",
            contentType: "image/png",
            contentBytes: Buffer.from("png").toString("base64"),
            contentId: "b",
            isInline: true,
          },
        ],
      }),
      result: { ...result, warning: expect.stringContaining("List-Unsubscribe") },
    },
    "a mail with files that are too large for one request": {
      message: { attachments: [small, large] },
      exchanges: [...uploads, sendsDraft],
      result,
    },
    "a mail of text alone, whose request has no id": {
      message: { html: "", text: "Hi" },
      exchanges: [givesToken(), sends({ ...plain, body: { contentType: "Text", content: "Hi" } }, { status: 202 })],
      result: { id: "m-1", date: ANSWERED_AT },
    },
    "a token that is refused is renewed once": {
      exchanges: [
        givesToken(),
        sends(plain, refuses(401, "InvalidAuthenticationToken")),
        givesToken("t-2"),
        sends(plain, accepted, "t-2"),
      ],
      result,
    },
  },
  refusals: {
    "the application may not send": { answer: refuses(403, "ErrorAccessDenied"), class: "CREDENTIAL" },
    "it may not send as this sender": { answer: refuses(400, "ErrorSendAsDenied"), class: "CREDENTIAL" },
    "the mailbox is not there": { answer: refuses(404, "ErrorInvalidUser"), class: "CREDENTIAL" },
    "a recipient is none": { answer: refuses(400, "ErrorInvalidRecipients"), class: "PERMANENT" },
    "too many mails": {
      answer: { ...refuses(429, "ApplicationThrottled"), headers: { "retry-after": "30" } },
      class: "RETRY",
      retryAfterSeconds: 30,
    },
  },
  check: [givesToken()],
});

const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };

/** Sends the mail with a large file; `answer` stands in for the record where it answers. */
async function sendLarge(answer: (request: ReceivedRequest) => ReturnType<FakeVendors["answer"]> | null, more = {}) {
  const vendors = await startFakeVendors();
  const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true, timeoutMs: 1_000 });
  onTestFinished(async () => {
    await http.close();
    vendors.close();
  });
  const recorded = answering([...uploads, sendsDraft]);
  vendors.answer = (request) => {
    const given = answer(request);
    return given === null ? recorded(request) : given;
  };
  const session = await outlook365.open(application, { http, allowPrivateHosts: true });
  const sent = await session
    .send({ ...mail, attachments: [small, large], ...more }, { ...options, ...more })
    .catch((error: unknown) => error);
  const calls = vendors.requests.map(({ method, url: called }) => `${method} ${called.replace(mailbox, "")}`);
  return { sent, calls, requests: vendors.requests };
}
const deleted = "DELETE /messages/AAM%3D";

test.each([
  ["an upload is refused", "PUT", { status: 400, json: { error: { code: "ErrorInvalidRequest" } } }, "PERMANENT"],
  ["an upload is not answered", "PUT", "close", "RETRY"],
  ["the draft may not be sent", "/send", { status: 403, json: { error: { code: "ErrorSendAsDenied" } } }, "CREDENTIAL"],
] as const)("when %s, the mail is not sent, and its draft is deleted", async (_, place, answer, errorClass) => {
  const { sent, calls } = await sendLarge(({ method, url: called }) =>
    method === place || called.endsWith(place) ? answer : null,
  );
  expect(sent).toMatchObject({ class: errorClass, mayBeSent: false });
  expect(calls.at(-1)).toBe(deleted);
});

test("a draft that may have been sent is left alone", async () => {
  const { sent, calls } = await sendLarge(({ url: called }) => (called.endsWith("/send") ? "close" : null));
  expect(sent).toMatchObject({ class: "RETRY", mayBeSent: true });
  expect(calls).not.toContain(deleted);
});

test("what is passed through reaches the draft and the request that sends it, and no upload", async () => {
  const passthrough = { body: { message: { importance: "high" } }, headers: { "x-team": "a" }, query: { note: "b" } };
  const { requests } = await sendLarge(({ url: called }) => (called.endsWith("note=b") ? accepted : null), {
    passthrough,
  });
  const [, draft, ...uploaded] = requests.slice(0, -1);
  expect(JSON.parse(draft?.body.toString() ?? "")).toEqual({ ...plain, importance: "high" });
  expect(draft?.headers["x-team"]).toBe("a");
  for (const { url: called, headers } of uploaded) expect([called, headers["x-team"]]).toEqual([called, undefined]);
  expect(uploaded.at(-1)?.url).toBe(uploadUrl);
  expect(requests.at(-1)).toMatchObject({ url: `${mailbox}/messages/AAM%3D/send?note=b`, headers: { "x-team": "a" } });
});

test("an application that Microsoft does not know is CREDENTIAL, and its secret does not show", async () => {
  const vendors = await startFakeVendors();
  const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true });
  onTestFinished(async () => {
    await http.close();
    vendors.close();
  });
  vendors.answer = ({ body }) => ({ status: 400, json: { error: "unauthorized_client", seen: body.toString() } });
  const session = await outlook365.open(application, { http, allowPrivateHosts: true });
  const failure = await session.send(mail, options).catch((error: unknown) => error);
  expect(failure).toMatchObject({ class: "CREDENTIAL", response: expect.stringContaining("unauthorized_client") });
  expect(failure).toMatchObject({ response: expect.not.stringContaining("s3cret") });
});

test("an application that is half set up is CREDENTIAL", async () => {
  const opening = outlook365.open({ ...application, tenantId: "" }, { http: createHttp(), allowPrivateHosts: true });
  await expect(opening).rejects.toMatchObject({ class: "CREDENTIAL", message: expect.stringContaining("Tenant ID") });
});

interface Received {
  user: string | undefined;
  recipients: string[];
  isSecure: boolean;
  raw: string;
}

/** A mail server like Microsoft's, and a session of the account there. */
async function openSession(more: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const logins: (string | undefined)[] = [];
  const server = new SMTPServer({
    key: TEST_KEY,
    cert: TEST_CERTIFICATE,
    disableReverseLookup: true,
    closeTimeout: 50,
    onAuth: ({ method, username, password }, _session, done) => {
      logins.push(method);
      if (password === "pa$s") return done(null, { user: username });
      done(Object.assign(new Error("5.7.139 Authentication unsuccessful"), { responseCode: 535 }));
    },
    onData: (stream, { user, secure, envelope: { rcptTo } }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const recipients = rcptTo.map(({ address }) => address);
        received.push({ user, recipients, isSecure: secure, raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...more,
  });
  server.on("error", () => undefined);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("the mail server has no port");
  const tls = { ca: TEST_CERTIFICATE, servername: "localhost" };
  const provider = outlook365At({ host: "127.0.0.1", port: address.port, requireTLS: true, tls });
  const http = createHttp();
  const session = await provider.open(account, { http, allowPrivateHosts: true });
  onTestFinished(async () => {
    await session.close();
    await http.close();
    server.close();
  });
  return { received, logins, session, provider };
}

test("without an application, mails go over SMTP with TLS under the sender's password, to copies, too", async () => {
  const { received, logins, session } = await openSession();
  const sent = await session.send({ ...mail, cc: ["cara@example.com"], bcc: ["dan@example.com"] }, options);
  expect(sent).toEqual({ id: "<m-1@example.com>", date: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(received).toEqual([
    {
      user: "team@example.com",
      recipients: ["ada@example.com", "cara@example.com", "dan@example.com"],
      isSecure: true,
      raw: expect.stringContaining("From: Team <team@example.com>"),
    },
  ]);
  expect(logins).toEqual(["PLAIN"]);
});

test("an overridden sender does not change the login, which is LOGIN where the server has no PLAIN", async () => {
  const { received, logins, session } = await openSession({ authMethods: ["LOGIN"] });
  await session.send({ ...mail, from: "other@example.com" }, options);
  expect(received).toMatchObject([{ user: "team@example.com", raw: expect.stringContaining("other@example.com") }]);
  expect(logins).toEqual(["LOGIN"]);
});

test("a server without TLS is CREDENTIAL, and is not given the password", async () => {
  const { logins, session } = await openSession({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true });
  await expect(session.send(mail, options)).rejects.toMatchObject({ class: "CREDENTIAL" });
  expect(logins).toEqual([]);
});

test.each([
  [550, "5.7.30 Basic authentication is not supported for Client Submission", "CREDENTIAL"],
  [550, "5.7.60 SMTP; Client does not have permissions to send as this sender", "CREDENTIAL"],
  [554, "5.2.252 SendAsDenied; team@example.com not allowed to send as other@example.com", "CREDENTIAL"],
  [432, "4.3.2 Concurrent connections limit exceeded", "RETRY"],
  [550, "5.1.1 no such mailbox", "PERMANENT"],
])("a refusal of the mail with %i %s is %s", async (responseCode, text, expected) => {
  const { session } = await openSession({
    onData: (stream, _session, done) =>
      stream.resume().on("end", () => done(Object.assign(new Error(text), { responseCode }))),
  });
  await expect(session.send(mail, options)).rejects.toMatchObject({ class: expected, status: responseCode });
});

test("a check logs in, and sends nothing; a wrong password is CREDENTIAL", async () => {
  const { received, session, provider } = await openSession();
  await session.check();
  expect(received).toEqual([]);
  const other = await provider.open({ ...account, password: "wr0ng" }, { http: createHttp(), allowPrivateHosts: true });
  await expect(other.check()).rejects.toMatchObject({ class: "CREDENTIAL", status: 535 });
});
