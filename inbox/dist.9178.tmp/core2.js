// inbox/core/safe-url.ts
var e = /* @__PURE__ */ new Set([
	"http:",
	"https:",
	"mailto:",
	"tel:"
]);
function t(t) {
	let n = t?.trim();
	if (n) try {
		return e.has(new URL(n, "https://relative.invalid").protocol) ? n : void 0;
	} catch {
		return;
	}
}
function n(e) {
	let n = t(e);
	return n !== void 0 && /^(mailto|tel):/i.test(n) ? void 0 : n;
}
// node_modules/zustand/esm/vanilla.mjs
var r = (e) => {
	let t, n = /* @__PURE__ */ new Set(), r = (e, r) => {
		let i = typeof e == "function" ? e(t) : e;
		if (!Object.is(i, t)) {
			let e = t;
			t = r ?? (typeof i != "object" || !i) ? i : Object.assign({}, t, i), n.forEach((n) => n(t, e));
		}
	}, i = () => t, a = {
		setState: r,
		getState: i,
		getInitialState: () => o,
		subscribe: (e) => (n.add(e), () => n.delete(e))
	}, o = t = e(r, i, a);
	return a;
}, i = ((e) => e ? r(e) : r), a = "default_store", o = {
	all: {
		archived: !1,
		snoozed: !1
	},
	unread: {
		archived: !1,
		snoozed: !1,
		read: !1
	},
	archived: { archived: !0 },
	snoozed: { snoozed: !0 }
};
function s(e, t = "all") {
	return t === "all" ? {
		...o.all,
		...e.query
	} : {
		...e.query,
		...o[t]
	};
}
var c = (e) => ({
	...s(e),
	read: !1
}), l = (e) => ({
	...s(e),
	seen: !1
}), u = (e) => JSON.stringify(Object.entries(e).filter(([, e]) => e !== void 0).sort(([e], [t]) => e < t ? -1 : 1));
function d({ read: e, seen: t, archived: n, snoozed: r, ...i }) {
	return u(i);
}
// inbox/core/trusted-html.ts
function f(e) {
	let t, { trustedTypes: n } = m(e);
	return (e) => n === void 0 ? e : (t === void 0 && (t = p(n)), t?.createHTML(e));
}
function p(e) {
	try {
		return e.createPolicy("belfry-inbox", { createHTML: (e) => e });
	} catch {
		return null;
	}
}
var m = (e) => e, h = /* @__PURE__ */ new Map([
	["B", "strong"],
	["STRONG", "strong"],
	["I", "em"],
	["EM", "em"],
	["U", "u"],
	["S", "s"],
	["CODE", "code"],
	["P", "p"],
	["DIV", "p"],
	["UL", "ul"],
	["OL", "ol"],
	["LI", "li"],
	["BR", "br"],
	["A", "a"]
]), g = /* @__PURE__ */ new Set([
	"SCRIPT",
	"STYLE",
	"TEMPLATE",
	"IFRAME",
	"OBJECT",
	"NOSCRIPT",
	"TEXTAREA",
	"TITLE",
	"SVG",
	"MATH"
]), _ = f({ trustedTypes: Reflect.get(globalThis, "trustedTypes") }), v = 12;
function y(e) {
	if (!/[<&]/.test(e)) return [e];
	let t = _(e);
	return t === void 0 ? [e.replace(/<(script|style|template)\b[\s\S]*?<\/\1\s*>|<[^>]*>/gi, "")] : x(new DOMParser().parseFromString(t, "text/html").body, 0);
}
function b(e) {
	return e.map((e) => typeof e == "string" ? e : ` ${b(e.children)}`).join("").replace(/\s+/g, " ").trim();
}
function x(e, t) {
	return [...e.childNodes].flatMap((e) => S(e, t));
}
function S(e, n) {
	if (e.nodeType === Node.TEXT_NODE) return e.textContent ? [e.textContent] : [];
	if (!(e instanceof Element) || g.has(e.nodeName.toUpperCase())) return [];
	if (n >= v) return e.textContent ? [e.textContent] : [];
	let r = x(e, n + 1), i = h.get(e.nodeName.toUpperCase());
	if (i === void 0) return r;
	if (i !== "a") return [{
		tag: i,
		children: i === "br" ? [] : r
	}];
	let a = t(e.getAttribute("href"));
	return a === void 0 ? r : [{
		tag: i,
		href: a,
		children: r
	}];
}
// inbox/core/relative-time.ts
var C = 6e4, w = 60 * C, T = 24 * w;
function ee(e, t, n, r) {
	let i = Math.max(0, t - e);
	if (i < C) return r;
	let a = N(n, "long", "always");
	return i < w ? a.format(-Math.floor(i / C), "minute") : i < T ? a.format(-Math.floor(i / w), "hour") : i < 7 * T ? a.format(-Math.floor(i / T), "day") : new Intl.DateTimeFormat(n, { dateStyle: "medium" }).format(e);
}
function E(e, t, n, r) {
	let i = Math.max(0, t - e);
	if (F(t) !== F(e)) return P(n).format(e);
	if (i < C) return r;
	let a = N(n, k(n) ? "narrow" : "short", "always");
	return i < w ? a.format(-Math.floor(i / C), "minute") : a.format(-Math.floor(i / w), "hour");
}
function te(e, t, n) {
	return F(t) === F(e) ? P(n).format(e) : new Intl.DateTimeFormat(n, {
		weekday: "short",
		day: "numeric",
		month: "short",
		hour: "numeric",
		minute: "2-digit"
	}).format(e);
}
function D(e, t, n) {
	let r = Math.round((F(t) - F(e)) / T);
	if (r <= 1) return O(N(n, "long", "auto").format(-Math.max(0, r), "day"), n);
	let i = new Date(e).getFullYear() === new Date(t).getFullYear();
	return O(new Intl.DateTimeFormat(n, {
		weekday: "long",
		day: "numeric",
		month: "long",
		...!i && { year: "numeric" }
	}).format(e), n);
}
function O(e, t) {
	return e.charAt(0).toLocaleUpperCase(t) + e.slice(1);
}
var k = (e) => /^(en|ja)\b/.test(e ?? ""), A = /* @__PURE__ */ new Map();
function j(e, t) {
	return A.has(e) || A.set(e, t()), M(A.get(e));
}
var M = (e) => e, N = (e, t, n) => j(`${e} ${t} ${n}`, () => new Intl.RelativeTimeFormat(e, {
	style: t,
	numeric: n
})), P = (e) => j(`${e} clock`, () => new Intl.DateTimeFormat(e, {
	hour: "numeric",
	minute: "2-digit"
}));
function F(e) {
	return new Date(e).setHours(0, 0, 0, 0);
}
// inbox/core/log-once.ts
var I = /* @__PURE__ */ new Set();
function ne(e, t) {
	I.has(e) || (I.add(e), console.error(`Belfry inbox: ${e}`, ...t === void 0 ? [] : [t]));
}
// inbox/core/addresses.ts
function re(e = "", t = "") {
	let n = ie(e === "" ? "/" : e);
	return {
		apiUrl: n,
		socketUrl: (t === "" ? n : ie(t)).replace(/^http/, "ws")
	};
}
function ie(e) {
	let t = typeof location > "u" ? "http://localhost" : location.href;
	return new URL(e, t).href.replace(/\/+$/, "");
}
// inbox/core/read-answers.ts
var L = (e) => typeof e == "object" && e ? { ...e } : {}, R = (e) => typeof e == "string" ? e : void 0, z = (e) => e === !0, B = (e) => Number.isNaN(Date.parse(String(e))) ? void 0 : R(e), V = class extends Error {
	name = "UnreadableAnswer";
	constructor(e) {
		super(`The server's answer is not ${e}: check that \`apiUrl\` is the address of a Belfry server`);
	}
};
function ae(e) {
	let { token: t, maxSnoozeDurationHours: n, removeNovuBranding: r } = L(L(e).data);
	if (typeof t != "string" || t === "") throw new V("a session with a token");
	return {
		token: t,
		maxSnoozeDurationHours: H(n) ? n : 0,
		hidesBranding: z(r)
	};
}
function oe(e) {
	let { data: t, hasMore: n } = L(e);
	if (!Array.isArray(t)) throw new V("a page of notifications");
	return {
		notifications: t.flatMap((e) => de(e) ?? []),
		last: R(L(t.at(-1)).id),
		hasMore: z(n)
	};
}
function se(e) {
	let { data: t } = L(e);
	if (!Array.isArray(t)) throw new V("a list of counts");
	return t.map((e) => {
		let { count: t } = L(e);
		return H(t) ? t : void 0;
	});
}
var H = (e) => Number.isInteger(e) && Number(e) >= 0, ce = [
	"high",
	"medium",
	"low",
	"none"
], le = [
	"_self",
	"_blank",
	"_parent",
	"_top",
	"_unfencedTop"
], ue = [
	"user",
	"system_icon",
	"system_custom"
];
function de(e) {
	let t = L(e), { id: n, body: r } = t, i = B(t.createdAt);
	if (typeof n != "string" || typeof r != "string" || i === void 0) return;
	let a = Array.isArray(t.deliveredAt) ? t.deliveredAt.flatMap((e) => B(e) ?? []) : void 0, { type: o, data: s, name: c } = L(t.actor), l = ue.find((e) => e === o), u = L(t.workflow);
	return {
		...t,
		id: n,
		body: r,
		createdAt: i,
		subject: R(t.subject),
		bodyHtml: R(t.bodyHtml),
		isRead: z(t.isRead),
		isSeen: z(t.isSeen),
		isArchived: z(t.isArchived),
		isSnoozed: z(t.isSnoozed),
		snoozedUntil: B(t.snoozedUntil),
		deliveredAt: a,
		readAt: B(t.readAt),
		archivedAt: B(t.archivedAt),
		avatar: R(t.avatar),
		actor: l && {
			type: l,
			data: R(s) ?? null,
			name: R(c)
		},
		primaryAction: fe(t.primaryAction),
		secondaryAction: fe(t.secondaryAction),
		redirect: pe(t.redirect),
		tags: Array.isArray(t.tags) ? t.tags.filter((e) => typeof e == "string") : [],
		severity: ce.find((e) => e === t.severity) ?? "none",
		data: typeof t.data == "object" && t.data !== null ? { ...t.data } : void 0,
		workflow: typeof u.id == "string" ? {
			id: u.id,
			identifier: R(u.identifier) ?? "",
			name: R(u.name) ?? "",
			critical: z(u.critical)
		} : void 0
	};
}
function fe(e) {
	let { label: t, isCompleted: n, redirect: r } = L(e);
	if (typeof t == "string") return {
		label: t,
		isCompleted: z(n),
		redirect: pe(r)
	};
}
function pe(e) {
	let { url: t, target: n } = L(e);
	if (typeof t == "string" && t !== "") return {
		url: t,
		target: le.find((e) => e === n)
	};
}
var me = [
	"in_app",
	"email",
	"sms",
	"chat",
	"push"
];
function he(e) {
	let { data: t } = L(e);
	if (!Array.isArray(t)) throw new V("a list of preferences");
	return t.flatMap((e) => ge(e) ?? []);
}
function ge(e) {
	let t = L(e), { level: n, channels: r, workflow: i } = t, a = L(r), o = L(i);
	if (n === "global" || n === "template" && typeof o.id == "string") return {
		level: n,
		enabled: t.enabled !== !1,
		channels: Object.fromEntries(me.flatMap((e) => e in a ? [[e, z(a[e])]] : [])),
		schedule: _e(t.schedule),
		workflow: n === "template" ? {
			id: String(o.id),
			identifier: R(o.identifier) ?? "",
			name: R(o.name) ?? "",
			critical: z(o.critical),
			tags: Array.isArray(o.tags) ? o.tags.filter((e) => typeof e == "string") : void 0
		} : void 0
	};
}
function _e(e) {
	let { isEnabled: t, weeklySchedule: n } = L(e);
	if (typeof t == "boolean") return {
		isEnabled: t,
		weeklySchedule: n === void 0 ? void 0 : { ...L(n) }
	};
}
function ve(e) {
	let { _id: t, name: n, branding: r } = L(L(e).data);
	if (typeof t != "string") throw new V("an organization");
	let { direction: i, color: a, logo: o } = L(r);
	return {
		_id: t,
		name: R(n) ?? "",
		branding: {
			direction: i === "rtl" || i === "ltr" ? i : void 0,
			color: R(a),
			logo: R(o)
		}
	};
}
function ye(e) {
	let t = [L(e).message].flat().filter((e) => typeof e == "string");
	return t.length === 0 ? void 0 : t.join("; ");
}
function be(e) {
	let { event: t, data: n } = L(xe(e)), r = L(n), i = (e) => H(e) && r.hasMore !== !0 ? e : void 0;
	switch (t) {
		case "joined":
		case "notifications_changed": return { event: t };
		case "notification_received": return {
			event: t,
			notification: de(r.notification)
		};
		case "unread_count_changed": return H(r.unreadCount) ? {
			event: t,
			count: i(r.unreadCount)
		} : null;
		case "unseen_count_changed": return H(r.unseenCount) ? {
			event: t,
			count: i(r.unseenCount)
		} : null;
		default: return null;
	}
}
function xe(e) {
	if (typeof e != "string") return null;
	try {
		return JSON.parse(e);
	} catch {
		return null;
	}
}
// inbox/core/http.ts
var U = class extends Error {
	name = "InboxHttpError";
	status;
	constructor(e, t) {
		super(`HTTP error! Status: ${e}, Message: ${t}`), this.status = e;
	}
}, Se = 2e4;
async function W({ method: e, url: t, token: n, body: r }) {
	let i = new Headers({ "Content-Type": "application/json" });
	n !== void 0 && i.set("Authorization", `Bearer ${n}`);
	let a = await fetch(t, {
		method: e,
		headers: i,
		body: e === "GET" ? null : JSON.stringify(r ?? {}),
		keepalive: e !== "GET",
		signal: AbortSignal.timeout(Se)
	});
	if (!a.ok) throw new U(a.status, await Te(a));
	return a.status === 204 ? void 0 : await a.json();
}
function G(e) {
	return e instanceof U && e.status >= 400 && e.status < 500 && ![408, 429].includes(e.status);
}
var Ce = (e) => e instanceof U && e.status === 401, we = (e) => e instanceof U;
async function Te(e) {
	try {
		return ye(await e.json()) ?? e.statusText;
	} catch {
		return e.statusText;
	}
}
// inbox/core/operations.ts
var K = (e) => "query" in e, Ee = ({ kind: e }) => e === "seen" || e === "seen-all";
function q(e, t, n) {
	if (K(t)) return Ae(e, t) ? t.kind === "delete-all" ? void 0 : t.kind === "archive-read" ? e.isRead ? Y(e, Oe, n) : e : Y(e, {
		"read-all": J,
		"seen-all": De,
		"archive-all": Oe
	}[t.kind], n) : e;
	if (!t.ids.includes(e.id)) return e;
	switch (t.kind) {
		case "read": return Y(e, J, n);
		case "unread": return Y(e, {
			isSeen: !0,
			isRead: !1,
			isArchived: !1
		}, n);
		case "seen": return Y(e, De, n);
		case "archive": return Y(e, Oe, n);
		case "unarchive": return Y(e, {
			...J,
			isArchived: !1
		}, n);
		case "snooze": return {
			...e,
			isSnoozed: !0,
			snoozedUntil: t.until
		};
		case "unsnooze": return e.isSnoozed ? {
			...Y(e, { isRead: !1 }, n),
			isSnoozed: !1,
			snoozedUntil: void 0
		} : e;
		case "delete": return;
		case "complete":
		case "revert": return ke(e, t.button, t.kind === "complete", n);
	}
}
var J = {
	isSeen: !0,
	isRead: !0
}, De = { isSeen: !0 }, Oe = {
	isSeen: !0,
	isRead: !0,
	isArchived: !0
};
function Y(e, t, n) {
	let { isSeen: r, isRead: i, isArchived: a } = {
		...e,
		...t
	};
	return r === e.isSeen && i === e.isRead && a === e.isArchived ? e : {
		...e,
		isSeen: r,
		isRead: i,
		isArchived: a,
		readAt: i ? e.readAt ?? n : null,
		archivedAt: a ? e.archivedAt ?? n : null
	};
}
function ke(e, t, n, r) {
	let { primaryAction: i, secondaryAction: a } = e;
	return {
		...Y(e, J, r),
		primaryAction: i && {
			...i,
			isCompleted: n && t === "primary"
		},
		secondaryAction: a && {
			...a,
			isCompleted: n && t === "secondary"
		}
	};
}
function Ae(e, { query: t, until: n }) {
	return (n === void 0 || e.createdAt <= n) && X(e, t);
}
function X(e, t) {
	let { isRead: n, isSeen: r, isArchived: i, isSnoozed: a, severity: o, tags: s, data: c } = e, l = (e, t) => e === void 0 || e === t;
	return l(t.read, n) && l(t.seen, r) && l(t.archived, i) && l(t.snoozed, a) && (t.severity === void 0 || [t.severity].flat().includes(o)) && (t.tags === void 0 || t.tags.length === 0 || t.tags.some((e) => s.includes(e))) && (t.data === void 0 || je(c, t.data));
}
function je(e, t) {
	return typeof t != "object" || !t ? e === t : typeof e != "object" || !e ? !1 : Object.entries(t).every(([t, n]) => je(Reflect.get(e, t), n));
}
// inbox/core/api.ts
var Me = 30, Ne = 100;
function Pe(e, t, n) {
	async function r(t, r, i) {
		let a = {
			method: t,
			url: `${e}/v1${r}`,
			body: i
		}, o = await n().authorize();
		try {
			return await W({
				...a,
				token: o
			});
		} catch (e) {
			if (!Ce(e)) throw e;
			return W({
				...a,
				token: await n().renew(o)
			});
		}
	}
	return {
		async openSession() {
			let { applicationIdentifier: n, subscriberId: r, subscriberHash: i, subscriber: a } = t;
			if (n === "" || r === "") throw Error("An inbox needs both applicationIdentifier and subscriberId");
			let { timeZone: o } = Intl.DateTimeFormat().resolvedOptions(), s = {
				applicationIdentifier: n,
				subscriberHash: i ?? void 0,
				subscriber: {
					timezone: o,
					...a,
					subscriberId: r
				}
			};
			return ae(await W({
				method: "POST",
				url: `${e}/v1/inbox/session`,
				body: s
			}));
		},
		async list(e, { limit: t, after: n }) {
			return oe(await r("GET", `/inbox/notifications?${Le({
				...e,
				limit: t,
				after: n
			})}`));
		},
		async count(e) {
			let t = [];
			for (let n = 0; n < e.length; n += Me) {
				let i = se(await r("GET", `/inbox/notifications/count?${Le({
					filters: JSON.stringify(e.slice(n, n + Me)),
					exact: !0
				})}`));
				t.push(...i);
			}
			return t;
		},
		async send(e) {
			if (K(e)) {
				await r("POST", `/inbox/notifications/${e.kind === "archive-read" ? "read-archive" : {
					"read-all": "read",
					"seen-all": "seen",
					"archive-all": "archive",
					"delete-all": "delete"
				}[e.kind]}`, Ie(e.query, e.until));
				return;
			}
			let { kind: t, ids: n } = e;
			if (t === "seen") for (let e = 0; e < n.length; e += Ne) await r("POST", "/inbox/notifications/seen", { notificationIds: n.slice(e, e + Ne) });
			else for (let i of n) {
				let n = `/inbox/notifications/${encodeURIComponent(i)}/${t}`;
				t === "delete" ? await r("DELETE", n) : await r("PATCH", n, Fe(e));
			}
		},
		async preferences() {
			return he(await r("GET", "/inbox/preferences?criticality=all"));
		},
		async changePreference(e, t) {
			let n = await r("PATCH", `/inbox/preferences${e === void 0 ? "" : `/${encodeURIComponent(e)}`}`, t), i = ge(Object(n).data);
			if (i === void 0) throw new V("a preference");
			return i;
		},
		async organization() {
			return ve(await r("GET", "/inbox/organization"));
		},
		async log(e, t) {
			await r("POST", "/widgets/usage/log", {
				name: `[Widget] - ${e}`,
				payload: t ?? {}
			});
		}
	};
}
function Fe(e) {
	return e.kind === "snooze" ? { snoozeUntil: e.until } : "button" in e ? { actionType: e.button } : {};
}
function Ie({ data: e, ...t }, n) {
	return {
		...t,
		data: e && JSON.stringify(e),
		createdLte: n === void 0 ? void 0 : Date.parse(n) + 1
	};
}
function Le(e) {
	let t = new URLSearchParams();
	for (let [n, r] of Object.entries(e)) if (r !== void 0) {
		if (Array.isArray(r)) for (let e of r) t.append(`${n}[]`, String(e));
		else t.set(n, typeof r == "object" ? JSON.stringify(r) : String(r));
	}
	return t.toString();
}
// inbox/core/cache.ts
function Re(e) {
	let t = /* @__PURE__ */ new Map(), n = /* @__PURE__ */ new WeakMap();
	return {
		put(e) {
			for (let n of e) {
				let e = t.get(n.id);
				(e === void 0 || JSON.stringify(e) !== JSON.stringify(n)) && t.set(n.id, n);
			}
		},
		stored: (e) => t.get(e),
		all: () => [...t.values()],
		shown(r) {
			let i = t.get(r);
			if (i === void 0) return;
			let a = e();
			if (a.length === 0) return i;
			let o = n.get(i);
			if (o?.by === a) return o.as;
			let s = i;
			for (let { operation: e, madeAt: t } of a) s &&= q(s, e, t);
			return n.set(i, {
				by: a,
				as: s
			}), s;
		},
		apply(e, n) {
			for (let [r, i] of t) {
				let a = q(i, e, n);
				a === void 0 ? t.delete(r) : t.set(r, a);
			}
		},
		clear: () => t.clear()
	};
}
// inbox/core/counts.ts
function ze({ api: e, cache: t, waiting: n, isIn: r }) {
	let a = i(() => ({})), o = /* @__PURE__ */ new Map(), s = {}, c = 0;
	function l() {
		let e = [...o].map(([e, t]) => [e, f(t, s[e] ?? 0)]), t = a.getState();
		(e.length !== Object.keys(t).length || e.some(([e, n]) => t[e] !== n)) && a.setState(Object.fromEntries(e), !0);
	}
	function f(e, i) {
		let a = n().map(({ operation: e }) => e);
		if (a.length === 0) return i;
		let o = d(e), s = a.some((t) => K(t) && [o, Be].includes(d(t.query)) && Ve(t.kind, e)), [c, l] = [0, 0];
		for (let n of t.all()) {
			if (!r(e, n)) continue;
			X(n, e) && (c += 1);
			let i = t.shown(n.id);
			i !== void 0 && X(i, e) && (l += 1);
		}
		return s ? l : Math.max(0, i + l - c);
	}
	return {
		store: a,
		get: (e) => a.getState()[u(e)] ?? 0,
		watch(e) {
			let t = u(e);
			return !o.has(t) && (o.set(t, e), !0);
		},
		async refresh() {
			c += 1;
			let t = c, n = [...o];
			if (n.length === 0) return;
			let r = await e.count(n.map(([, e]) => e));
			if (t === c) {
				for (let [e, [t]] of n.entries()) s[t] = r[e] ?? s[t] ?? 0;
				l();
			}
		},
		receive(e, t) {
			let n = u(e);
			o.has(n) && (s[n] = t, l());
		},
		publish: l,
		confirm(e) {
			let t = a.getState();
			e();
			for (let [e, n] of o) {
				let r = (t[e] ?? 0) - f(n, s[e] ?? 0);
				s[e] = (s[e] ?? 0) + r;
			}
			l();
		},
		reset() {
			c += 1, s = {}, a.setState({}, !0);
		}
	};
}
var Be = d({});
function Ve(e, t) {
	return e === "delete-all" ? !0 : e === "seen-all" ? t.seen === !1 : e === "archive-read" ? t.archived === !1 && t.read === !0 : t.read === !1 || t.seen === !1 || e === "archive-all" && t.archived === !1;
}
// inbox/core/debounce.ts
function He(e, t) {
	let n;
	return {
		schedule() {
			clearTimeout(n), n = setTimeout(e, t);
		},
		cancel() {
			clearTimeout(n);
		}
	};
}
// inbox/core/feed.ts
var Z = 25, Ue = 100, We = {
	status: "idle",
	notifications: [],
	newNotifications: [],
	hasMore: !1
};
function Ge(e, { api: t, cache: n, onError: r }) {
	let a = i(() => We), o = [], s = 0, c, l = !1, u = !1, d = /* @__PURE__ */ new Set(), f = /* @__PURE__ */ new Map(), p = 0, m = Promise.resolve(), h = !1;
	function g(t = {}) {
		let r = o.flatMap((t) => {
			let r = n.shown(t);
			return r !== void 0 && X(r, e) ? r : [];
		}), i = a.getState();
		a.setState({
			...t,
			notifications: Ke(i.notifications, r.filter(({ id: e }) => !d.has(e))),
			newNotifications: Ke(i.newNotifications, r.filter(({ id: e }) => d.has(e)))
		});
	}
	function _(e, t) {
		let n = p;
		return m = m.then(async () => {
			if (n === p) {
				g({ status: e() });
				try {
					let { hasMore: e } = await t();
					if (n !== p) return;
					l = !0, g({
						status: "ready",
						hasMore: e
					});
				} catch (e) {
					if (n !== p) return;
					g({ status: qe() ? "offline" : "error" }), r(e);
				}
			}
		}), m;
	}
	function v(e) {
		for (let t of e) f.set(t.id, Q(t));
	}
	async function y() {
		h = !1;
		let r = p, i = Math.max(1, Math.ceil(s / Z)) * Z, a = [], m = 0, g, _ = !0;
		for (; _ && m < i;) {
			let n = Math.min(i - m, Ue), r = await t.list(e, {
				limit: n,
				after: g
			});
			a.push(...r.notifications), g = r.last, m += n, _ = r.hasMore;
		}
		if (r !== p) return { hasMore: _ };
		let y = new Set(o), b = n.stored(o[0] ?? ""), x = b === void 0 ? "" : Q(b);
		n.put(a);
		for (let e of a) {
			let t = !y.has(e.id) && f.get(e.id) !== Q(e) && Q(e) >= x;
			u && l && t && d.add(e.id);
		}
		return v(a), o = [...new Set(a.map(({ id: e }) => e))], s = m, c = g, { hasMore: _ };
	}
	function b() {
		return h ? m : (h = !0, _(() => l ? "refreshing" : "loading", y));
	}
	return {
		store: a,
		query: e,
		load: b,
		async refresh() {
			a.getState().status !== "idle" && await b();
		},
		async loadMore() {
			let { status: r, hasMore: i } = a.getState();
			i && r !== "loading-more" && r !== "loading" && await _(() => "loading-more", async () => {
				let r = p, i = await t.list(e, {
					limit: Z,
					after: c
				});
				return r === p && (n.put(i.notifications), v(i.notifications), o = [.../* @__PURE__ */ new Set([...o, ...i.notifications.map(({ id: e }) => e)])], s += Z, c = i.last ?? c), i;
			});
		},
		has: (e) => o.includes(e),
		hold(e) {
			u = e;
		},
		showNew() {
			d = /* @__PURE__ */ new Set(), g();
		},
		publish: () => g(),
		reset() {
			p += 1, o = [], s = 0, c = void 0, l = !1, d = /* @__PURE__ */ new Set(), f.clear(), h = !1, m = Promise.resolve(), a.setState(We, !0);
		}
	};
}
var Q = ({ createdAt: e, deliveredAt: t }) => t?.at(-1) ?? e;
function Ke(e, t) {
	return e.length === t.length && e.every((e, n) => e === t[n]) ? e : t;
}
function qe() {
	return typeof navigator < "u" && navigator.onLine === !1;
}
// inbox/core/socket.ts
var Je = 1e4, Ye = 2e4, Xe = 500, Ze = 5e3;
function Qe(e, t) {
	return Math.min(Je, Xe * 2 ** e) * (.5 + t / 2);
}
function $e(e) {
	let t = null, n, r = 0, i = !1;
	async function a() {
		try {
			let t = await e.url();
			i || o(new WebSocket(t));
		} catch {
			s();
		}
	}
	function o(n) {
		t = n;
		let i = 0, a = setTimeout(() => n.close(), Ye);
		n.onopen = () => {
			clearTimeout(a), i = Date.now();
		}, n.onmessage = (t) => {
			let n = be(t.data);
			n !== null && e.onFrame(n);
		}, n.onerror = () => void 0, n.onclose = () => {
			clearTimeout(a), i > 0 && Date.now() - i >= Ze && (r = 0), s();
		};
	}
	function s() {
		t = null, i || (e.onDisconnect(), n = setTimeout(() => void a(), Qe(r, Math.random())), r += 1);
	}
	return a(), { close() {
		i = !0, clearTimeout(n), t?.close();
	} };
}
// inbox/core/live.ts
var et = 100, tt = 3e4;
function nt({ url: e, onNotification: t, onCounts: n, refetch: r }) {
	let i = {}, a = !1, o, s = He(() => {
		n(i), i = {}, r();
	}, et), c = $e({
		url: e,
		onFrame(e) {
			switch (e.event) {
				case "joined":
					clearInterval(o), o = void 0, a = !0, r();
					return;
				case "notification_received":
					e.notification !== void 0 && t(e.notification);
					break;
				case "unseen_count_changed":
					e.count !== void 0 && (i.unseen = e.count);
					break;
				case "unread_count_changed": e.count !== void 0 && (i.unread = e.count);
			}
			s.schedule();
		},
		onDisconnect() {
			a || ne("failed to connect the socket; fetching every 30 seconds instead"), o ??= setInterval(r, tt);
		}
	});
	return { stop() {
		c.close(), s.cancel(), clearInterval(o);
	} };
}
// inbox/core/outbox.ts
var rt = 6048e5, it = 1e3, at = 1e4, ot = 5;
function st({ name: e, send: t, onChange: n, onSent: r, onRefused: i }) {
	let a = `belfry_inbox:${e}:`, o = ft(), s = [], c = null, l, u = 0, d = 0, f = !1;
	function p() {
		let e = new Map(s.map((e) => [e.key, e]));
		s = o.keys().filter((e) => e.startsWith(a)).sort().flatMap((t) => e.get(t) ?? dt(t, o.get(t)) ?? []);
	}
	function m(e) {
		o.remove(e.key), s = s.filter(({ key: t }) => t !== e.key);
	}
	async function h() {
		for (clearTimeout(l), l = void 0; f;) {
			let e = s[0];
			if (e === void 0) return;
			if (o.get(e.key) === null) {
				m(e), r(e), n();
				continue;
			}
			let a = e.heldUntil - Date.now();
			if (a > 0) return g(a);
			try {
				await t(e.operation), u = 0, m(e), r(e);
			} catch (t) {
				if (!f) return;
				if (u += 1, !G(t) && !(we(t) && u >= ot)) return g(Math.min(it * 2 ** (u - 1), at));
				u = 0, m(e), i(e, t);
			}
			n();
		}
	}
	function g(e) {
		l = setTimeout(_, e);
	}
	function _() {
		f && c === null && (c = ut(a, h).finally(() => {
			c = null, f && l === void 0 && s.length > 0 && _();
		}));
	}
	function v(e) {
		if (e.key !== null && !e.key.startsWith(a)) return;
		let t = s;
		p();
		let i = new Set(s.map(({ key: e }) => e));
		for (let e of t) i.has(e.key) || r(e);
		n(), _();
	}
	return {
		waiting: () => s,
		open() {
			f = !0, p();
			for (let e of s) Date.now() - Date.parse(e.madeAt) > rt && m(e);
			s.length > 0 && n(), ct("storage", v), ct("online", _), _();
		},
		add(e, t = 0) {
			Ee(e) || this.release();
			let r = Date.now();
			d += 1;
			let i = `${a}${String(r).padStart(15, "0")}-${String(d).padStart(6, "0")}-${Math.random().toString(36).slice(2, 10)}`, c = {
				key: i,
				operation: e,
				madeAt: new Date(r).toISOString(),
				heldUntil: r + t
			};
			return o.set(i, JSON.stringify(c)), s = [...s, c], clearTimeout(l), l = void 0, _(), n(), c;
		},
		cancel(e) {
			return !s.includes(e) || e.heldUntil <= Date.now() ? !1 : (m(e), clearTimeout(l), l = void 0, _(), n(), !0);
		},
		release() {
			for (let e of s) e.heldUntil = 0;
			clearTimeout(l), l = void 0, _();
		},
		close() {
			f = !1, clearTimeout(l), l = void 0, lt("storage", v), lt("online", _), s = [];
		}
	};
}
var ct = (e, t) => globalThis.addEventListener?.(e, t), lt = (e, t) => globalThis.removeEventListener?.(e, t);
async function ut(e, t) {
	let n = typeof navigator > "u" ? null : navigator.locks;
	if (!n) return t();
	let r = !1;
	try {
		await n.request(e, () => (r = !0, t()));
	} catch (e) {
		if (r) throw e;
		await t();
	}
}
function dt(e, t) {
	try {
		let { operation: n, madeAt: r, heldUntil: i } = JSON.parse(t ?? "");
		return typeof n?.kind == "string" && !Number.isNaN(Date.parse(r)) ? {
			key: e,
			operation: n,
			madeAt: r,
			heldUntil: Number(i) || 0
		} : void 0;
	} catch {
		return;
	}
}
function ft() {
	let e = /* @__PURE__ */ new Map(), t = (e, t) => {
		try {
			return typeof localStorage > "u" ? t : e(localStorage);
		} catch {
			return t;
		}
	};
	return {
		keys: () => [...e.keys(), ...t((e) => Object.keys(e), [])],
		get: (n) => e.get(n) ?? t((e) => e.getItem(n), null),
		set(n, r) {
			t((e) => (e.setItem(n, r), !0), !1) || e.set(n, r);
		},
		remove(n) {
			e.delete(n), t((e) => e.removeItem(n), void 0);
		}
	};
}
// inbox/core/preferences.ts
var pt = {
	status: "idle",
	global: null,
	workflows: []
};
function mt(e, t) {
	let n = i(() => pt), r = [], a = [], o = Promise.resolve(), s = 0;
	function c(e = n.getState().status) {
		let t = r.map((e) => a.filter(({ workflowId: t }) => t === e.workflow?.id).reduce((e, { change: t }) => ht(e, t), e));
		n.setState({
			status: e,
			global: t.find(({ level: e }) => e === "global") ?? null,
			workflows: t.filter(({ level: e }) => e === "template")
		});
	}
	async function l() {
		let n = s;
		c(r.length === 0 ? "loading" : "refreshing");
		try {
			let t = await e.preferences();
			if (n !== s) return;
			r = t, c("ready");
		} catch (e) {
			if (n !== s) return;
			c(qe() ? "offline" : "error"), t(e);
		}
	}
	return {
		store: n,
		load: l,
		async change(n, i) {
			let u = s, d = {
				workflowId: n,
				change: i
			};
			a = [...a, d], c();
			let f = o.then(() => e.changePreference(n, i));
			o = f.catch(() => void 0);
			let p = !0;
			try {
				let e = await f;
				u === s && (r = r.map((t) => t.workflow?.id === n ? e : t));
			} catch (e) {
				p = !1, u === s && t(e);
			}
			return u === s && (a = a.filter((e) => e !== d), c(), a.length !== 0 || p && n !== void 0 || l()), p;
		},
		reset() {
			s += 1, r = [], a = [], o = Promise.resolve(), n.setState(pt, !0);
		}
	};
}
function ht(e, { schedule: t, ...n }) {
	return {
		...e,
		channels: {
			...e.channels,
			...n
		},
		schedule: t ?? e.schedule
	};
}
// inbox/core/retry-until-done.ts
var gt = 1e3, _t = 3e4;
function vt(e, t) {
	let n = !1, r = () => void 0;
	async function i() {
		for (let i = gt; !n; i = Math.min(i * 2, _t)) {
			try {
				return await e(), !n;
			} catch (e) {
				if (n || t(e)) return !1;
			}
			await new Promise((e) => {
				let t = setTimeout(e, i);
				r = () => {
					clearTimeout(t), e();
				};
			});
		}
		return !1;
	}
	return {
		done: i(),
		cancel() {
			n = !0, r();
		}
	};
}
// inbox/core/token-storage.ts
var yt = "widget_user_auth_token";
function bt(e) {
	try {
		localStorage.setItem(yt, e);
	} catch {}
}
function xt(e) {
	try {
		localStorage.getItem("widget_user_auth_token") === e && localStorage.removeItem(yt);
	} catch {}
}
// inbox/core/session.ts
var St = {
	status: "idle",
	token: null,
	maxSnoozeDurationHours: 0,
	hidesBranding: !0
};
function Ct(e) {
	let t = i(() => St), n = null, r = null, a = 0;
	async function o() {
		let n = a;
		t.setState({ status: "loading" });
		try {
			let r = await e();
			if (n !== a) throw Error("The session has ended");
			return bt(r.token), t.setState({
				status: "ready",
				...r
			}), r.token;
		} catch (e) {
			throw n === a && (G(e) && (r = e), t.setState({
				status: G(e) ? "error" : "offline",
				token: null
			})), e;
		}
	}
	function s() {
		let { token: e } = t.getState();
		if (e !== null) return Promise.resolve(e);
		if (r !== null) return Promise.reject(r);
		if (n !== null) return n;
		let i = o().finally(() => {
			n === i && (n = null);
		});
		return n = i, i;
	}
	function c(e) {
		return t.getState().token === e && t.setState({ token: null }), s();
	}
	function l() {
		a += 1;
		let { token: e } = t.getState();
		e !== null && xt(e), n = null, r = null, t.setState(St, !0);
	}
	return {
		store: t,
		authorize: s,
		renew: c,
		end: l
	};
}
// inbox/core/inbox.ts
var $ = 6e3, wt = 100, Tt = {
	read: !1,
	snoozed: !1
}, Et = {
	seen: !1,
	snoozed: !1
};
function Dt(e) {
	let { apiUrl: t, socketUrl: n } = re(e.apiUrl, e.socketUrl), { applicationIdentifier: r, subscriberId: o, preview: l } = e, f = e.stores?.length ? e.stores : [{ storeId: a }], p = l ?? Pe(t, e, () => m), m = Ct(p.openSession), h = i(() => ({ value: null })), g = i(() => ({ value: null })), _ = /* @__PURE__ */ new Set(), v = /* @__PURE__ */ new Map(), y = /* @__PURE__ */ new Map();
	function b(t) {
		m.store.getState().status === "ready" && e.onError?.(t);
	}
	let x = st({
		name: encodeURIComponent([
			t,
			r,
			o
		].join("|")),
		send: p.send,
		onChange: ee,
		onSent({ key: e, operation: t, madeAt: n }) {
			C.confirm(() => S.apply(t, n)), E(e, !0), k.schedule();
		},
		onRefused({ key: e }, t) {
			E(e, !1), b(t), k.schedule();
		}
	}), S = Re(x.waiting), C = ze({
		api: p,
		cache: S,
		waiting: x.waiting,
		isIn: T
	}), w = mt(p, b);
	for (let e of [
		Tt,
		Et,
		...f.map(c)
	]) C.watch(e);
	function T(e, { id: t }) {
		if (e.feedIdentifier === void 0) return !0;
		let n = d(e);
		return [...y.values()].some((e) => d(e.query) === n && e.has(t));
	}
	function ee() {
		for (let e of y.values()) e.publish();
		C.publish();
	}
	function E(e, t) {
		v.get(e)?.(t), v.delete(e);
	}
	function te(e) {
		let t = f.find((t) => t.storeId === e);
		if (t === void 0) throw Error(`No store is named "${e}"; name it in the inbox's \`stores\``);
		return t;
	}
	function D(e = f[0]?.storeId ?? "default_store", t = "all") {
		let n = s(te(e), t), r = u(n), i = y.get(r);
		if (i !== void 0) return i;
		let a = Ge(n, {
			api: p,
			cache: S,
			onError: b
		});
		return y.set(r, a), a;
	}
	function O() {
		if (m.store.getState().status === "ready") {
			C.refresh().catch(b);
			for (let e of y.values()) e.refresh();
		}
	}
	let k = He(O, wt);
	function A(e, t = 0) {
		Ee(e) || P();
		let n = x.add(e, t);
		return {
			done: new Promise((e) => v.set(n.key, e)),
			waiting: n
		};
	}
	function j(e, t, n = 0) {
		let r = (/* @__PURE__ */ new Date()).toISOString(), i = [e].flat().filter((e) => {
			let n = S.shown(e);
			return n === void 0 || q(n, {
				...t,
				ids: [e]
			}, r) !== n;
		});
		return i.length === 0 ? { done: Promise.resolve(!0) } : A({
			...t,
			ids: i
		}, n);
	}
	let M, N;
	function P() {
		clearTimeout(M), N = void 0, g.getState().value !== null && g.setState({ value: null });
	}
	function F(e, t, n) {
		clearTimeout(M), N = n;
		let r = e.kind === "snooze" ? e.until : void 0;
		g.setState({ value: {
			kind: e.kind,
			count: t,
			until: Date.now() + $,
			snoozedUntil: r
		} }), M = setTimeout(P, $);
	}
	function I({ done: e, waiting: t }, n) {
		return t === void 0 || F(t.operation, n, () => {
			x.cancel(t) && E(t.key, !0);
		}), e;
	}
	function ie(e) {
		let t = [e].flat().flatMap((e) => S.shown(e) ?? []), { done: n, waiting: r } = j(e, {
			kind: "archive",
			ids: []
		});
		if (r === void 0) return n;
		let i = t.filter(({ isRead: e }) => !e).map(({ id: e }) => e), a = t.filter(({ isRead: e }) => e).map(({ id: e }) => e);
		return F(r.operation, t.length, () => {
			i.length > 0 && A({
				kind: "unread",
				ids: i
			}), a.length > 0 && A({
				kind: "unarchive",
				ids: a
			});
		}), n;
	}
	function L(e, t, n = "all") {
		let { query: r, store: i } = D(t, n), { notifications: a, newNotifications: o } = i.getState(), s = [...o, ...a], c = {
			kind: e,
			query: r,
			until: s.map(({ createdAt: e }) => e).sort().at(-1)
		};
		if (e === "seen-all") return A(c).done;
		let l = (/* @__PURE__ */ new Date()).toISOString();
		return I(A(c, $), s.filter((e) => q(e, c, l) !== e).length);
	}
	let R = () => {
		(typeof document > "u" || document.visibilityState === "hidden") && z();
	};
	function z() {
		P(), x.release();
	}
	function B(t) {
		S.put([t]);
		let n = Ot(t);
		e.onNew?.(n);
		for (let e of _) e(n);
	}
	let V = null;
	function ae() {
		if (V !== null || l === void 0 && (r === "" || o === "")) return;
		let t = null, i = vt(m.authorize, (t) => (ne("failed to initialize the session", t), e.onError?.(t), G(t)));
		i.done.then((e) => {
			e && (t = l === void 0 ? nt({
				url: async () => `${n}/v1/inbox/socket?token=${encodeURIComponent(await m.authorize())}`,
				onNotification: B,
				onCounts({ unread: e, unseen: t }) {
					e !== void 0 && C.receive(Tt, e), t !== void 0 && C.receive(Et, t);
				},
				refetch: O
			}) : l.listen?.((e) => {
				B(e), O();
			}, () => void w.load()) ?? null, x.open(), O(), p.organization().then((e) => h.setState({ value: e }), b));
		}), globalThis.addEventListener?.("online", O), globalThis.addEventListener?.("pagehide", z), globalThis.document?.addEventListener("visibilitychange", R), V = { stop() {
			i.cancel(), t?.stop(), k.cancel(), globalThis.removeEventListener?.("online", O), globalThis.removeEventListener?.("pagehide", z), globalThis.document?.removeEventListener("visibilitychange", R);
		} };
	}
	function oe() {
		V !== null && z(), V?.stop(), V = null, x.close();
		for (let e of [...v.keys()]) E(e, !0);
		m.end(), S.clear(), C.reset(), w.reset(), h.setState({ value: null });
		for (let e of y.values()) e.reset();
	}
	return {
		session: m.store,
		organization: h,
		preferences: w,
		counts: C,
		UNREAD: Tt,
		UNSEEN: Et,
		stores: f,
		feed: D,
		undoable: g,
		read: (e) => j(e, {
			kind: "read",
			ids: []
		}).done,
		unread: (e) => j(e, {
			kind: "unread",
			ids: []
		}).done,
		seen: (e) => j(e, {
			kind: "seen",
			ids: []
		}).done,
		archive: ie,
		unarchive: (e) => j(e, {
			kind: "unarchive",
			ids: []
		}).done,
		snooze: (e, t) => I(j(e, {
			kind: "snooze",
			ids: [],
			until: t.toISOString()
		}, $), [e].flat().length),
		unsnooze: (e) => j(e, {
			kind: "unsnooze",
			ids: []
		}).done,
		delete: (e) => I(j(e, {
			kind: "delete",
			ids: []
		}, $), [e].flat().length),
		complete: (e, t) => j(e, {
			kind: "complete",
			ids: [],
			button: t
		}).done,
		revert: (e, t) => j(e, {
			kind: "revert",
			ids: [],
			button: t
		}).done,
		readAll: (e) => L("read-all", e),
		seenAll: (e) => L("seen-all", e),
		archiveAll: (e) => L("archive-all", e),
		archiveRead: (e) => L("archive-read", e),
		deleteAll: (e, t) => L("delete-all", e, t),
		undo() {
			let e = N;
			P(), e?.();
		},
		release: z,
		watchCount(e) {
			C.watch(e) && k.schedule();
		},
		log: (e, t) => p.log(e, t).catch(b),
		onNotification(e) {
			return _.add(e), () => _.delete(e);
		},
		refetch: O,
		start: ae,
		logout: oe
	};
}
var Ot = (e) => e, kt = {
	in_app: !0,
	email: !0,
	sms: !0,
	chat: !0,
	push: !0
};
function At(e = {}) {
	let t = Date.now(), n = 0, r = ({ data: e, ...t }, r) => (n += 1, {
		id: `preview-${n - 1}`,
		createdAt: new Date(r).toISOString(),
		isRead: !1,
		isSeen: !1,
		isArchived: !1,
		isSnoozed: !1,
		tags: [],
		severity: "none",
		...t,
		data: { ...e }
	}), i = (e.notifications ?? []).map((e, n) => r(e, t - n * 40 * 6e4)), a = /* @__PURE__ */ new Set(), o = /* @__PURE__ */ new Set(), s = [...e.preferences ?? [{
		level: "global",
		enabled: !0,
		channels: kt
	}]], c = /* @__PURE__ */ new Set();
	return {
		openSession: async () => ({
			token: "preview",
			maxSnoozeDurationHours: 2160,
			hidesBranding: !0
		}),
		async list(e, { limit: t, after: n }) {
			let r = i.filter((t) => X(t, e)), a = n === void 0 ? 0 : r.findIndex(({ id: e }) => e === n) + 1, o = r.slice(a, a + t);
			return {
				notifications: o,
				last: o.at(-1)?.id,
				hasMore: r.length > a + t
			};
		},
		count: async (e) => e.map((e) => i.filter((t) => X(t, e)).length),
		async send(e) {
			let t = (/* @__PURE__ */ new Date()).toISOString();
			i = i.flatMap((n) => q(n, e, t) ?? []);
		},
		preferences: async () => [...s],
		async changePreference(e, { schedule: t, ...n }) {
			let r = s.findIndex(({ workflow: t }) => t?.id === e), i = s[r];
			if (i === void 0) throw Error(`The preview has no preference for the workflow ${e}`);
			let a = {
				...i,
				channels: {
					...i.channels,
					...n
				},
				schedule: t ?? i.schedule
			};
			if (s[r] = a, e !== void 0) for (let t of Object.keys(n)) c.add(`${e} ${t}`);
			else for (let [e, t] of s.entries()) s[e] = jt(t, n, c);
			return a;
		},
		organization: async () => ({
			_id: "preview",
			name: "Preview"
		}),
		log: async () => void 0,
		listen(e, t) {
			return a.add(e), o.add(t), { stop() {
				a.delete(e), o.delete(t);
			} };
		},
		setPreferences(e) {
			s = [...e], c.clear();
			for (let e of o) e();
		},
		receive(e) {
			let t = r(e, Date.now());
			i = [t, ...i];
			for (let e of a) e(t);
		}
	};
}
function jt(e, t, n) {
	let { workflow: r, channels: i } = e;
	if (r === void 0 || r.critical) return e;
	let a = Object.entries(t).filter(([e]) => e in i && !n.has(`${r.id} ${e}`));
	return {
		...e,
		channels: {
			...i,
			...Object.fromEntries(a)
		}
	};
}
export { n as _, O as a, ee as c, b as d, y as f, l as g, c as h, ne as i, E as l, u as m, Dt as n, D as o, a as p, U as r, te as s, At as t, F as u, t as v };
