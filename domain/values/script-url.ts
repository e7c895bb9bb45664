/** Schemes of addresses that run code, or show a page of their author's, instead of opening one. */
export const SCRIPT_SCHEMES = ["javascript", "data", "vbscript"] as const;

const SCRIPT_URL = new RegExp(`^(?:${SCRIPT_SCHEMES.join("|")}):`, "i");

/**
 * Whether following the address would run code. Browsers and mail programs skip blanks, tabs and control characters in and
 * before a scheme, and whoever puts the address into html decodes its entities: neither hides a scheme here.
 */
export function isScriptUrl(url: string): boolean {
  return SCRIPT_URL.test(decodeEntities(url).replace(/[\s\p{Cc}\p{Cf}]/gu, ""));
}

/** Entities without digits that may stand in a scheme: letters have none. */
const NAMED: Readonly<Record<string, string>> = { colon: ":", Tab: "\t", NewLine: "\n", nbsp: " ", shy: "", amp: "&" };

const ENTITY = /&(?:#x0*([\da-f]{1,6});?|#0*(\d{1,7});?|(colon|Tab|NewLine|nbsp|shy|amp);)/gi;

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    ENTITY,
    (entity, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return NAMED[name] ?? entity;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : entity;
    },
  );
}

const LAST_CODE_POINT = 0x10ffff;
