import { I as InboxTexts } from './en.js';
export { e as en } from './en.js';
import './types.js';

declare const ar: InboxTexts;

declare const de: InboxTexts;

declare const es: InboxTexts;

declare const fr: InboxTexts;

declare const ja: InboxTexts;

export { InboxTexts, ar, de, es, fr, ja };
