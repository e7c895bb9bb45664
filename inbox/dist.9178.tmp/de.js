import { t as e } from "./rolldown-runtime.js";
import { n as t } from "./en.js";
// inbox/react/languages/de.ts
var n = /* @__PURE__ */ e({ de: () => r }), r = {
	locale: "de",
	dir: "ltr",
	title: "Benachrichtigungen",
	bell: (e) => e === 0 ? "Benachrichtigungen" : `Benachrichtigungen, ${e > 99 ? "mehr als 99" : e} ungelesen`,
	close: "Schließen",
	back: "Zurück",
	settings: "Einstellungen für Benachrichtigungen",
	view: "Anzeigen",
	views: {
		all: "Alle",
		unread: "Ungelesen",
		archived: "Archiviert",
		snoozed: "Zurückgestellt"
	},
	markAllRead: "Alle als gelesen markieren",
	archiveAll: "Alle archivieren",
	archiveRead: "Alle gelesenen archivieren",
	markRead: "Als gelesen markieren",
	markUnread: "Als ungelesen markieren",
	archive: "Archivieren",
	unarchive: "In den Posteingang verschieben",
	snooze: "Zurückstellen",
	unsnooze: "Jetzt wieder anzeigen",
	delete: "Löschen",
	moreActions: "Weitere Aktionen",
	unread: "Ungelesen",
	snoozed: "Zurückgestellt",
	snoozedUntil: (e) => `Zurückgestellt bis ${e}`,
	severities: {
		high: "Hohe Priorität",
		medium: "Mittlere Priorität",
		low: "Niedrige Priorität"
	},
	justNow: "Gerade eben",
	more: "Mehr anzeigen",
	less: "Weniger anzeigen",
	loadMore: "Weitere laden",
	loading: "Benachrichtigungen werden geladen",
	newNotifications: t("de", {
		one: "# neue",
		other: "# neue"
	}),
	announceMany: t("de", {
		one: "# neue Benachrichtigung",
		other: "# neue Benachrichtigungen"
	}),
	empty: {
		all: {
			title: "Sie sind auf dem neuesten Stand",
			hint: "Neue Benachrichtigungen erscheinen hier, sobald sie eintreffen."
		},
		unread: {
			title: "Nichts Ungelesenes",
			hint: "Hier ist alles gelesen."
		},
		archived: {
			title: "Nichts archiviert",
			hint: "Archivierte Benachrichtigungen werden hier aufbewahrt."
		},
		snoozed: {
			title: "Nichts zurückgestellt",
			hint: "Zurückgestellte Benachrichtigungen bleiben bis zum gewählten Zeitpunkt hier."
		}
	},
	error: {
		title: "Die Benachrichtigungen konnten nicht geladen werden",
		hint: "Bei uns ist ein Fehler aufgetreten."
	},
	offline: {
		title: "Keine Verbindung",
		hint: "Die Benachrichtigungen erscheinen, sobald Sie wieder online sind."
	},
	offlineStrip: "Keine Verbindung. Änderungen werden gespeichert, sobald Sie wieder online sind.",
	outdatedStrip: "Die Liste konnte nicht aktualisiert werden.",
	tryAgain: "Erneut versuchen",
	notSaved: "Die Änderung wurde nicht gespeichert.",
	completed: "Erledigt",
	undo: "Rückgängig",
	done: {
		archived: t("de", {
			one: "# Benachrichtigung archiviert",
			other: "# Benachrichtigungen archiviert"
		}),
		deleted: t("de", {
			one: "# Benachrichtigung gelöscht",
			other: "# Benachrichtigungen gelöscht"
		}),
		allRead: "Alle als gelesen markiert",
		allArchived: "Alle archiviert",
		snoozed: (e) => `Zurückgestellt bis ${e}`
	},
	snoozeMenu: {
		title: "Zurückstellen",
		oneHour: "In einer Stunde",
		tomorrow: "Morgen",
		nextWeek: "Nächste Woche",
		custom: "Zeitpunkt wählen",
		date: "Datum und Uhrzeit",
		save: "Zurückstellen",
		cancel: "Abbrechen",
		mustBeLater: "Wählen Sie einen Zeitpunkt in der Zukunft.",
		tooFar: "Wählen Sie einen früheren Zeitpunkt."
	},
	preferences: {
		title: "Einstellungen für Benachrichtigungen",
		global: "Alle Benachrichtigungen",
		globalHint: "Gilt als Vorgabe für alles Folgende.",
		single: "Einzelne Benachrichtigungen",
		other: "Weitere Benachrichtigungen",
		channels: {
			in_app: "In der App",
			email: "E-Mail",
			sms: "SMS",
			chat: "Chat",
			push: "Push"
		},
		switch: (e, t) => `${e} für ${t}`,
		critical: "Wird immer gesendet, da für Ihr Konto wichtig",
		offForAll: (e) => `${e}: für alle Benachrichtigungen ausgeschaltet`,
		off: "Aus",
		optIn: "Aus, bis Sie es einschalten",
		empty: {
			title: "Noch nichts einzustellen",
			hint: "Sobald es Arten von Benachrichtigungen gibt, erscheinen sie hier."
		},
		error: "Die Einstellungen konnten nicht geladen werden",
		offline: "Die Einstellungen erscheinen, sobald Sie wieder online sind.",
		loading: "Einstellungen werden geladen",
		schedule: {
			title: "Nur zu bestimmten Zeiten",
			hint: "Außerhalb dieser Zeiten werden Nachrichten zurückgehalten. Der Posteingang ist davon nicht betroffen.",
			from: "Von",
			to: "Bis",
			addHours: "Zeitraum hinzufügen",
			removeHours: "Zeitraum entfernen",
			copyHours: "Für alle aktiven Tage übernehmen",
			closed: "Keine Nachrichten",
			allDay: "Ganztägig",
			nextDay: "Endet am nächsten Tag",
			neverOpen: "Kein Tag ist aktiv, daher werden alle Nachrichten zurückgehalten."
		}
	},
	toast: {
		region: "Neue Benachrichtigungen",
		dismiss: "Ausblenden"
	}
};
export { n, r as t };
