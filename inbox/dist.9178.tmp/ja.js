import { t as e } from "./rolldown-runtime.js";
import { n as t } from "./en.js";
// inbox/react/languages/ja.ts
var n = /* @__PURE__ */ e({ ja: () => r }), r = {
	locale: "ja",
	dir: "ltr",
	title: "通知",
	bell: (e) => e === 0 ? "通知" : `通知、未読${e > 99 ? "99件以上" : `${e}件`}`,
	close: "閉じる",
	back: "戻る",
	settings: "通知設定",
	view: "表示",
	views: {
		all: "すべて",
		unread: "未読",
		archived: "アーカイブ",
		snoozed: "スヌーズ中"
	},
	markAllRead: "すべて既読にする",
	archiveAll: "すべてアーカイブ",
	archiveRead: "既読をすべてアーカイブ",
	markRead: "既読にする",
	markUnread: "未読にする",
	archive: "アーカイブ",
	unarchive: "受信トレイに戻す",
	snooze: "スヌーズ",
	unsnooze: "スヌーズを解除",
	delete: "削除",
	moreActions: "その他の操作",
	unread: "未読",
	snoozed: "スヌーズ終了",
	snoozedUntil: (e) => `${e}までスヌーズ`,
	severities: {
		high: "優先度：高",
		medium: "優先度：中",
		low: "優先度：低"
	},
	justNow: "たった今",
	more: "もっと見る",
	less: "折りたたむ",
	loadMore: "さらに読み込む",
	loading: "通知を読み込み中",
	newNotifications: t("ja", { other: "新着#件" }),
	announceMany: t("ja", { other: "新しい通知が#件あります" }),
	empty: {
		all: {
			title: "すべて確認済みです",
			hint: "新しい通知が届くとここに表示されます。"
		},
		unread: {
			title: "未読の通知はありません",
			hint: "すべて既読です。"
		},
		archived: {
			title: "アーカイブした通知はありません",
			hint: "アーカイブした通知はここに保管されます。"
		},
		snoozed: {
			title: "スヌーズ中の通知はありません",
			hint: "スヌーズした通知は、時間になるまでここに表示されます。"
		}
	},
	error: {
		title: "通知を読み込めませんでした",
		hint: "システムで問題が発生しました。"
	},
	offline: {
		title: "オフラインです",
		hint: "接続が回復すると通知が表示されます。"
	},
	offlineStrip: "オフラインです。変更は接続が回復したときに保存されます。",
	outdatedStrip: "一覧を更新できませんでした。",
	tryAgain: "再試行",
	notSaved: "変更は保存されませんでした。",
	completed: "完了",
	undo: "元に戻す",
	done: {
		archived: t("ja", { other: "#件の通知をアーカイブしました" }),
		deleted: t("ja", { other: "#件の通知を削除しました" }),
		allRead: "すべて既読にしました",
		allArchived: "すべてアーカイブしました",
		snoozed: (e) => `${e}までスヌーズしました`
	},
	snoozeMenu: {
		title: "スヌーズ",
		oneHour: "1時間後",
		tomorrow: "明日",
		nextWeek: "来週",
		custom: "日時を選択",
		date: "日時",
		save: "スヌーズ",
		cancel: "キャンセル",
		mustBeLater: "現在より後の日時を選択してください。",
		tooFar: "より早い日時を選択してください。"
	},
	preferences: {
		title: "通知設定",
		global: "すべての通知",
		globalHint: "以下のすべての通知に適用される既定の設定です。",
		single: "通知ごとの設定",
		other: "その他",
		channels: {
			in_app: "アプリ内",
			email: "メール",
			sms: "SMS",
			chat: "チャット",
			push: "プッシュ"
		},
		switch: (e, t) => `${t}：${e}`,
		critical: "アカウントに関わる重要な通知のため、常に送信されます",
		offForAll: (e) => `${e}はすべての通知でオフです`,
		off: "オフ",
		optIn: "オンにするまで届きません",
		empty: {
			title: "設定できる項目はまだありません",
			hint: "通知の種類が追加されるとここに表示されます。"
		},
		error: "設定を読み込めませんでした",
		offline: "接続が回復すると設定が表示されます。",
		loading: "設定を読み込み中",
		schedule: {
			title: "受け取る時間帯を指定",
			hint: "時間外のメッセージは保留されます。受信トレイには影響しません。",
			from: "開始",
			to: "終了",
			addHours: "時間帯を追加",
			removeHours: "時間帯を削除",
			copyHours: "オンの曜日すべてにこの時間帯を使う",
			closed: "受け取らない",
			allDay: "終日",
			nextDay: "翌日に終了",
			neverOpen: "オンの曜日がないため、メッセージは保留されたままです。"
		}
	},
	toast: {
		region: "新しい通知",
		dismiss: "閉じる"
	}
};
export { n, r as t };
