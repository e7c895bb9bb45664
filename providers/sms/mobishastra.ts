import { z } from "zod";
import { secret, text, webUrl } from "../credentials.ts";
import { withPassthrough } from "../passthrough.ts";
import { smsProvider } from "../provider.ts";
import type { ErrorClass } from "../provider-error.ts";
import { digitsOf } from "./digits.ts";

const Result = z.object({
  msg_id: z.union([z.string(), z.number().transform(String)]).nullish(),
  str_response: z.string().nullish(),
  response: z.string().nullish(),
});
const Answer = z.tuple([Result], z.unknown());

/** Mobishastra, at the address of the customer's region. */
export const mobishastra = smsProvider({
  id: "mobishastra",
  name: "Mobishastra",
  docs: "https://telkosh.com/mobishastra/",
  logo: "mobishastra.png",
  mergesPassthrough: true,
  uncoded: "Mobishastra answers sentences",
  credentials: z.object({
    baseUrl: webUrl("Base URL", { destination: true }),
    user: text("Username"),
    password: secret("Password"),
    from: text("From"),
  }),
  async send({ to, from, content, passthrough }, { baseUrl, user, password, from: own }, { http }) {
    const message = {
      user,
      pwd: password,
      sender: from ?? own,
      number: digitsOf(to),
      msg: content,
      language: languageOf(content),
    };
    const { json, ...request } = withPassthrough({ json: message }, passthrough);
    const reply = await http.post(baseUrl, { ...request, json: [json] });
    const [{ msg_id, str_response, response }] = reply.json(Answer);
    const id = msg_id?.trim();
    if (id) return { id, date: reply.date };
    const reason = str_response || response || "";
    throw reply.refused(classOf(reason), { text: reason });
  },
});

/** The alphabet that a text needs. */
function languageOf(content: string): "English" | "Unicode" {
  return /^[\n\r\x20-\x7e]*$/.test(content) ? "English" : "Unicode";
}

/** The vendor has sentences for its refusals, and no codes. */
function classOf(reason: string): ErrorClass {
  if (/credit|balance/i.test(reason)) return "FUNDS";
  return /password|user|authori[sz]ation/i.test(reason) ? "CREDENTIAL" : "PERMANENT";
}
