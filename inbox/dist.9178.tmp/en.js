// inbox/react/languages/plural.ts
function e(e, t) {
	let n = new Map(Object.entries(t));
	return (t) => (n.get(new Intl.PluralRules(e).select(t)) ?? n.get("other") ?? "#").replace("#", new Intl.NumberFormat(e).format(t));
}
// inbox/react/languages/en.ts
var t = {
	locale: "en",
	dir: "ltr",
	title: "Notifications",
	bell: (e) => e === 0 ? "Notifications" : `Notifications, ${e > 99 ? "more than 99" : e} unread`,
	close: "Close",
	back: "Back",
	settings: "Notification settings",
	view: "Show",
	views: {
		all: "All",
		unread: "Unread",
		archived: "Archived",
		snoozed: "Snoozed"
	},
	markAllRead: "Mark all as read",
	archiveAll: "Archive all",
	archiveRead: "Archive all that are read",
	markRead: "Mark as read",
	markUnread: "Mark as unread",
	archive: "Archive",
	unarchive: "Move back to the inbox",
	snooze: "Snooze",
	unsnooze: "Bring back now",
	delete: "Delete",
	moreActions: "More actions",
	unread: "Unread",
	snoozed: "Snoozed",
	snoozedUntil: (e) => `Snoozed until ${e}`,
	severities: {
		high: "High priority",
		medium: "Medium priority",
		low: "Low priority"
	},
	justNow: "Just now",
	more: "More",
	less: "Less",
	loadMore: "Load more",
	loading: "Loading notifications",
	newNotifications: e("en", {
		one: "# new",
		other: "# new"
	}),
	announceMany: e("en", {
		one: "# new notification",
		other: "# new notifications"
	}),
	empty: {
		all: {
			title: "You’re all caught up",
			hint: "New notifications appear here as they arrive."
		},
		unread: {
			title: "Nothing unread",
			hint: "Everything here has been read."
		},
		archived: {
			title: "Nothing archived",
			hint: "Notifications that you archive are kept here."
		},
		snoozed: {
			title: "Nothing snoozed",
			hint: "Snoozed notifications wait here until their time."
		}
	},
	error: {
		title: "Your notifications could not be loaded",
		hint: "Something went wrong on our side."
	},
	offline: {
		title: "You’re offline",
		hint: "Your notifications appear as soon as you are connected again."
	},
	offlineStrip: "You’re offline. What you do here is saved when you are back.",
	outdatedStrip: "This list could not be updated.",
	tryAgain: "Try again",
	notSaved: "That change was not saved.",
	undo: "Undo",
	completed: "Done",
	done: {
		archived: e("en", {
			one: "# notification archived",
			other: "# notifications archived"
		}),
		deleted: e("en", {
			one: "# notification deleted",
			other: "# notifications deleted"
		}),
		allRead: "All marked as read",
		allArchived: "All archived",
		snoozed: (e) => `Snoozed until ${e}`
	},
	snoozeMenu: {
		title: "Snooze until",
		oneHour: "In one hour",
		tomorrow: "Tomorrow",
		nextWeek: "Next week",
		custom: "Choose a time",
		date: "Date and time",
		save: "Snooze",
		cancel: "Cancel",
		mustBeLater: "Choose a time that is still to come.",
		tooFar: "Choose an earlier time."
	},
	preferences: {
		title: "Notification settings",
		global: "All notifications",
		globalHint: "The default for everything below.",
		single: "By notification",
		other: "Everything else",
		channels: {
			in_app: "In-app",
			email: "Email",
			sms: "SMS",
			chat: "Chat",
			push: "Push"
		},
		switch: (e, t) => `${e} for ${t}`,
		critical: "Always sent, because it is important for your account",
		offForAll: (e) => `${e} is off for all notifications`,
		off: "Off",
		optIn: "Off until you turn it on",
		empty: {
			title: "Nothing to choose yet",
			hint: "Kinds of notifications appear here once there are some."
		},
		error: "Your settings could not be loaded",
		offline: "Your settings appear as soon as you are connected again.",
		loading: "Loading your settings",
		schedule: {
			title: "Only at certain hours",
			hint: "Outside these hours, messages wait. Your inbox is not affected.",
			from: "From",
			to: "To",
			addHours: "Add hours",
			removeHours: "Remove hours",
			copyHours: "Use these hours on every open day",
			closed: "Closed",
			allDay: "All day",
			nextDay: "Ends the next day",
			neverOpen: "No day is open, so messages keep waiting."
		}
	},
	toast: {
		region: "New notifications",
		dismiss: "Dismiss"
	}
};
export { e as n, t };
