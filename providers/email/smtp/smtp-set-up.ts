// Refusals that say something about the installation, its sender or its account at the mail server, whenever they come: the next recipient
// would be refused just the same. Codes are those of RFC 3463 and RFC 7372, of Google (support.google.com/a/answer/3726730) and of Microsoft
// (learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online).

/** A reply about the recipient, who may be another one next time. Codes of Microsoft with three digits are about the sender. */
const OF_RECIPIENT = /\b5\.(?:1\.(?:1|2|3|4|6|10)|2\.\d{1,2})\b/;
/** The content named an address that is on a list: another mail may pass. */
const OF_CONTENT = /\b(?:ur[il]s?|links?|surbl|uribl|body|content|attachment)\b/i;

interface SetUpFault {
  /** Any of them. */
  says: readonly RegExp[];
  remedy: string;
  /** Unless the reply says so. */
  unless?: RegExp;
}

const SENDER: SetUpFault = {
  says: [
    /\b5\.1\.[78]\b|\b5\.2\.252\b|\b5\.7\.60\b/,
    /\bsend ?as ?denied\b/i,
    /\bsender(?: address| domain)? (?:was |is |has been )?(?:rejected|refused|denied|invalid|unverified|unknown)\b/i,
    /\bsender\b[^.]{0,80}\bnot (?:\w+ ){0,2}(?:allowed|permitted|authori[sz]ed|verified|owned|accepted)\b/i,
    /\bnot (?:\w+ ){0,2}(?:allowed|permitted|authori[sz]ed|permission\w*) to send\b/i,
    /\bpermissions? to send as\b/i,
    /\bfrom[ -]?(?:address|header|domain)?\b[^.]{0,60}\b(?:not|must|does not) (?:\w+ ){0,2}(?:verified|match|allowed|authori[sz]ed)\b/i,
    /\bnot owned by\b/i,
    /\b(?:e-?mail )?(?:address|identit(?:y|ies)|domain)(?: is| are)? not (?:yet )?verified\b|\bunverified (?:address|sender|domain|identity)\b|\bverified sender\b/i,
    /\bsender verif(?:y|ication) failed\b/i,
  ],
  remedy: "the mail server does not let this account send as this sender: change the sender, or permit it there",
};

const FAULTS: readonly SetUpFault[] = [
  SENDER,
  {
    says: [/\b(?:helo|ehlo)\b/i, /\bfully[ -]qualified\b/i],
    unless: /\bsend (?:helo|ehlo)\b|\b(?:helo|ehlo)(?:\/(?:helo|ehlo))? first\b/i,
    remedy:
      "the mail server does not take the name by which the installation introduces itself: set BELFRY_MAIL_HOST to a full name that has an address in DNS",
  },
  {
    says: [
      /\brelay(?:ing)?\b[^.]{0,40}\b(?:denied|prohibited|not (?:permitted|allowed)|refused|disallowed|rejected)\b/i,
      /\b(?:unable|not (?:permitted|allowed|authori[sz]ed)|cannot|do(?:es)? not) (?:to )?relay\b/i,
      /\b5\.7\.(?:54|64)\b/,
      /\bno relay(?:ing)?\b/i,
    ],
    remedy:
      "the mail server does not pass mails on for this account: give the integration its user and password, or have the server permit it",
  },
  {
    says: [
      /^5(?:30|34|35|38)\b/,
      /\b5\.7\.(?:0|3|8|9|30|57|139)\b.{0,80}\b(?:auth\w*|log ?in|sign ?in)\b/i,
      /\b(?:need|requires?|must(?: first)?|issue|use|send)\b[^.]{0,30}\b(?:smtp )?auth(?:enticat\w+)?\b/i,
      /\bauth(?:enticat\w+)?\b[^.]{0,30}\b(?:required|needed|first|failed)\b/i,
      /\bnot authenticated\b|\bunauthenticated\b|\bnot logged in\b/i,
    ],
    // SPF and DKIM are called authentication, too.
    unless: /\b5\.7\.(?:2[0-9]|509)\b|\b(?:spf|dkim|dmarc)\b|unauthenticated (?:e-?mail|mail|sender|message)/i,
    remedy: "the mail server wants a login: check user and password of the integration, and whether it requires TLS",
  },
  {
    says: [/\bstarttls\b/i, /\b(?:encryption|tls)\b[^.]{0,20}\brequired\b/i],
    remedy: "the mail server takes mails over TLS only: switch TLS on for the integration",
  },
  {
    says: [
      /\b5\.7\.(?:2[0-9]|509|515)\b/,
      /\b(?:spf|dkim|dmarc)\b/i,
      /\b(?:reverse dns|rdns|ptr)\b|\breverse (?:host)?name\b/i,
      /unauthenticated (?:e-?mail|mail|sender|message)/i,
    ],
    remedy:
      "the mail server could not verify that the mail is the sender's: check SPF, DKIM and DMARC of the sender's domain, and the name in reverse DNS of the server that sends",
  },
  {
    says: [
      /\bblocked (?:using|by|because|due)\b/i,
      /\b(?:black|block|deny)[ -]?list(?:ed)?\b/i,
      /\blisted (?:in|by|at|on)\b/i,
      /\b(?:dnsbl|rbl|spamhaus|spamcop|barracuda\w*)\b/i,
      /\bbanned sending ip\b|\bsending ip\b|\b(?:poor|bad|low) reputation\b|\breputation of\b/i,
      /\b5\.7\.(?:511|606|6[0-4]\d|70[58]|750)\b/,
    ],
    unless: OF_CONTENT,
    remedy:
      "the address that mails are sent from is on a list of senders of spam: have it taken off, or send through another server",
  },
  {
    says: [
      /\b(?:your|the sender'?s?|sending) account (?:is |has been |was )?(?:suspended|disabled|closed|locked|blocked)\b/i,
    ],
    remedy: "the account at the mail server is closed: ask its operator",
  },
];

const TAKES_NONE = "the mail server takes no mails from this installation: check host and port, and ask its operator";
/** A mail that is too long is refused at once, where its size is known. */
const OF_SIZE = /^552\b|\b5\.3\.4\b|\b(?:size|too (?:big|large))\b/i;

/**
 * Returns the remedy for a reply that concerns the set-up: `command` is the one that it answers. Undefined for a reply about the recipient or
 * the mail.
 */
export function setUpRemedy(lines: string, command = ""): string | undefined {
  const reply = lines.replace(/\r?\n\d{3}[- ](?:\d\.\d+\.\d+ )?/g, " ");
  const known = FAULTS.find(({ says, unless }) => says.some((words) => words.test(reply)) && !unless?.test(reply));
  if (known && (known === SENDER || !OF_RECIPIENT.test(reply))) return known.remedy;
  if (OF_RECIPIENT.test(reply) || !reply.startsWith("5")) return undefined;
  if (/^(?:CONN|EHLO|HELO)$/.test(command)) return TAKES_NONE;
  return command === "MAIL FROM" && !OF_SIZE.test(reply) ? SENDER.remedy : undefined;
}
