/** Letters, each with its Latin spelling. What decomposes into a Latin letter and an accent needs no entry. */
const LATIN_SPELLINGS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    // Latin letters that do not decompose, and the German umlauts, which are spelled with an e.
    "ä ae ö oe ü ue ß ss æ ae œ oe ø o ł l đ d ð d þ th ħ h ı i ŋ ng ŧ t ĳ ij ŀ l",
    // Greek.
    "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o",
    // Cyrillic: Russian, Ukrainian, Belarusian, Bulgarian, Serbian, Macedonian.
    "а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch",
    "ъ - ы y ь - э e ю yu я ya і i ї yi є ye ґ g ў u ђ dj ј j љ lj њ nj ћ c џ dz ѓ g ќ k ѕ dz",
    // Armenian.
    "ա a բ b գ g դ d ե e զ z է e ը y թ t ժ zh ի i լ l խ kh ծ ts կ k հ h ձ dz ղ gh ճ ch մ m յ y ն n շ sh ո o չ ch պ p ջ j",
    "ռ r ս s վ v տ t ր r ց ts ւ v փ p ք k օ o ֆ f և ev",
    // Georgian.
    "ა a ბ b გ g დ d ე e ვ v ზ z თ t ი i კ k ლ l მ m ნ n ო o პ p ჟ zh რ r ს s ტ t უ u ფ p ქ k ღ gh ყ q შ sh ჩ ch ც ts",
    "ძ dz წ ts ჭ ch ხ kh ჯ j ჰ h",
    // Hebrew.
    "א a ב b ג g ד d ה h ו v ז z ח ch ט t י y כ k ך k ל l מ m ם m נ n ן n ס s ע a פ p ף p צ ts ץ ts ק k ר r ש sh ת t",
    // Arabic and Persian.
    "ا a ب b ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض d ط t ظ z ع a غ gh ف f ق q ك k ل l م m ن n ه h",
    "و w ي y ى a ة h ء - پ p چ ch ژ zh ک k گ g ی y",
  ].flatMap((line) => pairs(line.split(" "))),
);

/**
 * Spells a text in Latin letters: accents fall away, other alphabets are written as they sound.
 * What has no spelling here, such as Chinese, is left as it is.
 */
export function transliterate(text: string): string {
  return [...text.normalize("NFC")].map(spell).join("");
}

function spell(character: string): string {
  const lower = character.toLowerCase();
  const spelling = LATIN_SPELLINGS[lower] ?? spellBase(lower);
  if (spelling === undefined) return character;
  // A capital stays one, so that words written in camel case can still be told apart.
  return lower === character ? spelling : spelling.charAt(0).toUpperCase() + spelling.slice(1);
}

/** The letter beneath an accent, spelled: é is e, ή is i. Undefined when nothing is beneath. */
function spellBase(character: string): string | undefined {
  const base = character.normalize("NFKD").replace(/\p{Mark}/gu, "");
  if (base === character) return undefined;
  return [...base].map((letter) => LATIN_SPELLINGS[letter] ?? letter).join("");
}

function pairs(words: readonly string[]): [string, string][] {
  const result: [string, string][] = [];
  for (let i = 0; i + 1 < words.length; i += 2) {
    const [letter = "", spelling = ""] = words.slice(i, i + 2);
    result.push([letter, spelling === "-" ? "" : spelling]);
  }
  return result;
}
