export interface TemplateFilter {
  name: string;
  /** Its arguments as they follow the colon; empty for none. Those in brackets can be left out. */
  args: string;
  /** One sentence for the list from which a filter is chosen. */
  description: string;
}

/** Filters of templates: `{{ value | name: args }}`. */
export const TEMPLATE_FILTERS: readonly TemplateFilter[] = [
  // Of the product.
  filter("titlecase", "", "Capitalises the first letter of every word."),
  filter("uppercase", "", "Writes the text in capital letters."),
  filter("lowercase", "", "Writes the text in small letters."),
  filter("pluralize", "one, many", "Gives the first text for exactly 1, else the second."),
  filter("dateFormat", "pattern, [timezone]", 'Formats a date by a pattern such as "yyyy-MM-dd HH:mm".'),
  filter("numberFormat", "[decimalLength: 2]", "Groups thousands; decimalSep and thousandsSep set the separators."),
  filter("json", "", "Writes the value as JSON."),
  filter("unique", "[property]", "Keeps the different items, or the different values of a property."),
  filter("groupBy", "property", "Groups the items of a list by a property, as key and items."),
  filter("sortBy", "[property]", "Sorts the items of a list by a property."),
  filter("lookup", "key", "Reads a property of an object, or an item of a list."),
  filter("i18n", "[name: value]", "Gives the translation of a key for the subscriber."),
  filter("equals", "other", "Whether both are equal; 1 equals the text 1."),
  filter("eq", "other", "Whether both are equal and of the same type."),
  filter("ne", "other", "Whether both differ, in value or in type."),
  filter("gt", "other", "Whether the value is greater than the other."),
  filter("gte", "other", "Whether the value is greater than the other, or equal."),
  filter("lt", "other", "Whether the value is less than the other."),
  filter("lte", "other", "Whether the value is less than the other, or equal."),
  filter("raw", "", "Prints the value without escaping it in HTML."),
  filter("default", "value, [allow_false: true]", "Gives another value when this one is missing or empty."),

  // Texts.
  filter("append", "text", "Adds a text at the end."),
  filter("prepend", "text", "Adds a text at the beginning."),
  filter("capitalize", "", "Capitalises the first letter of the text."),
  filter("upcase", "", "Writes the text in capital letters."),
  filter("downcase", "", "Writes the text in small letters."),
  filter("strip", "[characters]", "Removes blanks at both ends."),
  filter("lstrip", "[characters]", "Removes blanks at the beginning."),
  filter("rstrip", "[characters]", "Removes blanks at the end."),
  filter("squish", "", "Removes blanks at both ends and makes inner ones single."),
  filter("normalize_whitespace", "", "Makes each run of blanks a single one."),
  filter("strip_newlines", "", "Removes line breaks."),
  filter("newline_to_br", "", "Puts <br> before each line break."),
  filter("replace", "text, replacement", "Replaces a text everywhere."),
  filter("replace_first", "text, replacement", "Replaces a text where it occurs first."),
  filter("replace_last", "text, replacement", "Replaces a text where it occurs last."),
  filter("remove", "text", "Removes a text everywhere."),
  filter("remove_first", "text", "Removes a text where it occurs first."),
  filter("remove_last", "text", "Removes a text where it occurs last."),
  filter("split", "separator", "Makes a list of the parts of the text."),
  filter("slice", "start, [length]", "Takes a part of a text or of a list; counts from 0."),
  filter("truncate", "[length], [ending]", "Cuts the text to a number of characters."),
  filter("truncatewords", "[count], [ending]", "Cuts the text to a number of words."),
  filter("number_of_words", "[mode]", "Counts the words of the text."),
  filter("slugify", "[mode], [cased]", "Makes the text fit for an address: small letters and hyphens."),

  // HTML, addresses and encodings.
  filter("escape", "", "Escapes the text for HTML."),
  filter("xml_escape", "", "Escapes the text for XML."),
  filter("escape_once", "", "Escapes the text for HTML, apart from what is escaped already."),
  filter("strip_html", "", "Removes HTML tags."),
  filter("url_encode", "", "Encodes the text for the query of an address; blanks become +."),
  filter("url_decode", "", "Decodes what url_encode encoded."),
  filter("cgi_escape", "", "Encodes the text for a form; blanks become +."),
  filter("uri_escape", "", "Encodes what an address must not have; keeps what it is made of."),
  filter("base64_encode", "", "Encodes the text as Base64."),
  filter("base64_decode", "", "Decodes a text from Base64."),
  filter("sha256", "", "Gives the SHA-256 hash of the text in hex."),
  filter("hmac_sha256", "key", "Gives the HMAC of the text with a key, by SHA-256, in hex."),
  filter("jsonify", "", "Writes the value as JSON."),
  filter("inspect", "", "Writes the value as JSON; cycles are marked."),

  // Numbers.
  filter("plus", "number", "Adds a number."),
  filter("minus", "number", "Subtracts a number."),
  filter("times", "number", "Multiplies by a number."),
  filter("divided_by", "number, [integer]", "Divides by a number."),
  filter("modulo", "number", "Gives what remains of a division."),
  filter("abs", "", "Removes the sign of the number."),
  filter("ceil", "", "Rounds up to a whole number."),
  filter("floor", "", "Rounds down to a whole number."),
  filter("round", "[decimals]", "Rounds to a whole number, or to some decimals."),
  filter("at_least", "number", "Gives the greater of both numbers."),
  filter("at_most", "number", "Gives the smaller of both numbers."),
  filter("to_integer", "", "Reads the value as a whole number."),

  // Dates.
  filter("date", "[format], [timezone]", 'Formats a date by a format such as "%Y-%m-%d".'),
  filter("date_to_string", "[type], [style]", "Writes a date as 07 Nov 2026."),
  filter("date_to_long_string", "[type], [style]", "Writes a date as 07 November 2026."),
  filter("date_to_xmlschema", "", "Writes a date by ISO 8601."),
  filter("date_to_rfc822", "", "Writes a date as in the header of a mail."),

  // Lists.
  filter("size", "", "Counts the characters of a text, or the items of a list."),
  filter("first", "", "Gives the first item."),
  filter("last", "", "Gives the last item."),
  filter("join", "[separator]", "Makes a text of the items."),
  filter("array_to_sentence_string", "[connector]", "Makes a text of the items: a, b, and c."),
  filter("map", "property", "Gives a property of each item."),
  filter("where", "property, [value]", "Keeps the items with a value for the property."),
  filter("where_exp", "name, condition", "Keeps the items for which a condition holds."),
  filter("reject", "property, [value]", "Removes the items with a value for the property."),
  filter("reject_exp", "name, condition", "Removes the items for which a condition holds."),
  filter("find", "property, [value]", "Returns the first item with a value for the property."),
  filter("find_exp", "name, condition", "Gives the first item for which a condition holds."),
  filter(
    "find_index",
    "property, [value]",
    "Returns the index of the first item with a value for the property, from 0.",
  ),
  filter("find_index_exp", "name, condition", "Gives the place of the first item for which a condition holds, from 0."),
  filter("has", "property, [value]", "Whether the property of any item has a value."),
  filter("has_exp", "name, condition", "Whether a condition holds for any item."),
  filter("group_by", "property", "Groups the items by a property, as name and items."),
  filter("group_by_exp", "name, expression", "Groups the items by an expression, as name and items."),
  filter("sort", "[property]", "Sorts the items; capital letters come first."),
  filter("sort_natural", "[property]", "Sorts the items without regard to capital letters."),
  filter("reverse", "", "Turns the order of the items round."),
  filter("uniq", "", "Keeps the different items."),
  filter("compact", "[property]", "Removes missing items."),
  filter("concat", "list", "Adds the items of another list."),
  filter("sum", "[property]", "Adds up the items, or a property of each."),
  filter("push", "item", "Adds an item at the end."),
  filter("pop", "", "Removes the last item."),
  filter("unshift", "item", "Adds an item at the beginning."),
  filter("shift", "", "Removes the first item."),
  filter("sample", "[count]", "Gives an item by chance, or some of them."),
];

function filter(name: string, args: string, description: string): TemplateFilter {
  return { name, args, description };
}
