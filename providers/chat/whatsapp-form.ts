import { isJsonObject } from "#contract/constants/json-object.ts";
import { ProviderError } from "../provider-error.ts";

type Fields = Readonly<Record<string, unknown>>;

/** https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages#text-object. */
const LONGEST_TEXT = 4_096;
/** Of a whole component with its parameters: https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates/components. */
const LONGEST_COMPONENT: Readonly<Record<string, number>> = { header: 60, body: 1_024, button: 2_000 };
/** The fields of a parameter that are printed. */
const PRINTED = ["text", "payload", "coupon_code"];

/** Free text arrives only within a day of the person's own last message. Otherwise the overrides bring a template or another form. */
export function formOf(content: string, customData: Fields = {}): Fields {
  if (customData.template !== undefined)
    return { type: "template", ...customData, template: checked(customData.template) };
  if (customData.type !== undefined && customData.type !== "text") return customData;
  if (content.length > LONGEST_TEXT && customData.text === undefined) {
    throw refusal(
      `The message is longer than the ${LONGEST_TEXT.toLocaleString("en")} characters that WhatsApp takes: shorten it`,
    );
  }
  return { type: "text", text: { body: content, preview_url: false }, ...customData };
}

/**
 * Returns a template whose parameters are texts. Throws ProviderError for one that Meta is known to refuse (132018), by its place: Meta's own
 * answer does not name it.
 */
function checked(template: unknown): unknown {
  if (!isJsonObject(template) || !Array.isArray(template.components)) return template;
  return { ...template, components: template.components.map(checkedComponent) };
}

function checkedComponent(component: unknown): unknown {
  if (!isJsonObject(component)) return component;
  const { cards, parameters } = component;
  const name = [
    String(component.type ?? "component").toLowerCase(),
    ...(component.index === undefined ? [] : [component.index]),
  ].join(" ");
  return {
    ...component,
    ...(Array.isArray(cards) && { cards: cards.map(checkedCard) }),
    ...(Array.isArray(parameters) && {
      parameters: parameters.map((parameter: unknown, index) => checkedParameter(parameter, index, name)),
    }),
  };
}

const checkedCard = (card: unknown): unknown =>
  isJsonObject(card) && Array.isArray(card.components)
    ? { ...card, components: card.components.map(checkedComponent) }
    : card;

function checkedParameter(parameter: unknown, index: number, component: string): unknown {
  if (!isJsonObject(parameter)) return parameter;
  const own = parameter.parameter_name;
  const name = `The parameter ${typeof own === "string" ? `"${own}"` : index + 1} of the template's ${component}`;
  const printed = PRINTED.flatMap((field) =>
    parameter[field] === undefined ? [] : [[field, parameter[field]] as const],
  );
  if (parameter.type === "text" && printed.length === 0)
    throw refusal(`${name} has no text: give it one, or a default`);
  return {
    ...parameter,
    ...Object.fromEntries(printed.map(([field, value]) => [field, checkedText(value, name, component)])),
  };
}

function checkedText(value: unknown, name: string, component: string): unknown {
  // Meta takes texts alone.
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") throw refusal(`${name} is not a text: print it as one`);
  const [kind = ""] = component.split(" ");
  const longest = LONGEST_COMPONENT[kind] ?? Number.POSITIVE_INFINITY;
  if (value.trim() === "") throw refusal(`${name} is empty: give it a value, or a default`);
  if (/[\n\v\f\r\u0085\u2028\u2029]/.test(value))
    throw refusal(`${name} has a line break, which WhatsApp does not take (132018): write it in one line`);
  if (value.includes("\t"))
    throw refusal(`${name} has a tab, which WhatsApp does not take (132018): write a blank instead`);
  if (/ {5}/.test(value))
    throw refusal(`${name} has more than four blanks in a row, which WhatsApp does not take (132018): write fewer`);
  if ([...value].length > longest)
    throw refusal(
      `${name} is longer than the ${longest.toLocaleString("en")} characters of a ${kind} (132005): shorten it`,
    );
  return value;
}

const refusal = (sentence: string) => new ProviderError("PERMANENT", sentence);
