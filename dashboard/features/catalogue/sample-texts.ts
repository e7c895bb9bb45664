import { createContext, useContext } from "react";

/** Texts that the states of the catalogue show. */
export interface SampleTexts {
  label: string;
  hint: string;
  error: string;
  value: string;
  options: readonly [string, string, string];
  title: string;
  sentence: string;
  action: string;
}

export const ENGLISH: SampleTexts = {
  label: "Channel",
  hint: "Messages of the step go out on it.",
  error: "must be one that the environment uses",
  value: "order-shipped",
  options: ["Email", "SMS", "In-app"],
  title: "Order shipped",
  sentence: "Sends one email for each order that has left the warehouse.",
  action: "Save changes",
};

/** Longer than what any screen has, with words that cannot be divided: German is 40 % longer than English. */
export const LONG_GERMAN: SampleTexts = {
  label: "Benachrichtigungskanal für die Auftragsbestätigungsnachrichten der Vertragspartnerinnen und Vertragspartner",
  hint: "Über diesen Kanal werden sämtliche Nachrichten des Schritts verschickt, sofern die Empfängerin oder der Empfänger ihn nicht in den persönlichen Benachrichtigungseinstellungen ausgeschaltet hat.",
  error:
    "muss ein Benachrichtigungskanal sein, für den in dieser Umgebung mindestens eine aktive Anbieterintegration eingerichtet ist",
  value: "donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft-versandbestaetigung",
  options: [
    "E-Mail-Benachrichtigung mit Rechnungsanhang",
    "Kurznachricht an die hinterlegte Mobilfunknummer",
    "Anwendungsinterne Benachrichtigungszentrale",
  ],
  title: "Versandbestätigungsbenachrichtigung für Großhandelsbestellungen mit Teillieferungsvereinbarung",
  sentence:
    "Verschickt für jede Bestellung, die das Zentrallager vollständig oder als Teillieferung verlassen hat, eine Versandbestätigungsbenachrichtigung.",
  action: "Änderungen dauerhaft speichern",
};

const Texts = createContext(ENGLISH);
export const TextsProvider = Texts.Provider;
export const useTexts = (): SampleTexts => useContext(Texts);
