import { expect, test, vi } from "vitest";
import { ProviderError } from "#providers/provider-error.ts";
import { type MailServices, sendMailLater } from "./account-mail.ts";

const mail = { to: "ada@example.com", subject: "Your new password", sentences: ["Hi"] };

/** Services whose mail server fails so, one failure after the other, and then takes a mail. */
function servicesWith(...failures: ProviderError[]) {
  const send = vi.fn(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
  });
  const error = vi.fn();
  const services = {
    config: { mode: "production", publicUrl: "https://belfry.example.com", contextPaths: {} },
    mailer: { send },
    log: { error, warn: vi.fn(), info: vi.fn() },
  } as unknown as MailServices;
  return { services, send, error };
}

const retry = () => new ProviderError("RETRY", "421 come back later");

test("a mail that the server cannot take just now is tried again", async () => {
  const { services, send, error } = servicesWith(retry(), retry());
  sendMailLater(services, mail, [1, 1, 1]);
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(3));
  expect(error).not.toHaveBeenCalled();
});

test("one that it refuses for good, or for too long, is logged with its reason", async () => {
  const refused = servicesWith(new ProviderError("CREDENTIAL", "set BELFRY_MAIL_HOST"));
  sendMailLater(refused.services, mail, [1, 1, 1]);
  await vi.waitFor(() => expect(refused.error).toHaveBeenCalledTimes(1));
  expect(refused.send).toHaveBeenCalledTimes(1);
  const late = servicesWith(retry(), retry());
  sendMailLater(late.services, mail, [1]);
  await vi.waitFor(() => expect(late.error).toHaveBeenCalledTimes(1));
  expect(late.send).toHaveBeenCalledTimes(2);
});
