import { _ as e, a as t, c as n, d as r, f as i, g as a, h as o, i as s, l as c, m as l, n as u, o as d, p as f, r as p, s as m, t as h, u as g, v as _ } from "./core2.js";
import { t as v } from "./en.js";
import y, { Component as b, createContext as x, memo as S, useCallback as C, useContext as w, useEffect as T, useId as E, useLayoutEffect as D, useMemo as O, useRef as k, useState as A, useSyncExternalStore as j } from "react";
import { Fragment as M, jsx as N, jsxs as P } from "react/jsx-runtime";
import { createPortal as F } from "react-dom";
// inbox/core/announcer.ts
var I = 5e3;
function ee(e) {
	let t = [], n;
	function r() {
		n = void 0, t.length !== 0 && (e(t), t = [], n = setTimeout(r, I));
	}
	return {
		add(e) {
			t.push(e), n === void 0 && r();
		},
		stop() {
			clearTimeout(n), n = void 0, t = [];
		}
	};
}
// inbox/react/context.ts
var L = x(null);
function R() {
	let e = w(L);
	if (e === null) throw Error("Inbox parts and hooks belong inside <InboxProvider>");
	return e;
}
// inbox/react/names.ts
var te = 120;
function ne({ subject: e, body: t }) {
	let n = e?.trim() || t.replace(/\s+/g, " ").trim();
	return n.length > te && !e?.trim() ? `${n.slice(0, te)}…` : n;
}
function re(e, t, { unread: n, locale: r }) {
	return z([
		...e.isRead ? [] : [n],
		ne(e),
		t
	], r);
}
function z(e, t) {
	return e.join(ie[t.slice(0, 2)] ?? ", ");
}
var ie = {
	ar: "، ",
	ja: "、"
};
function ae({ createdAt: e, deliveredAt: t }) {
	return Date.parse(t?.at(-1) ?? e);
}
var oe = ({ isSnoozed: e, deliveredAt: t }) => !e && (t?.length ?? 0) > 1;
// inbox/react/announcements.tsx
function se() {
	let { inbox: e, texts: t } = R(), [n, r] = A({
		text: "",
		turn: 0
	});
	return T(() => {
		let n = /* @__PURE__ */ new Set(), i = ee(([e, ...n]) => {
			if (e === void 0) return;
			let i = n.length === 0 ? ne(e) : t.announceMany(n.length + 1);
			r(({ turn: e }) => ({
				text: i,
				turn: e + 1
			}));
		}), a = e.onNotification((e) => {
			n.has(e.id) || (n.add(e.id), i.add(e));
		});
		return () => {
			a(), i.stop();
		};
	}, [e, t]), /* @__PURE__ */ N("div", {
		className: "belfry-hidden",
		role: "status",
		"aria-live": "polite",
		children: /* @__PURE__ */ N("span", { children: n.text }, n.turn)
	});
}
// inbox/react/icons.tsx
var B = "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z", ce = "M5.5 8.5v9a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-9M4 4.5h16v4H4z", le = {
	bell: "M6 9.5a6 6 0 0 1 12 0c0 4.6 2 6 2 6H4s2-1.4 2-6M10 19a2.2 2.2 0 0 0 4 0",
	check: "m5 12.5 4.5 4.5L19 7.5",
	checkAll: "m2.5 12.5 4.5 4.5 9.5-9.5M12.5 17l9-9.5",
	unread: "M17.5 12a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0Z",
	archive: `${ce}M10 12.5h4`,
	unarchive: `${ce}M12 16.5v-5m-2.5 2.2 2.5-2.5 2.5 2.5`,
	snooze: `M12 7.5V12l3 2${B}`,
	trash: "M4 7h16M9.5 7V4.5h5V7M6 7l.8 13h10.4L18 7m-8 4v5m4-5v5",
	more: "M6 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0Zm7 0a1 1 0 1 1-2 0 1 1 0 0 1 2 0Zm7 0a1 1 0 1 1-2 0 1 1 0 0 1 2 0Z",
	settings: "M14.5 12a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Zm4 0a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM12 2.5v3m0 13v3M2.5 12h3m13 0h3M5.3 5.3l2.1 2.1m9.2 9.2 2.1 2.1M5.3 18.7l2.1-2.1m9.2-9.2 2.1-2.1",
	down: "m7 10 5 5 5-5",
	close: "M6 6l12 12M18 6 6 18",
	warning: "M12 4 2.8 19.5h18.4L12 4Zm0 6v4m0 3v.01",
	info: `M12 11v6m0-9.5v.01${B}`,
	error: `m9 9 6 6m0-6-6 6${B}`,
	success: `m8 12.3 2.8 2.7L16 9.5${B}`,
	up: "M12 19V6m-6 5.5L12 5.5l6 6",
	in_app: "M4 13h4.5l1.2 2.5h4.6l1.2-2.5H20M4 13l2.6-7.5h10.8L20 13v5.5H4z",
	email: "M3.5 6h17v12.5h-17zm.5.5 8 6.5 8-6.5",
	sms: "M4 5h16v11.5h-8L7.5 20v-3.5H4zM8 10.8v.01m4-.01v.01m4-.01v.01",
	chat: "M5.5 9.3h13.8M4.7 14.7h13.8M10.2 4.5 8 19.5m8-15-2.2 15",
	push: "M7.5 3.5h9v17h-9zm3.5 14h2",
	lock: "M6 11h12v8.5H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3",
	back: "M19 12H5.5m6-6.5L5 12l6.5 6.5",
	plus: "M12 5v14M5 12h14",
	copy: "M9 9h10.5v10.5H9zm6-4.5H4.5V15",
	question: `M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8m0 3v.01${B}`
};
function V({ name: e }) {
	let { icons: t } = R().appearance;
	return t?.[e] ?? /* @__PURE__ */ N("svg", {
		className: "belfry-icon",
		"data-icon": e,
		"aria-hidden": "true",
		viewBox: "0 0 24 24",
		children: /* @__PURE__ */ N("path", { d: le[e] })
	});
}
// inbox/react/part.ts
function H() {
	let { elements: e } = R().appearance;
	return C((t) => ({
		"data-part": t,
		part: t,
		className: `belfry-${t}${e?.[t] ? ` ${e[t]}` : ""}`
	}), [e]);
}
// inbox/react/avatar.tsx
var ue = [
	"warning",
	"info",
	"error",
	"success",
	"up",
	"question"
];
function de({ notification: { actor: t, avatar: n, workflow: r } }) {
	let i = H(), [a, o] = A(), s = e(n) ?? (t?.type === "system_icon" ? void 0 : e(t?.data));
	if (s !== void 0 && s !== a) return /* @__PURE__ */ N("span", {
		...i("avatar"),
		children: /* @__PURE__ */ N("img", {
			src: s,
			alt: "",
			loading: "lazy",
			referrerPolicy: "no-referrer",
			onError: () => o(s)
		})
	});
	let c = t?.type === "system_icon" ? ue.find((e) => e === t.data) : void 0;
	if (c !== void 0) return /* @__PURE__ */ N("span", {
		...i("avatar"),
		"data-icon": c,
		children: /* @__PURE__ */ N(V, { name: c })
	});
	let l = t?.name?.trim() || r?.name.trim() || "";
	return l === "" ? /* @__PURE__ */ N("span", {
		...i("avatar"),
		"data-empty": ""
	}) : /* @__PURE__ */ N("span", {
		...i("avatar"),
		"data-hue": t?.name ? me(l) : void 0,
		"aria-hidden": "true",
		children: fe(l)
	});
}
function fe(e) {
	let t = e.split(/\s+/), n = (e = "") => [...e][0] ?? "";
	return (n(t[0]) + (t.length > 1 ? n(t.at(-1)) : "")).toLocaleUpperCase();
}
var pe = 8;
function me(e) {
	return [...e].reduce((e, t) => (e * 31 + (t.codePointAt(0) ?? 0)) % 65521, 7) % pe;
}
// node_modules/zustand/esm/react.mjs
var he = (e) => e;
function U(e, t = he) {
	let n = y.useSyncExternalStore(e.subscribe, y.useCallback(() => t(e.getState()), [e, t]), () => t(e.getInitialState()));
	return y.useDebugValue(n), n;
}
// inbox/react/hooks.ts
function W() {
	let { inbox: e } = R();
	return {
		inbox: e,
		...U(e.session)
	};
}
function G(e) {
	let { inbox: t } = R(), n = e === void 0 ? void 0 : t.feed(e) && t.stores.find((t) => t.storeId === e), r = K(n === void 0 ? t.UNREAD : o(n)), i = K(n === void 0 ? t.UNSEEN : a(n));
	return O(() => ({
		unread: r,
		unseen: i
	}), [r, i]);
}
function K(e) {
	let { inbox: t } = R(), n = l(e);
	return T(() => t.watchCount(e), [t, n]), U(t.counts.store, (e) => e[n] ?? 0);
}
function ge(e, t = "all") {
	let { inbox: n } = R(), r = U(n.feed(e, t).store), i = O(() => ve(n, e, t), [
		n,
		e,
		t
	]);
	return {
		..._e(r),
		...i
	};
}
var _e = (e) => e;
function ve(e, t, n) {
	let { load: r, loadMore: i, hold: a, showNew: o } = e.feed(t, n);
	return {
		load: r,
		loadMore: i,
		hold: a,
		showNew: o,
		readAll: () => e.readAll(t),
		seenAll: () => e.seenAll(t),
		archiveAll: () => e.archiveAll(t),
		archiveRead: () => e.archiveRead(t),
		deleteAll: () => e.deleteAll(t, n)
	};
}
function ye() {
	let { inbox: e } = R();
	return {
		undoable: U(e.undoable, ({ value: e }) => e),
		undo: e.undo
	};
}
function be() {
	let { inbox: e } = R(), { store: t, load: n, change: r } = e.preferences, i = U(e.session, ({ status: e }) => e);
	return T(() => {
		i === "ready" && t.getState().status === "idle" && n();
	}, [
		i,
		t,
		n
	]), {
		...U(t),
		load: n,
		change: r
	};
}
// inbox/react/bell.tsx
var xe = {
	severity: "high",
	read: !1,
	snoozed: !1
};
function Se(e) {
	let { open: t = !1, onToggle: n, controls: r, storeId: i, badge: a = "count", counts: o = "unread", buttonRef: s } = e, { inbox: c, texts: l, renderers: u } = R(), { status: d } = W(), f = G(), p = K(xe), m = H(), h = f[o];
	if (d === "error") return null;
	let g = () => {
		let e = c.feed(i);
		e.store.getState().status === "idle" && d === "ready" && e.load();
	};
	return /* @__PURE__ */ N("button", {
		ref: s,
		type: "button",
		...m("bell"),
		"aria-label": l.bell(h),
		"aria-haspopup": "dialog",
		"aria-expanded": t,
		"aria-controls": t ? r : void 0,
		onClick: () => n?.(!t),
		onPointerEnter: g,
		onFocus: g,
		onKeyDown: (e) => {
			e.key === "ArrowDown" && (e.preventDefault(), n?.(!0));
		},
		children: u.renderBell?.({
			...f,
			open: t
		}) ?? /* @__PURE__ */ P(M, { children: [/* @__PURE__ */ N(V, { name: "bell" }), h > 0 && /* @__PURE__ */ N("span", {
			...m("badge"),
			"data-urgent": p > 0,
			"data-dot": a === "dot",
			"data-wide": a === "count" && h > 99,
			"aria-hidden": "true",
			children: a === "dot" ? "" : h > 99 ? "99+" : h
		})] })
	});
}
// inbox/react/text-direction.ts
var Ce = /[\p{Script=Arabic}\p{Script=Hebrew}]/u, we = .4, Te = 300;
function q(e) {
	let t = e.slice(0, Te).match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
	return t.length === 0 ? "auto" : t.filter((e) => Ce.test(e)).length / t.length > we ? "rtl" : "ltr";
}
// inbox/react/body.tsx
function Ee({ notification: { body: e, bodyHtml: t }, id: n, tabIndex: r }) {
	let { texts: a } = R(), o = H(), s = O(() => t === void 0 ? [e] : i(t), [e, t]), c = k(null), [l, u] = A(!1), [d, f] = A(!1);
	return T(() => {
		let e = c.current;
		if (e === null || l || typeof ResizeObserver > "u") return;
		let t = new ResizeObserver(() => f(e.scrollHeight > e.clientHeight + 1));
		return t.observe(e), () => t.disconnect();
	}, [l]), /* @__PURE__ */ P("div", {
		className: "belfry-body-box",
		children: [/* @__PURE__ */ N("div", {
			ref: c,
			id: n,
			...o("body"),
			"data-expanded": l,
			dir: q(e),
			children: De(s, r)
		}), d && /* @__PURE__ */ N("button", {
			type: "button",
			...o("more"),
			tabIndex: r,
			"aria-expanded": l,
			"aria-controls": n,
			onClick: () => u(!l),
			children: l ? a.less : a.more
		})]
	});
}
function De(e, t) {
	return e.map((e, n) => {
		if (typeof e == "string") return e;
		let r = n;
		return e.tag === "br" ? /* @__PURE__ */ N("br", {}, r) : e.tag === "a" ? /* @__PURE__ */ N("a", {
			href: e.href,
			rel: "noopener",
			tabIndex: t,
			children: De(e.children, t)
		}, r) : /* @__PURE__ */ N(e.tag, { children: De(e.children, t) }, r);
	});
}
// inbox/react/use-layout-effect.ts
var J = typeof document > "u" ? T : D, Oe = 8;
function ke(e, { width: t, needed: n }, r, { placement: i, offset: a, share: o, rtl: s }) {
	let c = i.endsWith("end") === s ? e.left : e.right - t, l = Math.max(Oe, Math.min(c, r.width - t - Oe)), u = r.height - e.bottom - a - Oe, d = e.top - a - Oe, f = r.height * o, [p, m] = i.startsWith("top") ? [d, u] : [u, d];
	return i.startsWith("top") === (p < n && m > p) ? {
		left: l,
		top: e.bottom + a,
		maxHeight: Math.min(u, f)
	} : {
		left: l,
		bottom: r.height - e.top + a,
		maxHeight: Math.min(d, f)
	};
}
// inbox/react/use-position.ts
function Ae(e, t, { placement: n, offset: r, needed: i, share: a = 1, enabled: o = !0 }) {
	J(() => {
		if (!o) return;
		let s = () => {
			if (e.current === null || t.current === null) return;
			let { style: o, offsetWidth: s, offsetHeight: c } = e.current, l = ke(t.current.getBoundingClientRect(), {
				width: s,
				needed: i ?? c
			}, {
				width: document.documentElement.clientWidth,
				height: innerHeight
			}, {
				placement: n,
				offset: r,
				share: a,
				rtl: getComputedStyle(t.current).direction === "rtl"
			});
			for (let e of [
				"left",
				"top",
				"bottom",
				"maxHeight"
			]) {
				let t = {
					top: void 0,
					bottom: void 0,
					...l
				}[e];
				o[e] = t === void 0 ? "auto" : `${t}px`;
			}
		};
		return s(), addEventListener("resize", s), addEventListener("scroll", s, {
			passive: !0,
			capture: !0
		}), () => {
			removeEventListener("resize", s), removeEventListener("scroll", s, { capture: !0 });
		};
	}, [
		e,
		t,
		n,
		r,
		i,
		a,
		o
	]);
}
// inbox/react/floating.tsx
function je({ anchor: e, onClose: t, placement: n = "bottom-end", ...r }) {
	let i = k(null), a = k(t);
	return T(() => {
		a.current = t;
	}), J(() => {
		let t = i.current;
		if (t === null) return;
		let n = e.current instanceof HTMLButtonElement ? e.current : Y(t).activeElement;
		return t.showPopover?.(), () => {
			let { activeElement: e } = Y(t);
			(e === null || e === document.body || t.contains(e)) && n instanceof HTMLElement && n.focus({ preventScroll: !0 });
		};
	}, [e]), Ae(i, e, {
		placement: n,
		offset: 4
	}), T(() => {
		let t = (t) => {
			let n = t.composedPath();
			[i.current, e.current].some((e) => e !== null && n.includes(e)) || a.current();
		};
		return document.addEventListener("pointerdown", t), () => document.removeEventListener("pointerdown", t);
	}, [e]), /* @__PURE__ */ N("div", {
		...r,
		ref: i,
		popover: "manual",
		onKeyDown: (e) => {
			e.stopPropagation(), e.key === "Escape" ? (e.preventDefault(), t()) : r.onKeyDown?.(e);
		}
	});
}
function Y(e) {
	let t = e.getRootNode();
	return t instanceof ShadowRoot ? t : e.ownerDocument;
}
// inbox/react/item-buttons.tsx
function Me({ notification: { primaryAction: e, secondaryAction: t }, actions: n, tabIndex: r }) {
	let { texts: i } = R(), a = H();
	if (e === void 0 && t === void 0) return null;
	let o = (o, s = o === "primary" ? e : t) => {
		if (s === void 0) return null;
		let { label: c, isCompleted: l, redirect: u } = s, d = _(u?.url), f = {
			...a("button"),
			"data-type": o,
			"data-done": l,
			tabIndex: r
		}, p = /* @__PURE__ */ P(M, { children: [
			l && /* @__PURE__ */ N(V, { name: "check" }),
			c,
			l && /* @__PURE__ */ P("span", {
				className: "belfry-hidden",
				children: [", ", i.completed]
			})
		] });
		return d === void 0 ? /* @__PURE__ */ N("button", {
			type: "button",
			...f,
			"aria-disabled": l,
			onClick: () => l || n.press(o),
			children: p
		}) : /* @__PURE__ */ N("a", {
			...f,
			href: d,
			target: u?.target,
			rel: "noopener",
			onClick: (e) => n.press(o, e),
			children: p
		});
	};
	return /* @__PURE__ */ P("div", {
		...a("buttons"),
		children: [o("primary"), o("secondary")]
	});
}
// inbox/react/item-labels.tsx
function Ne({ notification: e, until: t }) {
	let { texts: n } = R(), r = H(), { severity: i, isSnoozed: a, snoozedUntil: o } = e, s = a && o !== void 0 ? n.snoozedUntil(t(Date.parse(o))) : a || oe(e) ? n.snoozed : void 0;
	return i === "none" && s === void 0 ? null : /* @__PURE__ */ P("div", {
		...r("labels"),
		children: [i !== "none" && /* @__PURE__ */ N("span", {
			...r("severity"),
			"data-severity": i,
			children: n.severities[i]
		}), s !== void 0 && /* @__PURE__ */ P("span", {
			...r("snoozed"),
			children: [/* @__PURE__ */ N(V, { name: "snooze" }), s]
		})]
	});
}
// inbox/react/menu.tsx
function Pe({ label: e, title: t, anchor: n, entries: r, onClose: i, placement: a }) {
	let o = H(), s = k(null);
	J(() => {
		let e = s.current?.querySelectorAll("button") ?? [];
		([...e].find((e) => e.getAttribute("aria-checked") === "true") ?? e[0])?.focus({ preventScroll: !0 });
	}, []);
	function c(e) {
		let t = [...s.current?.querySelectorAll("button") ?? []], n = t.findIndex((e) => e.matches(":focus")), r = e.key.toLocaleLowerCase(), a = {
			ArrowDown: (n + 1) % t.length,
			ArrowUp: (n - 1 + t.length) % t.length,
			Home: 0,
			End: t.length - 1
		}, o = [...t.slice(n + 1), ...t.slice(0, n + 1)], c = t[a[e.key] ?? -1] ?? (r.length === 1 && r !== " " ? o.find(({ textContent: e }) => e?.trim().toLocaleLowerCase().startsWith(r)) : void 0);
		if (e.key === "Tab") i();
		else if (c === void 0) return;
		else c.focus();
		e.preventDefault();
	}
	return /* @__PURE__ */ P(je, {
		...o("menu"),
		anchor: n,
		onClose: i,
		placement: a,
		onKeyDown: c,
		children: [t && /* @__PURE__ */ N("div", {
			...o("menu-title"),
			children: t
		}), /* @__PURE__ */ N("div", {
			ref: s,
			role: "menu",
			"aria-label": e,
			children: r.map(({ name: e, label: t, icon: n, hint: r, checked: a, run: s, stays: c }) => /* @__PURE__ */ P("button", {
				type: "button",
				...o("menu-entry"),
				"data-name": e,
				role: a === void 0 ? "menuitem" : "menuitemradio",
				"aria-checked": a,
				tabIndex: -1,
				onClick: () => {
					c || i(), s();
				},
				children: [
					n && /* @__PURE__ */ N(V, { name: n }),
					a !== void 0 && /* @__PURE__ */ N("span", {
						className: "belfry-check",
						children: a && /* @__PURE__ */ N(V, { name: "check" })
					}),
					/* @__PURE__ */ N("span", {
						className: "belfry-grow",
						children: t
					}),
					r && /* @__PURE__ */ N("span", {
						className: "belfry-hint",
						"aria-hidden": "true",
						children: r
					})
				]
			}, e))
		})]
	});
}
// inbox/react/item-menu.tsx
function Fe(e, t, n) {
	let { texts: r } = R(), { isRead: i, isArchived: a, isSnoozed: o } = e, s = o ? [{
		name: "unsnooze",
		label: r.unsnooze,
		icon: "bell",
		key: "S",
		run: t.unsnooze
	}] : n && !a ? [{
		name: "snooze",
		label: r.snooze,
		icon: "snooze",
		key: "S",
		run: n
	}] : [];
	return [
		i ? {
			name: "unread",
			label: r.markUnread,
			icon: "unread",
			key: "U",
			run: t.unread
		} : {
			name: "read",
			label: r.markRead,
			icon: "check",
			key: "U",
			run: t.read
		},
		a ? {
			name: "unarchive",
			label: r.unarchive,
			icon: "unarchive",
			key: "E",
			run: t.unarchive
		} : {
			name: "archive",
			label: r.archive,
			icon: "archive",
			key: "E",
			run: t.archive
		},
		...s,
		{
			name: "delete",
			label: r.delete,
			icon: "trash",
			key: "Delete",
			run: t.delete
		}
	];
}
function Ie({ commands: e, tabIndex: t, menuOpen: n, onMenu: r }) {
	let { texts: i, shortcuts: a } = R(), o = H();
	return /* @__PURE__ */ P(M, { children: [e.map(({ name: e, label: n, icon: r, key: i, run: s }) => /* @__PURE__ */ N("button", {
		type: "button",
		...o("quick-button"),
		tabIndex: t,
		"aria-label": n,
		"aria-keyshortcuts": a ? i : void 0,
		title: a ? `${n} (${i})` : n,
		onClick: s,
		children: /* @__PURE__ */ N(V, { name: r })
	}, e)), /* @__PURE__ */ N("button", {
		type: "button",
		...o("quick-button"),
		"data-menu": "",
		tabIndex: t,
		"aria-label": i.moreActions,
		title: `${i.moreActions} (⇧F10)`,
		"aria-haspopup": "menu",
		"aria-expanded": n,
		onClick: r,
		children: /* @__PURE__ */ N(V, { name: "more" })
	})] });
}
var Le = { Delete: "Del" };
function Re({ commands: e, anchor: t, onClose: n }) {
	let { texts: r, shortcuts: i } = R();
	return /* @__PURE__ */ N(Pe, {
		label: r.moreActions,
		anchor: t,
		onClose: n,
		entries: e.map(({ key: e, ...t }) => ({
			...t,
			hint: i ? Le[e] ?? e : void 0
		}))
	});
}
// inbox/react/link-or-button.tsx
function ze({ redirect: e, ...t }) {
	let n = _(e?.url);
	return n === void 0 ? /* @__PURE__ */ N("button", {
		type: "button",
		...t
	}) : /* @__PURE__ */ N("a", {
		href: n,
		target: e?.target,
		rel: "noopener",
		...t
	});
}
// inbox/react/snooze-times.ts
var Be = 36e5, Ve = 9;
function He(e, t) {
	let n = new Date(e), r = (e) => new Date(n.getFullYear(), n.getMonth(), n.getDate() + e, Ve), i = (8 - n.getDay()) % 7 || 7;
	return [
		{
			name: "oneHour",
			until: new Date(e + Be)
		},
		{
			name: "tomorrow",
			until: r(1)
		},
		...i > 1 ? [{
			name: "nextWeek",
			until: r(i)
		}] : []
	].filter(({ until: n }) => n.getTime() <= e + t * Be);
}
function Ue(e, t, n) {
	return e > t ? e > t + n * Be ? "tooFar" : void 0 : "mustBeLater";
}
function We(e) {
	return (/* @__PURE__ */ new Date(e - new Date(e).getTimezoneOffset() * 6e4)).toISOString().slice(0, 16);
}
// inbox/react/snooze-menu.tsx
function Ge(e) {
	let { texts: t } = R(), { maxSnoozeDurationHours: n } = W(), [r] = A(() => Date.now()), [i, a] = A(!1);
	if (i) return /* @__PURE__ */ N(Ke, {
		...e,
		now: r,
		maxHours: n
	});
	let { title: o, ...s } = t.snoozeMenu;
	return /* @__PURE__ */ N(Pe, {
		label: o,
		title: o,
		anchor: e.anchor,
		onClose: e.onClose,
		entries: [...He(r, n).map(({ name: n, until: i }) => ({
			name: n,
			label: s[n],
			hint: m(i.getTime(), r, t.locale),
			run: () => e.onSnooze(i)
		})), {
			name: "custom",
			label: `${s.custom}…`,
			stays: !0,
			run: () => a(!0)
		}]
	});
}
function Ke({ anchor: e, onSnooze: t, onClose: n, now: r, maxHours: i }) {
	let a = R().texts.snoozeMenu, o = H(), s = E(), c = k(null), [l, u] = A();
	T(() => c.current?.focus(), []);
	function d(e) {
		e.preventDefault();
		let r = new Date(c.current?.value ?? ""), a = Ue(r.getTime(), Date.now(), i);
		u(a), a === void 0 ? (n(), t(r)) : c.current?.focus();
	}
	return /* @__PURE__ */ N(je, {
		...o("menu"),
		role: "dialog",
		"aria-label": a.title,
		anchor: e,
		onClose: n,
		children: /* @__PURE__ */ P("form", {
			...o("snooze-form"),
			noValidate: !0,
			onSubmit: d,
			children: [
				/* @__PURE__ */ N("label", {
					htmlFor: s,
					children: a.date
				}),
				/* @__PURE__ */ N("input", {
					ref: c,
					id: s,
					type: "datetime-local",
					defaultValue: We(He(r, i).at(-1)?.until.getTime() ?? r),
					min: We(r),
					max: We(r + i * 36e5),
					"aria-invalid": l !== void 0,
					"aria-describedby": `${s}-issue`
				}),
				/* @__PURE__ */ N("p", {
					id: `${s}-issue`,
					className: "belfry-issue",
					role: "alert",
					children: l && a[l]
				}),
				/* @__PURE__ */ P("div", {
					className: "belfry-form-buttons",
					children: [/* @__PURE__ */ N("button", {
						type: "button",
						...o("button"),
						onClick: n,
						children: a.cancel
					}), /* @__PURE__ */ N("button", {
						type: "submit",
						...o("button"),
						"data-type": "primary",
						children: a.save
					})]
				})
			]
		})
	});
}
// inbox/react/feed-context.ts
var qe = x({ watch: () => void 0 });
// inbox/react/use-follow.ts
function Je() {
	let { navigate: e } = R().callbacks, { onNavigate: t } = w(qe);
	return C((n, r) => {
		let i = _(n?.url);
		if (i === void 0) return;
		let a = n?.target ?? "_self", o = r === void 0 || !(r.metaKey || r.ctrlKey || r.shiftKey || r.altKey);
		e !== void 0 && a === "_self" && o ? (r?.preventDefault(), e(i), t?.()) : r === void 0 && window.open(i, a, a === "_blank" ? "noopener" : "");
	}, [e, t]);
}
// inbox/react/use-item-actions.ts
function Ye(e) {
	let { inbox: t, callbacks: n } = R(), { watch: r } = w(qe), i = Je();
	return O(() => {
		let { id: a } = e, o = (t) => t === "primary" ? e.primaryAction : e.secondaryAction;
		return {
			read: () => r(t.read(a)),
			unread: () => r(t.unread(a)),
			archive: () => r(t.archive(a)),
			unarchive: () => r(t.unarchive(a)),
			snooze: (e) => r(t.snooze(a, e)),
			unsnooze: () => r(t.unsnooze(a)),
			delete: () => r(t.delete(a)),
			press(s, c) {
				let l = o(s);
				l !== void 0 && (l.isCompleted || r(t.complete(a, s)), n.onActionClick?.(e, s), i(l.redirect, c));
			}
		};
	}, [
		t,
		e,
		n,
		r,
		i
	]);
}
// inbox/react/use-swipe.ts
var Xe = 12, Ze = 88;
function Qe(e) {
	let t = k(null), n = ({ clientX: e }) => e - (t.current?.x ?? e), r = (e, t) => e > 0 == (getComputedStyle(t).direction !== "rtl") ? "start-to-end" : "end-to-start";
	function i({ currentTarget: e }) {
		t.current = null, delete e.dataset.swipe, e.style.removeProperty("--belfry-swipe");
	}
	return {
		onPointerDown({ pointerType: e, clientX: n }) {
			e === "touch" && (t.current = {
				x: n,
				moving: !1
			});
		},
		onPointerMove(e) {
			let { currentTarget: i, pointerId: a } = e, o = n(e);
			t.current === null || !t.current.moving && Math.abs(o) < Xe || (t.current.moving || i.setPointerCapture?.(a), t.current.moving = !0, i.dataset.swipe = r(o, i), i.dataset.counts = String(Math.abs(o) >= Ze), i.style.setProperty("--belfry-swipe", `${o}px`));
		},
		onPointerUp(a) {
			let o = n(a), s = t.current?.moving && Math.abs(o) >= Ze;
			i(a), s && e(r(o, a.currentTarget));
		},
		onPointerCancel: i
	};
}
// inbox/react/item.tsx
var $e = S(function({ notification: e, now: t = Date.now(), active: r = !0 }) {
	let { texts: i, shortcuts: a, callbacks: o, renderers: s } = R(), { maxSnoozeDurationHours: l } = W(), u = H(), d = E(), f = k(null), [p, h] = A(), g = (e) => () => {
		let t = f.current?.closest(".belfry-item");
		t && !t.contains(Y(t).activeElement) && t.querySelector(".belfry-item-main")?.focus(), h(e);
	}, _ = Ye(e), v = Je(), y = Fe(e, _, l > 0 ? g("snooze") : void 0), b = (e) => y.find((t) => t.key.toLowerCase() === e)?.run(), x = Qe((e) => b(e === "start-to-end" ? "u" : "e")), { isRead: S, isSeen: C, severity: w, redirect: T } = e, { locale: D, justNow: O } = i, j = ae(e), F = e.subject?.trim(), I = r ? 0 : -1;
	function ee(e) {
		if (e.metaKey || e.ctrlKey || e.altKey || e.defaultPrevented) return;
		let t = e.key === "Backspace" ? "delete" : e.key.toLowerCase();
		if (t === "contextmenu" || t === "f10" && e.shiftKey) g("actions")();
		else if (a && y.some((e) => e.key.toLowerCase() === t)) b(t);
		else return;
		e.preventDefault();
	}
	let L = {
		...u("item-main"),
		id: `${d}-main`,
		tabIndex: I,
		"aria-label": re(e, n(j, t, D, O), i),
		"aria-describedby": F && !s.renderItem ? `${d}-body` : void 0,
		onClick(t) {
			S || _.read(), o.onNotificationClick?.(e), v(T, t);
		},
		children: F && !s.renderItem && /* @__PURE__ */ N("span", {
			...u("subject"),
			dir: q(F),
			children: F
		})
	}, te = /* @__PURE__ */ N(ze, {
		redirect: T,
		...L
	}), ne = s.renderBody?.({ notification: e }) ?? /* @__PURE__ */ N(Ee, {
		notification: e,
		id: `${d}-body`,
		tabIndex: I
	}), z = s.renderItem ? /* @__PURE__ */ P("div", {
		...u("item-text"),
		children: [te, /* @__PURE__ */ N("div", {
			className: "belfry-custom",
			children: s.renderItem({
				notification: e,
				actions: _
			})
		})]
	}) : /* @__PURE__ */ P(M, { children: [s.renderAvatar?.({ notification: e }) ?? /* @__PURE__ */ N(de, { notification: e }), /* @__PURE__ */ P("div", {
		...u("item-text"),
		children: [
			/* @__PURE__ */ P("div", {
				className: "belfry-item-head",
				children: [
					te,
					!F && ne,
					/* @__PURE__ */ N("time", {
						...u("time"),
						dateTime: new Date(j).toISOString(),
						title: et(j, D),
						children: c(j, t, D, O)
					})
				]
			}),
			F && ne,
			/* @__PURE__ */ N(Ne, {
				notification: e,
				until: (e) => m(e, t, D)
			}),
			s.renderActions?.({
				notification: e,
				actions: _
			}) ?? /* @__PURE__ */ N(Me, {
				notification: e,
				actions: _,
				tabIndex: I
			})
		]
	})] });
	return /* @__PURE__ */ P("li", {
		...u("item"),
		"data-id": e.id,
		"data-unread": !S,
		"data-seen": C,
		"data-severity": w,
		"aria-labelledby": L.id,
		onKeyDown: ee,
		onContextMenu: (e) => p && e.preventDefault(),
		children: [
			/* @__PURE__ */ P("div", {
				className: "belfry-swipe-label",
				"aria-hidden": "true",
				children: [/* @__PURE__ */ N("span", { children: y[0]?.label }), /* @__PURE__ */ N("span", { children: y[1]?.label })]
			}),
			/* @__PURE__ */ P("div", {
				className: "belfry-item-row",
				...x,
				children: [z, /* @__PURE__ */ N("div", {
					ref: f,
					...u("quick"),
					"data-open": p !== void 0,
					children: /* @__PURE__ */ N(Ie, {
						commands: y,
						tabIndex: I,
						menuOpen: p === "actions",
						onMenu: p ? () => h(void 0) : g("actions")
					})
				})]
			}),
			p === "actions" && /* @__PURE__ */ N(Re, {
				commands: y,
				anchor: f,
				onClose: () => h(void 0)
			}),
			p === "snooze" && /* @__PURE__ */ N(Ge, {
				anchor: f,
				onSnooze: _.snooze,
				onClose: () => h(void 0)
			})
		]
	});
}), et = (e, t) => new Date(e).toLocaleString(t, {
	dateStyle: "full",
	timeStyle: "long"
});
// inbox/react/list-keys.ts
function tt(e, t) {
	if (e.metaKey || e.ctrlKey || e.altKey || e.defaultPrevented) return;
	let n = [...e.currentTarget.querySelectorAll(".belfry-item-main")], { activeElement: r } = Y(e.currentTarget), i = n.findIndex((e) => e.closest(".belfry-item")?.contains(r)), a = {
		arrowdown: i + 1,
		j: t ? i + 1 : void 0,
		arrowup: i - 1,
		k: t ? i - 1 : void 0,
		home: 0,
		end: n.length - 1
	}[e.key.toLowerCase()];
	a !== void 0 && i !== -1 && (n[Math.min(Math.max(a, 0), n.length - 1)]?.focus(), e.preventDefault());
}
// inbox/react/use-now.ts
var nt = 6e4;
function rt() {
	let [e, t] = A(() => Date.now());
	return T(() => {
		let e = setInterval(() => t(Date.now()), nt);
		return () => clearInterval(e);
	}, []), e;
}
// inbox/react/use-seen-in-view.ts
var it = .5, at = 1e3, ot = 250;
function st(e, t, n) {
	let r = k(void 0), i = k(n);
	T(() => {
		i.current = n;
	});
	let a = n !== void 0;
	T(() => {
		if (!a || typeof IntersectionObserver > "u") return;
		let e = /* @__PURE__ */ new Map(), t = [], n;
		function o(e) {
			s.unobserve(e), e instanceof HTMLElement && e.dataset.id !== void 0 && t.push(e.dataset.id), clearTimeout(n), n = setTimeout(() => {
				i.current?.(t), t = [];
			}, ot);
		}
		let s = new IntersectionObserver((t) => {
			for (let { target: n, isIntersecting: r } of t) clearTimeout(e.get(n)), e.delete(n), r && e.set(n, setTimeout(() => o(n), at));
		}, { threshold: it });
		return r.current = s, () => {
			s.disconnect(), clearTimeout(n);
			for (let t of e.values()) clearTimeout(t);
		};
	}, [a]), T(() => {
		for (let t of e.current?.querySelectorAll(".belfry-item[data-seen=\"false\"]") ?? []) r.current?.observe(t);
	}, [
		e,
		t,
		a
	]);
}
// inbox/react/feed-list.tsx
function ct({ notifications: e, onSeen: t }) {
	let { texts: n, shortcuts: r } = R(), i = H(), a = rt(), o = k(null), [s, c] = A(), l = e.some(({ id: e }) => e === s) ? s : e[0]?.id;
	st(o, e, t);
	let u = g(a), d = O(() => ft(e, a, n.locale), [
		e,
		u,
		n.locale
	]), f = e.some(({ avatar: e, actor: t }) => e !== void 0 || t !== void 0);
	return /* @__PURE__ */ N("div", {
		ref: o,
		...i("list"),
		"data-avatars": f,
		onKeyDown: (e) => tt(e, r),
		onFocus: (e) => c(e.target.closest(".belfry-item")?.dataset.id),
		children: d.map(({ key: e, label: t, ofDay: n }) => /* @__PURE__ */ N(dt, {
			label: t,
			count: n.length,
			children: n.map((e) => /* @__PURE__ */ N($e, {
				notification: e,
				now: a,
				active: e.id === l
			}, e.id))
		}, e))
	});
}
var lt = 84, ut = 34;
function dt({ label: e, count: t, children: n }) {
	let r = E(), i = H();
	return /* @__PURE__ */ P("div", {
		...i("day"),
		style: { containIntrinsicBlockSize: `auto ${t * lt + ut}px` },
		children: [/* @__PURE__ */ N("h3", {
			id: r,
			children: e
		}), /* @__PURE__ */ N("ul", {
			"aria-labelledby": r,
			children: n
		})]
	});
}
function ft(e, t, n) {
	let r = [];
	for (let i of e) {
		let e = g(ae(i)), a = r.at(-1);
		if (a?.start === e) a.ofDay.push(i);
		else {
			let a = r.filter((t) => t.start === e).length;
			r.push({
				key: `${e} ${a}`,
				label: d(e, t, n),
				start: e,
				ofDay: [i]
			});
		}
	}
	return r;
}
// inbox/react/pictures.tsx
var pt = {
	all: "check",
	unread: "check",
	archived: "archive",
	snoozed: "snooze"
};
function mt({ view: e }) {
	return /* @__PURE__ */ P("span", {
		className: "belfry-picture",
		children: [/* @__PURE__ */ P("svg", {
			"aria-hidden": "true",
			viewBox: "0 0 120 72",
			children: [
				/* @__PURE__ */ N("rect", {
					className: "belfry-back",
					x: "22",
					y: "8",
					width: "76",
					height: "34",
					rx: "8"
				}),
				/* @__PURE__ */ N("rect", {
					x: "12",
					y: "18",
					width: "96",
					height: "40",
					rx: "8"
				}),
				/* @__PURE__ */ N("circle", {
					cx: "30",
					cy: "38",
					r: "7"
				}),
				/* @__PURE__ */ N("path", { d: "M46 33h40M46 43h24" })
			]
		}), /* @__PURE__ */ N("span", {
			className: "belfry-sign",
			children: /* @__PURE__ */ N(V, { name: pt[e] })
		})]
	});
}
function ht() {
	return /* @__PURE__ */ N("span", {
		className: "belfry-picture",
		children: /* @__PURE__ */ P("svg", {
			"aria-hidden": "true",
			viewBox: "0 0 120 72",
			children: [
				/* @__PURE__ */ N("path", { d: "M56 14H22a8 8 0 0 0-8 8v28a8 8 0 0 0 8 8h30l8-13-10-10 8-10Z" }),
				/* @__PURE__ */ N("path", { d: "M70 18h28a8 8 0 0 1 8 8v28a8 8 0 0 1-8 8H66l8-13-10-10 8-11Z" }),
				/* @__PURE__ */ N("path", { d: "M26 30h16M26 41h12M86 34h10M84 45h12" })
			]
		})
	});
}
function gt() {
	return /* @__PURE__ */ N("span", {
		className: "belfry-picture",
		children: /* @__PURE__ */ P("svg", {
			"aria-hidden": "true",
			viewBox: "0 0 120 72",
			children: [/* @__PURE__ */ N("path", { d: "M40 56h42a15 15 0 0 0 2-30 23 23 0 0 0-44-3 17 17 0 0 0 0 33Z" }), /* @__PURE__ */ N("path", {
				className: "belfry-accent",
				d: "M30 64 92 10"
			})]
		})
	});
}
// inbox/react/feed-states.tsx
var _t = [
	"a",
	"b",
	"c",
	"d",
	"e"
];
function vt() {
	let { texts: e, renderers: t } = R(), n = H();
	return /* @__PURE__ */ N("div", {
		...n("skeleton"),
		role: "status",
		"aria-label": e.loading,
		children: t.renderLoading?.() ?? _t.map((e) => /* @__PURE__ */ P("div", {
			className: "belfry-skeleton-row",
			"aria-hidden": "true",
			children: [/* @__PURE__ */ N("span", { className: "belfry-bone" }), /* @__PURE__ */ P("span", { children: [
				/* @__PURE__ */ N("span", { className: "belfry-bone" }),
				/* @__PURE__ */ N("span", { className: "belfry-bone" }),
				/* @__PURE__ */ N("span", { className: "belfry-bone" })
			] })]
		}, e))
	});
}
function yt({ view: e }) {
	let { texts: t, renderers: n } = R();
	return n.renderEmpty?.({ view: e }) ?? /* @__PURE__ */ N(St, {
		part: "empty",
		picture: /* @__PURE__ */ N(mt, { view: e }),
		...t.empty[e]
	});
}
function bt({ offline: e, onRetry: t }) {
	let { texts: n, renderers: r } = R();
	return r.renderError?.({
		retry: t,
		offline: e
	}) ?? /* @__PURE__ */ N(xt, {
		offline: e,
		onRetry: t,
		...e ? n.offline : n.error
	});
}
function xt({ offline: e, title: t, hint: n, onRetry: r }) {
	let { texts: i } = R(), a = H();
	return /* @__PURE__ */ N(St, {
		part: "error",
		picture: N(e ? gt : ht, {}),
		title: t,
		hint: n,
		children: r && /* @__PURE__ */ N("button", {
			type: "button",
			...a("button"),
			onClick: r,
			children: i.tryAgain
		})
	});
}
function St({ part: e, picture: t, title: n, hint: r, children: i }) {
	let a = H();
	return /* @__PURE__ */ P("div", {
		...a(e),
		children: [
			t,
			/* @__PURE__ */ N("p", {
				className: "belfry-notice-title",
				children: n
			}),
			/* @__PURE__ */ N("p", { children: r }),
			i
		]
	});
}
function Ct({ text: e, onRetry: t }) {
	let { texts: n } = R(), r = H();
	return /* @__PURE__ */ P("div", {
		...r("strip"),
		children: [/* @__PURE__ */ N("span", { children: e }), t && /* @__PURE__ */ N("button", {
			type: "button",
			...r("text-button"),
			onClick: t,
			children: n.tryAgain
		})]
	});
}
// inbox/react/load-more.tsx
var wt = "200px";
function Tt({ busy: e, count: t, onLoad: n }) {
	let { texts: r } = R(), i = H(), a = k(null), o = k(n);
	return T(() => {
		o.current = n;
	}), T(() => {
		let t = a.current;
		if (e || t === null || typeof IntersectionObserver > "u") return;
		let n = new IntersectionObserver((e) => e.at(-1)?.isIntersecting && o.current(), {
			root: t.closest(".belfry-scroller"),
			rootMargin: wt
		});
		return n.observe(t), () => n.disconnect();
	}, [e, t]), /* @__PURE__ */ N("button", {
		ref: a,
		type: "button",
		...i("load-more"),
		"aria-disabled": e,
		onClick: n,
		children: e ? r.loading : r.loadMore
	});
}
// inbox/react/use-hold-new.ts
var Et = 8;
function Dt(e, t) {
	T(() => {
		let n = e.current;
		if (n === null) return;
		let r = () => t(n.scrollTop > Et || n.querySelector(".belfry-item :focus-visible") !== null), i = () => setTimeout(r);
		return n.addEventListener("scroll", r, { passive: !0 }), n.addEventListener("focusin", r), n.addEventListener("focusout", i), () => {
			n.removeEventListener("scroll", r), n.removeEventListener("focusin", r), n.removeEventListener("focusout", i), t(!1);
		};
	}, [e, t]);
}
// inbox/react/use-initial-focus.ts
function Ot(e, t, n) {
	let r = k(!1);
	T(() => {
		if (!t || !n || r.current) return;
		r.current = !0;
		let i = e.current?.querySelector("[data-unread=\"true\"] .belfry-item-main");
		setTimeout(() => {
			e.current?.querySelector(".belfry-title:focus") != null && i?.focus();
		});
	}, [
		e,
		t,
		n
	]);
}
// inbox/react/use-online.ts
function kt() {
	return j(At, () => navigator.onLine !== !1, () => !0);
}
function At(e) {
	return addEventListener("online", e), addEventListener("offline", e), () => {
		removeEventListener("online", e), removeEventListener("offline", e);
	};
}
// inbox/react/feed-body.tsx
function jt({ feed: e, storeId: t, view: n, autoFocus: r, notSaved: i, panel: a }) {
	let { inbox: o, texts: s, markSeen: c } = R(), l = H(), u = kt(), d = k(null), { status: f, notifications: p, newNotifications: m, hasMore: h, ...g } = ge(t, n), { load: _, loadMore: v, hold: y, showNew: b } = g;
	T(() => {
		_();
	}, [_]), Dt(d, y), T(() => b, [b]);
	let x = p.length === 0, S = f === "idle" || f === "loading", w = f === "error" || f === "offline";
	Ot(e, r, !S || !x);
	let E = k(!1);
	T(() => {
		c !== "on-open" || n !== "all" || S || E.current || (E.current = !0, (p.some(({ isSeen: e }) => !e) || o.counts.get(o.UNSEEN) > 0) && o.seenAll(t));
	}, [
		o,
		c,
		n,
		S,
		p,
		t
	]);
	let D = C((e) => void o.seen(e), [o]);
	function O() {
		b(), d.current !== null && (d.current.scrollTop = 0), setTimeout(() => d.current?.querySelector(".belfry-item-main")?.focus());
	}
	let A = () => void _(), j = u ? i ? { text: s.notSaved } : w && !x ? {
		text: s.outdatedStrip,
		onRetry: A
	} : void 0 : { text: s.offlineStrip };
	return /* @__PURE__ */ P(M, { children: [j && !(x && w) && /* @__PURE__ */ N(Ct, { ...j }), /* @__PURE__ */ P("div", {
		ref: d,
		...l("scroller"),
		"aria-busy": f === "loading",
		...a && {
			id: a.id,
			role: "tabpanel",
			"aria-labelledby": a.labelId
		},
		children: [
			m.length > 0 && /* @__PURE__ */ N("button", {
				type: "button",
				...l("show-new"),
				onClick: O,
				children: s.newNotifications(m.length)
			}),
			x && w && /* @__PURE__ */ N(bt, {
				offline: f === "offline",
				onRetry: A
			}),
			x && S && /* @__PURE__ */ N(vt, {}),
			x && !w && !S && m.length === 0 && /* @__PURE__ */ N(yt, { view: n }),
			!x && /* @__PURE__ */ N(ct, {
				notifications: p,
				onSeen: c === "on-view" ? D : void 0
			}),
			h && !x && /* @__PURE__ */ N(Tt, {
				busy: f === "loading-more",
				count: p.length,
				onLoad: () => void v()
			})
		]
	})] });
}
// inbox/react/icon-button.tsx
function X({ icon: e, label: t, buttonRef: n, ...r }) {
	let i = H();
	return /* @__PURE__ */ N("button", {
		ref: n,
		type: "button",
		...i("icon-button"),
		"aria-label": t,
		title: t,
		...r,
		children: /* @__PURE__ */ N(V, { name: e })
	});
}
// inbox/react/feed-header.tsx
var Mt = [
	"all",
	"unread",
	"archived",
	"snoozed"
];
function Nt(e) {
	let { titleId: t, unread: n, view: r, onView: i, onReadAll: a, archive: o, onSettings: s, onClose: c } = e, { texts: l, renderers: u } = R(), d = H(), f = k(null), p = k(null), [m, h] = A(), g = (e) => () => h(m === e ? void 0 : e), _ = () => h(void 0), v = c && /* @__PURE__ */ N(X, {
		icon: "close",
		label: l.close,
		onClick: c
	});
	if (u.renderHeader) return /* @__PURE__ */ P("div", {
		...d("header"),
		children: [
			/* @__PURE__ */ N("h2", {
				id: t,
				className: "belfry-title belfry-hidden",
				tabIndex: -1,
				children: l.title
			}),
			/* @__PURE__ */ N("div", {
				className: "belfry-grow",
				children: u.renderHeader({
					title: l.title,
					unread: n,
					readAll: a
				})
			}),
			v
		]
	});
	let y = /* @__PURE__ */ P(M, { children: [s && /* @__PURE__ */ N(X, {
		icon: "settings",
		label: l.settings,
		buttonRef: e.settingsButton,
		onClick: s
	}), v] }), b = n > 0 && r !== "archived" && r !== "snoozed", x = c !== void 0;
	return /* @__PURE__ */ P("div", {
		...d("header"),
		children: [
			/* @__PURE__ */ N("h2", {
				id: t,
				...d("title"),
				tabIndex: -1,
				children: l.title
			}),
			x && /* @__PURE__ */ P(M, { children: [
				/* @__PURE__ */ N("span", { className: "belfry-grow" }),
				y,
				/* @__PURE__ */ N("span", { className: "belfry-break" })
			] }),
			/* @__PURE__ */ P("button", {
				ref: f,
				type: "button",
				...d("view-button"),
				"aria-label": `${l.view}: ${l.views[r]}`,
				"aria-haspopup": "menu",
				"aria-expanded": m === "view",
				onClick: g("view"),
				children: [l.views[r], /* @__PURE__ */ N(V, { name: "down" })]
			}),
			/* @__PURE__ */ N("span", { className: "belfry-grow" }),
			b && !x && /* @__PURE__ */ N(X, {
				icon: "checkAll",
				label: l.markAllRead,
				onClick: a
			}),
			b && x && /* @__PURE__ */ N("button", {
				type: "button",
				...d("text-button"),
				onClick: a,
				children: l.markAllRead
			}),
			o && /* @__PURE__ */ N(X, {
				icon: "more",
				label: l.moreActions,
				buttonRef: p,
				"aria-haspopup": "menu",
				"aria-expanded": m === "more",
				onClick: g("more")
			}),
			!x && y,
			m === "view" && /* @__PURE__ */ N(Pe, {
				label: l.view,
				anchor: f,
				placement: "bottom-start",
				onClose: _,
				entries: Mt.map((e) => ({
					name: e,
					label: l.views[e],
					checked: e === r,
					run: () => i(e)
				}))
			}),
			m === "more" && o && /* @__PURE__ */ N(Pe, {
				label: l.moreActions,
				anchor: p,
				onClose: _,
				entries: [{
					name: "archive-read",
					label: l.archiveRead,
					icon: "archive",
					run: o.read
				}, {
					name: "archive-all",
					label: l.archiveAll,
					icon: "archive",
					run: o.all
				}]
			})
		]
	});
}
// inbox/react/tabs.tsx
var Pt = (e, t) => `${e}-${t}`;
function Ft({ tabs: e, label: t, selected: n, onSelect: r, panelId: i }) {
	let a = H(), o = k(null);
	function s(t) {
		let i = e.findIndex(({ storeId: e }) => e === n), a = getComputedStyle(t.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight", s = t.key === "Home" ? 0 : t.key === "End" ? e.length - 1 : t.key === "ArrowLeft" || t.key === "ArrowRight" ? (i + (t.key === a ? 1 : -1) + e.length) % e.length : -1, c = e[s];
		c !== void 0 && (t.preventDefault(), r(c.storeId), o.current?.querySelectorAll("[role=\"tab\"]")[s]?.focus());
	}
	return /* @__PURE__ */ N("div", {
		ref: o,
		...a("tabs"),
		role: "tablist",
		"aria-label": t,
		tabIndex: -1,
		onKeyDown: s,
		children: e.map(({ label: e, storeId: t }) => /* @__PURE__ */ P("button", {
			type: "button",
			...a("tab"),
			role: "tab",
			id: Pt(i, t),
			"aria-selected": t === n,
			"aria-controls": i,
			tabIndex: t === n ? 0 : -1,
			onClick: () => r(t),
			children: [e, /* @__PURE__ */ N(It, { storeId: t })]
		}, t))
	});
}
function It({ storeId: e }) {
	let { unread: t } = G(e), n = H();
	return t > 0 ? /* @__PURE__ */ P("span", {
		...n("tab-count"),
		children: [" ", t > 99 ? "99+" : t]
	}) : null;
}
// inbox/react/undo-bar.tsx
function Lt({ kind: e, count: t, snoozedUntil: n }, { done: r, locale: i }) {
	switch (e) {
		case "read-all": return r.allRead;
		case "archive-all": return r.allArchived;
		case "snooze": return r.snoozed(m(Date.parse(n ?? ""), Date.now(), i));
		case "delete":
		case "delete-all": return r.deleted(t);
		default: return r.archived(t);
	}
}
function Rt({ undoable: e, onUndo: t }) {
	let { texts: n, shortcuts: r } = R(), i = H(), [a] = A(() => Lt(e, n));
	return /* @__PURE__ */ P("div", {
		...i("undo"),
		children: [/* @__PURE__ */ N("span", { children: a }), /* @__PURE__ */ N("button", {
			type: "button",
			...i("undo-button"),
			"aria-keyshortcuts": r ? "Z" : void 0,
			title: r ? `${n.undo} (Z)` : void 0,
			onClick: t,
			children: n.undo
		})]
	});
}
// inbox/react/use-keep-focus.ts
var zt = (e) => [...e.querySelectorAll(".belfry-item")];
function Bt(e) {
	let t = k(null);
	T(() => {
		let n = e.current;
		if (n === null) return;
		let r = ({ target: e }) => {
			if (!(e instanceof Element)) return;
			let r = e.closest(".belfry-item");
			t.current = {
				element: e,
				index: r === null ? 0 : zt(n).indexOf(r)
			};
		}, i = ({ target: e }) => {
			setTimeout(() => {
				e instanceof Element && e.isConnected && !e.matches(":focus") && t.current?.element === e && (t.current = null);
			});
		};
		return n.addEventListener("focusin", r), n.addEventListener("focusout", i), () => {
			n.removeEventListener("focusin", r), n.removeEventListener("focusout", i);
		};
	}, [e]), J(() => {
		let n = e.current, r = t.current;
		if (n === null || r === null || r.element.isConnected) return;
		t.current = null;
		let { activeElement: i } = Y(n);
		(i === null || i === n.ownerDocument.body) && ((zt(n)[r.index] ?? zt(n).at(-1))?.querySelector(".belfry-item-main") ?? n.querySelector(".belfry-title"))?.focus();
	});
}
// inbox/react/feed-content.tsx
function Vt(e) {
	let { storeId: t, feed: n, notSaved: r } = e, { inbox: i, texts: a, renderers: o } = R(), s = H(), { watch: c } = w(qe), l = Ht(e.tabs), [u, d] = A(t ?? l[0]?.storeId ?? i.stores[0]?.storeId ?? ""), [f, p] = A("all"), { unread: m } = G(u), h = ge(u, f).notifications.length === 0, { undoable: g, undo: _ } = ye(), v = E(), y = E();
	return Bt(n), /* @__PURE__ */ P(M, { children: [
		/* @__PURE__ */ N(Nt, {
			titleId: v,
			unread: m,
			view: f,
			onView: p,
			onReadAll: () => c(i.readAll(u)),
			archive: f === "all" && !h ? {
				all: () => c(i.archiveAll(u)),
				read: () => c(i.archiveRead(u))
			} : void 0,
			settingsButton: e.settingsButton,
			onSettings: e.onSettings,
			onClose: e.onClose
		}),
		l.length > 1 && /* @__PURE__ */ N(Ft, {
			tabs: l,
			label: a.title,
			selected: u,
			onSelect: d,
			panelId: y
		}),
		/* @__PURE__ */ N(jt, {
			feed: n,
			storeId: u,
			view: f,
			autoFocus: e.autoFocus ?? !1,
			notSaved: r,
			panel: l.length > 1 ? {
				id: y,
				labelId: Pt(y, u)
			} : void 0
		}, `${u} ${f}`),
		g && /* @__PURE__ */ N(Rt, {
			undoable: g,
			onUndo: _
		}, g.until),
		/* @__PURE__ */ N("div", {
			className: "belfry-hidden",
			role: "status",
			children: g ? Lt(g, a) : r ? a.notSaved : ""
		}),
		o.renderFooter && /* @__PURE__ */ N("div", {
			...s("footer"),
			children: o.renderFooter()
		})
	] });
}
function Ht(e) {
	let { inbox: t } = R();
	return O(() => e ?? t.stores.flatMap(({ storeId: e, label: t }) => t === void 0 ? [] : [{
		storeId: e,
		label: t
	}]), [e, t]);
}
// inbox/react/group-preferences.ts
function Ut(e, { groups: t = [], filter: n, sort: r }, i) {
	let a = new Set(e.filter((e) => Gt(e, n)).sort(r ?? ((e, t) => Wt(e).localeCompare(Wt(t), i, { numeric: !0 }))));
	return [...t.map(({ name: e, tags: t = [], workflows: n = [] }) => {
		let r = [...a].filter(({ workflow: e }) => e !== void 0 && (n.includes(e.id) || n.includes(e.identifier) || e.tags?.some((e) => t.includes(e))));
		for (let e of r) a.delete(e);
		return {
			name: e,
			preferences: r
		};
	}), {
		name: void 0,
		preferences: [...a]
	}].filter((e) => e.preferences.length > 0);
}
var Wt = ({ workflow: e }) => e?.name || e?.identifier || "";
function Gt(e, t) {
	if (t === void 0) return !0;
	if (typeof t == "function") return t(e);
	let { workflow: n } = e;
	return t.critical !== void 0 && t.critical !== (n?.critical ?? !1) ? !1 : t.tags === void 0 || (n?.tags ?? []).some((e) => t.tags?.includes(e));
}
// inbox/react/hours.ts
var Kt = [
	"monday",
	"tuesday",
	"wednesday",
	"thursday",
	"friday",
	"saturday",
	"sunday"
], qt = 1440, Jt = {
	start: "09:00 AM",
	end: "05:00 PM"
}, Yt = Object.fromEntries(Kt.slice(0, 5).map((e) => [e, {
	isEnabled: !0,
	hours: [Jt]
}]));
function Xt(e) {
	let t = Qt(e) - 1;
	return [...Kt.slice(t), ...Kt.slice(0, t)];
}
function Zt(e, n) {
	let r = Date.UTC(2024, 0, 1 + Kt.indexOf(e));
	return t(new Intl.DateTimeFormat(n, {
		weekday: "long",
		timeZone: "UTC"
	}).format(r), n);
}
function Qt(e) {
	let t = new Intl.Locale(e), n = Object(t), r = Object(n.getWeekInfo?.() ?? n.weekInfo).firstDay;
	return Number.isInteger(r) && Number(r) >= 1 && Number(r) <= 7 ? Number(r) : 1;
}
function Z(e) {
	let [, t = "0", n = "0", r] = /^(\d{1,2}):(\d{2}) ?(AM|PM)$/i.exec(e.trim()) ?? [];
	return (Number(t) % 12 + (r?.toUpperCase() === "PM" ? 12 : 0)) * 60 + Number(n);
}
function $t(e) {
	let t = (e % qt + qt) % qt, n = (e) => String(e).padStart(2, "0"), r = Math.floor(t / 60);
	return `${n(r % 12 || 12)}:${n(t % 60)} ${r < 12 ? "AM" : "PM"}`;
}
function en(e, t) {
	return new Intl.DateTimeFormat(t, {
		hour: "numeric",
		minute: "2-digit",
		timeZone: "UTC"
	}).format(Z(e) * 6e4);
}
function tn({ start: e, end: t }, n) {
	return `${en(e, n)} – ${en(t, n)}`;
}
var nn = ({ start: e, end: t }) => Z(t) <= Z(e);
function rn(e) {
	return [...new Set(Array.from({ length: 48 }, (e, t) => t * 30)).add(Z(e))].sort((e, t) => e - t).map($t);
}
function an(e) {
	let t = e.at(-1);
	if (t === void 0) return Jt;
	let n = nn(t) ? 0 : Z(t.end) + 60;
	return {
		start: $t(Math.min(n, 1320)),
		end: $t(Math.min(n, 1320) + 120)
	};
}
// inbox/react/switch-row.tsx
function on({ label: e, name: t, hint: n, icon: r, checked: i, onChange: a }) {
	let o = H(), s = E();
	return /* @__PURE__ */ P("div", {
		...o("setting"),
		children: [
			r,
			/* @__PURE__ */ P("span", {
				className: "belfry-setting-text",
				children: [/* @__PURE__ */ N("span", {
					id: `${s}-label`,
					className: "belfry-setting-label",
					children: e
				}), n && /* @__PURE__ */ N("span", {
					id: `${s}-hint`,
					className: "belfry-setting-hint",
					children: n
				})]
			}),
			/* @__PURE__ */ N("button", {
				type: "button",
				role: "switch",
				...o("switch"),
				"aria-checked": i,
				...t === void 0 ? { "aria-labelledby": `${s}-label` } : { "aria-label": t },
				"aria-describedby": n ? `${s}-hint` : void 0,
				onClick: () => a(!i),
				children: /* @__PURE__ */ N("span", { className: "belfry-switch-thumb" })
			})
		]
	});
}
// inbox/react/schedule-editor.tsx
function sn({ schedule: e, onChange: t }) {
	let { schedule: n } = R().texts.preferences, { locale: r } = R().texts, i = H(), a = e?.isEnabled ?? !1, o = e?.weeklySchedule ?? (a ? cn : Yt), s = Xt(r), c = s.filter((e) => o[e]?.isEnabled), l = (e) => t({
		isEnabled: a,
		weeklySchedule: {
			...o,
			...e
		}
	});
	return /* @__PURE__ */ P("section", {
		...i("schedule"),
		"aria-label": n.title,
		children: [/* @__PURE__ */ N(on, {
			label: n.title,
			hint: n.hint,
			checked: a,
			onChange: (e) => t({
				isEnabled: e,
				weeklySchedule: o
			})
		}), a && /* @__PURE__ */ P(M, { children: [c.length === 0 && /* @__PURE__ */ N("p", {
			role: "status",
			className: "belfry-schedule-warning",
			children: n.neverOpen
		}), /* @__PURE__ */ N("ul", {
			className: "belfry-schedule-days",
			children: s.map((e) => /* @__PURE__ */ N(ln, {
				day: e,
				isOpen: o[e]?.isEnabled ?? !1,
				spans: o[e]?.hours ?? [],
				onChange: (t, n) => l({ [e]: {
					isEnabled: t,
					hours: n
				} }),
				onCopy: c.length > 1 ? (e) => l(Object.fromEntries(c.map((t) => [t, {
					isEnabled: !0,
					hours: e
				}]))) : void 0
			}, e))
		})] })]
	});
}
var cn = Object.fromEntries(Xt("en").map((e) => [e, { isEnabled: !0 }]));
function ln({ day: e, isOpen: t, spans: n, onChange: r, onCopy: i }) {
	let { schedule: a } = R().texts.preferences, { locale: o } = R().texts, s = H(), c = Zt(e, o), l = (e, t) => r(!0, n.with(e, t)), u = /* @__PURE__ */ N(X, {
		icon: "plus",
		label: z([a.addHours, c], o),
		title: a.addHours,
		onClick: () => r(!0, [...n, an(n)])
	});
	return /* @__PURE__ */ P("li", {
		...s("schedule-day"),
		"aria-label": c,
		children: [
			/* @__PURE__ */ N(on, {
				label: c,
				hint: t ? void 0 : a.closed,
				checked: t,
				onChange: (e) => r(e, e && n.length === 0 ? [Jt] : [...n])
			}),
			t && n.length === 0 && /* @__PURE__ */ P("div", {
				className: "belfry-hours",
				children: [/* @__PURE__ */ N("span", {
					className: "belfry-hours-words",
					children: a.allDay
				}), u]
			}),
			t && n.map((e, t) => /* @__PURE__ */ P("fieldset", {
				className: "belfry-hours",
				"aria-label": z([c, tn(e, o)], o),
				children: [
					/* @__PURE__ */ P("span", {
						className: "belfry-hours-times",
						children: [
							/* @__PURE__ */ N(un, {
								label: a.from,
								value: e.start,
								onChange: (n) => l(t, {
									...e,
									start: n
								})
							}),
							/* @__PURE__ */ N("span", {
								"aria-hidden": "true",
								children: "–"
							}),
							/* @__PURE__ */ N(un, {
								label: a.to,
								value: e.end,
								onChange: (n) => l(t, {
									...e,
									end: n
								})
							})
						]
					}),
					/* @__PURE__ */ P("span", {
						className: "belfry-hours-buttons",
						children: [
							/* @__PURE__ */ N(X, {
								icon: "close",
								label: z([
									a.removeHours,
									c,
									tn(e, o)
								], o),
								title: a.removeHours,
								onClick: () => r(!0, n.toSpliced(t, 1))
							}),
							t === 0 && i && /* @__PURE__ */ N(X, {
								icon: "copy",
								label: z([a.copyHours, c], o),
								title: a.copyHours,
								onClick: () => i([...n])
							}),
							t === n.length - 1 && u
						]
					}),
					nn(e) && /* @__PURE__ */ N("span", {
						className: "belfry-hours-note",
						children: a.nextDay
					})
				]
			}, t))
		]
	});
}
function un({ label: e, value: t, onChange: n }) {
	let { locale: r } = R().texts, i = H(), a = rn(t);
	return /* @__PURE__ */ N("select", {
		...i("time-select"),
		"aria-label": e,
		value: a.find((e) => e === t) ?? t,
		onChange: ({ currentTarget: e }) => n(e.value),
		children: a.map((e) => /* @__PURE__ */ N("option", {
			value: e,
			children: en(e, r)
		}, e))
	});
}
// inbox/react/use-transient.ts
function dn(e) {
	let [t, n] = A(0);
	return T(() => {
		if (t === 0) return;
		let r = setTimeout(() => n(0), e);
		return () => clearTimeout(r);
	}, [t, e]), [t !== 0, C(() => n(Date.now()), [])];
}
// inbox/react/preferences.tsx
var fn = [
	"in_app",
	"email",
	"sms",
	"chat",
	"push"
], pn = 6e3;
function mn({ onBack: e, titleId: t, global: n = !0, ...r }) {
	let { texts: i } = R(), { status: a } = W(), { status: o, global: s, workflows: c, load: l, change: u } = be(), d = H(), f = E(), p = k(null), [m, h] = dn(pn), g = e !== void 0, _ = o === "offline" || o === "error";
	if (T(() => {
		g && p.current?.focus();
	}, [g]), T(() => {
		if (!_) return;
		let e = () => void l();
		return addEventListener("online", e), () => removeEventListener("online", e);
	}, [_, l]), a === "error") return null;
	let v = async (e, t) => {
		await u(e, t) || h();
	}, y;
	return y = s === null ? _ ? /* @__PURE__ */ N(vn, {
		offline: o === "offline",
		onRetry: () => void l()
	}) : a === "offline" ? /* @__PURE__ */ N(vn, { offline: !navigator.onLine }) : /* @__PURE__ */ N(yn, {}) : /* @__PURE__ */ N(hn, {
		global: s,
		workflows: c,
		grouping: r,
		isGlobal: n,
		onChange: v
	}), /* @__PURE__ */ P("section", {
		...d("preferences"),
		"aria-labelledby": t ?? f,
		children: [
			/* @__PURE__ */ P("header", {
				...d("preferences-header"),
				children: [e && /* @__PURE__ */ N(X, {
					icon: "back",
					label: i.back,
					onClick: e
				}), /* @__PURE__ */ N("h2", {
					ref: p,
					id: t ?? f,
					tabIndex: -1,
					children: i.preferences.title
				})]
			}),
			/* @__PURE__ */ P("div", {
				role: "status",
				children: [m && /* @__PURE__ */ N(Ct, { text: i.notSaved }), !m && _ && s !== null && /* @__PURE__ */ N(Ct, {
					text: o === "offline" ? i.offline.title : i.outdatedStrip,
					onRetry: () => void l()
				})]
			}),
			/* @__PURE__ */ N("div", {
				className: "belfry-preferences-scroller",
				"aria-busy": s === null && !_,
				children: y
			})
		]
	});
}
function hn({ global: e, workflows: t, grouping: n, isGlobal: r, onChange: i }) {
	let { texts: a } = R(), o = H(), s = E(), c = Ut(t, n, a.locale), l = c.flatMap(({ preferences: e }) => e), u = fn.filter((e) => l.some(({ channels: t }) => e in t)).filter((e) => l.some(({ channels: t, workflow: n }) => e in t && n?.critical === !1));
	return l.length === 0 ? /* @__PURE__ */ N("div", {
		role: "status",
		children: /* @__PURE__ */ N(St, {
			part: "empty",
			...a.preferences.empty
		})
	}) : /* @__PURE__ */ P(M, { children: [
		r && u.length > 0 && /* @__PURE__ */ P("section", {
			...o("preferences-section"),
			"aria-labelledby": `${s}-all`,
			children: [
				/* @__PURE__ */ N("h3", {
					id: `${s}-all`,
					children: a.preferences.global
				}),
				/* @__PURE__ */ N("p", {
					className: "belfry-preferences-hint",
					children: a.preferences.globalHint
				}),
				u.map((t) => /* @__PURE__ */ N(_n, {
					channel: t,
					name: a.preferences.global,
					checked: e.channels[t] ?? !0,
					onChange: (e) => i(void 0, { [t]: e })
				}, t))
			]
		}),
		c.map(({ name: t, preferences: n }, r) => /* @__PURE__ */ P("section", {
			...o("preferences-section"),
			"aria-labelledby": `${s}-${r}`,
			children: [/* @__PURE__ */ N("h3", {
				id: `${s}-${r}`,
				children: t ?? (c.length > 1 ? a.preferences.other : a.preferences.single)
			}), /* @__PURE__ */ N("ul", { children: n.map((t) => /* @__PURE__ */ N("li", { children: /* @__PURE__ */ N(gn, {
				preference: t,
				global: e,
				onChange: (e, n) => i(t.workflow?.id, { [e]: n })
			}) }, t.workflow?.id)) })]
		}, t ?? "")),
		r && u.some((e) => e !== "in_app") && /* @__PURE__ */ N(sn, {
			schedule: e.schedule,
			onChange: (e) => i(void 0, { schedule: e })
		})
	] });
}
function gn({ preference: e, global: t, onChange: n }) {
	let { preferences: r, locale: i } = R().texts, a = H(), o = E(), [s, c] = A(!1), l = Wt(e), { channels: u, enabled: d, workflow: f } = e, p = fn.filter((e) => e in u), m = p.filter((e) => u[e]), h = new Intl.ListFormat(i, {
		type: "conjunction",
		style: "narrow"
	}), g = m.length > 0 ? h.format(m.map((e) => r.channels[e])) : d ? r.off : r.optIn;
	return f?.critical ? /* @__PURE__ */ P("div", {
		...a("setting"),
		children: [/* @__PURE__ */ P("span", {
			className: "belfry-setting-text",
			children: [/* @__PURE__ */ N("span", {
				className: "belfry-setting-label",
				children: l
			}), /* @__PURE__ */ N("span", {
				className: "belfry-setting-hint",
				children: r.critical
			})]
		}), /* @__PURE__ */ N(V, { name: "lock" })]
	}) : /* @__PURE__ */ P(M, { children: [/* @__PURE__ */ P("button", {
		type: "button",
		...a("setting"),
		"aria-expanded": s,
		"aria-controls": s ? o : void 0,
		onClick: () => c(!s),
		children: [/* @__PURE__ */ P("span", {
			className: "belfry-setting-text",
			children: [/* @__PURE__ */ N("span", {
				className: "belfry-setting-label",
				children: l
			}), /* @__PURE__ */ N("span", {
				className: "belfry-setting-hint",
				children: g
			})]
		}), /* @__PURE__ */ N(V, { name: "down" })]
	}), s && /* @__PURE__ */ N("div", {
		id: o,
		className: "belfry-workflow-channels",
		children: p.map((e) => /* @__PURE__ */ N(_n, {
			channel: e,
			name: l,
			checked: u[e] ?? !1,
			hint: u[e] === !1 && t.channels[e] === !1 ? r.offForAll(r.channels[e]) : void 0,
			onChange: (t) => n(e, t)
		}, e))
	})] });
}
function _n({ channel: e, name: t, ...n }) {
	let { channels: r, switch: i } = R().texts.preferences;
	return /* @__PURE__ */ N(on, {
		...n,
		label: r[e],
		name: i(r[e], t),
		icon: /* @__PURE__ */ N(V, { name: e })
	});
}
function vn({ offline: e, onRetry: t }) {
	let { texts: n } = R();
	return /* @__PURE__ */ N("div", {
		role: "status",
		children: /* @__PURE__ */ N(xt, {
			offline: e,
			title: e ? n.offline.title : n.preferences.error,
			hint: e ? n.preferences.offline : n.error.hint,
			onRetry: t
		})
	});
}
function yn() {
	let { texts: e } = R();
	return /* @__PURE__ */ N("div", {
		className: "belfry-preferences-skeleton",
		role: "status",
		"aria-label": e.preferences.loading,
		children: Array.from({ length: 7 }, (e, t) => /* @__PURE__ */ N("span", { className: "belfry-preferences-skeleton-row" }, t))
	});
}
// inbox/react/feed.tsx
var bn = 6e3;
function xn(e) {
	let { preferences: t, onNavigate: n, autoFocus: r = !1 } = e, i = t === !1 ? void 0 : e.renderPreferences ?? ((e) => /* @__PURE__ */ N(mn, {
		...t || {},
		...e
	})), { inbox: a, shortcuts: o } = R(), s = H(), c = W().status, { undoable: l, undo: u } = ye(), [d, f] = A(!1), [p, m] = dn(bn), h = k(null), g = k(null);
	T(() => a.release, [a]), T(() => {
		r && h.current?.querySelector(".belfry-title")?.focus({ preventScroll: !0 });
	}, [r]), T(() => d ? () => g.current?.focus() : void 0, [d]);
	let _ = C((e) => void e.then((e) => e || m()), [m]), v = O(() => ({
		watch: _,
		onNavigate: n
	}), [_, n]);
	if (c === "error") return null;
	function y(e) {
		!o || e.metaKey || e.ctrlKey || e.altKey || e.defaultPrevented || d || e.key.toLowerCase() !== "z" || l === null || (e.preventDefault(), u());
	}
	return /* @__PURE__ */ N(qe.Provider, {
		value: v,
		children: /* @__PURE__ */ N("div", {
			ref: h,
			...s("feed"),
			onKeyDown: y,
			children: d && i ? i({ onBack: () => f(!1) }) : /* @__PURE__ */ N(Vt, {
				...e,
				feed: h,
				notSaved: p,
				settingsButton: g,
				onSettings: i && (() => f(!0))
			})
		})
	});
}
// inbox/react/error-boundary.tsx
var Sn = class extends b {
	state = { failed: !1 };
	static getDerivedStateFromError() {
		return { failed: !0 };
	}
	componentDidCatch(e) {
		s("the inbox cannot be shown", e), this.props.onError?.(e);
	}
	render() {
		return this.state.failed ? null : this.props.children;
	}
}, Cn = {
	ar: async () => (await import("./ar.js").then((e) => e.n)).ar,
	de: async () => (await import("./de.js").then((e) => e.n)).de,
	es: async () => (await import("./es.js").then((e) => e.n)).es,
	fr: async () => (await import("./fr.js").then((e) => e.n)).fr,
	ja: async () => (await import("./ja.js").then((e) => e.n)).ja
};
function wn(e = "en") {
	let [t, n] = A(v), r = typeof e == "string" ? void 0 : e, i = typeof e == "string" ? On(e) : void 0;
	return T(() => {
		if (i === void 0) return;
		let e = !0;
		return Tn(i).then((t) => e && n(t), () => e && n(v)), () => {
			e = !1;
		};
	}, [i]), O(() => r === void 0 ? i !== void 0 && En(i) === t.locale ? {
		...t,
		locale: Dn(i)
	} : t : {
		...v,
		...r
	}, [
		r,
		i,
		t
	]);
}
async function Tn(e) {
	let t = En(On(e));
	return Object.hasOwn(Cn, t) ? Cn[t]?.() ?? v : v;
}
var En = (e) => e.split("-")[0] ?? "en";
function Dn(e) {
	let { numberingSystem: t } = new Intl.NumberFormat(e).resolvedOptions();
	return t === "latn" ? e : new Intl.Locale(e, { numberingSystem: "latn" }).toString();
}
function On(e) {
	try {
		return Intl.getCanonicalLocales(e.replaceAll("_", "-"))[0] ?? "en";
	} catch {
		return "en";
	}
}
// inbox/react/use-same.ts
function kn(e) {
	return O(() => e, Object.values(e));
}
// inbox/react/inbox-provider.tsx
function An(e) {
	let { applicationIdentifier: t, subscriberId: n, subscriberHash: r, apiUrl: i, socketUrl: a, preview: o } = e, s = k(e);
	T(() => {
		s.current = e;
	});
	let c = O(() => u({
		applicationIdentifier: t,
		subscriberId: n,
		subscriberHash: r,
		apiUrl: i,
		socketUrl: a,
		preview: o,
		subscriber: s.current.subscriber,
		stores: s.current.stores,
		onNew: (e) => s.current.onNew?.(e),
		onError: (e) => s.current.onError?.(e)
	}), [
		t,
		n,
		r,
		i,
		a,
		o
	]);
	T(() => {
		let e = setTimeout(c.start);
		return () => {
			clearTimeout(e), c.logout();
		};
	}, [c]), T(() => {
		let e = 0;
		return c.counts.store.subscribe(() => {
			let t = c.counts.get(c.UNREAD);
			t !== e && (e = t, s.current.onUnreadCountChange?.(t));
		});
	}, [c]);
	let l = wn(e.i18n), { appearance: d = jn, shortcuts: f = !0, markSeen: p = "on-view", styles: m = !0, shadow: h = !1 } = e, { onNotificationClick: g, onActionClick: _, navigate: v } = e, { renderBell: y, renderItem: b, renderAvatar: x, renderBody: S, renderActions: C } = e, { renderHeader: w, renderEmpty: E, renderLoading: D, renderError: A, renderFooter: j } = e, M = kn({
		inbox: c,
		texts: l,
		appearance: d,
		renderers: kn({
			renderBell: y,
			renderItem: b,
			renderAvatar: x,
			renderBody: S,
			renderActions: C,
			renderHeader: w,
			renderEmpty: E,
			renderLoading: D,
			renderError: A,
			renderFooter: j
		}),
		callbacks: kn({
			onNotificationClick: g,
			onActionClick: _,
			navigate: v
		}),
		shortcuts: f,
		markSeen: p,
		styles: m,
		shadow: h
	});
	return /* @__PURE__ */ N(L.Provider, {
		value: M,
		children: e.children
	});
}
var jn = {}, Mn = ".belfry :is(.belfry-preferences,.belfry-toaster) :where(fieldset,select,header,section,h2,h3,p,ul,ol,li){min-inline-size:0;color:inherit;font:inherit;letter-spacing:normal;text-transform:none;border:0;margin:0;padding:0;list-style:none}.belfry-preferences{background:var(--belfry-surface);min-block-size:0;min-inline-size:0;color:var(--belfry-text);font-family:var(--belfry-font);font-size:var(--belfry-size);overflow-wrap:anywhere;text-align:start;flex-direction:column;flex:1;line-height:1.45;display:flex}.belfry .belfry-preferences-header{border-block-end:1px solid var(--belfry-border);align-items:center;gap:4px;min-block-size:53px;padding-block:8px;padding-inline:16px;display:flex}.belfry .belfry-preferences-header:has(button){padding-inline-start:8px}.belfry .belfry-preferences-header h2{flex:1;font-size:1.0625em;font-weight:650;line-height:1.3}.belfry .belfry-preferences-header h2:focus{outline:none}.belfry-preferences-scroller{overscroll-behavior:contain;flex:1;min-block-size:0;padding-block-end:12px;overflow-y:auto}.belfry .belfry-preferences-section{padding-block:16px 8px}.belfry :is(.belfry-preferences-section+.belfry-preferences-section,.belfry-schedule){border-block-start:1px solid var(--belfry-border)}.belfry .belfry-schedule{margin-block-start:8px;padding-block:8px}.belfry .belfry-preferences-section h3{padding-inline:16px;font-weight:600}.belfry .belfry-preferences-section ul{margin-block-start:4px}.belfry-preferences-section li>.belfry-setting .belfry-setting-label{font-weight:500}.belfry .belfry-preferences-hint{color:var(--belfry-muted);margin-block-end:4px;padding-inline:16px;font-size:.9286em}.belfry .belfry-setting{text-align:start;align-items:center;gap:12px;min-block-size:40px;inline-size:100%;padding-block:6px;padding-inline:16px;display:flex;position:relative}.belfry button.belfry-setting:hover{background:var(--belfry-hover)}.belfry .belfry-setting:has(.belfry-switch):hover{background:var(--belfry-hover)}.belfry button.belfry-setting:focus-visible{outline-offset:-2px}.belfry .belfry-setting>.belfry-icon{color:var(--belfry-muted)}.belfry-setting-text{overflow-wrap:anywhere;flex:1;gap:1px;min-inline-size:0;display:grid}.belfry-setting-hint{color:var(--belfry-muted);font-size:.9286em;line-height:1.4}.belfry-setting>.belfry-icon[data-icon=down]{transition:transform .12s ease-out}.belfry-setting[aria-expanded=true]>.belfry-icon[data-icon=down]{transform:rotate(180deg)}.belfry-icon[data-icon=back]:is(:lang(ae),:lang(ar),:lang(arc),:lang(bcc),:lang(bqi),:lang(ckb),:lang(dv),:lang(fa),:lang(glk),:lang(he),:lang(ku),:lang(mzn),:lang(nqo),:lang(pnb),:lang(ps),:lang(sd),:lang(ug),:lang(ur),:lang(yi)){transform:scaleX(-1)}.belfry-workflow-channels{padding-block-end:6px;position:relative}.belfry-workflow-channels:before{content:\"\";background:var(--belfry-border);inline-size:1px;position:absolute;inset-block:2px 8px;inset-inline-start:20px}.belfry .belfry-workflow-channels .belfry-setting{padding-inline-start:32px}.belfry .belfry-switch{border:1.5px solid var(--belfry-muted);border-radius:10px;flex:none;block-size:20px;inline-size:34px;padding:2px;transition:background .12s ease-out,border-color .12s ease-out}.belfry-switch:after{content:\"\";position:absolute;inset:0}.belfry-switch-thumb{background:var(--belfry-muted);border-radius:50%;block-size:13px;inline-size:13px;transition:transform .12s ease-out;display:block}.belfry .belfry-switch[aria-checked=true]{border-color:var(--belfry-accent);background:var(--belfry-accent)}.belfry-switch[aria-checked=true] .belfry-switch-thumb{background:var(--belfry-on-accent);transform:translate(14px)}.belfry-switch[aria-checked=true]:is(:lang(ae),:lang(ar),:lang(arc),:lang(bcc),:lang(bqi),:lang(ckb),:lang(dv),:lang(fa),:lang(glk),:lang(he),:lang(ku),:lang(mzn),:lang(nqo),:lang(pnb),:lang(ps),:lang(sd),:lang(ug),:lang(ur),:lang(yi)) .belfry-switch-thumb{transform:translate(-14px)}.belfry .belfry-schedule>.belfry-setting .belfry-setting-label{font-weight:600}.belfry .belfry-schedule-warning{background:var(--belfry-strip);border-radius:8px;margin-inline:16px;padding-block:6px;padding-inline:12px}.belfry-schedule-days .belfry-setting-text{flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:0 12px;display:flex}.belfry .belfry-hours{color:var(--belfry-muted);flex-wrap:wrap;align-items:center;gap:4px 6px;padding-block-end:8px;padding-inline:16px 10px;display:flex}.belfry-hours-times{flex-wrap:wrap;flex:10.5em;align-items:center;gap:4px 6px;max-inline-size:16em;display:flex}.belfry-hours-buttons{margin-inline-start:auto;display:flex}.belfry-hours-words{flex:1}.belfry .belfry-time-select{border:1px solid var(--belfry-border);background:var(--belfry-surface);min-block-size:32px;color:var(--belfry-text);font-variant-numeric:tabular-nums;border-radius:8px;flex:4.75em;padding-inline:6px}.belfry-hours-note{flex-basis:100%;font-size:.9286em}.belfry-preferences-skeleton{animation:.15s .15s backwards belfry-extras-appear;display:grid}.belfry-preferences-skeleton-row{justify-content:space-between;align-items:center;block-size:48px;padding-inline:16px;display:flex}.belfry-preferences-skeleton-row:before,.belfry-preferences-skeleton-row:after{content:\"\";background:color-mix(in srgb, var(--belfry-muted) 18%, transparent);border-radius:5px;block-size:10px;inline-size:42%;animation:1.6s ease-in-out infinite belfry-pulse}.belfry-preferences-skeleton-row:nth-child(2n):before{inline-size:30%}.belfry-preferences-skeleton-row:after{border-radius:10px;block-size:20px;inline-size:34px}@keyframes belfry-extras-appear{0%{opacity:0}}@media (pointer:coarse){.belfry .belfry-setting{min-block-size:48px}.belfry .belfry-time-select{min-block-size:44px;min-inline-size:44px}}@media (forced-colors:active){.belfry .belfry-switch{border-color:buttontext}.belfry-switch-thumb{background:buttontext}.belfry .belfry-switch[aria-checked=true]{forced-color-adjust:none;background:highlight;border-color:highlight}.belfry-switch[aria-checked=true] .belfry-switch-thumb{background:highlighttext}}@media (prefers-reduced-motion:reduce){.belfry :is(.belfry-switch,.belfry-switch-thumb,.belfry-setting>.belfry-icon){transition:none}}.belfry .belfry-toaster{z-index:2147483000;inline-size:min(360px,100vw - 32px);color:var(--belfry-text);font-family:var(--belfry-font);font-size:var(--belfry-size);overflow-wrap:anywhere;text-align:start;pointer-events:none;line-height:1.4;position:fixed;inset-block-end:calc(16px + env(safe-area-inset-bottom,0px));inset-inline-end:16px}.belfry .belfry-toaster[data-position^=top]{inset-block:calc(16px + env(safe-area-inset-top,0px)) auto}.belfry .belfry-toaster[data-position$=start]{inset-inline:16px auto}.belfry .belfry-toaster:is([data-position=top],[data-position=bottom]){margin-inline:auto;inset-inline:0}.belfry .belfry-toaster ol{flex-direction:column-reverse;gap:8px;display:flex}.belfry .belfry-toaster[data-position^=top] ol{flex-direction:column}.belfry .belfry-toast{border:1px solid var(--belfry-border);border-radius:var(--belfry-radius);background:var(--belfry-surface);box-shadow:var(--belfry-shadow);pointer-events:auto;align-items:flex-start;gap:12px;padding-block:12px;padding-inline:16px 8px;animation:.15s ease-out belfry-toast-appear;display:flex;position:relative}.belfry .belfry-toast:hover{border-color:color-mix(in srgb, var(--belfry-muted) 50%, var(--belfry-border))}@keyframes belfry-toast-appear{0%{opacity:0;transform:translateY(8px)}}.belfry-toaster[data-position^=top] .belfry-toast{animation-name:belfry-toast-appear-top}@keyframes belfry-toast-appear-top{0%{opacity:0;transform:translateY(-8px)}}.belfry .belfry-toast>.belfry-avatar[data-empty]{display:none}.belfry-toast-text{flex:1;min-inline-size:0;padding-block:1px}.belfry .belfry-toast-main{-webkit-line-clamp:2;-webkit-box-orient:vertical;inline-size:100%;font-weight:600;display:-webkit-box;overflow:hidden}.belfry-toast-main:after{content:\"\";border-radius:inherit;position:absolute;inset:0}.belfry .belfry-toast-main:focus-visible{outline:none}.belfry .belfry-toast:has(.belfry-toast-main:focus-visible){outline:2px solid var(--belfry-accent);outline-offset:2px}.belfry .belfry-toast-body{color:var(--belfry-muted);-webkit-line-clamp:2;-webkit-box-orient:vertical;display:-webkit-box;overflow:hidden}.belfry .belfry-toast>.belfry-icon-button{z-index:1;margin-block:-4px;position:relative}.belfry .belfry-toast-severity{color:var(--belfry-danger);font-size:.9286em;font-weight:500}@media (prefers-reduced-motion:reduce){.belfry .belfry-toast{animation:none}}", Nn = ":host(.belfry-shadow){display:contents}.belfry{--belfry-font:system-ui, -apple-system, \"Segoe UI\", Roboto, \"Helvetica Neue\", Arial, sans-serif;--belfry-size:max(14px, .875rem);--belfry-radius:12px;--belfry-surface:var(--lightningcss-light,#fff)var(--lightningcss-dark,#17191e);--belfry-hover:var(--lightningcss-light,#f5f6f8)var(--lightningcss-dark,#20232a);--belfry-border:var(--lightningcss-light,#e4e6eb)var(--lightningcss-dark,#2d3139);--belfry-text:var(--lightningcss-light,#1b1e25)var(--lightningcss-dark,#e9ebf0);--belfry-muted:var(--lightningcss-light,#616876)var(--lightningcss-dark,#9aa2b1);--belfry-accent:var(--lightningcss-light,#3454d1)var(--lightningcss-dark,#8ea6ff);--belfry-on-accent:var(--lightningcss-light,#fff)var(--lightningcss-dark,#10142a);--belfry-badge:var(--lightningcss-light,#3454d1)var(--lightningcss-dark,#8ea6ff);--belfry-on-badge:var(--lightningcss-light,#fff)var(--lightningcss-dark,#10142a);--belfry-warning:var(--lightningcss-light,#8f5b00)var(--lightningcss-dark,#f0bd5a);--belfry-danger:var(--lightningcss-light,#b8242c)var(--lightningcss-dark,#ff8a80);--belfry-success:var(--lightningcss-light,#1b7a43)var(--lightningcss-dark,#6fd39a);--belfry-strip:var(--lightningcss-light,#fdf5e2)var(--lightningcss-dark,#2f2817);--belfry-shadow:0 12px 32px -8px var(--lightningcss-light,#1018282e)var(--lightningcss-dark,#0009);--lightningcss-light:initial;--lightningcss-dark: ;color-scheme:light dark;display:contents}@media (prefers-color-scheme:dark){.belfry{--lightningcss-light: ;--lightningcss-dark:initial}}.belfry:lang(ja){word-break:auto-phrase}.belfry[data-theme=light]{--lightningcss-light:initial;--lightningcss-dark: ;color-scheme:light}.belfry[data-theme=dark]{--lightningcss-light: ;--lightningcss-dark:initial;color-scheme:dark}.belfry :where(button,a,p,h2,h3,ul,ol,li,dialog,div,span,label,input,time){color:inherit;font:inherit;letter-spacing:normal;text-align:start;text-transform:none;background:0 0;border:0;margin:0;padding:0;text-decoration:none}.belfry :where(button){cursor:pointer}.belfry :where(*){box-sizing:border-box}.belfry :where(ul){list-style:none}.belfry :focus-visible{outline:2px solid var(--belfry-accent);outline-offset:2px}.belfry-icon{fill:none;stroke:currentColor;stroke-width:1.75px;stroke-linecap:round;stroke-linejoin:round;flex:none;block-size:1.25em;inline-size:1.25em}.belfry-grow{flex:1;min-inline-size:0}.belfry .belfry-hidden{clip-path:inset(50%);white-space:nowrap;block-size:1px;inline-size:1px;position:absolute;overflow:hidden}.belfry-bell{block-size:2.5em;inline-size:2.5em;font:max(16px, 1rem) var(--belfry-font);border-radius:10px;place-items:center;display:inline-grid;position:relative}.belfry-bell>.belfry-icon{block-size:1.375em;inline-size:1.375em}.belfry-badge{background:var(--belfry-badge);min-inline-size:1.455em;color:var(--belfry-on-badge);font-variant-numeric:tabular-nums;text-align:center;pointer-events:none;border-radius:.73em;padding-inline:.36em;font-size:.6875em;font-weight:600;line-height:1.455;position:absolute;inset-block-end:calc(50% + .27em);inset-inline-start:calc(50% + .1em)}.belfry-badge[data-wide=true]{padding-inline:.25em;font-size:.625em;inset-inline-start:calc(50% - .2em)}.belfry-badge[data-dot=true]{block-size:.73em;min-inline-size:.73em;padding:0;inset-inline:calc(50% + .27em) auto}.belfry-badge[data-urgent=true]{background:var(--belfry-danger);color:var(--lightningcss-light,#fff)var(--lightningcss-dark,#2a0806)}.belfry-popover,.belfry-feed{background:var(--belfry-surface);color:var(--belfry-text);font:var(--belfry-size) / 1.43 var(--belfry-font);font-variant-numeric:tabular-nums;flex-direction:column;display:flex}.belfry-popover{z-index:2147483000;border:1px solid var(--belfry-border);border-radius:var(--belfry-radius);min-block-size:min(420px,60vh);inline-size:min(max(400px,21em),100vw - 16px);box-shadow:var(--belfry-shadow);position:fixed;inset:auto;overflow:hidden}.belfry-popover[data-sheet=true]{border:0;border-radius:0;block-size:100dvh;max-block-size:none;inline-size:100%;max-inline-size:none;inset:0}.belfry-feed{flex:1;min-block-size:0;position:relative}.belfry-header,.belfry-strip,.belfry-footer{flex:none}.belfry-header{border-block-end:1px solid var(--belfry-border);flex-wrap:wrap;align-items:center;gap:2px;min-block-size:48px;padding-block:6px;padding-inline:16px 10px;display:flex}.belfry-break{flex-basis:100%}.belfry-title{margin-inline-end:6px;font-weight:600}.belfry .belfry-title:focus{outline:none}.belfry :is(.belfry-icon-button,.belfry-quick-button,.belfry-view-button,.belfry-text-button){min-block-size:32px;min-inline-size:32px;color:var(--belfry-muted);border-radius:8px;justify-content:center;align-items:center;gap:4px;display:inline-flex}.belfry :is(.belfry-icon-button,.belfry-quick-button,.belfry-view-button,.belfry-bell)[aria-expanded=true]{background:color-mix(in srgb, currentColor 10%, transparent)}.belfry .belfry-view-button{min-block-size:28px;padding-inline:8px 4px}.belfry .belfry-break+.belfry-view-button{margin-inline-start:-8px}.belfry .belfry-text-button{color:var(--belfry-accent);white-space:nowrap;padding-inline:8px;font-weight:500}.belfry-tabs{border-block-end:1px solid var(--belfry-border);scrollbar-width:none;flex:none;gap:16px;padding-inline:16px;display:flex;overflow-x:auto}.belfry-tab{min-block-size:36px;color:var(--belfry-muted);white-space:nowrap;border-block-end:2px solid #0000;align-items:center;gap:6px;font-weight:500;display:inline-flex}.belfry .belfry-tab{border-block-end:2px solid #0000}.belfry .belfry-tab:focus-visible{outline-offset:-2px}.belfry .belfry-tab[aria-selected=true]{color:var(--belfry-text);border-color:var(--belfry-accent)}.belfry-tab-count{color:var(--belfry-muted);font-size:.857em}.belfry-strip{border-block-end:1px solid var(--belfry-border);background:var(--belfry-strip);justify-content:space-between;align-items:center;gap:8px;min-block-size:36px;padding-block:6px;padding-inline:16px 8px;display:flex}.belfry-scroller{overscroll-behavior:contain;flex:1;min-block-size:0;scroll-padding-block:36px 24px;position:relative;overflow-y:auto}.belfry-scroller:after{content:\"\";z-index:2;background:linear-gradient(transparent, var(--belfry-surface));pointer-events:none;block-size:20px;display:block;position:sticky;inset-block-end:0}.belfry .belfry-show-new{z-index:3;background:var(--belfry-accent);min-block-size:28px;color:var(--belfry-on-accent);border-radius:14px;margin:4px auto -32px;padding-inline:12px;font-weight:500;display:block;position:sticky;inset-block-start:8px}.belfry-day{content-visibility:auto}.belfry-day h3{z-index:1;background:var(--belfry-surface);color:var(--belfry-muted);padding:10px 16px 6px;font-size:.857em;font-weight:500;position:sticky;inset-block-start:0}.belfry-item{overflow-wrap:anywhere;content-visibility:auto;contain-intrinsic-block-size:auto 84px;position:relative}.belfry-item-row{background:var(--belfry-surface);gap:12px;padding-block:10px;padding-inline:24px 16px;display:flex;position:relative}.belfry-item+.belfry-item:after{content:\"\";border-block-start:1px solid var(--belfry-border);position:absolute;inset-block-start:0;inset-inline:24px 16px}.belfry-list[data-avatars=true] .belfry-item+.belfry-item:after{inset-inline-start:68px}.belfry-item:has(.belfry-item-main:focus-visible):after{display:none}.belfry-item:has(.belfry-item-main:focus-visible)+.belfry-item:after{display:none}.belfry-item[data-unread=true] .belfry-item-row:before{content:\"\";background:var(--belfry-accent);border-radius:50%;block-size:8px;inline-size:8px;position:absolute;inset-block-start:17px;inset-inline-start:9px}.belfry-list[data-avatars=true] .belfry-item[data-unread=true] .belfry-item-row:before{inset-block-start:22px}.belfry-item:is([data-severity=high],[data-severity=medium]) .belfry-item-row:after{content:\"\";border-inline-start:3px solid var(--belfry-warning);position:absolute;inset-block:0;inset-inline-start:0}.belfry-item[data-severity=high] .belfry-item-row:after{border-color:var(--belfry-danger)}.belfry-avatar{background:color-mix(in srgb, currentColor 12%, transparent);block-size:32px;inline-size:32px;color:var(--belfry-muted);-webkit-user-select:none;user-select:none;border-radius:8px;flex:none;place-items:center;font-size:12px;font-weight:600;display:grid;overflow:hidden}.belfry-list[data-avatars=false] .belfry-avatar{display:none}.belfry-avatar .belfry-icon{block-size:18px;inline-size:18px}.belfry-avatar[data-empty]{background:0 0}.belfry-avatar:is([data-hue],:has(img)){border-radius:50%}.belfry-avatar[data-hue]{background:var(--lightningcss-light,oklch(.92 .05 var(--hue)))var(--lightningcss-dark,oklch(.36 .07 var(--hue)));color:var(--lightningcss-light,oklch(.42 .11 var(--hue)))var(--lightningcss-dark,oklch(.9 .06 var(--hue)))}.belfry-avatar[data-hue=\"0\"]{--hue:20}.belfry-avatar[data-hue=\"1\"]{--hue:60}.belfry-avatar[data-hue=\"2\"]{--hue:105}.belfry-avatar[data-hue=\"3\"]{--hue:150}.belfry-avatar[data-hue=\"4\"]{--hue:195}.belfry-avatar[data-hue=\"5\"]{--hue:240}.belfry-avatar[data-hue=\"6\"]{--hue:290}.belfry-avatar[data-hue=\"7\"]{--hue:340}.belfry-avatar img{object-fit:cover;block-size:100%;inline-size:100%}.belfry-avatar[data-icon=warning]{color:var(--belfry-warning)}.belfry-avatar[data-icon=error]{color:var(--belfry-danger)}.belfry-avatar:is([data-icon=success],[data-icon=up]){color:var(--belfry-success)}.belfry-avatar:is([data-icon=info],[data-icon=question]){color:var(--belfry-accent)}.belfry-item-text{flex:1;min-inline-size:0}.belfry-item-head{align-items:baseline;gap:12px;display:flex}.belfry-item-main{min-inline-size:0}.belfry-item-main:not(:empty){flex:1}.belfry-item-main:empty{inline-size:0;margin-inline-end:-12px}.belfry :not(:lang(ae),:lang(ar),:lang(arc),:lang(bcc),:lang(bqi),:lang(ckb),:lang(dv),:lang(fa),:lang(glk),:lang(he),:lang(ku),:lang(mzn),:lang(nqo),:lang(pnb),:lang(ps),:lang(sd),:lang(ug),:lang(ur),:lang(yi))>:is(.belfry-subject,.belfry-body,.belfry-toast-main,.belfry-toast-body){text-align:left}.belfry :is(:lang(ae),:lang(ar),:lang(arc),:lang(bcc),:lang(bqi),:lang(ckb),:lang(dv),:lang(fa),:lang(glk),:lang(he),:lang(ku),:lang(mzn),:lang(nqo),:lang(pnb),:lang(ps),:lang(sd),:lang(ug),:lang(ur),:lang(yi))>:is(.belfry-subject,.belfry-body,.belfry-toast-main,.belfry-toast-body){text-align:right}.belfry-subject{-webkit-line-clamp:2;-webkit-box-orient:vertical;display:-webkit-box;overflow:hidden}.belfry-item[data-unread=true] :is(.belfry-subject,.belfry-item-head .belfry-body){font-weight:600}.belfry-item-main:after{content:\"\";position:absolute;inset:0}.belfry .belfry-item-main:focus-visible{outline:none}.belfry .belfry-item-main:focus-visible:after{outline:2px solid var(--belfry-accent);outline-offset:-2px;border-radius:4px}.belfry-time{color:var(--belfry-muted);white-space:nowrap;flex:none;font-size:.857em}.belfry-body-box{flex:1;min-inline-size:0}.belfry-body{color:var(--belfry-muted);white-space:pre-line;-webkit-line-clamp:4;-webkit-box-orient:vertical;display:-webkit-box;overflow:hidden}.belfry-item-head .belfry-body{color:var(--belfry-text)}.belfry-body[data-expanded=true]{display:block}.belfry .belfry-body a{color:var(--belfry-accent);text-decoration:underline}.belfry-body ul{padding-inline-start:20px;list-style:outside}.belfry-body ol{padding-inline-start:20px}.belfry-body code{font-family:ui-monospace,monospace;font-size:.9em}.belfry :is(.belfry-more,.belfry-buttons,.belfry-body a),.belfry-custom :is(a,button,input){z-index:1;position:relative}.belfry-more{min-block-size:24px;color:var(--belfry-accent);font-weight:500}.belfry-labels{color:var(--belfry-muted);flex-wrap:wrap;gap:4px 12px;margin-block-start:4px;font-size:.857em;display:flex}.belfry-severity[data-severity=high]{color:var(--belfry-danger);font-weight:500}.belfry-severity[data-severity=medium]{color:var(--belfry-warning);font-weight:500}.belfry-snoozed{align-items:center;gap:4px;display:inline-flex}.belfry-buttons{flex-wrap:wrap;gap:8px;inline-size:-moz-fit-content;inline-size:fit-content;margin-block:8px 2px;display:flex}.belfry-button{border-radius:6px;align-items:center;gap:6px;min-block-size:28px;padding-inline:10px;font-weight:500;display:inline-flex}.belfry .belfry-button{border:1px solid var(--belfry-border)}.belfry .belfry-button[data-type=primary]{border-color:var(--belfry-accent);background:var(--belfry-accent);color:var(--belfry-on-accent)}.belfry .belfry-button[data-done=true]{border-color:var(--belfry-border);color:var(--belfry-success);background:0 0}.belfry [aria-disabled=true]{cursor:default}.belfry .belfry-quick{z-index:1;border:1px solid var(--belfry-border);background:var(--belfry-surface);opacity:0;border-radius:8px;padding:1px;display:flex;position:absolute;inset-block-start:5px;inset-inline-end:8px}.belfry .belfry-quick-button{border-radius:6px;min-block-size:26px;min-inline-size:28px}.belfry .belfry-quick-button:focus-visible{outline-offset:-2px}:is(.belfry .belfry-item:has(:focus-visible) .belfry-quick,.belfry .belfry-quick[data-open=true]){opacity:1}.belfry-swipe-label{background:var(--belfry-accent);color:var(--belfry-on-accent);visibility:hidden;justify-content:space-between;align-items:center;padding-inline:20px;font-weight:500;display:flex;position:absolute;inset:0}.belfry-item:has([data-swipe]) .belfry-swipe-label{visibility:visible}.belfry-item-row[data-swipe]{transform:translateX(var(--belfry-swipe))}.belfry-load-more{min-block-size:40px;inline-size:100%;color:var(--belfry-accent);text-align:center;font-weight:500;display:block}.belfry .belfry-load-more{text-align:center}.belfry .belfry-load-more:focus-visible{outline-offset:-4px}.belfry-footer{border-block-start:1px solid var(--belfry-border);padding:8px 16px}.belfry-menu{z-index:2147483001;background:var(--belfry-surface);min-inline-size:200px;max-inline-size:min(320px,100vw - 16px);color:var(--belfry-text);box-shadow:var(--belfry-shadow);border-radius:10px;position:fixed;inset:auto;overflow-y:auto}.belfry .belfry-menu{border:1px solid var(--belfry-border);padding:4px}.belfry-menu-title{color:var(--belfry-muted);padding:6px 8px;font-size:.857em}.belfry .belfry-menu-title{padding:4px 8px}.belfry-menu-entry{border-radius:6px;align-items:center;gap:8px;min-block-size:32px;inline-size:100%;display:flex}.belfry .belfry-menu-entry{padding-inline:8px}.belfry .belfry-menu-entry:focus{background:var(--belfry-hover)}.belfry .belfry-menu-entry:focus-visible{outline-offset:-2px}.belfry-menu-entry>.belfry-icon,.belfry-check{block-size:1.143em;inline-size:1.143em;color:var(--belfry-muted)}.belfry-check>.belfry-icon{block-size:100%;inline-size:100%;display:block}.belfry-hint{color:var(--belfry-muted);padding-inline-start:16px;font-size:.857em}.belfry-snooze-form{gap:6px;padding:8px;display:grid}.belfry-snooze-form label{font-weight:500}.belfry .belfry-snooze-form input{border:1px solid var(--belfry-muted);border-radius:6px;min-block-size:36px;padding-inline:8px}.belfry .belfry-snooze-form input[aria-invalid=true]{border-color:var(--belfry-danger)}.belfry-issue{color:var(--belfry-danger);font-size:.857em}.belfry-form-buttons{justify-content:end;gap:8px;display:flex}.belfry .belfry-undo{z-index:4;color:var(--lightningcss-light,#f4f5f8)var(--lightningcss-dark,#1b1e25);background:var(--lightningcss-light,#1f232b)var(--lightningcss-dark,#e9ebf0);border-radius:10px;justify-content:space-between;align-items:center;gap:12px;min-block-size:40px;padding-block:6px;padding-inline:14px 6px;display:flex;position:absolute;inset-block-end:12px;inset-inline:12px}.belfry .belfry-undo-button{color:var(--lightningcss-light,#b3c2ff)var(--lightningcss-dark,#2f4cc0);white-space:nowrap;border-radius:6px;flex:none;min-block-size:28px;padding-inline:10px;font-weight:600}.belfry .belfry-undo-button:focus-visible{outline-offset:-2px;outline-color:currentColor}.belfry-scroller:has(>:is(.belfry-empty,.belfry-error)){place-content:center;display:grid}.belfry :is(.belfry-empty,.belfry-error){color:var(--belfry-muted);justify-items:center;gap:4px;padding:40px 32px 36px;display:grid}.belfry :is(.belfry-empty,.belfry-error) p{text-align:center;text-wrap:balance}.belfry :is(.belfry-empty,.belfry-error) .belfry-notice-title{color:var(--belfry-text);font-weight:600}.belfry-error .belfry-button{color:var(--belfry-text);margin-block-start:12px}.belfry-picture{margin-block-end:12px;position:relative}.belfry-picture>svg{block-size:72px;inline-size:120px;fill:var(--belfry-surface);stroke:color-mix(in srgb, var(--belfry-muted) 55%, var(--belfry-surface));stroke-width:1.75px;stroke-linecap:round;stroke-linejoin:round;display:block}.belfry-picture>svg:is(:lang(ae),:lang(ar),:lang(arc),:lang(bcc),:lang(bqi),:lang(ckb),:lang(dv),:lang(fa),:lang(glk),:lang(he),:lang(ku),:lang(mzn),:lang(nqo),:lang(pnb),:lang(ps),:lang(sd),:lang(ug),:lang(ur),:lang(yi)){transform:scaleX(-1)}.belfry-picture .belfry-back{opacity:.5}.belfry-picture .belfry-accent{stroke:var(--belfry-accent);stroke-width:2.25px}.belfry-sign{background:var(--belfry-accent);block-size:26px;inline-size:26px;color:var(--belfry-on-accent);box-shadow:0 0 0 3px var(--belfry-surface);border-radius:50%;place-items:center;display:grid;position:absolute;inset-block-end:2px;inset-inline-end:2px}.belfry-sign>.belfry-icon{block-size:16px;inline-size:16px}.belfry-skeleton{animation:1ms .15s backwards belfry-appear}.belfry-skeleton-row{gap:12px;padding-block:12px;padding-inline:24px 16px;display:flex}.belfry-skeleton-row>span:last-child{flex:1;gap:8px;display:grid}.belfry-bone{background:color-mix(in srgb, var(--belfry-muted) 16%, transparent);border-radius:5px;block-size:10px}.belfry-skeleton-row>.belfry-bone{border-radius:50%;flex:none;block-size:32px;inline-size:32px}.belfry-bone:first-child:not(:only-child){inline-size:60%}.belfry-skeleton-row>.belfry-bone:first-child{inline-size:32px}.belfry-bone:nth-child(3){inline-size:80%}@keyframes belfry-appear{0%{visibility:hidden}}@media (hover:hover){.belfry :is(.belfry-icon-button,.belfry-quick-button,.belfry-view-button,.belfry-text-button,.belfry-undo-button,.belfry-bell):hover{background:color-mix(in srgb, currentColor 10%, transparent)}.belfry :is(.belfry-icon-button,.belfry-quick-button,.belfry-view-button,.belfry-tab):hover{color:var(--belfry-text)}.belfry .belfry-item:hover .belfry-item-row,.belfry .belfry-menu-entry:hover{background:var(--belfry-hover)}.belfry .belfry-item:hover .belfry-quick{opacity:1}.belfry .belfry-button:hover{border-color:var(--belfry-muted)}.belfry .belfry-button[data-type=primary][data-done=false]:hover{background:color-mix(in srgb, var(--belfry-accent) 88%, var(--belfry-text))}}@media (pointer:coarse){.belfry :is(.belfry-icon-button,.belfry-view-button,.belfry-text-button,.belfry-menu-entry,.belfry-button,.belfry-tab,.belfry-more,.belfry-undo-button,.belfry-bell){min-block-size:44px;min-inline-size:44px}.belfry-item-row{touch-action:pan-y}}@media (hover:none){.belfry .belfry-quick{opacity:1;background:0 0;border:0;padding:0;inset-block-start:0;inset-inline-end:0}.belfry .belfry-quick-button:not([data-menu]){display:none}.belfry .belfry-quick-button{min-block-size:44px;min-inline-size:44px}.belfry-item-head{padding-inline-end:28px}}@media (prefers-reduced-motion:no-preference){.belfry-popover,.belfry-menu,.belfry-undo{transition:opacity .12s,transform .12s ease-out}@starting-style{.belfry-popover,.belfry-menu,.belfry-undo{opacity:0;transform:translateY(-4px)}}.belfry-item-row:not([data-swipe]){transition:transform .12s ease-out}.belfry-bone{animation:1.6s ease-in-out infinite belfry-pulse}}@keyframes belfry-pulse{50%{opacity:.5}}@media (forced-colors:active){.belfry-bone{forced-color-adjust:none;background:graytext}.belfry .belfry-item[data-unread] .belfry-item-row:before,.belfry .belfry-badge[data-urgent]{color:highlighttext;forced-color-adjust:none;background:highlight}.belfry-scroller:after{display:none}.belfry :is(.belfry-undo,.belfry-sign,.belfry-show-new){border:1px solid buttontext}.belfry .belfry-tab[aria-selected=true]{border-color:highlight}.belfry-menu-entry:focus{outline:2px solid highlight}.belfry-picture>svg{stroke:canvastext;fill:canvas}}", Pn = /* @__PURE__ */ new WeakMap();
function Fn(e, t) {
	J(() => {
		let n = e.current?.getRootNode();
		if (!t || !(n instanceof Document || n instanceof ShadowRoot)) return;
		let r = n instanceof Document ? n : n.ownerDocument, i = r.defaultView;
		if (i === null) return;
		let a = Pn.get(r) ?? new i.CSSStyleSheet();
		Pn.has(r) || a.replaceSync(Nn + Mn), Pn.set(r, a), n.adoptedStyleSheets.includes(a) || (n.adoptedStyleSheets = [...n.adoptedStyleSheets, a]);
	}, [e, t]);
}
// inbox/react/inbox-root.tsx
function In({ children: e }) {
	let t = /* @__PURE__ */ N(Ln, { children: e });
	return R().shadow ? /* @__PURE__ */ N(Rn, { children: t }) : t;
}
function Ln({ children: e }) {
	let { inbox: t, texts: n, appearance: r, styles: i } = R(), a = k(null);
	Fn(a, i);
	let o = U(t.organization, ({ value: e }) => e?.branding?.direction);
	return /* @__PURE__ */ N("div", {
		ref: a,
		className: "belfry",
		"data-theme": r.theme ?? "system",
		lang: n.locale,
		dir: n.dir === "rtl" ? "rtl" : o,
		style: Bn(r.variables),
		children: /* @__PURE__ */ N(zn.Provider, {
			value: !0,
			children: e
		})
	});
}
function Rn({ children: e }) {
	let t = k(null), [n, r] = A();
	return J(() => {
		let e = t.current;
		e !== null && r(e.shadowRoot ?? e.attachShadow({ mode: "open" }));
	}, []), /* @__PURE__ */ N("div", {
		ref: t,
		className: "belfry-shadow",
		children: n && F(e, n)
	});
}
var zn = x(!1);
function Q(e) {
	return function(t) {
		let n = /* @__PURE__ */ N(e, { ...t });
		return w(zn) ? n : /* @__PURE__ */ N(In, { children: n });
	};
}
function Bn(e) {
	return e;
}
// inbox/react/popover.tsx
var Vn = 320, Hn = .7;
function Un({ id: e, anchor: t, sheet: n, placement: r, offset: i, onClose: a, children: o }) {
	let { texts: s } = R(), c = H(), l = k(null), u = k(a);
	return T(() => {
		u.current = a;
	}), J(() => {
		let e = l.current;
		if (e !== null) return n ? e.showModal() : typeof e.showPopover == "function" ? e.showPopover() : e.show(), () => e.open ? e.close() : e.hidePopover?.();
	}, [n]), Ae(l, t, {
		placement: r,
		offset: i,
		needed: Vn,
		share: Hn,
		enabled: !n
	}), T(() => {
		if (n) return;
		let e = (e) => {
			let n = e.composedPath();
			[l.current, t.current].some((e) => e !== null && n.includes(e)) || u.current(!1);
		};
		return document.addEventListener("pointerdown", e), () => document.removeEventListener("pointerdown", e);
	}, [n, t]), /* @__PURE__ */ N("dialog", {
		ref: l,
		id: e,
		...c("popover"),
		"data-sheet": n,
		"aria-label": s.title,
		...n ? {} : { popover: "manual" },
		onCancel: (e) => {
			e.preventDefault(), a(!0);
		},
		onKeyDown: (e) => {
			e.key !== "Escape" || e.defaultPrevented || (e.preventDefault(), e.stopPropagation(), a(!0));
		},
		onBlur: ({ relatedTarget: e, currentTarget: r }) => {
			let i = e === null || e === t.current || r.contains(e);
			!n && !i && a(!1);
		},
		children: o
	});
}
// inbox/react/use-sheet.ts
var Wn = "(max-width: 479.98px)";
function Gn() {
	return j(Kn, () => typeof matchMedia == "function" && matchMedia(Wn).matches, () => !1);
}
function Kn(e) {
	if (typeof matchMedia != "function") return () => void 0;
	let t = matchMedia(Wn);
	return t.addEventListener("change", e), () => t.removeEventListener("change", e);
}
// inbox/react/inbox.tsx
function qn(e) {
	return /* @__PURE__ */ N(Sn, {
		onError: e.onError,
		children: /* @__PURE__ */ P(An, {
			...e,
			children: [/* @__PURE__ */ N(In, { children: /* @__PURE__ */ N(Jn, { ...e }) }), e.children]
		})
	});
}
function Jn(e) {
	let { placement: t = "bottom-end", offset: n = 8, storeId: r, portal: i, onOpenChange: a } = e, { status: o } = W(), s = k(null), [c, l] = A(!1), u = e.open ?? c, d = Gn(), f = E();
	if (o === "error") return null;
	function p(e) {
		l(e), a?.(e);
	}
	function m(e) {
		p(!1), e && s.current?.focus();
	}
	let h = u && /* @__PURE__ */ P(Un, {
		id: f,
		anchor: s,
		sheet: d,
		placement: t,
		offset: n,
		onClose: m,
		children: [d && /* @__PURE__ */ N(se, {}), /* @__PURE__ */ N(xn, {
			autoFocus: !0,
			storeId: r,
			tabs: e.tabs,
			preferences: e.preferences,
			renderPreferences: e.renderPreferences,
			onNavigate: () => m(!1),
			onClose: d ? () => m(!0) : void 0
		})]
	}, String(d));
	return /* @__PURE__ */ P(M, { children: [
		/* @__PURE__ */ N(Se, {
			buttonRef: s,
			open: u,
			onToggle: p,
			controls: f,
			storeId: r ?? e.tabs?.[0]?.storeId,
			badge: e.badge,
			counts: e.counts
		}),
		!(u && d) && /* @__PURE__ */ N(se, {}),
		h && i ? F(/* @__PURE__ */ N(In, { children: h }), i) : h
	] });
}
// inbox/react/attention.ts
var Yn = 5e3, Xn = -Infinity, $;
function Zn(e) {
	if (!(Date.now() - Xn < Yn)) {
		if (Xn = Date.now(), e !== !0) new Audio(e).play().catch(() => void 0);
		else if (typeof AudioContext < "u" && navigator.userActivation?.hasBeenActive !== !1) {
			$ ??= new AudioContext();
			for (let [e, t] of [660, 880].entries()) {
				let n = $.currentTime + e * .12, r = $.createOscillator(), i = $.createGain();
				r.frequency.value = t, i.gain.setValueAtTime(0, n), i.gain.linearRampToValueAtTime(.06, n + .015), i.gain.exponentialRampToValueAtTime(1e-4, n + .35), r.connect(i).connect($.destination), r.start(n), r.stop(n + .4);
			}
		}
	}
}
async function Qn() {
	return typeof window > "u" || !("Notification" in window) ? !1 : window.Notification.permission === "default" ? navigator.userActivation?.isActive !== !1 && await window.Notification.requestPermission() === "granted" : window.Notification.permission === "granted";
}
function $n(t, n) {
	if (!("Notification" in window) || window.Notification.permission !== "granted" || document.hasFocus()) return;
	let { id: r, subject: i, body: a, avatar: o } = t, s = e(o);
	try {
		let e = new window.Notification(i?.trim() || a, {
			tag: r,
			...i?.trim() && { body: a },
			...s !== void 0 && { icon: s }
		});
		e.onclick = () => {
			window.focus(), e.close(), n();
		};
	} catch {}
}
// inbox/react/toast-stack.ts
function er({ duration: e, limit: t, onArrive: n }) {
	let { inbox: r } = R(), [i, a] = A([]), [o, s] = A(!1), c = k(/* @__PURE__ */ new Map()), l = k(n);
	T(() => {
		l.current = n;
	});
	let u = C((e) => {
		c.current.delete(e), a((t) => t.filter((t) => t.id !== e));
	}, []);
	T(() => (a([]), r.onNotification((n) => {
		c.current.set(n.id, e), a((e) => [n, ...e.filter(({ id: e }) => e !== n.id)].slice(0, t)), l.current(n);
	})), [
		r,
		e,
		t
	]);
	let d = i.length === 0;
	return T(() => {
		if (d || o) return;
		let e = setInterval(() => {
			if (document.visibilityState !== "hidden") for (let [e, t] of [...c.current]) t > tr ? c.current.set(e, t - tr) : u(e);
		}, tr);
		return () => clearInterval(e);
	}, [
		d,
		o,
		u
	]), {
		toasts: i,
		dismiss: u,
		hold: s
	};
}
var tr = 250, nr = 3;
function rr({ position: e = "bottom-end", duration: t = 6e3, sound: n = !1, desktopNotifications: r = !1 }) {
	let { inbox: i, texts: a, callbacks: o } = R(), s = Je(), c = H(), l = k(null), u = k(null), { toasts: d, dismiss: f, hold: p } = er({
		duration: t,
		limit: nr,
		onArrive(e) {
			n && Zn(n), r && $n(e, () => m(e));
		}
	});
	function m(e, t) {
		i.read(e.id), o.onNotificationClick?.(e), s(e.redirect, t);
	}
	function h(e) {
		let t = l.current?.contains(Y(l.current).activeElement) ?? !1, n = d.findIndex((t) => t.id === e) + 1, r = d[n] ?? d[n - 2];
		f(e), t && (p(!1), setTimeout(() => {
			let e = [...l.current?.querySelectorAll("[data-id]") ?? []].find(({ dataset: e }) => e.id === r?.id)?.querySelector("a, button");
			e ? e.focus() : u.current instanceof HTMLElement && u.current.isConnected && u.current.focus();
		}));
	}
	return /* @__PURE__ */ N("section", {
		ref: l,
		...c("toaster"),
		"data-position": e,
		"aria-label": d.length > 0 ? a.toast.region : void 0,
		onPointerEnter: () => p(!0),
		onPointerLeave: () => p(l.current?.contains(Y(l.current).activeElement) ?? !1),
		onFocus: ({ relatedTarget: e, currentTarget: t }) => {
			p(!0), t.contains(e) || (u.current = e);
		},
		onBlur: ({ relatedTarget: e, currentTarget: t }) => {
			t.contains(e) || p(!1);
		},
		children: d.length > 0 && /* @__PURE__ */ N("ol", { children: d.map((e) => /* @__PURE__ */ N(ir, {
			notification: e,
			onOpen: (t) => {
				m(e, t), h(e.id);
			},
			onDismiss: () => h(e.id)
		}, e.id)) })
	});
}
function ir({ notification: e, onOpen: t, onDismiss: n }) {
	let { texts: r, renderers: i } = R(), a = H(), { id: o, severity: s, redirect: c } = e, l = e.subject?.trim(), u = l || e.body;
	return /* @__PURE__ */ P("li", {
		...a("toast"),
		"data-id": o,
		"data-severity": s,
		onKeyDown: (e) => {
			e.key === "Escape" && (e.stopPropagation(), n());
		},
		children: [
			i.renderAvatar?.({ notification: e }) ?? /* @__PURE__ */ N(de, { notification: e }),
			/* @__PURE__ */ P("div", {
				className: "belfry-toast-text",
				children: [
					/* @__PURE__ */ N(ze, {
						redirect: c,
						...a("toast-main"),
						dir: q(u),
						onClick: t,
						children: u
					}),
					s === "high" && /* @__PURE__ */ N("p", {
						...a("toast-severity"),
						children: r.severities.high
					}),
					l && /* @__PURE__ */ N("p", {
						...a("toast-body"),
						dir: q(e.body),
						children: e.body
					})
				]
			}),
			/* @__PURE__ */ N(X, {
				icon: "close",
				label: `${r.toast.dismiss}: ${u}`,
				title: r.toast.dismiss,
				onClick: n
			})
		]
	});
}
// inbox/react/index.ts
var ar = /* @__PURE__ */ Q(se), or = /* @__PURE__ */ Q(de), sr = /* @__PURE__ */ Q(Se), cr = /* @__PURE__ */ Q(Jn), lr = /* @__PURE__ */ Q(Ee), ur = /* @__PURE__ */ Q(xn), dr = /* @__PURE__ */ Q($e), fr = /* @__PURE__ */ Q(Un), pr = /* @__PURE__ */ Q(mn), mr = /* @__PURE__ */ Q(rr);
export { ar as Announcements, or as Avatar, sr as Bell, cr as BellAndPopover, lr as Body, f as DEFAULT_STORE_ID, ur as Feed, qn as Inbox, p as InboxHttpError, An as InboxProvider, dr as Item, fr as Popover, pr as Preferences, mr as Toaster, r as bodyText, u as createInbox, h as createPreview, d as dayLabel, v as en, i as parseBody, n as relativeTime, Qn as requestDesktopNotifications, e as safeImageUrl, _ as safeUrl, K as useCount, G as useCounts, W as useInbox, ge as useNotifications, be as usePreferences, ye as useUndo };
