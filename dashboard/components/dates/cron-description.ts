import cronstrue from "cronstrue";

/** Fields that leave every day. */
const ANY: readonly (string | undefined)[] = ["*", "?"];

/** Returns a cron expression of five fields, or of six with seconds first, in words: "at 09:00, only on Monday". Undefined for any other text. */
export function describeCron(expression: string): string | undefined {
  const fields = expression.trim().split(/\s+/);
  if (fields.length !== 5 && fields.length !== 6) return undefined;
  const [day, , weekday] = fields.slice(-3);
  try {
    const words = inWords(fields);
    if (ANY.includes(day) || ANY.includes(weekday)) return words;
    // The package lists both, as if a day had to be both; it has to be one of them.
    const beginning = inWords([...fields.slice(0, -2), "*", "*"]);
    if (!words.startsWith(beginning)) return words;
    return `${beginning}${words.slice(beginning.length).replace(/^, (?:and )?/, " or ")}`;
  } catch {
    return undefined;
  }
}

function inWords(fields: readonly string[]): string {
  // Of six fields, the package takes the last one for a year where it looks like one, unless there is a year already.
  const unambiguous = fields.length === 6 ? [...fields, "*"] : fields;
  const words = cronstrue.toString(unambiguous.join(" "), { use24HourTimeFormat: true });
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}
