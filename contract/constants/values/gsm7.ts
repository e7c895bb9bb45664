/** The GSM 7-bit alphabet with its extension table: 3GPP TS 23.038, 6.2.1. */
const GSM_7 = /^[@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€\n\r\f]*$/;

/** Whether every phone network can carry the text in its 7-bit alphabet; any other text has to be sent as Unicode. */
export function isGsm7(text: string): boolean {
  return GSM_7.test(text);
}
