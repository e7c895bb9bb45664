import { t as e } from "./rolldown-runtime.js";
import { n as t } from "./en.js";
// inbox/react/languages/es.ts
var n = /* @__PURE__ */ e({ es: () => i }), r = (e) => `Pospuesta hasta ${/^1:/.test(e) ? "la" : /^\d/.test(e) ? "las" : "el"} ${e}`, i = {
	locale: "es",
	dir: "ltr",
	title: "Notificaciones",
	bell: (e) => e === 0 ? "Notificaciones" : `Notificaciones, ${e > 99 ? "más de 99" : e} sin leer`,
	close: "Cerrar",
	back: "Atrás",
	settings: "Configuración de notificaciones",
	view: "Mostrar",
	views: {
		all: "Todas",
		unread: "Sin leer",
		archived: "Archivadas",
		snoozed: "Pospuestas"
	},
	markAllRead: "Marcar todo como leído",
	archiveAll: "Archivar todo",
	archiveRead: "Archivar todas las leídas",
	markRead: "Marcar como leída",
	markUnread: "Marcar como no leída",
	archive: "Archivar",
	unarchive: "Desarchivar",
	snooze: "Posponer",
	unsnooze: "Mostrar ahora",
	delete: "Eliminar",
	moreActions: "Más acciones",
	unread: "Sin leer",
	snoozed: "Pospuesta",
	snoozedUntil: r,
	severities: {
		high: "Prioridad alta",
		medium: "Prioridad media",
		low: "Prioridad baja"
	},
	justNow: "Ahora mismo",
	more: "Ver más",
	less: "Ver menos",
	loadMore: "Cargar más",
	loading: "Cargando notificaciones",
	newNotifications: t("es", {
		one: "# nueva",
		many: "# de nuevas",
		other: "# nuevas"
	}),
	announceMany: t("es", {
		one: "# notificación nueva",
		many: "# de notificaciones nuevas",
		other: "# notificaciones nuevas"
	}),
	empty: {
		all: {
			title: "Estás al día",
			hint: "Las notificaciones nuevas aparecerán aquí en cuanto lleguen."
		},
		unread: {
			title: "No hay notificaciones sin leer",
			hint: "Aquí todo está leído."
		},
		archived: {
			title: "No hay notificaciones archivadas",
			hint: "Las notificaciones que archives se guardan aquí."
		},
		snoozed: {
			title: "No hay notificaciones pospuestas",
			hint: "Las notificaciones pospuestas se quedan aquí hasta el momento elegido."
		}
	},
	error: {
		title: "No se pudieron cargar tus notificaciones",
		hint: "Se produjo un error por nuestra parte."
	},
	offline: {
		title: "Sin conexión",
		hint: "Tus notificaciones aparecerán en cuanto vuelvas a conectarte."
	},
	offlineStrip: "Sin conexión. Lo que hagas aquí se guardará cuando vuelvas a conectarte.",
	outdatedStrip: "No se pudo actualizar esta lista.",
	tryAgain: "Reintentar",
	notSaved: "El cambio no se guardó.",
	completed: "Hecho",
	undo: "Deshacer",
	done: {
		archived: t("es", {
			one: "# notificación archivada",
			many: "# de notificaciones archivadas",
			other: "# notificaciones archivadas"
		}),
		deleted: t("es", {
			one: "# notificación eliminada",
			many: "# de notificaciones eliminadas",
			other: "# notificaciones eliminadas"
		}),
		allRead: "Todo marcado como leído",
		allArchived: "Todo archivado",
		snoozed: r
	},
	snoozeMenu: {
		title: "Posponer",
		oneHour: "Dentro de una hora",
		tomorrow: "Mañana",
		nextWeek: "La próxima semana",
		custom: "Elegir fecha y hora",
		date: "Fecha y hora",
		save: "Posponer",
		cancel: "Cancelar",
		mustBeLater: "Elige una fecha futura.",
		tooFar: "Elige una fecha más cercana."
	},
	preferences: {
		title: "Configuración de notificaciones",
		global: "Todas las notificaciones",
		globalHint: "El valor predeterminado para todo lo que sigue.",
		single: "Por notificación",
		other: "Otras notificaciones",
		channels: {
			in_app: "En la aplicación",
			email: "Correo",
			sms: "SMS",
			chat: "Chat",
			push: "Push"
		},
		switch: (e, t) => `${e}: ${t}`,
		critical: "Se envía siempre porque es importante para tu cuenta",
		offForAll: (e) => `${e}: desactivado para todas las notificaciones`,
		off: "Desactivada",
		optIn: "Desactivada hasta que la actives",
		empty: {
			title: "Aún no hay nada que elegir",
			hint: "Los tipos de notificaciones aparecerán aquí."
		},
		error: "No se pudo cargar tu configuración",
		offline: "Tu configuración aparecerá en cuanto vuelvas a conectarte.",
		loading: "Cargando tu configuración",
		schedule: {
			title: "Solo a ciertas horas",
			hint: "Fuera de este horario, los mensajes quedan en espera. Tu bandeja de entrada no se ve afectada.",
			from: "Desde",
			to: "Hasta",
			addHours: "Añadir horario",
			removeHours: "Quitar horario",
			copyHours: "Usar este horario en todos los días activos",
			closed: "Sin mensajes",
			allDay: "Todo el día",
			nextDay: "Termina al día siguiente",
			neverOpen: "No hay ningún día activo, así que los mensajes quedan en espera."
		}
	},
	toast: {
		region: "Notificaciones nuevas",
		dismiss: "Ocultar"
	}
};
export { n, i as t };
