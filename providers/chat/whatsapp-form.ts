import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { ProviderError } from "../provider-error.ts";
import { whatsappFault } from "../whatsapp-text.ts";

type Fields = Readonly<Record<string, unknown>>;

/** https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages#text-object. */
const LONGEST_TEXT = 4_096;
/** Of a whole component with its parameters: https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates/components. */
const LONGEST_COMPONENT: Readonly<Record<string, number>> = { header: 60, body: 1_024, button: 2_000 };
/** The fields of a parameter that are printed. */
const PRINTED = ["text", "payload", "coupon_code"];
/** Types of parameters of which this is printed where the person's app does not print the value itself. */
const WITH_FALLBACK = ["currency", "date_time"];

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
  if (Array.isArray(parameters) && isPartlyNamed(parameters)) {
    throw refusal(`The template's ${name} has parameters with and without a parameter_name: name all of them or none`);
  }
  return {
    ...component,
    ...(Array.isArray(cards) && { cards: cards.map(checkedCard) }),
    ...(Array.isArray(parameters) && {
      parameters: parameters.map((parameter: unknown, index) => checkedParameter(parameter, index, name)),
    }),
  };
}

const isPartlyNamed = (parameters: readonly unknown[]): boolean => {
  const named = parameters.filter((one) => isJsonObject(one) && one.parameter_name !== undefined);
  return named.length > 0 && named.length < parameters.length;
};

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
  const fallbacks = WITH_FALLBACK.flatMap((type) => {
    const value = parameter[type];
    if (!isJsonObject(value) || value.fallback_value === undefined) return [];
    return [[type, { ...value, fallback_value: checkedText(value.fallback_value, name, component) }] as const];
  });
  const texts = printed.map(([field, value]) => [field, checkedText(value, name, component)] as const);
  return { ...parameter, ...Object.fromEntries([...texts, ...fallbacks]) };
}

function checkedText(value: unknown, name: string, component: string): unknown {
  // Meta takes texts alone.
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") throw refusal(`${name} is not a text: print it as one`);
  const [kind = ""] = component.split(" ");
  const longest = LONGEST_COMPONENT[kind] ?? Number.POSITIVE_INFINITY;
  const fault = whatsappFault(value);
  if (fault) throw refusal(`${name} ${fault}`);
  if ([...value].length > longest)
    throw refusal(
      `${name} is longer than the ${longest.toLocaleString("en")} characters of a ${kind} (132005): shorten it`,
    );
  return value;
}

const refusal = (sentence: string) => new ProviderError("PERMANENT", sentence);
