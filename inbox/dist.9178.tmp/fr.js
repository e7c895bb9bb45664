import { t as e } from "./rolldown-runtime.js";
import { n as t } from "./en.js";
// inbox/react/languages/fr.ts
var n = /* @__PURE__ */ e({ fr: () => a }), r = t("fr", {
	one: "# non lue",
	many: "# de non lues",
	other: "# non lues"
}), i = (e) => `Reportée jusqu’${/^\d/.test(e) ? "à" : "au"} ${e}`, a = {
	locale: "fr",
	dir: "ltr",
	title: "Notifications",
	bell: (e) => e === 0 ? "Notifications" : `Notifications, ${e > 99 ? "plus de 99 non lues" : r(e)}`,
	close: "Fermer",
	back: "Retour",
	settings: "Paramètres de notification",
	view: "Afficher",
	views: {
		all: "Toutes",
		unread: "Non lues",
		archived: "Archivées",
		snoozed: "Reportées"
	},
	markAllRead: "Tout marquer comme lu",
	archiveAll: "Tout archiver",
	archiveRead: "Archiver les notifications lues",
	markRead: "Marquer comme lue",
	markUnread: "Marquer comme non lue",
	archive: "Archiver",
	unarchive: "Désarchiver",
	snooze: "Reporter",
	unsnooze: "Réafficher maintenant",
	delete: "Supprimer",
	moreActions: "Autres actions",
	unread: "Non lue",
	snoozed: "Reportée",
	snoozedUntil: i,
	severities: {
		high: "Priorité élevée",
		medium: "Priorité moyenne",
		low: "Priorité faible"
	},
	justNow: "À l’instant",
	more: "Voir plus",
	less: "Voir moins",
	loadMore: "Afficher plus",
	loading: "Chargement des notifications",
	newNotifications: t("fr", {
		one: "# nouvelle",
		many: "# de nouvelles",
		other: "# nouvelles"
	}),
	announceMany: t("fr", {
		one: "# nouvelle notification",
		many: "# de nouvelles notifications",
		other: "# nouvelles notifications"
	}),
	empty: {
		all: {
			title: "Vous êtes à jour",
			hint: "Les nouvelles notifications apparaîtront ici dès leur arrivée."
		},
		unread: {
			title: "Aucune notification non lue",
			hint: "Tout a été lu."
		},
		archived: {
			title: "Aucune notification archivée",
			hint: "Les notifications que vous archivez sont conservées ici."
		},
		snoozed: {
			title: "Aucune notification reportée",
			hint: "Les notifications reportées restent ici jusqu’au moment choisi."
		}
	},
	error: {
		title: "Impossible de charger vos notifications",
		hint: "Un problème est survenu de notre côté."
	},
	offline: {
		title: "Vous êtes hors ligne",
		hint: "Vos notifications apparaîtront dès le retour de la connexion."
	},
	offlineStrip: "Vous êtes hors ligne. Vos modifications seront enregistrées dès le retour de la connexion.",
	outdatedStrip: "Cette liste n’a pas pu être actualisée.",
	tryAgain: "Réessayer",
	notSaved: "Cette modification n’a pas été enregistrée.",
	completed: "Terminé",
	undo: "Annuler",
	done: {
		archived: t("fr", {
			one: "# notification archivée",
			many: "# de notifications archivées",
			other: "# notifications archivées"
		}),
		deleted: t("fr", {
			one: "# notification supprimée",
			many: "# de notifications supprimées",
			other: "# notifications supprimées"
		}),
		allRead: "Tout a été marqué comme lu",
		allArchived: "Tout a été archivé",
		snoozed: i
	},
	snoozeMenu: {
		title: "Reporter",
		oneHour: "Dans une heure",
		tomorrow: "Demain",
		nextWeek: "La semaine prochaine",
		custom: "Choisir la date et l’heure",
		date: "Date et heure",
		save: "Reporter",
		cancel: "Annuler",
		mustBeLater: "Choisissez une date à venir.",
		tooFar: "Choisissez une date plus proche."
	},
	preferences: {
		title: "Paramètres de notification",
		global: "Toutes les notifications",
		globalHint: "Réglage par défaut pour tout ce qui suit.",
		single: "Par notification",
		other: "Autres notifications",
		channels: {
			in_app: "Dans l’application",
			email: "E-mail",
			sms: "SMS",
			chat: "Chat",
			push: "Push"
		},
		switch: (e, t) => `${e} pour ${t}`,
		critical: "Toujours envoyée, car importante pour votre compte",
		offForAll: (e) => `${e}\u00a0: désactivé pour toutes les notifications`,
		off: "Désactivée",
		optIn: "Désactivée tant que vous ne l’activez pas",
		empty: {
			title: "Rien à régler pour l’instant",
			hint: "Les types de notifications apparaîtront ici."
		},
		error: "Impossible de charger vos paramètres",
		offline: "Vos paramètres apparaîtront dès le retour de la connexion.",
		loading: "Chargement de vos paramètres",
		schedule: {
			title: "Uniquement à certaines heures",
			hint: "En dehors de ces heures, les messages sont mis en attente. Votre boîte de réception n’est pas concernée.",
			from: "De",
			to: "À",
			addHours: "Ajouter une plage horaire",
			removeHours: "Supprimer la plage horaire",
			copyHours: "Appliquer ces heures à tous les jours actifs",
			closed: "Aucun message",
			allDay: "Toute la journée",
			nextDay: "Se termine le lendemain",
			neverOpen: "Aucun jour n’est actif\xA0: les messages restent en attente."
		}
	},
	toast: {
		region: "Nouvelles notifications",
		dismiss: "Masquer"
	}
};
export { n, a as t };
